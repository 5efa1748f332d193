package mcp_test

import (
	"testing"

	"github.com/quatrain-mcp/quatrain/mcp"
)

func BenchmarkValidateRequest(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := requestMeta.ValidateRequest(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeCallToolParams(b *testing.B) {
	params := raw(`{"name":"get_weather","arguments":{"location":"Seattle"},"_meta":` + string(requestMeta.Raw()) + `}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := mcp.ToolsCall.DecodeParams(params); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncodeCallToolResult(b *testing.B) {
	result := mcp.CallToolResult{ResultType: mcp.Complete, Content: mcp.Content{mcp.Text("72°F, partly cloudy")}, Meta: resultMeta}
	b.Run("AppendTo", func(b *testing.B) {
		var buffer []byte
		b.ReportAllocs()
		for b.Loop() {
			var err error
			if buffer, err = result.AppendTo(buffer[:0]); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("by its fields", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			encoded(result)
		}
	})
}
