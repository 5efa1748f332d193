package wiretrace_test

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/wiretrace"
	"github.com/quatrain-mcp/quatrain/mcp"
)

const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"location":"Seattle"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"com.example/x":[1]}}}`

func text(frames ...mcp.Frame) string {
	var out bytes.Buffer
	trace := wiretrace.NewText(&out, wiretrace.Style{})
	for _, f := range frames {
		trace.Tap(f)
	}
	return out.String()
}

func TestText(t *testing.T) {
	for _, test := range []struct {
		name   string
		frames []mcp.Frame
		want   string
	}{
		{
			name: "a request over HTTP, its _meta explained and its secret kept",
			frames: []mcp.Frame{{Direction: mcp.Out, Data: []byte(call), HTTP: &mcp.FrameHTTP{
				Method: "POST", URL: "http://127.0.0.1:3000/mcp",
				Header: http.Header{"Mcp-Method": {"tools/call"}, "Authorization": {"Bearer abc"}, "User-Agent": {"x"}},
			}}},
			want: `→ request 1 tools/call  POST http://127.0.0.1:3000/mcp
  Authorization: (not shown)
  Mcp-Method: tools/call
  {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
   "params": {
     "name": "get_weather",
     "arguments": {"location": "Seattle"},
     "_meta": {
       "io.modelcontextprotocol/protocolVersion": "2026-07-28",  // the revision this request speaks
       "io.modelcontextprotocol/clientCapabilities": {},  // what the client can do
       "com.example/x": [1]
     }
   }}

`,
		},
		{
			name: "a stream shows its head once",
			frames: []mcp.Frame{
				{Data: []byte(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}`), Exchange: 1,
					HTTP: &mcp.FrameHTTP{Status: 200, Stream: true, Header: http.Header{"Content-Type": {"text/event-stream"}}}},
				{Data: []byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`), Exchange: 1,
					HTTP: &mcp.FrameHTTP{Status: 200, Stream: true, Header: http.Header{"Content-Type": {"text/event-stream"}}}},
			},
			want: `← notification notifications/progress in the stream  HTTP 200 OK
  Content-Type: text/event-stream
  {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}
← result 1 in the stream
  {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete"}}

`,
		},
		{
			name:   "an error response without id",
			frames: []mcp.Frame{{Data: []byte(`{"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}}`)}},
			want: `← error -32700
  {"jsonrpc": "2.0", "error": {"code": -32700, "message": "no"}}

`,
		},
		{
			name:   "a line that is no message",
			frames: []mcp.Frame{{Data: []byte("hello\x1b[31m"), Err: errors.New("not JSON")}},
			want: `← not a message: not JSON
  "hello\x1b[31m"

`,
		},
		{
			name:   "no body",
			frames: []mcp.Frame{{HTTP: &mcp.FrameHTTP{Status: 202}}},
			want:   "← no body  HTTP 202 Accepted\n\n",
		},
		{
			name:   "no answer",
			frames: []mcp.Frame{{Err: errors.New("connection refused"), HTTP: &mcp.FrameHTTP{}}},
			want:   "← no message: connection refused\n\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, text(test.frames...)); diff != "" {
				t.Errorf("Text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTextBrief(t *testing.T) {
	frame := func(meta string) mcp.Frame {
		return mcp.Frame{
			Direction: mcp.Out,
			Data:      []byte(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":` + meta + `}}`),
			HTTP:      &mcp.FrameHTTP{Method: "POST", URL: "/", Header: http.Header{"Mcp-Method": {"ping"}}},
		}
	}
	var out bytes.Buffer
	trace := wiretrace.NewText(&out, wiretrace.Style{Brief: true})
	trace.Tap(frame(`{"a":1}`))
	out.Reset()
	trace.Tap(frame(`{"a":1}`))
	trace.Tap(frame(`{"a":1,"progressToken":7}`))
	want := `→ request 1 ping  POST /
  {"jsonrpc": "2.0", "id": 1, "method": "ping",
   "params": {
     "_meta": {…}
   }}

→ request 1 ping  POST /
  {"jsonrpc": "2.0", "id": 1, "method": "ping",
   "params": {
     "_meta": {
       "progressToken": 7,  // wants progress, under this token
       …  // the rest as before
     }
   }}

`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("brief text (-want +got):\n%s", diff)
	}
}

func TestTextColor(t *testing.T) {
	var plain, colored bytes.Buffer
	frame := mcp.Frame{Data: []byte(call)}
	wiretrace.NewText(&plain, wiretrace.Style{}).Tap(frame)
	wiretrace.NewText(&colored, wiretrace.Style{Color: true}).Tap(frame)
	if !strings.Contains(colored.String(), "\x1b[") {
		t.Errorf("there is no colour in\n%s", colored.String())
	}
	if got := uncolored(colored.String()); got != plain.String() {
		t.Errorf("without its colours the text is not the plain one:\n%s", cmp.Diff(plain.String(), got))
	}
}

// uncolored removes colours.
func uncolored(text string) string {
	parts := strings.Split(text, "\x1b[")
	for i := range parts[1:] {
		_, parts[i+1], _ = strings.Cut(parts[i+1], "m")
	}
	return strings.Join(parts, "")
}

func TestTextOnATerminal(t *testing.T) {
	var out bytes.Buffer
	trace := wiretrace.NewText(&out, wiretrace.Style{Shown: true})
	trace.Tap(mcp.Frame{
		Data: []byte("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\u009b2Jb\",\"params\":{\"\u009b2Jx\":\"\u009b2Jy\"}}"),
		HTTP: &mcp.FrameHTTP{Header: http.Header{"X": {"\u009b2J"}}},
	})
	if strings.Contains(out.String(), "\u009b") {
		t.Errorf("a control sequence of the peer came through: %q", out.String())
	}
}

func TestTextClipsLongStrings(t *testing.T) {
	long := `{"jsonrpc":"2.0","id":1,"result":{"text":"` + strings.Repeat("ä", 1<<20) + `"}}`
	got := text(mcp.Frame{Data: []byte(long)})
	if len(got) > 10_000 || !strings.Contains(got, "2.0 MiB more") {
		t.Errorf("a string of 2 MiB is shown as %d bytes: …%s", len(got), got[max(0, len(got)-80):])
	}
}

func TestLines(t *testing.T) {
	at := time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		name  string
		frame mcp.Frame
		want  string
	}{
		{
			name: "a message keeps its bytes",
			frame: mcp.Frame{Time: at, Direction: mcp.Out, Data: []byte(`{"b":1.0,"a":9007199254740993}`), Exchange: 2,
				HTTP: &mcp.FrameHTTP{Method: "POST", URL: "http://x/mcp", Header: http.Header{"Cookie": {"secret"}, "Mcp-Method": {"m"}}}},
			want: `{"time":"2026-07-28T12:00:00Z","direction":"out","exchange":2,"http":{"method":"POST","url":"http://x/mcp","header":{"Cookie":["(not shown)"],"Mcp-Method":["m"]}},"message":{"b":1.0,"a":9007199254740993}}`,
		},
		{
			name:  "no message",
			frame: mcp.Frame{Time: at, Data: []byte("hello\xff"), Err: errors.New("why"), Connection: 1},
			want:  `{"time":"2026-07-28T12:00:00Z","direction":"in","connection":1,"text":"hello` + "\ufffd" + `","problem":"why"}`,
		},
		{
			name:  "white space around and within is dropped",
			frame: mcp.Frame{Time: at, Data: []byte("{\n \"a\": 1}\n")},
			want:  `{"time":"2026-07-28T12:00:00Z","direction":"in","message":{"a":1}}`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			wiretrace.NewLines(&out).Tap(test.frame)
			if diff := cmp.Diff(test.want+"\n", out.String()); diff != "" {
				t.Errorf("Lines (-want +got):\n%s", diff)
			}
			var line wiretrace.Line
			if err := json.Unmarshal(out.Bytes(), &line); err != nil {
				t.Errorf("the line does not decode: %v", err)
			}
		})
	}
}
