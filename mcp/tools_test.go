package mcp_test

import (
	"strings"
	"testing"

	"github.com/quatrain-mcp/quatrain/mcp"
)

func TestToolAnnotations(t *testing.T) {
	t.Run("BR-089", func(t *testing.T) {
		off := false
		text := string(encoded(mcp.Tool{Name: "w", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: &off, DestructiveHint: &off, IdempotentHint: &off, OpenWorldHint: &off}}))
		for _, want := range []string{`"readOnlyHint":false`, `"destructiveHint":false`, `"idempotentHint":false`, `"openWorldHint":false`} {
			if !strings.Contains(text, want) {
				t.Errorf("%s is lost: %s", want, text)
			}
		}
		if text := string(encoded(mcp.ToolAnnotations{})); text != "{}" {
			t.Errorf("what nobody set is written: %s", text)
		}
	})
}

func TestToolSchemas(t *testing.T) {
	t.Run("BR-076,TOOL-011,TOOL-012", func(t *testing.T) {
		if got, want := string(encoded(mcp.Tool{Name: "noargs"})), `{"name":"noargs","inputSchema":{"type":"object","properties":{}}}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("as they came", func(t *testing.T) {
		const text = `{"tools":[{"name":"t","inputSchema":{"type":"object","maximum":12345678901234567890.0,"x-\u0061":1},"outputSchema":{"z":1,"a":2}}],"ttlMs":0,"cacheScope":"private"}`
		result, err := mcp.ToolsList.DecodeResult(raw(text))
		if err != nil {
			t.Fatal(err)
		}
		if again, err := mcp.ToolsList.EncodeResult(result); err != nil || string(again) != text {
			t.Errorf("got %s, %v, want %s", again, err, text)
		}
	})
}
