package streamable_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
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

// TestBothEnds: what a Client writes into headers, a Handler takes.
func TestBothEnds(t *testing.T) {
	var got *mcp.Request
	client := connect(t, streamable.NewHandler(mcp.HandlerFunc(
		func(_ context.Context, req *mcp.Request, _ mcp.Sink) (*mcp.Response, error) {
			got = req.Clone()
			return result(`{}`), nil
		})))
	for _, text := range []string{
		"plain", "", " padded ", "\t", "größe", "世界", "a\r\nEvil: 1", "\x00", "\x7f", `quote " slash \ /`,
		"=?base64?literal?=", "=?base64?=", "=?BASE64?eA==?=", "=?base64?eA==", "\u2028", "a,b;c=d", strings.Repeat("ü", 5000),
	} {
		t.Run("HEADER-013_HEADER-017_PARAM-023 "+fmt.Sprintf("%.20q", text), func(t *testing.T) {
			req := &mcp.Request{
				Method: "tools/call",
				Params: append(jsonrpc.AppendString([]byte(`{"name":`), text), ","+metaParams+"}"...),
				Mirror: map[string]mcp.Mirrored{"Region": {Text: text}},
			}
			if _, err := client.Handle(t.Context(), req, nil); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(req.Mirror, got.Mirror); diff != "" {
				t.Errorf("mirrored parameters (-sent +got):\n%s", diff)
			}
			if string(got.Params) != string(req.Params) {
				t.Errorf("got params %s, want %s", got.Params, req.Params)
			}
		})
	}
}

// TestProxy: a proxy is a Handler over a Client, and adds nothing.
func TestProxy(t *testing.T) {
	ended := make(chan struct{})
	var seen []*mcp.Request
	upstream := func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
		seen = append(seen, req.Clone())
		switch req.Method {
		case "notify":
			for i := range 3 {
				n := &mcp.Notification{Method: "n", Params: fmt.Appendf(nil, `{"i":%d,"pi":3.140}`, i)}
				if err := sink.Notify(ctx, n); err != nil {
					return nil, err
				}
			}
			return result(`{"id": 12345678901234567890 , "resultType":"complete"}`), nil
		case "wait":
			if err := sink.Notify(ctx, note); err != nil {
				return nil, err
			}
			<-ctx.Done()
			close(ended)
			return nil, ctx.Err()
		case "fail":
			return nil, jsonrpc.Errorf(42, "mine").WithData([]byte(`{"k": 1.0}`))
		default:
			return nil, mcp.MethodNotFound(req.Method)
		}
	}
	hop := connect(t, streamable.NewHandler(mcp.HandlerFunc(upstream)))
	proxy := memhttp.NewServer(streamable.NewHandler(hop))
	defer proxy.Close()

	t.Run("notifications in order and bytes as they are", func(t *testing.T) {
		_, got := do(t, proxy.Client(), newPost(t.Context(), `"mine"`, "notify"))
		want := ""
		for i := range 3 {
			want += fmt.Sprintf("data: {\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{\"i\":%d,\"pi\":3.140}}\n\n", i)
		}
		want += "data: {\"jsonrpc\":\"2.0\",\"id\":\"mine\",\"result\":{\"id\": 12345678901234567890 , \"resultType\":\"complete\"}}\n\n"
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})

	t.Run("BR-014 an unknown method is 404 on each hop", func(t *testing.T) {
		response, body := do(t, proxy.Client(), newPost(t.Context(), "1", "no/such"))
		if response.StatusCode != http.StatusNotFound || !strings.Contains(body, `"id":1,"error":{"code":-32601`) {
			t.Errorf("got %s %s", response.Status, body)
		}
	})

	t.Run("PARAM-026 mirrored parameters nobody knows go on", func(t *testing.T) {
		r := newPost(t.Context(), "1", "no/such")
		r.Header.Set("Mcp-Param-Region", "=?base64?IHgg?=")
		do(t, proxy.Client(), r)
		want := map[string]mcp.Mirrored{"Region": {Text: " x "}}
		if diff := cmp.Diff(want, seen[len(seen)-1].Mirror); diff != "" {
			t.Errorf("mirrored parameters (-want +got):\n%s", diff)
		}
	})

	t.Run("HEADER-018 false headers end at the first hop", func(t *testing.T) {
		before := len(seen)
		r := newPost(t.Context(), "1", "no/such")
		r.Header.Set("Mcp-Method", "another")
		if response, body := do(t, proxy.Client(), r); response.StatusCode != http.StatusBadRequest {
			t.Errorf("got %s %s", response.Status, body)
		}
		if len(seen) != before {
			t.Error("the request reached the upstream")
		}
	})

	t.Run("an error of the upstream", func(t *testing.T) {
		_, body := do(t, proxy.Client(), newPost(t.Context(), "1", "fail"))
		if want := `{"jsonrpc":"2.0","id":1,"error":{"code":42,"message":"mine","data":{"k": 1.0}}}`; body != want {
			t.Errorf("got %s, want %s", body, want)
		}
	})

	t.Run("BR-100 closing the stream ends the work behind both hops", func(t *testing.T) {
		response, err := proxy.Client().Do(newPost(t.Context(), "1", "wait"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(response.Body, make([]byte, len(noteEvent))); err != nil {
			t.Error(err)
		}
		_ = response.Body.Close()
		<-ended
	})
}

func TestRaces(t *testing.T) {
	t.Run("CANCEL-013 cancellation at any moment", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			server := memhttp.NewServer(streamable.NewHandler(mcp.HandlerFunc(
				func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
					for range 3 {
						time.Sleep(time.Millisecond) // of the bubble's time
						if err := sink.Notify(ctx, note); err != nil {
							return nil, err
						}
					}
					return result(`{}`), nil
				})))
			client, err := streamable.NewClient(memhttp.Origin, streamable.HTTPClient(server.Client()))
			if err != nil {
				t.Fatal(err)
			}
			var calls sync.WaitGroup
			for i := range 200 {
				calls.Go(func() {
					ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*25*time.Microsecond)
					defer cancel()
					_, err := client.Handle(ctx, &mcp.Request{Method: "x"}, nil)
					if err != nil && !errors.Is(err, context.DeadlineExceeded) {
						t.Errorf("after %dth: %v", i, err)
					}
				})
			}
			calls.Wait()
			if _, err := client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil); err != nil {
				t.Errorf("afterwards: %v", err)
			}
			_ = client.Close()
			server.Close()
		})
	})

	t.Run("shutdown at any moment", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			handler := streamable.NewHandler(listening(nil))
			server := memhttp.NewServer(handler)
			var calls sync.WaitGroup
			for range 50 {
				calls.Go(func() {
					response, body := do(t, server.Client(), newPost(t.Context(), "1", "subscriptions/listen"))
					if response.StatusCode == http.StatusOK && !strings.Contains(body, "the server shuts down") {
						t.Errorf("got %s %q", response.Status, body)
					}
				})
			}
			if err := handler.Shutdown(t.Context()); err != nil {
				t.Error(err)
			}
			calls.Wait()
			server.Close()
		})
	})
}
