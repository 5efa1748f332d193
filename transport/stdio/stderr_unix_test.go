//go:build unix

package stdio_test

import (
	"context"
	"strings"
	"testing"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// TestStandardError: what a child prints there may be had, and says nothing about
// its calls.
func TestStandardError(t *testing.T) {
	for _, id := range []string{"STDIO-003 as much as it likes", "STDIO-005"} {
		t.Run(id, func(t *testing.T) {
			p := start(t, "complain and serve")
			if got, err := call(t.Context(), p, "m"); err != nil || got != "{}" {
				t.Errorf("got %s, %v", got, err)
			}
		})
	}
	for _, how := range []string{"by the option", "by the command"} {
		t.Run("STDIO-004 passed on "+how, func(t *testing.T) {
			var stderr strings.Builder
			cmd := program(t, "complain and serve")
			var opts []stdio.ClientOption
			if how == "by the option" {
				opts = append(opts, stdio.Stderr(&stderr))
			} else {
				cmd.Stderr = &stderr
			}
			p, err := stdio.Start(cmd, opts...)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := call(t.Context(), p, "m"); err != nil {
				t.Error(err)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if stderr.String() != complaint {
				t.Errorf("got %d bytes, want %d", stderr.Len(), len(complaint))
			}
		})
	}
}

// TestProcessNotify: a notification reaches the child; this one sends it back.
func TestProcessNotify(t *testing.T) {
	t.Run("TRANSPORT-001 a notification", func(t *testing.T) {
		back := make(chan string, 1)
		p := start(t, "repeat a line", stdio.OnNotification(func(_ context.Context, n *mcp.Notification) {
			back <- n.Method + " " + string(n.Params)
		}))
		if err := p.Notify(t.Context(), &mcp.Notification{Method: "notifications/x", Params: []byte(`{"a":1}`)}); err != nil {
			t.Fatal(err)
		}
		if got := <-back; got != `notifications/x {"a":1}` {
			t.Errorf("got %s", got)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		err := p.Notify(t.Context(), &mcp.Notification{Method: "notifications/x"})
		if err == nil || !strings.Contains(err.Error(), "notifications/x: the connection is closed") {
			t.Errorf("after Close: %v", err)
		}
	})
}
