package stdio_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// A wire is what one end has of the other.
type wire struct {
	tb     testing.TB
	in     *io.PipeWriter
	out    *io.PipeReader
	lines  *bufio.Reader
	served chan error // what ServeStream returned
}

func newWire(tb testing.TB, in *io.PipeWriter, out *io.PipeReader) *wire {
	return &wire{tb: tb, in: in, out: out, lines: bufio.NewReader(out)}
}

// serve runs a server until the test ends.
func serve(tb testing.TB, h mcp.Handler, opts ...stdio.ServeOption) *wire {
	tb.Helper()
	return serveContext(tb.Context(), tb, h, opts...)
}

func serveContext(ctx context.Context, tb testing.TB, h mcp.Handler, opts ...stdio.ServeOption) *wire {
	tb.Helper()
	in, requests := io.Pipe()
	responses, out := io.Pipe()
	w := newWire(tb, requests, responses)
	w.served = make(chan error, 1)
	go func() {
		w.served <- stdio.ServeStream(ctx, h, in, out, opts...)
		close(w.served)
		_ = out.Close()
	}()
	tb.Cleanup(func() {
		_ = requests.Close()
		_ = responses.Close()
		for range w.served { // until it is closed
		}
	})
	return w
}

// send writes lines.
func (w *wire) send(lines ...string) {
	w.tb.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(w.in, line+"\n"); err != nil {
			w.tb.Fatal(err)
		}
	}
}

// line reads a line.
func (w *wire) line() string {
	w.tb.Helper()
	line, err := w.lines.ReadString('\n')
	if err != nil {
		w.tb.Fatalf("read %q: %v", line, err)
	}
	return strings.TrimSuffix(line, "\n")
}

// message reads a line that is a message.
func (w *wire) message() jsonrpc.Message {
	w.tb.Helper()
	m, err := jsonrpc.Decode([]byte(w.line()), jsonrpc.Limits{})
	if err != nil {
		w.tb.Fatal(err)
	}
	return m
}

// expect reads the next line and compares it.
func (w *wire) expect(want string) {
	w.tb.Helper()
	if got := w.line(); got != want {
		w.tb.Errorf("got  %s\nwant %s", got, want)
	}
}

// alive shows that the server serves the next request, and has nothing to say
// before that.
func (w *wire) alive() {
	w.tb.Helper()
	w.send(`{"jsonrpc":"2.0","id":"alive","method":"m"}`)
	w.expect(`{"jsonrpc":"2.0","id":"alive","result":{}}`)
}

// refused reads an error response and checks its id, "" for none, and its code.
func (w *wire) refused(id string, codes ...jsonrpc.Code) *jsonrpc.Error {
	w.tb.Helper()
	m := w.message()
	if m.Shape != jsonrpc.ErrorShape || m.ID.String() != id {
		w.tb.Fatalf("got a %v with id %s, want an error with id %q", m.Shape, m.ID, id)
	}
	for _, code := range codes {
		if m.Error.Code == code {
			return m.Error
		}
	}
	w.tb.Errorf("got %v, want a code of %v", m.Error, codes)
	return m.Error
}

// TestLinesThatAreNoRequest: each costs one answer or none, and nothing more.
func TestLinesThatAreNoRequest(t *testing.T) {
	const silent = jsonrpc.Code(0)
	badUTF8, err := base64.StdEncoding.DecodeString("eyJqc29ucnBjIjoiMi4wIiwiaWQiOjEsIm1ldGhvZCI6Im0iLCJwYXJhbXMiOnsidGV4dCI6Inj//iJ9fQ==")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, line, id string
		code           jsonrpc.Code
	}{
		{"BR-002 a batch", `[{"jsonrpc":"2.0","id":1,"method":"m"}]`, "", jsonrpc.InvalidRequest},
		{"BR-002 an empty batch", `[]`, "", jsonrpc.InvalidRequest},
		{"BR-017", `{"jsonrpc":"2.0","id":1,"method":"m"} {"jsonrpc":"2.0","id":2,"method":"m"}`, "", jsonrpc.ParseError},
		{"STDIO-002", `{"jsonrpc":"2.0","id":1,"method":"m"}{"jsonrpc":"2.0","method":"n"}`, "", jsonrpc.ParseError},
		{"BR-019", `{"jsonrpc":"2.0","id":1,"method":"m","params":` + strings.Repeat(`{"x":`, 100_000) + "1" + strings.Repeat("}", 100_001), "1", jsonrpc.InvalidRequest},
		{"BR-020", string(badUTF8), "", jsonrpc.ParseError},
		{"STDIO-001 one of two halves", `{"jsonrpc":"2.0",`, "", jsonrpc.ParseError},
		{"STDIO-007", `hello`, "", jsonrpc.ParseError},
		{"JSONRPC-018 a fraction", `{"jsonrpc":"2.0","id":1.5,"method":"m"}`, "", jsonrpc.InvalidRequest},
		{"JSONRPC-017", `{"jsonrpc":"1.0","id":"4","method":"m"}`, `"4"`, jsonrpc.InvalidRequest},
		{"STDIO-008", `{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}`, "", silent},
		{"JSONRPC-027", `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x"}}`, "", silent},
		{"JSONRPC-025", `{"jsonrpc":"2.0","method":"notifications/x","params":{}}`, "", silent},
		{"JSONRPC-025 cancelled", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, "", silent},
		{"CANCEL-016 unknown", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}`, "", silent},
		{"CANCEL-016 null", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}`, "", silent},
		{"CANCEL-002 without an id", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}`, "", silent},
		{"CANCEL-002 without params", `{"jsonrpc":"2.0","method":"notifications/cancelled"}`, "", silent},
		{"CANCEL-002 a reason that is none", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":7}}`, "", silent},
		{"an empty line", ``, "", silent},
		{"a line of CR", "\r", "", silent},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := serve(t, mcp.HandlerFunc(echo))
			w.send(test.line)
			if test.code != silent {
				if err := w.refused(test.id, test.code); strings.ContainsRune(err.Message, '\uFFFD') {
					t.Errorf("the error has repaired text: %v", err)
				}
			}
			w.alive()
		})
	}
}

// TestRequests: what is served, and how it is answered.
func TestRequests(t *testing.T) {
	nested := `{"x":` + strings.Repeat("[", 60) + strings.Repeat("]", 60) + `}`
	for _, test := range []struct{ name, line, want string }{
		{"STDIO-011", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}`, `{"jsonrpc":"2.0","id":1,"result":{"a":1}}`},
		{"JSONRPC-011 a string", `{"jsonrpc":"2.0","id":"7","method":"m"}`, `{"jsonrpc":"2.0","id":"7","result":{}}`},
		{"JSONRPC-011 digit for digit", `{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"m"}`, `{"jsonrpc":"2.0","id":123456789012345678901234567890,"result":{}}`},
		{"JSONRPC-011 zero", `{"jsonrpc":"2.0","id":0,"method":"m"}`, `{"jsonrpc":"2.0","id":0,"result":{}}`},
		{"BR-019 ordinary depth", `{"jsonrpc":"2.0","id":1,"method":"m","params":` + nested + `}`, `{"jsonrpc":"2.0","id":1,"result":` + nested + `}`},
		{"BR-025", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"t":"a` + "\u2028b\u2029c\u0085" + `d"}}`, `{"jsonrpc":"2.0","id":1,"result":{"t":"a` + "\u2028b\u2029c\u0085" + `d"}}`},
		{"BR-026", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"t":"a\ud83d b"}}`, `{"jsonrpc":"2.0","id":1,"result":{"t":"a\ud83d b"}}`},
		{"BR-017 CRLF", `{"jsonrpc":"2.0","id":1,"method":"m"}` + "\r", `{"jsonrpc":"2.0","id":1,"result":{}}`},
		{"STDIO-001 line ends between tokens", `{"jsonrpc":"2.0","id":1,"method":"spread"}`, `{"jsonrpc":"2.0","id":1,"result":{"a":[1, 2],"b":"\n"}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := serve(t, mcp.HandlerFunc(func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
				if req.Method == "spread" {
					return &mcp.Response{Result: []byte("{\"a\":[1,\r\n 2],\n\"b\":\"\\n\"}")}, nil
				}
				return echo(ctx, req, sink)
			}))
			w.send(test.line)
			w.expect(test.want)
			w.alive()
		})
	}
	for _, test := range []struct {
		name, line string
		code       jsonrpc.Code
	}{
		{"BR-011", `{"jsonrpc":"2.0","id":1,"method":""}`, jsonrpc.MethodNotFound},
		{"BR-016", `{"jsonrpc":"2.0","id":1,"method":"notifications/cancelled","params":{"requestId":1}}`, jsonrpc.MethodNotFound},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := serve(t, mcp.HandlerFunc(func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
				if req.Method != "m" {
					return nil, mcp.MethodNotFound(req.Method)
				}
				return echo(ctx, req, sink)
			}))
			w.send(test.line)
			w.refused("1", test.code)
			w.alive()
		})
	}
	t.Run("BR-131", func(t *testing.T) {
		w := serve(t, mcp.HandlerFunc(echo))
		w.send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2026-07-28","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
		line := w.line()
		if !strings.Contains(line, `"error"`) || !strings.Contains(line, mcp.Revision) {
			t.Errorf("got %s, want an error that names %s", line, mcp.Revision)
		}
		w.alive()
	})
}

// TestErrors: what of a Handler's error the client sees.
func TestErrors(t *testing.T) {
	for _, test := range []struct {
		name string
		err  error
		want string
	}{
		{"its own", jsonrpc.Errorf(-32001, "no such thing"), `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no such thing"}}`},
		{"wrapped", fmt.Errorf("look up: %w", jsonrpc.Errorf(-32001, "no such thing")), `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no such thing"}}`},
		{"another's", io.ErrUnexpectedEOF, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"internal error"}}`},
		{"its own context's", context.Canceled, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"internal error"}}`},
		{"neither response nor error", nil, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"internal error"}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := serve(t, mcp.HandlerFunc(func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
				return nil, test.err
			}))
			w.send(`{"jsonrpc":"2.0","id":1,"method":"m"}`)
			w.expect(test.want)
		})
	}
}

// TestLargeLines: the limit is the only one, and a line beyond it costs itself.
func TestLargeLines(t *testing.T) {
	t.Run("BR-022", func(t *testing.T) {
		w := serve(t, mcp.HandlerFunc(echo))
		text := strings.Repeat("a", 5<<20)
		w.send(`{"jsonrpc":"2.0","id":1,"method":"m","params":{"text":"` + text + `"}}`)
		if got, want := w.line(), `{"jsonrpc":"2.0","id":1,"result":{"text":"`+text+`"}}`; got != want {
			t.Errorf("got %d bytes, want %d", len(got), len(want))
		}
		w.alive()
	})
	t.Run("BR-023", func(t *testing.T) {
		w := serve(t, mcp.HandlerFunc(echo), stdio.Limits(jsonrpc.Limits{Size: 1 << 20}))
		w.send(`{"jsonrpc":"2.0","id":1,"method":"m","params":{"x":"` + strings.Repeat("a", 2<<20) + `"}}`)
		if err := w.refused("", jsonrpc.InvalidRequest); !strings.Contains(err.Message, "message-too-large") || !strings.Contains(err.Message, "1048576") {
			t.Errorf("got %v, want the limit by name", err)
		}
		w.alive()
	})
	t.Run("the limit itself", func(t *testing.T) {
		line := `{"jsonrpc":"2.0","id":1,"method":"m"}`
		w := serve(t, mcp.HandlerFunc(echo), stdio.Limits(jsonrpc.Limits{Size: len(line)}))
		for _, line := range []string{line, line + "\r"} {
			w.send(line)
			w.expect(`{"jsonrpc":"2.0","id":1,"result":{}}`)
		}
		w.send(line + " ")
		w.refused("", jsonrpc.InvalidRequest)
	})
}
