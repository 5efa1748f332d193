//go:build !race

package jsonrpc_test

import (
	"testing"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// The race detector allocates on its own account, hence the build tag.

func TestDecodeAllocations(t *testing.T) {
	frames := []struct {
		name, frame string
		want        float64
	}{
		{"request", toolCall, 2}, // id, method
		{"request with an id of one digit", `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{}}`, 1},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12}}`, 1},
		{"result", `{"jsonrpc":"2.0","id":12,"result":{"content":[]}}`, 1},
		{"error", `{"jsonrpc":"2.0","id":12,"error":{"code":-32603,"message":"internal error"}}`, 3}, // id, Error, Message
	}
	for _, tt := range frames {
		t.Run(tt.name, func(t *testing.T) {
			frame := []byte(tt.frame)
			got := testing.AllocsPerRun(100, func() {
				if _, err := jsonrpc.Decode(frame, jsonrpc.Limits{}); err != nil {
					t.Fatal(err)
				}
			})
			if got > tt.want {
				t.Errorf("Decode allocates %v times, want at most %v", got, tt.want)
			}
		})
	}
}

func TestAppendAllocations(t *testing.T) {
	for _, frame := range []string{toolCall, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no \"such\" thing","data":[1]}}`} {
		m, err := jsonrpc.Decode([]byte(frame), jsonrpc.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		dst := make([]byte, 0, 1024)
		if got := testing.AllocsPerRun(100, func() { dst = m.Append(dst[:0]) }); got > 0 {
			t.Errorf("Append of a %s allocates %v times, want none", m.Shape, got)
		}
	}
}

func TestMembersAllocations(t *testing.T) {
	m, err := jsonrpc.Decode([]byte(toolCall), jsonrpc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var size int
	got := testing.AllocsPerRun(100, func() {
		for name, value := range jsonrpc.Members(m.Params) {
			size += len(name) + len(value)
		}
		size += len(jsonrpc.Member(m.Params, "_meta"))
	})
	if got > 0 {
		t.Errorf("Members and Member allocate %v times, want none", got)
	}
}

func TestCanonicalAllocations(t *testing.T) {
	for _, id := range []jsonrpc.ID{jsonrpc.IntID(1 << 60), jsonrpc.StringID("call-7")} {
		if got := testing.AllocsPerRun(100, func() { _ = id.Canonical() }); got > 0 {
			t.Errorf("Canonical of %s allocates %v times, want none", id, got)
		}
	}
}
