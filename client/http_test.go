package client_test

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// A reply is what a scripted HTTP server answers; @ in body stands for the id
// of the request.
type reply struct {
	status int
	kind   string // content type; "" for JSON
	body   string
}

// An endpoint answers requests with replies, the last one for ever.
type endpoint struct {
	*httptest.Server
	mu   sync.Mutex // guards all below
	left []reply
	ids  []string
	last http.Header
}

func serveReplies(t *testing.T, replies ...reply) *endpoint {
	e := &endpoint{left: replies}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("reading a request: %v", err)
		}
		id := string(jsonrpc.Member(body, "id"))
		e.mu.Lock()
		e.ids, e.last = append(e.ids, id), r.Header
		answer := e.left[0]
		if len(e.left) > 1 {
			e.left = e.left[1:]
		}
		e.mu.Unlock()
		if answer.kind == "" {
			answer.kind = "application/json"
		}
		w.Header().Set("Content-Type", answer.kind)
		w.WriteHeader(answer.status)
		_, _ = io.WriteString(w, strings.ReplaceAll(answer.body, "@", id))
	}))
	t.Cleanup(e.Close)
	return e
}

func dialURL(t *testing.T, url string, opts ...client.Option) *client.Client {
	t.Helper()
	c, err := client.Dial(t.Context(), client.URL(url), append([]client.Option{client.SkipDiscovery(), quiet()}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

const emptyList = `{"jsonrpc":"2.0","id":@,"result":{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"public"}}`

func TestErrorsOverHTTP(t *testing.T) {
	t.Run("BR-053", func(t *testing.T) {
		e := serveReplies(t,
			reply{status: 400, body: `{"jsonrpc":"2.0","id":@,"error":{"code":-32602,"message":"bad"}}`},
			reply{status: 200, body: emptyList})
		c := dialURL(t, e.URL)
		_, err := c.CallTool(t.Context(), "t", nil)
		var wire *jsonrpc.Error
		if !errors.As(err, &wire) || wire.Code != jsonrpc.InvalidParams || !wire.FromPeer() {
			t.Errorf("the call: %v", err)
		}
		if _, err := c.ListTools(t.Context(), nil); err != nil {
			t.Errorf("the list: %v", err)
		}
	})
	t.Run("BR-094", func(t *testing.T) {
		e := serveReplies(t,
			reply{200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"x\"}}\n\n"},
			reply{status: 200, body: emptyList})
		c := dialURL(t, e.URL)
		_, err := c.ListTools(t.Context(), nil)
		if !errors.Is(err, streamable.ErrStreamEnded) {
			t.Errorf("got %v", err)
		}
		if _, err := c.ListTools(t.Context(), nil); err != nil {
			t.Errorf("the next one: %v", err)
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		if len(e.ids) != 2 || e.ids[0] == e.ids[1] || e.last.Get("Last-Event-ID") != "" {
			t.Errorf("ids %v, Last-Event-ID %q", e.ids, e.last.Get("Last-Event-ID"))
		}
	})
	t.Run("BR-158", func(t *testing.T) {
		frames := []string{
			`{"jsonrpc":"2.0","id":@}`,
			`{"jsonrpc":"2.0","id":@,"result":{"resultType":"complete"},"error":{"code":-32603,"message":"x"}}`,
			`{"jsonrpc":"2.0","id":@,"error":{"code":"-32603","message":"x"}}`,
			`{"jsonrpc":"2.0","id":@,"result":[]}`,
		}
		var replies []reply
		for _, frame := range frames {
			replies = append(replies, reply{status: 200, body: frame})
		}
		c := dialURL(t, serveReplies(t, append(replies, reply{status: 200, body: emptyList})...).URL)
		for _, frame := range frames {
			_, err := c.ListTools(t.Context(), nil)
			var wire *jsonrpc.Error
			if err == nil || errors.As(err, &wire) {
				t.Errorf("%s: %v, want a local error", frame, err)
			}
		}
		if _, err := c.ListTools(t.Context(), nil); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
	t.Run("BR-157 HTTP 502", func(t *testing.T) {
		_, err := dialURL(t, serveReplies(t, reply{502, "text/plain", "upstream down"}).URL).ListTools(t.Context(), nil)
		var status *streamable.HTTPError
		if !errors.As(err, &status) || status.Status != 502 {
			t.Fatalf("got %v", err)
		}
		notFromPeer(t, err, "tools/list", "502", "upstream down")
	})
	t.Run("BR-157 too large", func(t *testing.T) {
		e := serveReplies(t, reply{status: 200, body: `{"jsonrpc":"2.0","id":@,"result":{"x":"` + strings.Repeat("x", 2000) + `"}}`})
		_, err := dialURL(t, e.URL, client.HTTP(streamable.Limits(jsonrpc.Limits{Size: 1000}))).ListTools(t.Context(), nil)
		if !errors.Is(err, streamable.ErrTooLarge) {
			t.Fatalf("got %v", err)
		}
		notFromPeer(t, err, "too large")
	})
	t.Run("BR-157 TLS", func(t *testing.T) {
		s := httptest.NewUnstartedServer(http.NotFoundHandler())
		s.Config.ErrorLog = log.New(io.Discard, "", 0)
		s.StartTLS()
		defer s.Close()
		_, err := dialURL(t, s.URL).ListTools(t.Context(), nil)
		if err == nil {
			t.Fatal("no error")
		}
		notFromPeer(t, err, "tls")
	})
	t.Run("BR-157 nobody there", func(t *testing.T) {
		s := httptest.NewServer(http.NotFoundHandler())
		s.Close()
		_, err := client.Dial(t.Context(), client.URL(s.URL))
		if err == nil {
			t.Fatal("no error")
		}
		notFromPeer(t, err, "dial "+s.URL, "refused")
	})
}

func notFromPeer(t *testing.T, err error, parts ...string) {
	t.Helper()
	var wire *jsonrpc.Error
	if errors.As(err, &wire) {
		t.Errorf("%v looks like an error of the peer", err)
	}
	contains(t, err.Error(), parts...)
}

// A dialled connection is a Handler, and what it says of a failure stays.
func TestConnectionInProcess(t *testing.T) {
	e := serveReplies(t, reply{status: 500, body: `{"jsonrpc":"2.0","id":@,"error":{"code":-32603,"message":"bad"}}`})
	_, err := dial(t, dialURL(t, e.URL)).CallTool(t.Context(), "t", nil)
	var status *streamable.HTTPError
	if !errors.As(err, &status) || status.Status != 500 {
		t.Errorf("got %v, want an HTTPError", err)
	}
}

// The first request is refused with the very version it names, as the official
// suite does.
func TestRefusedOverHTTP(t *testing.T) {
	t.Run("VERSION-002", func(t *testing.T) {
		e := serveReplies(t,
			reply{status: 400, body: `{"jsonrpc":"2.0","id":@,"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"2026-07-28"}}}`},
			reply{status: 200, body: emptyList})
		if _, err := dialURL(t, e.URL).ListTools(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		if len(e.ids) != 2 || e.ids[0] == e.ids[1] || e.last.Get("MCP-Protocol-Version") != mcp.Revision {
			t.Errorf("ids %v, version %q", e.ids, e.last.Get("MCP-Protocol-Version"))
		}
	})
}

func TestTap(t *testing.T) {
	var mu sync.Mutex
	var seen []string
	tap := client.Tap(func(f mcp.Frame) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, fmt.Sprintf("%v %t", f.Direction, strings.Contains(string(f.Data), "tools/list")))
	})
	c := dialURL(t, serveReplies(t, reply{status: 200, body: emptyList}).URL, tap)
	if _, err := c.ListTools(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if got := fmt.Sprint(seen); got != `[out true in false]` {
		t.Errorf("the tap saw %s", got)
	}
}
