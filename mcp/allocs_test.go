//go:build !race

package mcp_test

import (
	"testing"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// The race detector allocates on its own account, hence the build tag.

func TestAllocations(t *testing.T) {
	params := raw(`{"name":"get_weather","arguments":{"location":"Seattle"},"_meta":` + string(requestMeta.Raw()) + `}`)
	result := &mcp.CallToolResult{ResultType: mcp.Complete, Content: mcp.Content{mcp.Text("sunny"), mcp.Text("warm")}, Meta: resultMeta}
	complete := raw(`{"content":[],"resultType":"complete"}`)
	buffer := make([]byte, 0, 1024)
	tests := []struct {
		name string
		f    func()
		want float64
	}{
		{"ValidateRequest", func() {
			if err := requestMeta.ValidateRequest(); err != nil {
				t.Fatal(err)
			}
		}, 0},
		{"DecodeParams of a tool call", func() {
			if _, err := mcp.ToolsCall.DecodeParams(params); err != nil {
				t.Fatal(err)
			}
		}, 2}, // the params and their name
		{"AppendTo", func() {
			if _, err := result.AppendTo(buffer); err != nil {
				t.Fatal(err)
			}
		}, 0},
		{"ResultTypeOf", func() {
			if _, err := mcp.ResultTypeOf(complete); err != nil {
				t.Fatal(err)
			}
		}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(100, tt.f); got > tt.want {
				t.Errorf("%v allocations, want at most %v", got, tt.want)
			}
		})
	}
}
