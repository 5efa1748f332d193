package stdio_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// A recorder keeps what a tap sees.
type recorder struct {
	mu   sync.Mutex
	seen []string
}

// tap notes the direction, a line, and whether it is no message.
func (r *recorder) tap(f mcp.Frame) {
	r.mu.Lock()
	defer r.mu.Unlock()
	line := f.Direction.String() + " " + string(f.Data)
	if f.Err != nil {
		line = "broken " + line
	}
	r.seen = append(r.seen, line)
}

// TestTapOfBrokenLines: what is no message is seen as well, as it came and where
// it came; of a line that is too long its beginning.
func TestTapOfBrokenLines(t *testing.T) {
	const limit = 80
	tooLong := `{"x":"` + strings.Repeat("x", 2*limit)
	limits := stdio.Limits(jsonrpc.Limits{Size: limit})
	t.Run("of a server", func(t *testing.T) {
		var r recorder
		w := serve(t, mcp.HandlerFunc(echo), stdio.Tap(r.tap), limits)
		w.send("hello", tooLong, "", `{"jsonrpc":"2.0","id":1,"result":{}}`)
		first, second := w.line(), w.line()
		w.alive()
		r.mu.Lock()
		defer r.mu.Unlock()
		var in, out []string
		for _, line := range r.seen { // each way has an order of its own
			if strings.HasPrefix(line, "out ") {
				out = append(out, line)
			} else {
				in = append(in, line)
			}
		}
		if diff := cmp.Diff([]string{
			"broken in hello", "broken in " + tooLong[:limit],
			`in {"jsonrpc":"2.0","id":1,"result":{}}`, `in {"jsonrpc":"2.0","id":"alive","method":"m"}`,
		}, in); diff != "" {
			t.Errorf("in (-want +got)\n%s", diff)
		}
		if diff := cmp.Diff([]string{"out " + first, "out " + second, `out {"jsonrpc":"2.0","id":"alive","result":{}}`}, out); diff != "" {
			t.Errorf("out (-want +got)\n%s", diff)
		}
	})
	t.Run("of a client", func(t *testing.T) {
		var r recorder
		conn, peer := connect(t, stdio.Tap(r.tap), limits)
		got := calling(t.Context(), conn, &mcp.Request{Method: "m"}, nil)
		peer.message()
		peer.send("hello", `{"jsonrpc":"2.0","method":"notifications/`+tooLong, `{"jsonrpc":"2.0","id":77}`, `{"jsonrpc":"2.0","id":1,"result":{}}`)
		if a := <-got; a.err != nil {
			t.Fatal(a.err)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if diff := cmp.Diff([]string{
			`out {"jsonrpc":"2.0","id":1,"method":"m"}`,
			"broken in hello",
			"broken in " + (`{"jsonrpc":"2.0","method":"notifications/` + tooLong)[:limit],
			`broken in {"jsonrpc":"2.0","id":77}`,
			`in {"jsonrpc":"2.0","id":1,"result":{}}`,
		}, r.seen); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}
