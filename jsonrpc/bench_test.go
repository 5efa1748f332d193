package jsonrpc_test

import (
	"strconv"
	"strings"
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

func BenchmarkDecodeString(b *testing.B) {
	for name, text := range map[string]string{
		"ASCII":   strings.Repeat("The quick brown fox jumps. ", 4000),
		"escaped": strings.Repeat(`line\n`, 18000),
		"Han":     strings.Repeat("敏捷的棕色狐狸", 5000),
	} {
		b.Run(name, func(b *testing.B) {
			frame := []byte(`{"jsonrpc":"2.0","id":1,"result":{"text":"` + text + `"}}`)
			b.SetBytes(int64(len(frame)))
			for b.Loop() {
				if _, err := jsonrpc.Decode(frame, jsonrpc.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDecodeManyNames shows that the time for a name does not grow with
// their number.
func BenchmarkDecodeManyNames(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			frame := []byte(`{"jsonrpc":"2.0","id":1,"result":{"n":0`)
			for i := range n {
				frame = append(frame, `,"n`...)
				frame = strconv.AppendInt(frame, int64(i), 10)
				frame = append(frame, `":1`...)
			}
			frame = append(frame, "}}"...)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := jsonrpc.Decode(frame, jsonrpc.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/name")
		})
	}
}
