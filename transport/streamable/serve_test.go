package streamable_test

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// serving runs Serve on a listener of this machine and returns its URL and a
// function that ends it and returns what Serve returned.
func serving(t *testing.T, h *streamable.Handler, opts ...streamable.ServeOption) (url string, end func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ln, err := streamable.Listen(ctx, ":0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- streamable.Serve(ctx, ln, h, opts...) }()
	end = sync.OnceValue(func() error {
		cancel()
		return <-served
	})
	t.Cleanup(func() { _ = end() })
	return "http://" + ln.Addr().String(), end
}

func TestServe(t *testing.T) {
	t.Run("HTTP-005 an address without host is this machine only", func(t *testing.T) {
		ln, err := streamable.Listen(t.Context(), ":0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = ln.Close() }()
		if host, _, _ := net.SplitHostPort(ln.Addr().String()); host != "127.0.0.1" {
			t.Errorf("listens on %s", ln.Addr())
		}
	})

	t.Run("HTTP-001_BR-149 the endpoint's path with and without a slash", func(t *testing.T) {
		url, end := serving(t, streamable.NewHandler(mcp.HandlerFunc(fixture)))
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		for path, served := range map[string]bool{"/mcp": true, "/mcp/": true, "/": false, "/mcp/x": false, "/other": false} {
			_, body := do(t, client, post(t, url+path, "1", "tools/x"))
			if got := strings.Contains(body, `"jsonrpc"`); got != served {
				t.Errorf("%s: got %q, want the endpoint: %t", path, body, served)
			}
		}
		if err := end(); err != nil {
			t.Errorf("Serve: %v", err)
		}
	})

	t.Run("options", func(t *testing.T) {
		url, _ := serving(t, streamable.NewHandler(mcp.HandlerFunc(fixture)), streamable.At("/"),
			streamable.Wrap(func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("X-Wrapped", "yes")
					next.ServeHTTP(w, r)
				})
			}))
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		response, body := do(t, client, post(t, url, "1", "no/such"))
		if response.Header.Get("X-Wrapped") != "yes" || !strings.Contains(body, `"jsonrpc"`) {
			t.Errorf("got %v %q", response.Header, body)
		}
	})

	t.Run("requests beyond the grace are cut off", func(t *testing.T) {
		started := make(chan struct{})
		url, end := serving(t, streamable.NewHandler(mcp.HandlerFunc(
			func(ctx context.Context, _ *mcp.Request, _ mcp.Sink) (*mcp.Response, error) {
				close(started)
				<-ctx.Done() // it is ended, or the test hangs
				return nil, ctx.Err()
			})), streamable.Grace(time.Millisecond))
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		answered := make(chan error, 1)
		go func() {
			response, err := client.Do(post(t, url+"/mcp", "1", "x"))
			if err == nil {
				_ = response.Body.Close()
			}
			answered <- err
		}()
		<-started
		if err := end(); err == nil || !strings.Contains(err.Error(), "still open after 1ms") {
			t.Errorf("Serve: got %v", err)
		}
		if err := <-answered; err == nil {
			t.Error("the request was answered")
		}
	})

	t.Run("a listener that fails", func(t *testing.T) {
		ln, err := streamable.Listen(t.Context(), ":0")
		if err != nil {
			t.Fatal(err)
		}
		_ = ln.Close()
		if err := streamable.Serve(t.Context(), ln, streamable.NewHandler(mcp.HandlerFunc(fixture))); !errors.Is(err, net.ErrClosed) {
			t.Errorf("got %v, want net.ErrClosed", err)
		}
	})

	t.Run("an address that is none", func(t *testing.T) {
		err := streamable.ListenAndServe(t.Context(), "nowhere", streamable.NewHandler(mcp.HandlerFunc(fixture)))
		if err == nil || !strings.Contains(err.Error(), `"nowhere"`) {
			t.Errorf("got %v", err)
		}
	})
}

// post is newPost to a URL.
func post(t *testing.T, url, id, method string) *http.Request {
	t.Helper()
	r := newPost(t.Context(), id, method)
	target, err := r.URL.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	r.URL, r.Host = target, target.Host
	return r
}

// TestHTTP2 proves that both ends stream and cancel over HTTP/2 and TLS.
func TestHTTP2(t *testing.T) {
	source := httptest.NewUnstartedServer(nil) // for its certificate
	source.EnableHTTP2 = true
	source.StartTLS()
	defer source.Close()
	ended := make(chan struct{})
	url, end := serving(t, streamable.NewHandler(mcp.HandlerFunc(
		func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
			for range 2 {
				if err := sink.Notify(ctx, note); err != nil {
					return nil, err
				}
			}
			if req.Method == "wait" {
				<-ctx.Done()
				close(ended)
				return nil, ctx.Err()
			}
			return result(`{"resultType":"complete"}`), nil
		})), streamable.TLS(&tls.Config{Certificates: source.TLS.Certificates}))
	url = strings.Replace(url, "http:", "https:", 1) + "/mcp"
	var protocol string
	client, err := streamable.NewClient(url, streamable.HTTPClient(&http.Client{
		Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			response, err := source.Client().Transport.RoundTrip(r)
			if err == nil {
				protocol = response.Proto
			}
			return response, err
		}),
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	var notes int
	count := mcp.SinkFunc(func(context.Context, *mcp.Notification) error { notes++; return nil })
	response, err := client.Handle(t.Context(), &mcp.Request{Method: "x"}, count)
	if err != nil || string(response.Result) != `{"resultType":"complete"}` || notes != 2 {
		t.Errorf("got %v, %v after %d notifications", response, err, notes)
	}
	if protocol != "HTTP/2.0" {
		t.Errorf("got %s", protocol)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err = client.Handle(ctx, &mcp.Request{Method: "wait"}, mcp.SinkFunc(func(context.Context, *mcp.Notification) error {
		cancel()
		return nil
	}))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	<-ended
	_ = client.Close()
	if err := end(); err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// A roundTripper is a function as http.RoundTripper.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
