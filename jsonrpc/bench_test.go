package jsonrpc_test

import (
	"testing"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// toolCall is a request as a client of the revision sends it.
const toolCall = `{"jsonrpc":"2.0","id":12345,"method":"tools/call","params":{"name":"get_weather",` +
	`"arguments":{"location":"Seattle","unit":"celsius"},"_meta":{` +
	`"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"example-client","version":"1.4.2"},` +
	`"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}}}`

func BenchmarkDecode(b *testing.B) {
	frame := []byte(toolCall)
	b.SetBytes(int64(len(frame)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := jsonrpc.Decode(frame, jsonrpc.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	m, err := jsonrpc.Decode([]byte(toolCall), jsonrpc.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	var frame []byte
	b.ReportAllocs()
	for b.Loop() {
		frame = m.Append(frame[:0])
	}
}
