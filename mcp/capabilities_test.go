package mcp_test

import (
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
)

func TestMissingCapabilities(t *testing.T) {
	parse := func(text string) (c mcp.ClientCapabilities) {
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			t.Fatal(err)
		}
		return c
	}
	tests := []struct{ name, declared, required, missing string }{
		{"nothing required", `{}`, `{}`, `{}`},
		{"all there", `{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{}}`, `{"elicitation":{"url":{}},"sampling":{"tools":{}},"roots":{}}`, `{}`},
		{"ELICIT-006 declared without a mode is form", `{"elicitation":{}}`, `{"elicitation":{"form":{}}}`, `{}`},
		{"ELICIT-006 required without a mode is form", `{"elicitation":{"form":{}}}`, `{"elicitation":{}}`, `{}`},
		{"ELICIT-006 declared without a mode is not url", `{"elicitation":{}}`, `{"elicitation":{"url":{}}}`, `{"elicitation":{"url":{}}}`},
		{"url does not mean form", `{"elicitation":{"url":{}}}`, `{"elicitation":{}}`, `{"elicitation":{"form":{}}}`},
		{"no elicitation", `{}`, `{"elicitation":{}}`, `{"elicitation":{"form":{}}}`},
		{"no sampling", `{}`, `{"sampling":{}}`, `{"sampling":{}}`},
		{"sampling without tools", `{"sampling":{"context":{}}}`, `{"sampling":{"context":{},"tools":{"a":1}}}`, `{"sampling":{"tools":{"a":1}}}`},
		{"no roots", `{"sampling":{}}`, `{"sampling":{},"roots":{}}`, `{"roots":{}}`},
		{"an extension of two", `{"extensions":{"a/b":{}}}`, `{"extensions":{"a/b":{"x":1},"c/d":{"y":1}}}`, `{"extensions":{"c/d":{"y":1}}}`},
		{"experimental", `{}`, `{"experimental":{"x":{}}}`, `{"experimental":{"x":{}}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			missing, some := parse(tt.declared).Missing(parse(tt.required))
			if got := string(encoded(missing)); got != tt.missing || some != (tt.missing != `{}`) {
				t.Errorf("got %s, %v, want %s", got, some, tt.missing)
			}
		})
	}
	t.Run("RESOURCE-006", func(t *testing.T) {
		for _, text := range []string{`{"resources":{}}`, `{"resources":{"subscribe":true}}`, `{"resources":{"listChanged":true}}`} {
			var c mcp.ServerCapabilities
			if err := json.Unmarshal([]byte(text), &c); err != nil || string(encoded(c)) != text {
				t.Errorf("%s is %s, %v", text, encoded(c), err)
			}
		}
	})
	open := `{"elicitation":{"form":{"a":1},"b":2},"sampling":{"tools":{"c":[3]},"d":4},"roots":{"listChanged":true}}`
	if got := encoded(parse(open)); !equalTrees(t, got, raw(open)) {
		t.Errorf("settings of capabilities are lost: %s", got)
	}
}

func equalTrees(t *testing.T, a, b jsontext.Value) bool {
	t.Helper()
	text := func(v jsontext.Value) string {
		v = v.Clone()
		if err := v.Canonicalize(); err != nil {
			t.Fatal(err)
		}
		return string(v)
	}
	return text(a) == text(b)
}
