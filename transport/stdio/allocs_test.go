//go:build !race

package stdio_test

import (
	"testing"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// TestAllocations bounds what a call costs from one end to the other and back,
// both ends together. Measured: 18.
func TestAllocations(t *testing.T) {
	conn := osPipes(t, mcp.HandlerFunc(benchHandler), nil)
	req := &mcp.Request{Method: "tools/call", Params: []byte(benchParams)}
	got := testing.AllocsPerRun(500, func() {
		if _, err := conn.Handle(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
	})
	if got > 22 {
		t.Errorf("got %.0f allocations, want at most 22", got)
	}
}
