package mcp_test

import (
	"testing"

	"github.com/quatrain-mcp/quatrain/mcp"
)

func TestCursors(t *testing.T) {
	t.Run("PAGE-008", func(t *testing.T) {
		result, err := mcp.ToolsList.DecodeResult(raw(`{"tools":[],"nextCursor":""}`))
		if err != nil || result.NextCursor == nil || *result.NextCursor != "" {
			t.Fatalf("an empty cursor is read as %v, %v", result.NextCursor, err)
		}
		if text := encoded(mcp.ListParams{Cursor: result.NextCursor}); string(text) != `{"cursor":""}` {
			t.Errorf("an empty cursor is written as %s", text)
		}
	})
	t.Run("PAGE-002 null", func(t *testing.T) {
		result, err := mcp.ToolsList.DecodeResult(raw(`{"tools":[],"nextCursor":null}`))
		if err != nil || result.NextCursor != nil {
			t.Errorf("a null cursor is read as %v, %v", result.NextCursor, err)
		}
	})
}
