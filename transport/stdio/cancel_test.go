package stdio_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// A waiter is a Handler whose method wait runs until its context ends, and
// says how it went.
type waiter struct {
	started chan struct{}
	ended   chan error
}

func newWaiter() *waiter { return &waiter{make(chan struct{}, 10), make(chan error, 10)} }

func (h *waiter) Handle(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	if req.Method != "wait" {
		return echo(ctx, req, sink)
	}
	h.started <- struct{}{}
	<-ctx.Done()
	h.ended <- context.Cause(ctx)
	// What comes now must not be written.
	if err := mcp.Notify(context.WithoutCancel(ctx), sink, &mcp.Notification{Method: "notifications/late"}); err == nil {
		return nil, fmt.Errorf("a notification after the end was taken")
	}
	return &mcp.Response{Result: []byte(`{"late":true}`)}, nil
}

// TestCancelledByTheClient: the Handler ends, and nothing more is written.
func TestCancelledByTheClient(t *testing.T) {
	for _, name := range []string{"STDIO-013", "CANCEL-009", "CANCEL-010", "BR-098"} {
		for _, ids := range [][2]string{{"3", "3"}, {"0", "0"}, {`""`, `""`}, {"1e1", "10"}, {`"\u0061"`, `"a"`}} {
			t.Run(name+" id "+ids[0], func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					h := newWaiter()
					w := serve(t, h)
					w.send(`{"jsonrpc":"2.0","id":` + ids[0] + `,"method":"wait"}`)
					<-h.started
					w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + ids[1] + `,"reason":"stop"}}`)
					if err := <-h.ended; err == nil || !strings.Contains(err.Error(), "client cancelled") {
						t.Errorf("the context ended with %v", err)
					}
					synctest.Wait() // what were written for it would be on its way
					w.alive()
				})
			})
		}
	}
	t.Run("CANCEL-013 after the response", func(t *testing.T) {
		w := serve(t, mcp.HandlerFunc(echo))
		for range 100 {
			w.send(`{"jsonrpc":"2.0","id":1,"method":"m"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, `{"jsonrpc":"2.0","id":2,"method":"m"}`)
			for m := w.message(); m.ID.String() != "2"; m = w.message() {
				if m.Shape != jsonrpc.Result || m.ID.String() != "1" {
					t.Fatalf("got a %v with id %s", m.Shape, m.ID)
				}
			}
		}
	})
	t.Run("the id of another type", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newWaiter()
			w := serve(t, h)
			w.send(`{"jsonrpc":"2.0","id":3,"method":"wait"}`)
			<-h.started
			w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"3"}}`)
			w.alive()
			synctest.Wait()
			select {
			case err := <-h.ended:
				t.Errorf(`"3" cancelled 3: %v`, err)
			default:
			}
		})
	})
	t.Run("an id is free after its cancellation", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newWaiter()
			w := serve(t, h)
			w.send(`{"jsonrpc":"2.0","id":3,"method":"wait"}`)
			<-h.started
			w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`, `{"jsonrpc":"2.0","id":3,"method":"m"}`)
			w.expect(`{"jsonrpc":"2.0","id":3,"result":{}}`)
		})
	})
}

// TestCancelledThoughNobodyReads: cancellation takes effect while the client
// takes no output at all, also for a Handler that waits to notify.
func TestCancelledThoughNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error)
		w := serve(t, mcp.HandlerFunc(func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
			large := &mcp.Notification{Method: "notifications/x", Params: []byte(`{"x":"` + strings.Repeat("x", 1<<20) + `"}`)}
			for {
				// Its own context lives on: the request's must do.
				if err := sink.Notify(context.WithoutCancel(ctx), large); err != nil {
					ended <- err
					return nil, err
				}
			}
		}))
		w.send(`{"jsonrpc":"2.0","id":1,"method":"m"}`)
		synctest.Wait() // nobody reads, so that Notify waits
		w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
		if err := <-ended; !strings.Contains(err.Error(), "client cancelled") {
			t.Errorf("got %v", err)
		}
	})
}

// TestDuplicateID: a request with the id of an open one is refused, and the open
// one is answered once.
func TestDuplicateID(t *testing.T) {
	for _, ids := range [][2]string{{"7", "7"}, {"7", "7.0"}, {`"a"`, `"\u0061"`}} {
		t.Run("JSONRPC-009 "+ids[0]+" and "+ids[1], func(t *testing.T) {
			release := make(chan struct{})
			w := serve(t, mcp.HandlerFunc(func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
				if req.Method == "hold" {
					<-release
				}
				return echo(ctx, req, sink)
			}))
			w.send(`{"jsonrpc":"2.0","id":`+ids[0]+`,"method":"hold"}`, `{"jsonrpc":"2.0","id":`+ids[1]+`,"method":"m"}`)
			w.refused(ids[1], jsonrpc.InvalidRequest)
			close(release)
			w.expect(`{"jsonrpc":"2.0","id":` + ids[0] + `,"result":{}}`)
			w.alive()
		})
	}
	t.Run("JSONRPC-009 JSONRPC-010 free with the answer in hand", func(t *testing.T) {
		w := serve(t, mcp.HandlerFunc(echo), stdio.Concurrency(1))
		for range 2000 {
			w.send(`{"jsonrpc":"2.0","id":7,"method":"m"}`)
			w.expect(`{"jsonrpc":"2.0","id":7,"result":{}}`)
		}
	})
}

// TestConcurrency: requests run side by side, up to the limit.
func TestConcurrency(t *testing.T) {
	t.Run("JSONRPC-032", func(t *testing.T) {
		meet := make(chan struct{})
		w := serve(t, mcp.HandlerFunc(func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
			switch req.Method { // each waits for the other
			case "first":
				<-meet
			case "second":
				meet <- struct{}{}
			}
			return echo(ctx, req, sink)
		}))
		w.send(`{"jsonrpc":"2.0","id":1,"method":"first"}`, `{"jsonrpc":"2.0","id":2,"method":"second"}`)
		got := map[string]bool{w.message().ID.String(): true, w.message().ID.String(): true}
		if !got["1"] || !got["2"] {
			t.Errorf("answered: %v", got)
		}
	})
	t.Run("the limit", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newWaiter()
			w := serve(t, h, stdio.Concurrency(2))
			w.send(`{"jsonrpc":"2.0","id":1,"method":"wait"}`, `{"jsonrpc":"2.0","id":2,"method":"wait"}`)
			<-h.started
			<-h.started
			w.send(`{"jsonrpc":"2.0","id":3,"method":"m"}`)
			if err := w.refused("3", jsonrpc.InternalError); !strings.Contains(err.Message, "too many requests") {
				t.Errorf("got %v", err)
			}
			w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
			<-h.ended
			synctest.Wait()
			w.alive()
		})
	})
}

// A notified is a Handler that wants notifications.
type notified struct {
	mcp.Handler
	got chan string
}

func (h notified) Notified(_ context.Context, n *mcp.Notification) {
	h.got <- n.Method + string(n.Params)
}

// TestNotified: notifications reach a Handler that wants them, off the goroutine
// that reads.
func TestNotified(t *testing.T) {
	t.Run("TRANSPORT-001", func(t *testing.T) {
		h := notified{mcp.HandlerFunc(echo), make(chan string)}
		w := serve(t, h)
		w.send(`{"jsonrpc":"2.0","method":"notifications/x","params":{"a":1}}`)
		w.alive() // though Notified waits
		if got := <-h.got; got != `notifications/x{"a":1}` {
			t.Errorf("got %s", got)
		}
		w.alive()
	})
	t.Run("the limit", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := notified{mcp.HandlerFunc(echo), make(chan string)}
			w := serve(t, h, stdio.Concurrency(2))
			for i := range 5 {
				w.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/%d"}`, i))
			}
			synctest.Wait()
			<-h.got
			<-h.got
			synctest.Wait()
			select {
			case got := <-h.got:
				t.Errorf("more than the limit: %s", got)
			default:
			}
			w.alive()
		})
	})
}
