package stdio_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// TestEndOfServer: when ServeStream returns, and what becomes of open requests.
func TestEndOfServer(t *testing.T) {
	t.Run("BR-106 the last answer", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := serve(t, mcp.HandlerFunc(echo))
			w.send(`{"jsonrpc":"2.0","id":1,"method":"slow"}`)
			_ = w.in.Close()
			w.expect(`{"jsonrpc":"2.0","id":1,"result":{}}`)
			if err := <-w.served; err != nil {
				t.Error(err)
			}
		})
	})
	t.Run("STDIO-015 BR-106 no longer than the grace", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := serve(t, newWaiter(), stdio.Grace(3*time.Second))
			w.send(`{"jsonrpc":"2.0","id":1,"method":"wait"}`)
			began := time.Now()
			_ = w.in.Close()
			rest, _ := io.ReadAll(w.lines) // a Handler that answers nevertheless may
			if err := <-w.served; err != nil || time.Since(began) != 3*time.Second {
				t.Errorf("got %v after %v, and %s", err, time.Since(began), rest)
			}
		})
	})
	t.Run("BR-109 subscriptions end with the input", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := serve(t, mcp.HandlerFunc(func(ctx context.Context, _ *mcp.Request, _ mcp.Sink) (*mcp.Response, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			}))
			w.send(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}`)
			began := time.Now()
			_ = w.in.Close()
			if err := <-w.served; err != nil || time.Since(began) != 0 {
				t.Errorf("got %v after %v", err, time.Since(began))
			}
		})
	})
	t.Run("BR-112 the reader is gone", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := newWaiter()
			w := serve(t, h)
			w.send(`{"jsonrpc":"2.0","id":1,"method":"wait"}`)
			<-h.started
			_ = w.out.Close()
			w.send(`{"jsonrpc":"2.0","id":2,"method":"m"}`)
			if err := <-w.served; !errors.Is(err, io.ErrClosedPipe) || !strings.Contains(err.Error(), "stdio: write") {
				t.Errorf("got %v", err)
			}
			<-h.ended
		})
	})
	t.Run("the reading fails", func(t *testing.T) {
		broken := errors.New("broken")
		w := serve(t, mcp.HandlerFunc(echo))
		_ = w.in.CloseWithError(broken)
		if err := <-w.served; !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("the context ends while nobody reads", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			w := serveContext(ctx, t, mcp.HandlerFunc(echo))
			w.send(`{"jsonrpc":"2.0","id":1,"method":"m"}`)
			synctest.Wait()
			began := time.Now()
			cancel()
			if err := <-w.served; err != nil || time.Since(began) != time.Second {
				t.Errorf("got %v after %v", err, time.Since(began))
			}
		})
	})
	t.Run("a slow reader gets all after the end of the input", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := serve(t, mcp.HandlerFunc(echo))
			params := `{"x":"` + strings.Repeat("x", 1<<20) + `"}`
			for _, id := range []string{"1", "2", "3", "4"} {
				w.send(`{"jsonrpc":"2.0","id":` + id + `,"method":"m","params":` + params + `}`)
			}
			_ = w.in.Close()
			time.Sleep(time.Hour) // of the bubble: the grace is long over
			for range 4 {
				if got := string(w.message().Result); got != params {
					t.Errorf("got %d bytes", len(got))
				}
			}
			if err := <-w.served; err != nil {
				t.Error(err)
			}
		})
	})
	t.Run("the context ends a read of a pipe", func(t *testing.T) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		defer w.Close()
		ctx, cancel := context.WithCancel(t.Context())
		served := make(chan error)
		go func() { served <- stdio.ServeStream(ctx, mcp.HandlerFunc(echo), r, io.Discard) }()
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}
