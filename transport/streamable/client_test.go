package streamable_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/internal/memhttp"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// A peer is a scripted server: it answers each request with the next answer,
// and keeps what it was asked.
type peer struct {
	answers []answer

	mu       sync.Mutex // guards what follows
	requests []*http.Request
	bodies   []string
}

// An answer is one scripted answer. "@" in its body stands for the request's
// id.
type answer struct {
	status int // 0 means 200
	header http.Header
	body   string
	cut    bool // the connection breaks behind the body
}

func (p *peer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	p.mu.Lock()
	n := len(p.requests)
	p.requests = append(p.requests, r)
	p.bodies = append(p.bodies, string(body))
	p.mu.Unlock()
	if n >= len(p.answers) {
		http.Error(w, "no more answers", http.StatusTeapot)
		return
	}
	a := p.answers[n]
	for name, values := range a.header {
		w.Header()[name] = values
	}
	if a.status != 0 {
		w.WriteHeader(a.status)
	}
	id := jsonrpc.Member(body, "id")
	_, _ = io.WriteString(w, strings.ReplaceAll(a.body, "@", string(id)))
	if a.cut {
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

// connect returns a client of h in memory.
func connect(t *testing.T, h http.Handler, opts ...streamable.ClientOption) *streamable.Client {
	t.Helper()
	server := memhttp.NewServer(h)
	t.Cleanup(server.Close)
	opts = append([]streamable.ClientOption{streamable.HTTPClient(server.Client())}, opts...)
	client, err := streamable.NewClient(memhttp.Origin+"/mcp", opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func jsonHeader() http.Header   { return http.Header{"Content-Type": {"application/json"}} }
func streamHeader() http.Header { return http.Header{"Content-Type": {"text/event-stream"}} }

const okResult = `{"jsonrpc":"2.0","id":@,"result":{"resultType":"complete"}}`

// outcome describes how a call ended.
func outcome(response *mcp.Response, err error) string {
	var wire *jsonrpc.Error
	var status *streamable.HTTPError
	switch {
	case err == nil:
		return "result " + string(response.Result)
	case errors.As(err, &wire) && wire.FromPeer():
		return strings.TrimSpace(fmt.Sprintf("peer's error %d %s", wire.Code, string(wire.Data)))
	case errors.As(err, &wire):
		return "an error that seems to be JSON-RPC"
	case errors.Is(err, streamable.ErrStreamEnded):
		return "stream ended"
	case errors.Is(err, streamable.ErrTooLarge):
		return "too large"
	case errors.As(err, &status):
		return fmt.Sprintf("HTTP %d", status.Status)
	default:
		return "local error"
	}
}

func TestClientAnswers(t *testing.T) {
	const complete = `result {"resultType":"complete"}`
	for _, test := range []struct {
		name   string
		answer answer
		want   string
		notes  int    // notifications delivered
		says   string // in the error's text
	}{
		{name: "HTTP-018 JSON", answer: answer{header: jsonHeader(), body: okResult}, want: complete},
		{name: "HTTP-018 a stream", answer: answer{header: streamHeader(), body: "data: " + okResult + "\n\n"}, want: complete},
		{name: "HTTP-018 media types with parameters", answer: answer{header: http.Header{"Content-Type": {"Text/Event-Stream; charset=utf-8"}}, body: "data: " + okResult + "\n\n"}, want: complete},
		{name: "HTTP-020 notifications first", answer: answer{header: streamHeader(), body: noteEvent + noteEvent + "data: " + okResult + "\n\n"}, want: complete, notes: 2},
		{name: "JSONRPC-010_HTTP-024 what follows the response is not looked at", answer: answer{header: streamHeader(), body: "data: " + okResult + "\n\n" + noteEvent + "data: " + strings.Replace(okResult, "complete", "late", 1) + "\n\n"}, want: complete},
		{name: "HTTP-022_TRANSPORT-001 a request on the stream is ignored", answer: answer{header: streamHeader(), body: `data: {"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}` + "\n\ndata: " + okResult + "\n\n"}, want: complete},
		{name: "HTTP-028 comments", answer: answer{header: streamHeader(), body: ":\r\n\r\n: hi\n\ndata: " + okResult + "\n\n"}, want: complete},
		{name: "BR-091 data in several lines without spaces", answer: answer{header: streamHeader(), body: "event:message\ndata:{\"jsonrpc\":\"2.0\",\"id\":@,\ndata: \"result\":{\"resultType\":\ndata:\"complete\"}}\n\n"}, want: "result {\"resultType\":\n\"complete\"}"},
		{name: "BR-091 CRLF and a byte order mark", answer: answer{header: streamHeader(), body: "\uFEFFdata: " + okResult + "\r\n\r\n"}, want: complete},
		{name: "BR-091 CR", answer: answer{header: streamHeader(), body: "id: 1\rdata: " + okResult + "\r\r"}, want: complete},
		{name: "BR-092 foreign types, heartbeats, priming events", answer: answer{header: streamHeader(), body: "id: 0\ndata:\n\nevent: keepalive\ndata: {}\n\nevent: ping\ndata: 2026\n\nretry: 10\n\ndata: {\"type\":\"heartbeat\"}\n\ndata: \"x\"\n\ndata: " + okResult + "\n\n"}, want: complete},
		{name: "BR-025 U+2028, U+2029 and NEL are text", answer: answer{header: streamHeader(), body: "data: {\"jsonrpc\":\"2.0\",\"id\":@,\"result\":{\"text\":\"a\u2028b\u2029c\u0085d\"}}\n\n"}, want: "result {\"text\":\"a\u2028b\u2029c\u0085d\"}"},
		{name: "an event that is not terminated but whole", answer: answer{header: streamHeader(), body: "data: " + okResult}, want: complete},
		{name: "BR-094 a stream that ends", answer: answer{header: streamHeader(), body: noteEvent}, want: "stream ended", notes: 1, says: "tools/x at " + memhttp.Origin + "/mcp: the stream ended without a response"},
		{name: "BR-094 an empty stream", answer: answer{header: streamHeader()}, want: "stream ended"},
		{name: "BR-094 a stream that breaks", answer: answer{header: streamHeader(), body: noteEvent, cut: true}, want: "stream ended", notes: 1},
		{name: "BR-094 a stream that breaks within the response", answer: answer{header: streamHeader(), body: "data: " + okResult[:30], cut: true}, want: "stream ended"},
		{name: "BR-095 a JSON body that is called a stream", answer: answer{header: streamHeader(), body: "\n" + okResult}, want: complete},
		{name: "BR-095 JSON over several lines that is called a stream", answer: answer{header: streamHeader(), body: strings.ReplaceAll(okResult, ",", ",\n")}, want: complete},
		{name: "BR-095 JSON that is no response and called a stream", answer: answer{header: streamHeader(), body: `{"tools":[]}`}, want: "local error", says: "no message"},
		{name: "BR-097 an error in the stream", answer: answer{header: streamHeader(), body: `data: {"jsonrpc":"2.0","id":@,"error":{"code":-32603,"message":"boom","data":{"k":[1]}}}` + "\n\n"}, want: `peer's error -32603 {"k":[1]}`, says: "boom"},
		{name: "BR-053 an error response with 400", answer: answer{status: 400, header: jsonHeader(), body: `{"jsonrpc":"2.0","id":@,"error":{"code":-32602,"message":"bad"}}`}, want: "peer's error -32602", says: "bad (-32602)"},
		{name: "HTTP-035 an error response with 404", answer: answer{status: 404, header: jsonHeader(), body: `{"jsonrpc":"2.0","id":@,"error":{"code":-32601,"message":"no"}}`}, want: "peer's error -32601"},
		{name: "JSONRPC-018 an error response without id", answer: answer{status: 403, header: jsonHeader(), body: `{"jsonrpc":"2.0","error":{"code":-32600,"message":"origin"}}`}, want: "peer's error -32600"},
		{name: "JSONRPC-018 an error response with the id null", answer: answer{status: 400, header: jsonHeader(), body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}`}, want: "peer's error -32600"},
		{name: "an error response under another type", answer: answer{status: 400, header: http.Header{"Content-Type": {"text/plain"}}, body: `{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"x"}}`}, want: "peer's error -32600"},
		{name: "an error response with 200", answer: answer{header: jsonHeader(), body: `{"jsonrpc":"2.0","id":@,"error":{"code":-32000,"message":"x"}}`}, want: "peer's error -32000"},
		{name: "HTTP-004 403 without a body", answer: answer{status: 403}, want: "HTTP 403", says: "HTTP 403 Forbidden"},
		{name: "BR-130 401", answer: answer{status: 401, header: http.Header{"Www-Authenticate": {"Bearer"}}}, want: "HTTP 401"},
		{name: "BR-157 502", answer: answer{status: 502, body: "upstream down\n"}, want: "HTTP 502", says: `HTTP 502 Bad Gateway: "upstream down"`},
		{name: "HEADER-021 an intermediary's answer", answer: answer{status: 400, header: http.Header{"Content-Type": {"text/html"}}, body: "<h1>No</h1>" + strings.Repeat(" ", 9000)}, want: "HTTP 400", says: "<h1>No</h1>"},
		{name: "a status nobody knows", answer: answer{status: 599}, want: "HTTP 599", says: "HTTP 599"},
		{name: "a result with 500", answer: answer{status: 500, header: jsonHeader(), body: okResult}, want: "HTTP 500"},
		{name: "202 for a request", answer: answer{status: 202}, want: "HTTP 202", says: "a request needs a response"},
		{name: "HTTP-017 neither JSON nor a stream", answer: answer{header: http.Header{"Content-Type": {"text/html"}}, body: "<p>hello"}, want: "HTTP 200", says: `the Content-Type is "text/html"`},
		{name: "JSONRPC-011 another id", answer: answer{header: jsonHeader(), body: `{"jsonrpc":"2.0","id":"@","result":{}}`}, want: "local error", says: "the response has the id"},
		{name: "JSONRPC-017 another id in the stream", answer: answer{header: streamHeader(), body: `data: {"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"x"}}` + "\n\n"}, want: "local error", says: "the response has the id"},
		{name: "HTTP-019 an array", answer: answer{header: jsonHeader(), body: `[{"jsonrpc":"2.0","id":@,"result":{}}]`}, want: "local error", says: "an array of messages"},
		{name: "HTTP-019 a notification", answer: answer{header: jsonHeader(), body: `{"jsonrpc":"2.0","method":"x"}`}, want: "local error", says: "the response is a notification"},
		{name: "a broken response in the stream", answer: answer{header: streamHeader(), body: `data: {"jsonrpc":"2.0","id":@,"result":7}` + "\n\n:\n\n"}, want: "local error", says: "no valid message"},
		{name: "a body that breaks off", answer: answer{header: jsonHeader(), body: okResult[:20], cut: true}, want: "local error", says: "read the response"},
		{name: "too large a body", answer: answer{header: jsonHeader(), body: strings.Repeat(" ", 2000) + okResult}, want: "too large", says: "too large"},
		{name: "too large an event", answer: answer{header: streamHeader(), body: "data: " + strings.Repeat("x", 2000)}, want: "too large", says: "too large"},
		{name: "a long stream of small events is none", answer: answer{header: streamHeader(), body: strings.Repeat(noteEvent, 50) + "data: " + okResult + "\n\n"}, want: complete, notes: 50},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &peer{answers: []answer{test.answer, {header: jsonHeader(), body: okResult}}}
			client := connect(t, p, streamable.Limits(jsonrpc.Limits{Size: 1000}))
			notes := 0
			response, err := client.Handle(t.Context(), &mcp.Request{Method: "tools/x"},
				mcp.SinkFunc(func(_ context.Context, n *mcp.Notification) error {
					if n.Method == note.Method && bytes.Equal(n.Params, note.Params) {
						notes++
					}
					return nil
				}))
			if got := outcome(response, err); got != test.want {
				t.Errorf("got %s, want %s (%v)", got, test.want, err)
			}
			if notes != test.notes {
				t.Errorf("got %d notifications, want %d", notes, test.notes)
			}
			if err != nil && !strings.Contains(err.Error(), test.says) {
				t.Errorf("got error %q, want %q in it", err, test.says)
			}
			if len(p.requests) != 1 {
				t.Errorf("%d requests were sent, want 1", len(p.requests))
			}
			// Whatever it was concerned that call only (BR-053).
			response, err = client.Handle(t.Context(), &mcp.Request{Method: "tools/x"}, nil)
			if got := outcome(response, err); got != complete {
				t.Errorf("the next call: got %s (%v)", got, err)
			}
		})
	}
}

func TestClientIDs(t *testing.T) {
	t.Run("HTTP-030 a request after a broken stream has a new id and resumes nothing", func(t *testing.T) {
		p := &peer{answers: []answer{
			{header: streamHeader(), body: "id: 7\n" + noteEvent, cut: true},
			{header: jsonHeader(), body: okResult},
		}}
		client := connect(t, p)
		req := &mcp.Request{Method: "x", ID: jsonrpc.StringID("not for this hop")}
		if got := outcome(client.Handle(t.Context(), req, nil)); got != "stream ended" {
			t.Fatalf("got %s", got)
		}
		if _, err := client.Handle(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
		want := []string{`{"jsonrpc":"2.0","id":1,"method":"x"}`, `{"jsonrpc":"2.0","id":2,"method":"x"}`}
		if diff := cmp.Diff(want, p.bodies); diff != "" {
			t.Errorf("requests (-want +got):\n%s", diff)
		}
		if got := p.requests[1].Header.Get("Last-Event-ID"); got != "" {
			t.Errorf("got Last-Event-ID %q", got)
		}
	})

	t.Run("JSONRPC-009 concurrent requests have ids of their own", func(t *testing.T) {
		const n = 100
		var mu sync.Mutex
		ids := map[string]bool{}
		client := connect(t, streamable.NewHandler(mcp.HandlerFunc(
			func(_ context.Context, req *mcp.Request, _ mcp.Sink) (*mcp.Response, error) {
				mu.Lock()
				defer mu.Unlock()
				ids[req.ID.String()] = true
				return result(`{}`), nil
			})))
		var group sync.WaitGroup
		for range n {
			group.Go(func() {
				if _, err := client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if len(ids) != n {
			t.Errorf("%d ids for %d requests", len(ids), n)
		}
	})
}

func TestClientDiagnostics(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"BR-092 sse-not-mcp", "data: {\"type\":\"heartbeat\"}\n\ndata: " + okResult + "\n\n", "sse-not-mcp"},
		{"BR-095 sse-body-not-framed", okResult, "sse-body-not-framed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var log bytes.Buffer
			client := connect(t, &peer{answers: []answer{{header: streamHeader(), body: test.body}}},
				streamable.Logger(slog.New(slog.NewTextHandler(&log, nil))))
			if _, err := client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil); err != nil {
				t.Fatal(err)
			}
			if strings.Count(log.String(), test.want) != 1 {
				t.Errorf("got log %q, want %s once", &log, test.want)
			}
		})
	}
}

const metaParams = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`

func TestClientRequests(t *testing.T) {
	for _, test := range []struct {
		name   string
		req    mcp.Request
		header map[string]string // "" means absent
	}{
		{"HTTP-007_HTTP-008_HTTP-009_HTTP-010 the usual ones",
			mcp.Request{Method: "tools/list", Params: []byte("{" + metaParams + "}")},
			map[string]string{
				"Accept": "application/json, text/event-stream", "Content-Type": "application/json",
				"Mcp-Method": "tools/list", "Mcp-Name": "", "Mcp-Session-Id": "", "Last-Event-Id": "",
			}},
		{"HEADER-001_HEADER-002 the version of _meta",
			mcp.Request{Method: "x", Params: []byte(`{"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01"}}`)},
			map[string]string{"Mcp-Protocol-Version": "2027-01-01"}},
		{"HEADER-001 without one, that of the module",
			mcp.Request{Method: "x"}, map[string]string{"Mcp-Protocol-Version": mcp.Revision}},
		{"HEADER-007_HEADER-008 a tool",
			mcp.Request{Method: "tools/call", Params: []byte(`{"name":"get_weather"}`)},
			map[string]string{"Mcp-Method": "tools/call", "Mcp-Name": "get_weather"}},
		{"HEADER-008 a prompt",
			mcp.Request{Method: "prompts/get", Params: []byte(`{"name":"greet"}`)},
			map[string]string{"Mcp-Name": "greet"}},
		{"HEADER-009 a resource",
			mcp.Request{Method: "resources/read", Params: []byte(`{"uri":"file:///a\u002fb.txt"}`)},
			map[string]string{"Mcp-Name": "file:///a/b.txt"}},
		{"HEADER-010_PARAM-020_PARAM-021 a name that is not ASCII",
			mcp.Request{Method: "tools/call", Params: []byte(`{"name":"größe"}`)},
			map[string]string{"Mcp-Name": "=?base64?Z3LDtsOfZQ==?="}},
		{"a name of an extension",
			mcp.Request{Method: "example/run", Params: []byte(`{"job":"j1"}`)},
			map[string]string{"Mcp-Name": "j1"}},
		{"PARAM-018_PARAM-020_PARAM-024_BR-043_BR-041 mirrored parameters",
			mcp.Request{Method: "tools/call", Params: []byte(`{"name":"route"}`), Mirror: map[string]mcp.Mirrored{
				"Region": {Text: "us-west1"}, "Dry": {Text: "false"}, "N": {Text: "-7"}, "Text": {Text: " padded "},
				"Lines": {Text: "a\r\nEvil: 1"}, "Val": {Text: "=?base64?literal?="}, "Empty": {},
			}},
			map[string]string{
				"Mcp-Param-Region": "us-west1", "Mcp-Param-Dry": "false", "Mcp-Param-N": "-7",
				"Mcp-Param-Text": "=?base64?IHBhZGRlZCA=?=", "Mcp-Param-Lines": "=?base64?YQ0KRXZpbDogMQ==?=",
				"Mcp-Param-Val": "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=", "Evil": "",
			}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &peer{answers: []answer{{header: jsonHeader(), body: okResult}}}
			client := connect(t, p, streamable.MirrorName("example/run", "job"))
			if _, err := client.Handle(t.Context(), &test.req, nil); err != nil {
				t.Fatal(err)
			}
			r := p.requests[0]
			for name, want := range test.header {
				if got := strings.Join(r.Header[name], "|"); got != want {
					t.Errorf("%s: got %q, want %q", name, got, want)
				}
			}
			if r.Method != http.MethodPost || r.URL.Path != "/mcp" {
				t.Errorf("got %s %s", r.Method, r.URL)
			}
			m, err := jsonrpc.Decode([]byte(p.bodies[0]), jsonrpc.Limits{})
			if err != nil || m.Method != test.req.Method || string(m.Params) != string(test.req.Params) {
				t.Errorf("HTTP-011: got body %s, %v", p.bodies[0], err)
			}
			if _, there := r.Header["Mcp-Param-Empty"]; there != (test.req.Mirror != nil) {
				t.Error("an empty text is an empty value, and no text is none")
			}
		})
	}

	t.Run("a method that fits no header is not sent", func(t *testing.T) {
		p := &peer{}
		client := connect(t, p)
		for _, req := range []mcp.Request{{}, {Method: "a\nb"}, {Method: "x", Mirror: map[string]mcp.Mirrored{"a b": {}}}} {
			if got := outcome(client.Handle(t.Context(), &req, nil)); got != "local error" {
				t.Errorf("%q: got %s", req.Method, got)
			}
		}
		if len(p.requests) > 0 {
			t.Errorf("%d requests were sent", len(p.requests))
		}
	})

	t.Run("configured headers", func(t *testing.T) {
		p := &peer{answers: []answer{{header: jsonHeader(), body: okResult}}}
		client := connect(t, p,
			streamable.Header(http.Header{"Authorization": {"Bearer 1"}, "Mcp-Name": {"forged"}, "X-A": {"1", "2"}}),
			streamable.HeaderFunc(func(_ context.Context, header http.Header) error {
				header.Set("Authorization", header.Get("Authorization")+"2")
				header.Set("Mcp-Method", "forged")
				return nil
			}))
		if _, err := client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil); err != nil {
			t.Fatal(err)
		}
		got := p.requests[0].Header
		want := []string{"Bearer 12", "x", "", "1|2"}
		if diff := cmp.Diff(want, []string{got.Get("Authorization"), got.Get("Mcp-Method"), got.Get("Mcp-Name"), strings.Join(got["X-A"], "|")}); diff != "" {
			t.Errorf("headers (-want +got):\n%s", diff)
		}
	})

	t.Run("a header that cannot be had fails the call", func(t *testing.T) {
		none := errors.New("no token")
		client := connect(t, &peer{}, streamable.HeaderFunc(func(context.Context, http.Header) error { return none }))
		if _, err := client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil); !errors.Is(err, none) {
			t.Errorf("got %v, want %v", err, none)
		}
	})
}

func TestClientNotify(t *testing.T) {
	for _, test := range []struct {
		name   string
		answer answer
		want   string
	}{
		{"HTTP-013 202", answer{status: 202}, "ok"},
		{"BR-049 204", answer{status: 204}, "ok"},
		{"HTTP-014 a body nobody wants", answer{status: 202, header: jsonHeader(), body: "{}"}, "ok"},
		{"HTTP-015_HTTP-016 refused with an error", answer{status: 400, header: jsonHeader(), body: `{"jsonrpc":"2.0","error":{"code":-32600,"message":"no"}}`}, "peer's error -32600"},
		{"HTTP-016 refused without a body", answer{status: 400}, "HTTP 400"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &peer{answers: []answer{test.answer}}
			client := connect(t, p)
			err := client.Notify(t.Context(), &mcp.Notification{Method: "notifications/x", Params: []byte(`{"a":1}`)})
			got := "ok"
			if err != nil {
				got = outcome(nil, err)
			}
			if got != test.want {
				t.Errorf("got %s (%v), want %s", got, err, test.want)
			}
			if want := `{"jsonrpc":"2.0","method":"notifications/x","params":{"a":1}}`; p.bodies[0] != want {
				t.Errorf("sent %s, want %s", p.bodies[0], want)
			}
			header := p.requests[0].Header
			if header.Get("Mcp-Method") != "notifications/x" || header.Get("Mcp-Protocol-Version") != mcp.Revision {
				t.Errorf("HTTP-010: got headers %v", header)
			}
		})
	}
}

func TestClientRedirects(t *testing.T) {
	to := func(status int, location string) answer {
		return answer{status: status, header: http.Header{"Location": {location}}}
	}
	ok := answer{header: jsonHeader(), body: okResult}
	for _, test := range []struct {
		name    string
		answers []answer
		want    string
		says    string
		sent    int
	}{
		{"BR-149 307 within the origin", []answer{to(307, "/mcp/"), ok}, `result {"resultType":"complete"}`, "", 2},
		{"BR-149 308 with the whole URL", []answer{to(308, "http://IN.memory:80/mcp/"), ok}, `HTTP 308`, "another origin", 1},
		{"BR-149 308 with the port written out", []answer{to(308, "http://in.memory:80/mcp/"), ok}, `result {"resultType":"complete"}`, "", 2},
		{"BR-149 three", []answer{to(307, "/a"), to(308, "/b"), to(307, "/c"), ok}, `result {"resultType":"complete"}`, "", 4},
		{"BR-149 a circle", []answer{to(307, "/a"), to(307, "/a"), to(307, "/a"), to(307, "/a"), ok}, "HTTP 307", "more than 3 redirects", 4},
		{"BR-149 another origin", []answer{to(307, "https://other.example/mcp"), ok}, "HTTP 307", "another origin, https://other.example/mcp", 1},
		{"BR-149 another scheme", []answer{to(307, "https://in.memory/mcp"), ok}, "HTTP 307", "another origin", 1},
		{"BR-149 301", []answer{to(301, "/mcp/"), ok}, "HTTP 301", "slash", 1},
		{"BR-149 302", []answer{to(302, "/login"), ok}, "HTTP 302", "/login", 1},
		{"BR-149 303", []answer{to(303, "/mcp/"), ok}, "HTTP 303", "slash", 1},
		{"BR-149 307 to nowhere", []answer{{status: 307}, ok}, "HTTP 307", "nowhere", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &peer{answers: test.answers}
			client := connect(t, p, streamable.Header(http.Header{"Authorization": {"Bearer x"}}))
			response, err := client.Handle(t.Context(), &mcp.Request{Method: "tools/call", Params: []byte(`{"name":"a"}`)}, nil)
			if got := outcome(response, err); got != test.want {
				t.Errorf("got %s (%v), want %s", got, err, test.want)
			}
			if err != nil && !strings.Contains(err.Error(), test.says) {
				t.Errorf("got error %q, want %q in it", err, test.says)
			}
			if len(p.requests) != test.sent {
				t.Fatalf("%d requests were sent, want %d", len(p.requests), test.sent)
			}
			last := p.requests[test.sent-1]
			if p.bodies[0] != p.bodies[test.sent-1] || last.Method != http.MethodPost ||
				last.Header.Get("Mcp-Name") != "a" || last.Header.Get("Authorization") != "Bearer x" {
				t.Errorf("the last request is not the first again: %s %v %s", last.Method, last.Header, p.bodies[test.sent-1])
			}
		})
	}
}

func TestNewClient(t *testing.T) {
	for _, endpoint := range []string{"", "localhost:3000", "/mcp", "ftp://x/", "http://", "http://a b/", "::"} {
		if _, err := streamable.NewClient(endpoint); err == nil {
			t.Errorf("%q: no error", endpoint)
		}
	}
	client, err := streamable.NewClient("https://example.com/mcp#part")
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Close(); err != nil {
		t.Error(err)
	}
}

func TestClientNetworkErrors(t *testing.T) {
	t.Run("BR-157 TLS", func(t *testing.T) {
		server := httptest.NewTLSServer(http.NotFoundHandler())
		defer server.Close()
		server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
		client, err := streamable.NewClient(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = client.Close() }()
		response, err := client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil)
		if outcome(response, err) != "local error" || !strings.Contains(err.Error(), "tls") {
			t.Errorf("got %v, want tls in it", err)
		}
	})

	t.Run("BR-157 nobody there", func(t *testing.T) {
		ln, err := streamable.Listen(t.Context(), ":0")
		if err != nil {
			t.Fatal(err)
		}
		_ = ln.Close()
		client, err := streamable.NewClient("http://user:secret@" + ln.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil)
		var network *net.OpError
		if !errors.As(err, &network) || strings.Contains(err.Error(), "secret") {
			t.Errorf("got %v, want a *net.OpError and no secret", err)
		}
	})
}

func TestHTTPError(t *testing.T) {
	p := &peer{answers: []answer{
		{status: 401, header: http.Header{"Www-Authenticate": {`Bearer resource_metadata="https://x"`}}, body: strings.Repeat("x", 5000)},
		{status: 404, header: jsonHeader(), body: `{"jsonrpc":"2.0","id":@,"error":{"code":-32601,"message":"no"}}`},
	}}
	client := connect(t, p)
	_, err := client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil)
	var refusal *streamable.HTTPError
	if !errors.As(err, &refusal) || refusal.Header.Get("WWW-Authenticate") == "" || len(refusal.Body) != 4<<10 || refusal.Peer != nil {
		t.Errorf("BR-130: got %#v", refusal)
	}
	if len(err.Error()) > 500 {
		t.Errorf("the text is not clipped: %d bytes", len(err.Error()))
	}
	_, err = client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil)
	if !errors.As(err, &refusal) || refusal.Status != 404 || refusal.Peer.Code != jsonrpc.MethodNotFound {
		t.Errorf("got %#v", refusal)
	}
}

func TestTapOfClient(t *testing.T) {
	var got []string
	p := &peer{answers: []answer{
		{header: streamHeader(), body: noteEvent + "data: " + okResult + "\n\n"},
		{status: 307, header: http.Header{"Location": {"/x"}}},
		{status: 502, body: "down"},
	}}
	client := connect(t, p, streamable.Tap(func(f mcp.Frame) {
		got = append(got, fmt.Sprintf("%d %s %s%s %d %t %s", f.Exchange, f.Direction, f.HTTP.Method, f.HTTP.URL, f.HTTP.Status, f.HTTP.Stream, f.Data))
	}))
	for range 2 {
		_, _ = client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil)
	}
	want := []string{
		`1 out POSThttp://in.memory/mcp 0 false {"jsonrpc":"2.0","id":1,"method":"x"}`,
		`1 in  200 true {"jsonrpc":"2.0","method":"notifications/message","params":{"data":"x"}}`,
		`1 in  200 true {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`,
		`2 out POSThttp://in.memory/mcp 0 false {"jsonrpc":"2.0","id":2,"method":"x"}`,
		`2 in  307 false `,
		`2 out POSThttp://in.memory/x 0 false {"jsonrpc":"2.0","id":2,"method":"x"}`,
		`2 in  502 false down`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("frames (-want +got):\n%s", diff)
	}
}
