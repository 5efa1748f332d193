package stdio_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A stuck sink takes its first notification when it is released, and keeps all.
type stuck struct {
	keeper
	release chan struct{}
}

func (s *stuck) Notify(ctx context.Context, n *mcp.Notification) error {
	<-s.release
	return s.keeper.Notify(ctx, n)
}

// TestQueueOfACall: what waits for a caller that is slow.
func TestQueueOfACall(t *testing.T) {
	const request = `{"_meta":{"progressToken":"t"}}`
	const many = 5000 // more than may wait
	// flood sends n lines while the sink is stuck, and the response.
	flood := func(t *testing.T, n int, line func(int) string) ([]string, error) {
		conn, peer := connect(t)
		sink := &stuck{release: make(chan struct{})}
		got := calling(t.Context(), conn, &mcp.Request{Method: "m", Params: []byte(request)}, sink)
		id := peer.message().ID.String()
		for i := range n {
			peer.send(line(i))
		}
		peer.send(`{"jsonrpc":"2.0","id":` + id + `,"result":{}}`)
		synctest.Wait()
		close(sink.release)
		a := <-got
		if a.err != nil {
			if m := peer.message(); m.Method != mcp.EventCancelled.Name {
				t.Errorf("the client sent %s", m.Method)
			}
		}
		return sink.got, a.err
	}
	t.Run("progress coalesces", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			got, err := flood(t, many, func(i int) string {
				return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":%d}}`, i)
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(got) > 1024 || len(got) < 2 {
				t.Fatalf("%d notifications came", len(got))
			}
			const last = `notifications/progress {"progressToken":"t","progress":4999}`
			if diff := cmp.Diff(last, got[len(got)-1]); diff != "" {
				t.Errorf("the last one (-want +got)\n%s", diff)
			}
		})
	})
	t.Run("a changed list coalesces", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			got, err := flood(t, many, func(int) string {
				return `{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`
			})
			if err != nil || len(got) > 1024 || len(got) < 1 {
				t.Errorf("%d notifications came, %v", len(got), err)
			}
		})
	})
	t.Run("changed lists of two kinds do not replace each other", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			_, err := flood(t, many, func(i int) string {
				kind := []string{"tools", "prompts"}[i%2]
				return `{"jsonrpc":"2.0","method":"notifications/` + kind + `/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`
			})
			if !errors.Is(err, mcp.ErrSlowConsumer) {
				t.Errorf("got %v", err)
			}
		})
	})
	t.Run("changed lists that say different things do not either", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			_, err := flood(t, many, func(i int) string {
				return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1,"n":%d}}}`, i)
			})
			if !errors.Is(err, mcp.ErrSlowConsumer) {
				t.Errorf("got %v", err)
			}
		})
	})
	t.Run("other notifications do not coalesce", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			_, err := flood(t, many, func(int) string {
				return `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b","_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`
			})
			if !errors.Is(err, mcp.ErrSlowConsumer) {
				t.Errorf("got %v", err)
			}
		})
	})
	t.Run("16 MiB", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			large := strings.Repeat("x", 1<<20)
			line := func(int) string {
				return `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"` + large + `","_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`
			}
			if got, err := flood(t, 15, line); err != nil || len(got) != 15 {
				t.Errorf("15 MiB: %d notifications came, %v", len(got), err)
			}
			// The sink may have one.
			if _, err := flood(t, 18, line); !errors.Is(err, mcp.ErrSlowConsumer) {
				t.Errorf("18 MiB: got %v", err)
			}
		})
	})
	t.Run("a sink that fails ends the call", func(t *testing.T) {
		full := errors.New("full")
		conn, peer := connect(t)
		got := calling(t.Context(), conn, &mcp.Request{Method: "m", Params: []byte(request)}, mcp.SinkFunc(
			func(context.Context, *mcp.Notification) error { return full }))
		id := peer.message().ID.String()
		peer.send(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}`)
		if a := <-got; !errors.Is(a.err, full) {
			t.Errorf("got %v", a.err)
		}
		// What it failed with is not for the server.
		if m := peer.message(); m.Method != mcp.EventCancelled.Name || string(m.Params) != `{"requestId":`+id+`}` {
			t.Errorf("the client sent %s %s", m.Method, m.Params)
		}
	})
}
