package stdio_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// TestSinkAfterHandle: whatever ended the request, its sink takes nothing once
// Handle has returned, and says that it is this side's own fault.
func TestSinkAfterHandle(t *testing.T) {
	const request = `{"jsonrpc":"2.0","id":1,"method":"hold"}`
	for _, test := range []struct{ name, last string }{
		{"answered", `{"jsonrpc":"2.0","method":"notifications/release"}`},
		{"cancelled", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`},
	} {
		t.Run("ErrDone after the request was "+test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan string, 1)
				var kept mcp.Sink
				w := serve(t, notified{mcp.HandlerFunc(func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
					if req.Method == "hold" {
						kept = sink
						select {
						case <-release:
						case <-ctx.Done():
							return nil, ctx.Err()
						}
					}
					return echo(ctx, req, sink)
				}), release})
				w.send(request, test.last)
				if test.name == "answered" {
					w.expect(`{"jsonrpc":"2.0","id":1,"result":{}}`)
				}
				synctest.Wait() // the handler has returned, and all that follows is done
				if err := kept.Notify(t.Context(), &mcp.Notification{Method: "notifications/late"}); !errors.Is(err, mcp.ErrDone) {
					t.Errorf("got %v, want ErrDone", err)
				}
				w.alive()
			})
		})
	}
}

// TestErrorsInTheLog: what the client is not told is logged, once; what nobody
// waits for is not.
func TestErrorsInTheLog(t *testing.T) {
	t.Run("an error that is not for the wire", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var log bytes.Buffer
			w := serve(t, mcp.HandlerFunc(func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
				return nil, errors.New("the disk is full")
			}), stdio.Logger(slog.New(slog.NewTextHandler(&log, nil))))
			w.send(`{"jsonrpc":"2.0","id":1,"method":"m"}`)
			if err := w.refused("1", jsonrpc.InternalError); strings.Contains(err.Message, "disk") {
				t.Errorf("the client is told: %v", err)
			}
			synctest.Wait()
			if n := strings.Count(log.String(), "the disk is full"); n != 1 {
				t.Errorf("logged %d times:\n%s", n, &log)
			}
		})
	})
	t.Run("BR-109 a subscription that ends with the input", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var log bytes.Buffer
			w := serve(t, mcp.HandlerFunc(func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
				<-ctx.Done()
				err := sink.Notify(context.WithoutCancel(ctx), &mcp.Notification{Method: "notifications/late"})
				return nil, fmt.Errorf("tell of a change: %w", err)
			}), stdio.Logger(slog.New(slog.NewTextHandler(&log, nil))))
			w.send(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}`)
			_ = w.in.Close()
			if line, err := w.lines.ReadString('\n'); err == nil {
				t.Errorf("written after the end of the input: %s", line)
			}
			if err := <-w.served; err != nil || log.Len() > 0 {
				t.Errorf("got %v, and in the log:\n%s", err, &log)
			}
		})
	})
}
