package jsonrpc_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

func TestMembers(t *testing.T) {
	tests := []struct {
		object string
		want   []string // name, value, name, value, …
	}{
		{`{}`, nil},
		{" { } ", nil},
		{`{"a":1}`, []string{"a", "1"}},
		{"\n{ \"a\" : [1, {\"b\":\"]}\\\\\"}] ,\t\"\" :\"x\\\"}\" , \"c\":{\"a\":2}\r}", []string{
			"a", `[1, {"b":"]}\\"}]`, "", `"x\"}"`, "c", `{"a":2}`}},
		{`{"\u0061\n":null,"é":-1.5e3 ,"b":true}`, []string{"a\n", "null", "é", "-1.5e3", "b", "true"}},
		{`["a",1]`, nil},
		{`"a"`, nil},
		{`1`, nil},
		{``, nil},
	}
	for _, tt := range tests {
		var got []string
		for name, value := range jsonrpc.Members(jsontext.Value(tt.object)) {
			got = append(got, string(name), string(value))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("Members(%s) (-want +got):\n%s", tt.object, diff)
		}
		for i := 0; i < len(tt.want); i += 2 {
			if got := jsonrpc.Member(jsontext.Value(tt.object), tt.want[i]); string(got) != tt.want[i+1] {
				t.Errorf("Member(%s, %q) = %s, want %s", tt.object, tt.want[i], got, tt.want[i+1])
			}
		}
		if got := jsonrpc.Member(jsontext.Value(tt.object), "A"); got != nil {
			t.Errorf("Member(%s, \"A\") = %s, want nil", tt.object, got)
		}
	}
}

func TestMembersStops(t *testing.T) {
	for name := range jsonrpc.Members(jsontext.Value(`{"a":1,"b":2}`)) {
		if string(name) != "a" {
			t.Fatalf("the loop went on to %s", name)
		}
		break
	}
}
