package stdio_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// A keeper is a Sink that keeps what it is given.
type keeper struct{ got []string }

func (k *keeper) Notify(_ context.Context, n *mcp.Notification) error {
	k.got = append(k.got, n.Method+" "+string(n.Params))
	return nil
}

// TestNotificationsOfACall: they reach its sink, in order and ahead of the
// response.
func TestNotificationsOfACall(t *testing.T) {
	for _, test := range []struct{ name, params, notification string }{
		{"JSONRPC-028", `{"_meta":{"progressToken":7}}`, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":1}}`},
		{"BR-061", `{"_meta":{"progressToken":"007"}}`, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"007","progress":1}}`},
		{"STDIO-009", `{}`, `{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":@}}}`},
		{"a log message", `{"_meta":{"io.modelcontextprotocol/logLevel":"info"}}`, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var others []string
			conn, peer := connect(t, stdio.OnNotification(func(_ context.Context, n *mcp.Notification) { others = append(others, n.Method) }))
			// Another call must get none of it.
			other, sink := &keeper{}, &keeper{}
			idle := calling(t.Context(), conn, &mcp.Request{Method: "other", Params: []byte(`{"_meta":{"progressToken":"7"}}`)}, other)
			otherID := peer.message().ID.String()
			got := calling(t.Context(), conn, &mcp.Request{Method: "m", Params: []byte(test.params)}, sink)
			id := peer.message().ID.String()
			line := strings.ReplaceAll(test.notification, "@", id)
			peer.send(line, line, `{"jsonrpc":"2.0","id":`+id+`,"result":{}}`, `{"jsonrpc":"2.0","id":`+otherID+`,"result":{}}`)
			if a := <-got; a.err != nil {
				t.Fatal(a.err)
			}
			<-idle
			m, err := jsonrpc.Decode([]byte(line), jsonrpc.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			want := m.Method + " " + string(m.Params)
			if diff := cmp.Diff([]string{want, want}, sink.got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if len(other.got)+len(others) > 0 {
				t.Errorf("others got %q and %q", other.got, others)
			}
		})
	}
	t.Run("PROGRESS-002 two calls with one token", func(t *testing.T) {
		conn, peer := connect(t)
		var sinks [2]keeper
		var calls [2]<-chan answer
		var ids, tokens [2]string
		for i := range calls {
			req := &mcp.Request{Method: "m", Params: []byte(`{"n":1.50,"_meta":{"progressToken":"t","x":1e2}}`)}
			calls[i] = calling(t.Context(), conn, req, &sinks[i])
			m := peer.message()
			ids[i], tokens[i] = m.ID.String(), string(jsonrpc.Member(jsonrpc.Member(m.Params, "_meta"), "progressToken"))
			if !strings.Contains(string(m.Params), "1.50") || !strings.Contains(string(m.Params), "1e2") {
				t.Errorf("other bytes changed: %s", m.Params)
			}
		}
		if tokens[0] != `"t"` || tokens[0] == tokens[1] {
			t.Errorf("tokens on the wire: %q", tokens)
		}
		for i := range calls {
			peer.send(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":`+tokens[i]+`,"progress":1.0}}`, `{"jsonrpc":"2.0","id":`+ids[i]+`,"result":{}}`)
			<-calls[i]
			if diff := cmp.Diff([]string{`notifications/progress {"progressToken":"t","progress":1.0}`}, sinks[i].got); diff != "" {
				t.Errorf("call %d (-want +got)\n%s", i, diff)
			}
		}
	})
	t.Run("a server that ends a subscription", func(t *testing.T) {
		conn, peer := connect(t)
		sink := &keeper{}
		got := calling(t.Context(), conn, &mcp.Request{Method: "subscriptions/listen"}, sink)
		id := peer.message().ID.String()
		peer.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id+`}}`, `{"jsonrpc":"2.0","id":`+id+`,"result":{}}`)
		if a := <-got; a.err != nil {
			t.Fatal(a.err)
		}
		if diff := cmp.Diff([]string{`notifications/cancelled {"requestId":` + id + `}`}, sink.got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
	t.Run("log messages when two asked for some", func(t *testing.T) {
		others := make(chan string, 1)
		conn, peer := connect(t, stdio.OnNotification(func(_ context.Context, n *mcp.Notification) { others <- n.Method }))
		var sinks [2]keeper
		var calls [2]<-chan answer
		for i := range calls {
			calls[i] = calling(t.Context(), conn, &mcp.Request{Method: "m", Params: []byte(`{"_meta":{"io.modelcontextprotocol/logLevel":"info"}}`)}, &sinks[i])
			peer.message()
		}
		peer.send(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}`)
		if got := <-others; got != "notifications/message" {
			t.Errorf("got %s", got)
		}
	})
}

// TestTap: both ends see every line, those of one exchange under one number.
func TestTap(t *testing.T) {
	t.Run("TRANSPORT-006 over a pair of pipes", func(t *testing.T) {
		var mu sync.Mutex
		var seen [2][]string
		tap := func(i int) mcp.Tap {
			return func(f mcp.Frame) {
				mu.Lock()
				defer mu.Unlock()
				seen[i] = append(seen[i], f.Direction.String()+" "+string(f.Data))
			}
		}
		conn := osPipes(t, mcp.HandlerFunc(echo), []stdio.ServeOption{stdio.Tap(tap(0))}, stdio.Tap(tap(1)))
		sink := &keeper{}
		if _, err := conn.Handle(t.Context(), &mcp.Request{Method: "notify", Params: []byte(`{"progressToken":1,"_meta":{"progressToken":1}}`)}, sink); err != nil {
			t.Fatal(err)
		}
		if len(sink.got) != 1 {
			t.Errorf("the sink got %q", sink.got)
		}
		mu.Lock()
		defer mu.Unlock()
		const request, progress, response = `{"jsonrpc":"2.0","id":1,"method":"notify","params":{"progressToken":1,"_meta":{"progressToken":1}}}`,
			`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"_meta":{"progressToken":1}}}`,
			`{"jsonrpc":"2.0","id":1,"result":{"progressToken":1,"_meta":{"progressToken":1}}}`
		if diff := cmp.Diff([2][]string{
			{"in " + request, "out " + progress, "out " + response},
			{"out " + request, "in " + progress, "in " + response},
		}, seen); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}
