//go:build !race

package server_test

import (
	"context"
	"testing"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// The counts are what was measured, and a tenth more.
func TestAllocations(t *testing.T) {
	s := newServer()
	addEcho(s)
	type numbers struct {
		A float64 `json:"a"`
		B float64 `json:"b"`
	}
	type sum struct {
		Sum float64 `json:"sum"`
	}
	server.AddTool(s, mcp.Tool{Name: "add"}, func(_ context.Context, _ *server.Call, in numbers) (sum, error) { return sum{in.A + in.B}, nil })
	addNumbered(t, s, 0, 100)
	for _, test := range []struct {
		name, method, members string
		most                  float64
	}{
		{"echo", "tools/call", `"name":"echo","arguments":{"text":"hi"}`, 28},
		{"add", "tools/call", `"name":"add","arguments":{"a":1,"b":2}`, 39},
		{"list", "tools/list", "", 6},
		{"discover", "server/discover", "", 11},
	} {
		t.Run(test.name, func(t *testing.T) {
			req := &mcp.Request{Method: test.method, Params: paramsOf(test.members)}
			got := testing.AllocsPerRun(200, func() {
				if _, err := s.Handle(t.Context(), req, nil); err != nil {
					t.Fatal(err)
				}
			})
			t.Logf("%v allocations", got)
			if got > test.most {
				t.Errorf("%v allocations, want at most %v", got, test.most)
			}
		})
	}
}

func BenchmarkEcho(b *testing.B) {
	s := newServer()
	addEcho(s)
	req := &mcp.Request{Method: "tools/call", Params: paramsOf(`"name":"echo","arguments":{"text":"hi"}`)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Handle(b.Context(), req, nil); err != nil {
			b.Fatal(err)
		}
	}
}
