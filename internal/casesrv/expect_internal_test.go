package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// An anyOf is a number, or a list of numbers each of which is right. The empty
// one asks for nothing.
type anyOf []int

func one(n int) anyOf { return anyOf{n} }

func (a *anyOf) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() == '[' {
		return json.UnmarshalDecode(dec, (*[]int)(a))
	}
	*a = make([]int, 1)
	return json.UnmarshalDecode(dec, &(*a)[0])
}

// has reports whether n is right.
func (a anyOf) has(n int) bool { return a == nil || slices.Contains(a, n) }

// An expectation is what is right for an input; see the file cases.jsonl.
type expectation struct {
	Status         anyOf    `json:"http_status"`
	StatusInOrder  []int    `json:"http_statuses_in_order"`
	Code           anyOf    `json:"error_code"`
	CodesInOrder   []*int   `json:"error_codes_in_order"`
	CodeNot        anyOf    `json:"error_code_not"`
	OutcomeInOrder []string `json:"outcomes_in_order"`

	ID         jsontext.Value   `json:"id"`
	IDsInOrder []jsontext.Value `json:"ids_in_order"`
	NoID       bool             `json:"id_absent_or_null"`
	Responses  *int             `json:"response_count"`

	Contains      []string `json:"must_contain"`
	ContainsNot   []string `json:"must_not_contain"`
	ErrorContains []string `json:"or_error_must_contain"`
	MinBytes      int      `json:"min_bytes"`

	PointerEquals   map[jsontext.Pointer]jsontext.Value `json:"json_pointer_equals"`
	PointerContains map[jsontext.Pointer]jsontext.Value `json:"json_pointer_array_contains"`

	HeaderContains map[string]string `json:"header_contains"`
	HeaderAbsent   []string          `json:"header_absent"`

	RanTool       string         `json:"ran_tool"`
	ToolNotRun    bool           `json:"tool_not_run"`
	ToolCancelled bool           `json:"tool_cancelled"`
	Notifications map[string]int `json:"notifications_for"`
	AliveAfter    bool           `json:"alive_after"`

	ExitCode          anyOf    `json:"exit_code"`
	StderrContainsNot []string `json:"must_not_contain_stderr"`

	// A modern-only server gives the error of ErrorContains instead.
	LegacyVersion jsontext.Value `json:"result_protocol_version"`

	Others map[string]jsontext.Value `json:",inline"`

	Alive bool `json:"-"` // the last exchange is the valid request that shows it
}

// An answer is one HTTP response, or one message on standard output.
type answer struct {
	status   int // 0 on stdio
	header   http.Header
	message  jsonrpc.Message // the response, if there is one
	body     []byte          // the response's bytes
	notified int             // notifications before it
}

// An outcome is all that came of an input.
type outcome struct {
	answers   []answer
	raw       bytes.Buffer // all bytes of the server
	ran       []string     // the tools that ran, in order
	cancelled []string     // the tools whose context ended
	notified  int
}

// judge reports what is not as it should be.
func (want expectation) judge(t *testing.T, got *outcome) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("what the server said: %.2000s", got.raw.Bytes())
		}
	}()
	if want.Alive {
		last := len(got.answers) - 1
		if a := got.answers[last]; a.message.Shape != jsonrpc.Result {
			t.Errorf("a request afterwards is not served: %s", a.body)
		}
		got.answers = got.answers[:last]
	}
	want.judgeHTTP(t, got)
	want.judgeErrors(t, got)
	want.judgeIDs(t, got)
	want.judgeText(t, got)
	want.judgeTools(t, got)
}

func (want expectation) judgeHTTP(t *testing.T, got *outcome) {
	t.Helper()
	for i, a := range got.answers {
		if a.status != 0 && !want.Status.has(a.status) {
			t.Errorf("answer %d has status %d, want %d", i, a.status, want.Status)
		}
		for name, part := range want.HeaderContains {
			if !strings.Contains(a.header.Get(name), part) {
				t.Errorf("answer %d has %s: %q, want it to contain %q", i, name, a.header.Get(name), part)
			}
		}
		for _, name := range want.HeaderAbsent {
			if value, there := a.header[http.CanonicalHeaderKey(name)]; there {
				t.Errorf("answer %d has %s: %q", i, name, value)
			}
		}
	}
	for i, status := range want.StatusInOrder {
		if got.answers[i].status != status {
			t.Errorf("answer %d has status %d, want %d", i, got.answers[i].status, status)
		}
	}
}

func (want expectation) judgeErrors(t *testing.T, got *outcome) {
	t.Helper()
	failed := 0
	for i, a := range got.answers {
		code := codeOf(a)
		if code != 0 {
			failed++
		}
		if code != 0 && !want.Code.has(code) {
			t.Errorf("answer %d has code %d, want %d", i, code, want.Code)
		}
		if want.CodeNot != nil && want.CodeNot.has(code) {
			t.Errorf("answer %d has code %d", i, code)
		}
		for _, part := range want.ErrorContains {
			if code == 0 || !bytes.Contains(a.body, []byte(part)) {
				t.Errorf("answer %d is %s, want an error that names %s", i, a.body, part)
			}
		}
	}
	if want.Code != nil && failed == 0 {
		t.Errorf("no answer is an error, want code %d", want.Code)
	}
	for i, code := range want.CodesInOrder {
		switch got := codeOf(got.answers[i]); {
		case code == nil && got != 0:
			t.Errorf("answer %d has code %d, want a result", i, got)
		case code != nil && got != *code:
			t.Errorf("answer %d has code %d, want %d", i, got, *code)
		}
	}
	for i, outcome := range want.OutcomeInOrder {
		is := "result"
		if code := codeOf(got.answers[i]); code != 0 {
			is = "error:" + strconv.Itoa(code)
		}
		if is != outcome {
			t.Errorf("answer %d is %s, want %s", i, is, outcome)
		}
	}
}

func (want expectation) judgeIDs(t *testing.T, got *outcome) {
	t.Helper()
	if want.Responses != nil && len(got.answers) != *want.Responses {
		t.Errorf("there are %d responses, want %d", len(got.answers), *want.Responses)
	}
	if want.ID != nil && !slices.ContainsFunc(got.answers, func(a answer) bool {
		return a.message.ID.String() == string(want.ID)
	}) {
		t.Errorf("no response has the id %s", want.ID)
	}
	for i, id := range want.IDsInOrder {
		if i >= len(got.answers) || got.answers[i].message.ID.String() != string(id) {
			t.Errorf("response %d has not the id %s", i, id)
		}
	}
	for i, a := range got.answers {
		if want.NoID && codeOf(a) != 0 && !a.message.ID.IsZero() {
			t.Errorf("the error response %d has the id %s", i, a.message.ID)
		}
	}
}

func (want expectation) judgeText(t *testing.T, got *outcome) {
	t.Helper()
	for _, part := range want.Contains {
		if !bytes.Contains(got.raw.Bytes(), []byte(part)) {
			t.Errorf("the server did not say %s", part)
		}
	}
	for _, part := range want.ContainsNot {
		if bytes.Contains(got.raw.Bytes(), []byte(part)) {
			t.Errorf("the server said %s", part)
		}
	}
	if got.raw.Len() < want.MinBytes {
		t.Errorf("the server said %d bytes, want at least %d", got.raw.Len(), want.MinBytes)
	}
	for pointer, value := range want.PointerEquals {
		if at := valueAt(got.answers[0].body, pointer); string(at) != string(value) {
			t.Errorf("%s is %s, want %s", pointer, at, value)
		}
	}
	for pointer, value := range want.PointerContains {
		var list []jsontext.Value
		at := valueAt(got.answers[0].body, pointer)
		if json.Unmarshal(at, &list) != nil || !slices.ContainsFunc(list, func(v jsontext.Value) bool {
			return string(v) == string(value)
		}) {
			t.Errorf("%s is %s, want a list with %s", pointer, at, value)
		}
	}
}

func (want expectation) judgeTools(t *testing.T, got *outcome) {
	t.Helper()
	if want.RanTool != "" && !slices.Equal(got.ran, []string{want.RanTool}) {
		t.Errorf("the tools that ran are %q, want %q", got.ran, want.RanTool)
	}
	if want.ToolNotRun && len(got.ran) > 0 {
		t.Errorf("%q ran", got.ran)
	}
	if want.ToolCancelled && len(got.cancelled) == 0 {
		t.Error("no tool was cancelled")
	}
	if want.Notifications != nil {
		sum := 0
		for _, n := range want.Notifications {
			sum += n
		}
		// On a pipe a log message does not say which request it belongs to.
		if got.notified != sum {
			t.Errorf("there are %d notifications, want %d", got.notified, sum)
		}
	}
}

// judgeShell runs the shell command of a case, in which server is this test's
// binary.
func (want expectation) judgeShell(t *testing.T, in input) {
	t.Helper()
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("the case is a line for a shell, and there is none")
	}
	ctx, cancel := deadline(t)
	defer cancel()
	cmd := exec.CommandContext(ctx, shell, "-o", "pipefail", "-c", "server() { exec \"$0\"; }; "+in.Shell, testBinary(t))
	cmd.Env = append(cmd.Environ(), asServer+"=1")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if code := cmd.ProcessState.ExitCode(); !want.ExitCode.has(code) {
		t.Errorf("exit code %d, want %d; stderr: %s", code, want.ExitCode, stderr.Bytes())
	}
	for _, part := range want.StderrContainsNot {
		if strings.Contains(stderr.String(), part) {
			t.Errorf("stderr says %s: %s", part, stderr.Bytes())
		}
	}
	if want.Responses != nil {
		if n := bytes.Count(stdout.Bytes(), []byte("\n")); n != *want.Responses {
			t.Errorf("there are %d responses, want %d: %s", n, *want.Responses, stdout.Bytes())
		}
	}
}

// codeOf returns the code of an error response, 0 for anything else.
func codeOf(a answer) int {
	if a.message.Error == nil {
		return 0
	}
	return int(a.message.Error.Code)
}

// valueAt returns the value that a pointer leads to, nil if there is none.
func valueAt(document jsontext.Value, pointer jsontext.Pointer) jsontext.Value {
	for token := range pointer.Tokens() {
		document = jsonrpc.Member(document, token)
	}
	return document
}

// String says which request an answer is to.
func (a answer) String() string { return fmt.Sprintf("%d %s", a.status, a.body) }
