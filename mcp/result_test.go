package mcp_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
)

func TestCheckResultType(t *testing.T) {
	const task mcp.ResultType = "task"
	tests := []struct {
		name   string
		check  func(jsontext.Value, ...mcp.ResultType) (mcp.ResultType, error)
		result string
		known  []mcp.ResultType
		want   mcp.ResultType
		err    string
	}{
		{"RESULT-001 absent", mcp.CheckModernResultType, `{"content":[]}`, nil, "", "the result has no resultType"},
		{"RESULT-001 no string", mcp.CheckModernResultType, `{"resultType":1}`, nil, "", "resultType is a number, not a string"},
		{"RESULT-001 there", mcp.CheckModernResultType, `{"resultType":"complete"}`, nil, mcp.Complete, ""},
		{"RESULT-002 absent", mcp.CheckResultType, `{"content":[]}`, nil, mcp.Complete, ""},
		{"RESULT-002 nested is not ours", mcp.CheckResultType, `{"content":[{"resultType":"x"}]}`, nil, mcp.Complete, ""},
		{"RESULT-003 unknown", mcp.CheckResultType, `{"resultType":"foo"}`, nil, "", `unknown resultType "foo"`},
		{"RESULT-003 empty", mcp.CheckResultType, `{"resultType":""}`, nil, "", `unknown resultType ""`},
		{"RESULT-003 null", mcp.CheckResultType, `{"resultType":null}`, nil, "", "resultType is null, not a string"},
		{"RESULT-003 of an extension nobody negotiated", mcp.CheckResultType, `{"resultType":"task"}`, []mcp.ResultType{"other"}, "", `unknown resultType "task"`},
		{"RESULT-006", mcp.CheckResultType, `{"resultType":"task"}`, []mcp.ResultType{task}, task, ""},
		{"input required", mcp.CheckResultType, `{"requestState":"x","resultType":"input_\u0072equired"}`, nil, mcp.InputRequired, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.check(raw(tt.result), tt.known...)
			if got != tt.want || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("got %q, %v, want %q, %q", got, err, tt.want, tt.err)
			}
		})
	}
	var unknown *mcp.ResultTypeError
	if _, err := mcp.CheckResultType(raw(`{"resultType":"foo"}`), task); !errors.As(err, &unknown) || unknown.Type != "foo" || len(unknown.Known) != 3 {
		t.Errorf("the error is %#v", unknown)
	}
	for result, want := range map[string]mcp.ResultType{`{"resultType":"x"}`: "x", `{"resultType":1}`: "", `{}`: "", ``: ""} {
		if got := (&mcp.Response{Result: raw(result)}).Type(); got != want {
			t.Errorf("Type of %s is %q, want %q", result, got, want)
		}
	}
}
