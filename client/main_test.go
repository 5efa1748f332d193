package client_test

import (
	"context"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"go.uber.org/goleak"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/mcp"
)

func TestMain(m *testing.M) {
	if how := os.Getenv(childEnv); how != "" {
		beChild(how)
		return
	}
	goleak.VerifyTestMain(m)
}

// A fake is a server that says what a test wants and keeps what it was asked.
type fake struct {
	answer mcp.HandlerFunc

	mu   sync.Mutex // guards seen
	seen []*mcp.Request
}

func (f *fake) Handle(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	f.mu.Lock()
	f.seen = append(f.seen, req.Clone())
	f.mu.Unlock()
	return f.answer(ctx, req, sink)
}

// requests returns what the fake was asked so far.
func (f *fake) requests() []*mcp.Request {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seen
}

// last returns the request that came last.
func (f *fake) last(t *testing.T) *mcp.Request {
	t.Helper()
	seen := f.requests()
	if len(seen) == 0 {
		t.Fatal("the server was asked nothing")
	}
	return seen[len(seen)-1]
}

// results answers one request after another with the given results, and the
// last one for ever.
func results(texts ...string) *fake {
	var mu sync.Mutex
	next := 0
	return &fake{answer: func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		text := texts[min(next, len(texts)-1)]
		next++
		return &mcp.Response{Result: jsontext.Value(text)}, nil
	}}
}

// fails answers every request with an error.
func fails(err error) *fake {
	return &fake{answer: func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) { return nil, err }}
}

// dial connects to a server in process without discovery.
func dial(t *testing.T, h mcp.Handler, opts ...client.Option) *client.Client {
	t.Helper()
	c, err := client.Dial(t.Context(), client.InProcess(h), append([]client.Option{client.SkipDiscovery(), quiet()}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return c
}

func quiet() client.Option { return client.Logger(slog.New(slog.DiscardHandler)) }

// logged returns an option and what was logged with it.
func logged() (client.Option, *strings.Builder) {
	var text strings.Builder
	handler := slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelDebug})
	return client.Logger(slog.New(handler)), &text
}

// notify sends the notifications to sink, params and all.
func notify(ctx context.Context, t *testing.T, sink mcp.Sink, method string, params ...string) {
	t.Helper()
	for _, p := range params {
		if err := mcp.Notify(ctx, sink, &mcp.Notification{Method: method, Params: jsontext.Value(p)}); err != nil {
			t.Errorf("notify %s: %v", p, err)
		}
	}
}

// contains fails t unless text has all the parts.
func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in %s", part, text)
		}
	}
}
