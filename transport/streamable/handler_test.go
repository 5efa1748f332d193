package streamable_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/internal/memhttp"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// newPost returns the POST of a request without params.
func newPost(ctx context.Context, id, method string) *http.Request {
	return newPostBody(ctx, method, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q}`, id, method))
}

func newPostBody(ctx context.Context, method, body string) *http.Request {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, memhttp.Origin, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	r.Header = http.Header{
		"Content-Type":         {"application/json"},
		"Accept":               {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {mcp.Revision},
		"Mcp-Method":           {method},
	}
	return r
}

// serve returns what a Handler over f answers to r.
func serve(f mcp.HandlerFunc, r *http.Request, opts ...streamable.HandlerOption) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	streamable.NewHandler(f, opts...).ServeHTTP(w, r)
	return w
}

// do sends r to a server and returns the status and the body.
func do(t *testing.T, client *http.Client, r *http.Request) (response *http.Response, body string) {
	t.Helper()
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

var note = &mcp.Notification{Method: "notifications/message", Params: []byte(`{"data":"x"}`)}

const (
	noteEvent   = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"x\"}}\n\n"
	resultEvent = "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\"}}\n\n"
)

// after is a handler that is silent for some time.
func after(d time.Duration) mcp.HandlerFunc {
	return func(ctx context.Context, _ *mcp.Request, _ mcp.Sink) (*mcp.Response, error) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(d):
			return result(`{"resultType":"complete"}`), nil
		}
	}
}

func TestSilence(t *testing.T) {
	for _, test := range []struct {
		name   string
		silent time.Duration
		accept string
		opts   []streamable.HandlerOption
		want   string
	}{
		{"before 15 seconds nothing opens a stream", 14 * time.Second, "*/*", nil, ""},
		{"HTTP-027 after 15 seconds of silence a comment opens one, more keep it alive", 50 * time.Second, "*/*", nil, ":\n\n:\n\n:\n\n" + resultEvent},
		{"not for a client that takes none", 50 * time.Second, "application/json", nil, ""},
		{"as the options say", 50 * time.Second, "*/*", []streamable.HandlerOption{
			streamable.OpenAfter(time.Second), streamable.KeepAlive(20 * time.Second),
		}, ":\n\n:\n\n:\n\n" + resultEvent},
		{"never, as the options say", time.Hour, "*/*", []streamable.HandlerOption{streamable.OpenAfter(-1)}, ""},
		{"without more comments, as the options say", time.Hour, "*/*", []streamable.HandlerOption{streamable.KeepAlive(-1)}, ":\n\n" + resultEvent},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newPost(t.Context(), "1", "x")
				r.Header.Set("Accept", test.accept)
				w := serve(after(test.silent), r, test.opts...)
				want, wantType := test.want, "text/event-stream"
				if want == "" {
					want, wantType = `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`, "application/json"
				}
				if got := w.Header().Get("Content-Type"); got != wantType {
					t.Errorf("got Content-Type %s, want %s", got, wantType)
				}
				if got := w.Body.String(); got != want {
					t.Errorf("got body %q, want %q", got, want)
				}
			})
		})
	}

	t.Run("HTTP-027 a notification begins the silence anew", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := serve(func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
				for range 3 {
					time.Sleep(14 * time.Second) // of the bubble's time
					if err := sink.Notify(ctx, note); err != nil {
						return nil, err
					}
				}
				time.Sleep(16 * time.Second)
				return result(`{"resultType":"complete"}`), nil
			}, newPost(t.Context(), "1", "x"))
			if got, want := w.Body.String(), strings.Repeat(noteEvent, 3)+":\n\n"+resultEvent; got != want {
				t.Errorf("got body %q, want %q", got, want)
			}
		})
	})
}

func TestStreamIsNotHeldBack(t *testing.T) {
	t.Run("BR-055 each event arrives before the tool goes on", func(t *testing.T) {
		read := make(chan struct{})
		server := memhttp.NewServer(streamable.NewHandler(mcp.HandlerFunc(
			func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
				for range 3 {
					if err := sink.Notify(ctx, note); err != nil {
						return nil, err
					}
					<-read // deadlock if the event is still on its way
				}
				return result(`{"resultType":"complete"}`), nil
			})))
		defer server.Close()
		response, err := server.Client().Do(newPost(t.Context(), "1", "x"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		for range 3 {
			event := make([]byte, len(noteEvent))
			if _, err := io.ReadFull(response.Body, event); err != nil || string(event) != noteEvent {
				t.Fatalf("got %q, %v", event, err)
			}
			read <- struct{}{}
		}
	})
}

func TestCancellation(t *testing.T) {
	t.Run("HTTP-031_HTTP-032_BR-100_CANCEL-009 closing the response ends the handler", func(t *testing.T) {
		for _, notify := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				started, ended := make(chan struct{}), make(chan error, 1)
				var out []string
				server := memhttp.NewServer(streamable.NewHandler(mcp.HandlerFunc(
					func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
						if notify {
							if err := sink.Notify(ctx, note); err != nil {
								t.Error(err)
							}
						}
						close(started)
						<-ctx.Done()
						ended <- sink.Notify(ctx, note)
						return result(`{}`), nil
					}), streamable.Tap(func(f mcp.Frame) {
					if f.Direction == mcp.Out {
						out = append(out, string(f.Data))
					}
				})))
				ctx, cancel := context.WithCancel(t.Context())
				var response *http.Response
				answered := make(chan struct{})
				go func() {
					defer close(answered)
					response, _ = server.Client().Do(newPost(ctx, "1", "x")) //nolint:bodyclose // closed below
				}()
				<-started
				synctest.Wait()
				cancel()
				<-answered
				if response != nil {
					_ = response.Body.Close()
				}
				if err := <-ended; !errors.Is(err, context.Canceled) {
					t.Errorf("Notify after the end: got %v, want context.Canceled", err)
				}
				server.Close()
				synctest.Wait()
				if want := map[bool]int{false: 0, true: 1}[notify]; len(out) != want {
					t.Errorf("%d messages were written, want %d: %q", len(out), want, out)
				}
			})
		}
	})

	t.Run("JSONRPC-010 a handler that was cancelled by itself still answers", func(t *testing.T) {
		w := serve(func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
			return nil, fmt.Errorf("ask upstream: %w", context.Canceled)
		}, newPost(t.Context(), "1", "x"))
		if !strings.Contains(w.Body.String(), `"id":1,"error":{"code":-32603`) {
			t.Errorf("got %q, want -32603 for id 1", w.Body)
		}
	})
}

func TestSink(t *testing.T) {
	t.Run("ErrDone after the answer", func(t *testing.T) {
		var kept mcp.Sink
		w := serve(func(_ context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
			kept = sink
			return result(`{}`), nil
		}, newPost(t.Context(), "1", "x"))
		before := w.Body.String()
		if err := kept.Notify(t.Context(), note); !errors.Is(err, mcp.ErrDone) {
			t.Errorf("got %v, want ErrDone", err)
		}
		if got := w.Body.String(); got != before {
			t.Errorf("something was written: %q", got)
		}
	})

	t.Run("the caller's context", func(t *testing.T) {
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		serve(func(_ context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
			if err := sink.Notify(ended, note); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want context.Canceled", err)
			}
			return result(`{}`), nil
		}, newPost(t.Context(), "1", "x"))
	})

	t.Run("many goroutines", func(t *testing.T) {
		const n = 50
		w := serve(func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
			var group sync.WaitGroup
			for range n {
				group.Go(func() {
					if err := sink.Notify(ctx, note); err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
			return result(`{"resultType":"complete"}`), nil
		}, newPost(t.Context(), "1", "x"))
		if got, want := w.Body.String(), strings.Repeat(noteEvent, n)+resultEvent; got != want {
			t.Errorf("got %q", got)
		}
	})

	t.Run("a client that does not read is given up", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			large := &mcp.Notification{Method: "x", Params: []byte(`{"x":"` + strings.Repeat("x", 100_000) + `"}`)}
			ended := make(chan error, 1)
			var took time.Duration
			server := memhttp.NewServer(streamable.NewHandler(mcp.HandlerFunc(
				func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
					start := time.Now()
					ended <- sink.Notify(ctx, large)
					took = time.Since(start)
					<-ctx.Done() // deadlock if nobody ends it
					return nil, ctx.Err()
				}), streamable.WriteTimeout(7*time.Second)))
			response, err := server.Client().Do(newPost(t.Context(), "1", "x"))
			if err != nil {
				t.Fatal(err)
			}
			if err := <-ended; err == nil {
				t.Error("Notify: got no error")
			}
			_ = response.Body.Close()
			server.Close()
			synctest.Wait()
			if took != 7*time.Second {
				t.Errorf("gave up after %s, want 7s", took)
			}
		})
	})
}

func TestEqualIDs(t *testing.T) {
	t.Run("BR-103_HTTP-021 callers with equal ids get their own answers", func(t *testing.T) {
		const callers = 40
		var all sync.WaitGroup // nobody is answered before everybody asked
		all.Add(callers)
		server := memhttp.NewServer(streamable.NewHandler(mcp.HandlerFunc(
			func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
				all.Done()
				all.Wait()
				who := jsonrpc.Member(req.Params, "who").Clone()
				n := &mcp.Notification{Method: "n", Params: fmt.Appendf(nil, `{"to":%s}`, who)}
				if err := sink.Notify(ctx, n); err != nil {
					return nil, err
				}
				return result(fmt.Sprintf(`{"you":%s}`, who)), nil
			})))
		defer server.Close()
		var group sync.WaitGroup
		for i := range callers {
			group.Go(func() {
				body := fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"x","params":{"who":%d}}`, i)
				_, got := do(t, server.Client(), newPostBody(t.Context(), "x", body))
				want := fmt.Sprintf("data: {\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{\"to\":%d}}\n\n"+
					"data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"you\":%d}}\n\n", i, i)
				if got != want {
					t.Errorf("caller %d got %q", i, got)
				}
			})
		}
		group.Wait()
	})
}

func TestBodyLimit(t *testing.T) {
	handler := func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) { return result(`{}`), nil }
	for _, length := range []string{"announced", "chunked"} {
		t.Run("BR-032 413, "+length, func(t *testing.T) {
			server := memhttp.NewServer(streamable.NewHandler(mcp.HandlerFunc(handler),
				streamable.Limits(jsonrpc.Limits{Size: 1 << 20})))
			defer server.Close()
			r := newPostBody(t.Context(), "x", strings.Repeat(" ", 2<<20))
			if length == "chunked" {
				r.ContentLength = -1
			}
			response, body := do(t, server.Client(), r)
			if response.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(body, "too large") {
				t.Errorf("got %s %q", response.Status, body)
			}
			if response, _ := do(t, server.Client(), newPost(t.Context(), "1", "x")); response.StatusCode != http.StatusOK {
				t.Errorf("afterwards: got %s", response.Status)
			}
		})
	}

	t.Run("BR-019 a deeply nested argument is an error of that request only", func(t *testing.T) {
		nested := func(n int) string {
			return `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":` + strings.Repeat(`{"x":`, n) + "1" + strings.Repeat("}", n) + "}}"
		}
		if w := serve(handler, newPostBody(t.Context(), "x", nested(60))); w.Code != http.StatusOK {
			t.Errorf("depth 60: got %d %s", w.Code, w.Body)
		}
		w := serve(handler, newPostBody(t.Context(), "x", nested(100_000)))
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `"id":1,"error":{"code":-32600`) {
			t.Errorf("depth 100000: got %d %s", w.Code, w.Body)
		}
	})

	t.Run("a body that breaks off", func(t *testing.T) {
		r := newPost(t.Context(), "1", "x")
		r.Body = io.NopCloser(io.MultiReader(strings.NewReader("{"), brokenReader{}))
		if w := serve(handler, r); w.Code != http.StatusBadRequest {
			t.Errorf("got %d, want 400", w.Code)
		}
	})
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// notified is a Handler that takes notifications.
type notified struct {
	mcp.Handler
	got []string
}

func (n *notified) Notified(_ context.Context, m *mcp.Notification) {
	n.got = append(n.got, m.Method+" "+string(m.Params))
}

func TestNotified(t *testing.T) {
	h := &notified{Handler: mcp.HandlerFunc(fixture)}
	handler := streamable.NewHandler(h)
	for _, method := range []string{"notifications/a", "notifications/cancelled", "notifications/b"} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, newPostBody(t.Context(), method, fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":{"x":1}}`, method)))
		if w.Code != http.StatusAccepted || w.Body.Len() > 0 {
			t.Errorf("%s: got %d %q", method, w.Code, w.Body)
		}
	}
	if diff := cmp.Diff([]string{`notifications/a {"x":1}`, `notifications/b {"x":1}`}, h.got); diff != "" {
		t.Errorf("notifications (-want +got):\n%s", diff)
	}
}

func TestFailures(t *testing.T) {
	t.Run("ERROR-006 the cause of an internal error is logged, once, and not sent", func(t *testing.T) {
		for _, test := range []struct {
			name    string
			handler mcp.HandlerFunc
			want    string
		}{
			{"an error", func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
				return nil, errors.New("disk full")
			}, "disk full"},
			{"nothing", func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
				return nil, nil
			}, "neither a response nor an error"},
		} {
			t.Run(test.name, func(t *testing.T) {
				var log bytes.Buffer
				w := serve(test.handler, newPost(t.Context(), "1", "x"), streamable.Logger(slog.New(slog.NewTextHandler(&log, nil))))
				if !strings.Contains(w.Body.String(), "-32603") || strings.Contains(w.Body.String(), test.want) {
					t.Errorf("got body %q", w.Body)
				}
				if got := log.String(); strings.Count(got, test.want) != 1 || !strings.Contains(got, "method=x") {
					t.Errorf("got log %q, want one record with %q", got, test.want)
				}
			})
		}
	})

	t.Run("a peer's mistake is not logged", func(t *testing.T) {
		var log bytes.Buffer
		serve(func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
			return nil, mcp.InvalidParams("no such tool")
		}, newPost(t.Context(), "1", "x"), streamable.Logger(slog.New(slog.NewTextHandler(&log, nil))))
		if log.Len() > 0 {
			t.Errorf("got log %q", &log)
		}
	})

	t.Run("after a panic nothing is written", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			handler := streamable.NewHandler(mcp.HandlerFunc(
				func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) { panic("oops") }))
			w := httptest.NewRecorder()
			func() {
				defer func() {
					if recover() == nil {
						t.Error("the panic is for net/http to see")
					}
				}()
				handler.ServeHTTP(w, newPost(t.Context(), "1", "x"))
			}()
			time.Sleep(time.Minute) // of the bubble's time
			if w.Body.Len() > 0 {
				t.Errorf("got %q", w.Body)
			}
			if err := handler.Shutdown(t.Context()); err != nil {
				t.Errorf("Shutdown: %v", err)
			}
		})
	})
}

func TestPeer(t *testing.T) {
	const proxy = "10.0.0.1:4711"
	trust := streamable.TrustedProxies(netip.MustParsePrefix("10.0.0.0/8"))
	for _, test := range []struct {
		name   string
		remote string
		header http.Header
		want   string
	}{
		{"no proxy", "203.0.113.9:80", nil, "203.0.113.9:80"},
		{"no proxy, but somebody who says so", "203.0.113.9:80", http.Header{"X-Forwarded-For": {"1.2.3.4"}}, "203.0.113.9:80"},
		{"a proxy that says nothing", proxy, nil, proxy},
		{"X-Forwarded-For", proxy, http.Header{"X-Forwarded-For": {"203.0.113.9"}}, "203.0.113.9"},
		{"what the client put before it does not count", proxy, http.Header{"X-Forwarded-For": {"1.2.3.4, 203.0.113.9"}}, "203.0.113.9"},
		{"two proxies", proxy, http.Header{"X-Forwarded-For": {"203.0.113.9", "10.0.0.2"}}, "203.0.113.9"},
		{"Forwarded", proxy, http.Header{"Forwarded": {`for=1.2.3.4, for="[2001:db8::1]:80";proto=https;host=mcp.example`}}, "[2001:db8::1]:80"},
		{"Forwarded with a quoted comma", proxy, http.Header{"Forwarded": {`for="a,b\"c", FOR = 203.0.113.9`}}, "203.0.113.9"},
		{"Forwarded with an obfuscated name", proxy, http.Header{"Forwarded": {`for="_hid\den"`}}, "_hidden"},
		{"Forwarded by two proxies", proxy, http.Header{"Forwarded": {"for=203.0.113.9", "for=10.0.0.2"}}, "203.0.113.9"},
		{"Forwarded before X-Forwarded-For", proxy, http.Header{"Forwarded": {"for=203.0.113.9"}, "X-Forwarded-For": {"1.2.3.4"}}, "203.0.113.9"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newPost(t.Context(), "1", "x")
			r.RemoteAddr = test.remote
			for name, values := range test.header {
				r.Header[name] = values
			}
			var got mcp.Peer
			serve(func(_ context.Context, req *mcp.Request, _ mcp.Sink) (*mcp.Response, error) {
				got = req.Peer
				return result(`{}`), nil
			}, r, trust)
			if want := (mcp.Peer{Transport: "http", Remote: test.want}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestTapOfHandler(t *testing.T) {
	type frame struct {
		Exchange     uint64
		Direction    mcp.Direction
		Data         string
		Broken       bool
		Method       string
		Status       int
		Stream       bool
		ProtocolHead string
	}
	var got []frame
	handler := streamable.NewHandler(mcp.HandlerFunc(
		func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
			if req.Method == "notify" {
				return result(`{}`), sink.Notify(ctx, note)
			}
			return nil, jsonrpc.Errorf(jsonrpc.MethodNotFound, "no")
		}), streamable.Tap(func(f mcp.Frame) {
		if f.Time.IsZero() {
			t.Error("a frame without time")
		}
		got = append(got, frame{
			f.Exchange, f.Direction, string(f.Data), f.Err != nil, f.HTTP.Method, f.HTTP.Status, f.HTTP.Stream,
			http.Header(f.HTTP.Header).Get("Mcp-Protocol-Version"),
		})
	}))
	get := newPost(t.Context(), "1", "x")
	get.Method = http.MethodGet
	for _, r := range []*http.Request{
		newPost(t.Context(), "1", "x"),
		newPost(t.Context(), "2", "notify"),
		newPostBody(t.Context(), "x", "{"),
		newPostBody(t.Context(), "n", `{"jsonrpc":"2.0","method":"n"}`),
		get,
	} {
		handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	const v = mcp.Revision
	errorFrame := func(code, message string) string {
		return `{"jsonrpc":"2.0","error":{"code":` + code + `,"message":"` + message
	}
	want := []frame{
		{1, mcp.In, `{"jsonrpc":"2.0","id":1,"method":"x"}`, false, "POST", 0, false, v},
		{1, mcp.Out, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`, false, "", 404, false, ""},
		{2, mcp.In, `{"jsonrpc":"2.0","id":2,"method":"notify"}`, false, "POST", 0, false, v},
		{2, mcp.Out, `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"x"}}`, false, "", 200, true, ""},
		{2, mcp.Out, `{"jsonrpc":"2.0","id":2,"result":{}}`, false, "", 200, true, ""},
		{3, mcp.In, `{`, true, "POST", 0, false, v},
		{3, mcp.Out, errorFrame("-32700", ""), false, "", 400, false, ""},
		{4, mcp.In, `{"jsonrpc":"2.0","method":"n"}`, false, "POST", 0, false, v},
		{4, mcp.Out, ``, false, "", 202, false, ""},
		{5, mcp.In, ``, true, "GET", 0, false, v},
		{5, mcp.Out, errorFrame("-32600", "an MCP endpoint accepts POST only"), false, "", 405, false, ""},
	}
	if len(got) == len(want) { // texts of errors are not of interest here
		for i := range got {
			if n := len(want[i].Data); want[i].Status >= 400 && strings.HasPrefix(got[i].Data, want[i].Data) {
				got[i].Data = got[i].Data[:n]
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("frames (-want +got):\n%s", diff)
	}
}
