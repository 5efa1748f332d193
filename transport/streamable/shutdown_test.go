package streamable_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quatrain-mcp/quatrain/internal/memhttp"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// listening is a handler whose subscriptions/listen ends with its result when
// its context does, and whose other requests end when release is closed.
func listening(release <-chan struct{}) mcp.HandlerFunc {
	return func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
		switch req.Method {
		case "subscriptions/listen":
			if err := sink.Notify(ctx, note); err != nil {
				return nil, err
			}
			<-ctx.Done()
			return result(fmt.Sprintf(`{"cause":%q}`, context.Cause(ctx))), nil
		default:
			select {
			case <-release:
				return result(`{"resultType":"complete"}`), nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
	}
}

func TestShutdown(t *testing.T) {
	t.Run("BR-109 listens end with their result, calls are waited for, nobody enters", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			handler := streamable.NewHandler(listening(release))
			server := memhttp.NewServer(handler)
			defer server.Close()
			var bodies [2]string
			var group sync.WaitGroup
			for i, method := range []string{"subscriptions/listen", "tools/x"} {
				group.Go(func() { _, bodies[i] = do(t, server.Client(), newPost(t.Context(), "1", method)) })
			}
			synctest.Wait()
			shut := make(chan error, 1)
			go func() { shut <- handler.Shutdown(t.Context()) }()
			synctest.Wait()
			if want := noteEvent + "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"cause\":\"the server shuts down\"}}\n\n"; bodies[0] != want {
				t.Errorf("listen: got %q, want %q", bodies[0], want)
			}
			response, body := do(t, server.Client(), newPost(t.Context(), "2", "tools/x"))
			if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
				t.Errorf("a new request: got %s %q", response.Status, body)
			}
			select {
			case err := <-shut:
				t.Errorf("Shutdown returned %v while a call was open", err)
			default:
			}
			close(release)
			group.Wait()
			if err := <-shut; err != nil {
				t.Errorf("Shutdown: %v", err)
			}
			if !strings.Contains(bodies[1], `"id":1,"result"`) {
				t.Errorf("the open call: got %q", bodies[1])
			}
			if err := handler.Shutdown(t.Context()); err != nil {
				t.Errorf("Shutdown again: %v", err)
			}
		})
	})

	t.Run("it does not wait beyond its context", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			handler := streamable.NewHandler(listening(release))
			go handler.ServeHTTP(httptest.NewRecorder(), newPost(t.Context(), "1", "tools/x"))
			synctest.Wait()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := handler.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, want context.DeadlineExceeded", err)
			}
			close(release)
		})
	})

	t.Run("a listen that returns no result gets an error", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			handler := streamable.NewHandler(mcp.HandlerFunc(func(ctx context.Context, _ *mcp.Request, _ mcp.Sink) (*mcp.Response, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			}))
			w := httptest.NewRecorder()
			served := make(chan struct{})
			go func() {
				defer close(served)
				handler.ServeHTTP(w, newPost(t.Context(), "1", "subscriptions/listen"))
			}()
			synctest.Wait()
			if err := handler.Shutdown(t.Context()); err != nil {
				t.Errorf("Shutdown: %v", err)
			}
			<-served
			if got := w.Body.String(); !strings.Contains(got, "the server shuts down") {
				t.Errorf("got %q", got)
			}
		})
	})
}
