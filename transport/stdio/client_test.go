package stdio_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// connect returns the client's end, and what a server has of it.
func connect(tb testing.TB, opts ...stdio.ClientOption) (*stdio.Conn, *wire) {
	tb.Helper()
	requests, w := io.Pipe()
	r, responses := io.Pipe()
	conn := stdio.Connect(r, w, opts...)
	peer := newWire(tb, responses, requests)
	tb.Cleanup(func() {
		_ = responses.Close()
		_ = requests.Close()
		_ = conn.Close()
	})
	return conn, peer
}

// An answer is what a call came to.
type answer struct {
	result string
	err    error
}

// calling calls in the background.
func calling(ctx context.Context, h mcp.Handler, req *mcp.Request, sink mcp.Sink) <-chan answer {
	c := make(chan answer, 1)
	go func() {
		response, err := h.Handle(ctx, req, sink)
		if err != nil {
			c <- answer{err: err}
			return
		}
		c <- answer{result: string(response.Result)}
	}()
	return c
}

// TestResponses: what the call for a response comes to. The server's line has @
// for the id; then it answers as it should.
func TestResponses(t *testing.T) {
	tooDeep := strings.Repeat("[", 300) + strings.Repeat("]", 300)
	for _, test := range []struct{ name, line, result, failure, diagnostic string }{
		{"BR-029", "[dotenv] injecting env (0) from .env\n\n  Starting server...", "{}", "", "not-a-message"},
		{"STDIO-006", "Server started on stdio", "{}", "", "Server started"},
		{"STDIO-010", `{"jsonrpc":"2.0","id":@,"method":"roots/list"}`, "{}", "", "roots/list"},
		{"STDIO-010 a broken one", `{"jsonrpc":"1.0","id":@,"method":"roots/list"}`, "{}", "", "not-a-message"},
		{"JSONRPC-026", `{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}`, "{}", "", "sampling"},
		{"BR-007", `{"jsonrpc":"2.0","id":"@","result":{"wrong":1}}`, "{}", "", "unmatched-response-id"},
		{"JSONRPC-011", `{"jsonrpc":"2.0","id":77,"result":{"wrong":1}}`, "{}", "", "unmatched-response-id"},
		{"JSONRPC-018", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`, "{}", "", "unmatched-response-id"},
		{"CANCEL-005", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":@}}`, "{}", "", "notifications/cancelled"},
		{"BR-025", `{"jsonrpc":"2.0","id":@,"result":{"t":"a` + "\u2028b\u2029c\u0085" + `d"}}`, `{"t":"a` + "\u2028b\u2029c\u0085" + `d"}`, "", ""},
		{"BR-026", `{"jsonrpc":"2.0","id":@,"result":{"t":"a\ud83d b"}}`, `{"t":"a\ud83d b"}`, "", ""},
		{"BR-158 no shape", `{"jsonrpc":"2.0","id":@}`, "", "invalid response", ""},
		{"BR-158 both", `{"jsonrpc":"2.0","id":@,"result":{},"error":{"code":-32603,"message":"x"}}`, "", "invalid response", ""},
		{"BR-158 a code of text", `{"jsonrpc":"2.0","id":@,"error":{"code":"-32603","message":"x"}}`, "", "invalid response", ""},
		{"BR-158 a result that is a list", `{"jsonrpc":"2.0","id":@,"result":[]}`, "", "invalid response", ""},
		{"BR-158 a method beside the result", `{"jsonrpc":"2.0","id":@,"method":"m","result":{}}`, "", "invalid response", ""},
		{"BR-019", `{"jsonrpc":"2.0","id":@,"result":{"x":` + tooDeep + `}}`, "", "invalid response", ""},
		{"BR-023 a response", `{"jsonrpc":"2.0","id":@,"result":{"x":"` + strings.Repeat("x", 1<<20) + `"}}`, "", "too large", ""},
		{"BR-157 nobody's", `{"jsonrpc":"2.0","result":{"x":"` + strings.Repeat("x", 1<<20) + `"},"id":@}`, "", "too large", "too large"},
		{"BR-023 a notification", `{"jsonrpc":"2.0","method":"notifications/x","params":{"x":"` + strings.Repeat("x", 1<<20) + `"}}`, "{}", "", "too large"},
		{"BR-023 another's response", `{"jsonrpc":"2.0","id":77,"result":{"x":"` + strings.Repeat("x", 1<<20) + `"}}`, "{}", "", "too large"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var log bytes.Buffer
			conn, peer := connect(t, stdio.Logger(slog.New(slog.NewTextHandler(&log, nil))), stdio.Limits(jsonrpc.Limits{Size: 1 << 20}))
			got := calling(t.Context(), conn, &mcp.Request{Method: "m"}, nil)
			id := peer.message().ID.String()
			peer.send(strings.ReplaceAll(test.line, "@", id), `{"jsonrpc":"2.0","id":`+id+`,"result":{}}`)
			a := <-got
			if a.result != test.result || test.failure != "" && !strings.Contains(fmt.Sprint(a.err), test.failure) {
				t.Errorf("got %s, %v", a.result, a.err)
			}
			if wire := (*jsonrpc.Error)(nil); errors.As(a.err, &wire) && wire.FromPeer() {
				t.Errorf("a local error is taken for the server's: %v", a.err)
			}
			// The connection lives, and the client never answered (BR-031).
			next := calling(t.Context(), conn, &mcp.Request{Method: "next"}, nil)
			m := peer.message()
			if m.Method != "next" {
				t.Errorf("the client sent a %v %s", m.Shape, m.Method)
			}
			peer.send(`{"jsonrpc":"2.0","id":` + m.ID.String() + `,"result":{"n":1}}`)
			if a := <-next; a.result != `{"n":1}` {
				t.Errorf("the next call: %v", a)
			}
			if !strings.Contains(log.String(), test.diagnostic) {
				t.Errorf("no %q in the log:\n%s", test.diagnostic, log.String())
			}
		})
	}
	t.Run("ERROR-016 an error of the server", func(t *testing.T) {
		conn, peer := connect(t)
		got := calling(t.Context(), conn, &mcp.Request{Method: "m"}, nil)
		peer.send(`{"jsonrpc":"2.0","id":` + peer.message().ID.String() + `,"error":{"code":-32603,"message":"x"}}`)
		var wire *jsonrpc.Error
		if a := <-got; !errors.As(a.err, &wire) || !wire.FromPeer() {
			t.Errorf("got %v", a.err)
		}
	})
	t.Run("BR-031", func(t *testing.T) {
		conn, peer := connect(t, stdio.OnStray(func([]byte, error) {}))
		got := calling(t.Context(), conn, &mcp.Request{Method: "m"}, nil)
		id := peer.message().ID.String()
		for range 100 {
			peer.send("> got a line")
		}
		peer.send(`{"jsonrpc":"2.0","id":` + id + `,"result":{}}`)
		<-got
		_ = conn.Notify(t.Context(), &mcp.Notification{Method: "notifications/last"})
		if m := peer.message(); m.Method != "notifications/last" {
			t.Errorf("the client answered: %v", m)
		}
	})
}

// TestCancelledByTheCaller: the server is told, once, and what it says later is
// not heard.
func TestCancelledByTheCaller(t *testing.T) {
	for _, id := range []string{"STDIO-012", "CANCEL-002", "CANCEL-012", "CANCEL-018", "BR-101"} {
		t.Run(id, func(t *testing.T) {
			var log bytes.Buffer
			conn, peer := connect(t, stdio.Logger(slog.New(slog.NewTextHandler(&log, nil))))
			ctx, cancel := context.WithCancel(t.Context())
			got := calling(ctx, conn, &mcp.Request{Method: "m"}, nil)
			request := peer.message().ID
			cancel()
			if a := <-got; !errors.Is(a.err, context.Canceled) {
				t.Errorf("got %v", a.err)
			}
			m := peer.message()
			params, err := mcp.EventCancelled.DecodeParams(m.Params)
			if m.Method != "notifications/cancelled" || err != nil || !params.RequestID.Equal(request) {
				t.Errorf("the client sent %s %s", m.Method, m.Params)
			}
			peer.send(`{"jsonrpc":"2.0","id":` + request.String() + `,"result":{"late":1}}`)
			next := calling(t.Context(), conn, &mcp.Request{Method: "next"}, nil)
			m = peer.message()
			if m.Method != "next" {
				t.Errorf("the client sent %s once more", m.Method)
			}
			peer.send(`{"jsonrpc":"2.0","id":` + m.ID.String() + `,"result":{}}`)
			if a := <-next; a.result != "{}" {
				t.Errorf("got %v", a)
			}
			if log.Len() > 0 {
				t.Errorf("a late response is logged:\n%s", &log)
			}
		})
	}
	t.Run("CANCEL-007 never sent", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			conn, peer := connect(t)
			large := []byte(`{"x":"` + strings.Repeat("x", 2<<20) + `"}`)
			ctx, cancel := context.WithCancel(t.Context())
			var calls []<-chan answer
			for range 3 { // one is being written, one queued, and one waits for room
				calls = append(calls, calling(ctx, conn, &mcp.Request{Method: "m", Params: large}, nil))
				synctest.Wait()
			}
			cancel()
			for _, got := range calls {
				if a := <-got; !errors.Is(a.err, context.Canceled) {
					t.Errorf("got %v", a.err)
				}
			}
			sent := map[string]bool{}
			for range 2 {
				sent[peer.message().ID.String()] = true
			}
			for range 2 {
				m := peer.message()
				params, err := mcp.EventCancelled.DecodeParams(m.Params)
				if err != nil || !sent[params.RequestID.String()] {
					t.Errorf("the client sent %s %s", m.Method, m.Params)
				}
			}
			_ = conn.Notify(t.Context(), &mcp.Notification{Method: "notifications/last"})
			if m := peer.message(); m.Method != "notifications/last" {
				t.Errorf("the client sent %s", m.Method)
			}
		})
	})
	t.Run("a slow consumer", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			conn, peer := connect(t)
			release := make(chan struct{})
			got := calling(t.Context(), conn, &mcp.Request{Method: "m", Params: []byte(`{"_meta":{"progressToken":"007"}}`)}, mcp.SinkFunc(
				func(context.Context, *mcp.Notification) error { <-release; return nil }))
			peer.message()
			for i := range 2000 {
				method := []string{"notifications/progress", "notifications/x"}[i%2]
				peer.send(`{"jsonrpc":"2.0","method":"` + method + `","params":{"progressToken":"007","_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`)
			}
			close(release)
			if a := <-got; !errors.Is(a.err, mcp.ErrSlowConsumer) {
				t.Errorf("got %v", a.err)
			}
			if m := peer.message(); m.Method != "notifications/cancelled" {
				t.Errorf("the client sent %s", m.Method)
			}
		})
	})
}
