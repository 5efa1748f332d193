package streamable_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// FuzzHandler: whatever is POSTed, the answer is one message or none, and what
// reaches the mcp.Handler is what the headers say.
func FuzzHandler(f *testing.F) {
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo",` + metaParams + `}}`
	f.Add(call, "tools/call", "echo", "*/*")
	f.Add(strings.Replace(call, "echo", "gr\u00f6\u00dfe", 1), "tools/call", "=?base64?Z3LDtsOfZQ==?=", "application/json")
	f.Add("["+call+"]", "tools/call", "echo", "text/event-stream")
	f.Add(`{"jsonrpc":"2.0","method":"x"}`, "x", "", "text/html")
	f.Add(`{"jsonrpc":"2.0","id":null,"result":{}}`, "", "=?base64?***?=", "")
	f.Fuzz(func(t *testing.T, body, method, name, accept string) {
		served := false
		handler := streamable.NewHandler(mcp.HandlerFunc(func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
			served = true
			if req.Method != method {
				t.Errorf("method %q was served under the header %q", req.Method, method)
			}
			return &mcp.Response{Result: req.Params}, sink.Notify(ctx, note)
		}))
		r := newPostBody(t.Context(), method, body)
		r.Header["Mcp-Name"] = []string{name}
		r.Header["Accept"] = []string{accept}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		switch contentType := w.Header().Get("Content-Type"); {
		case w.Code == http.StatusAccepted:
			if served || w.Body.Len() > 0 {
				t.Errorf("202 for a request, or with a body: %q", w.Body)
			}
		case contentType == "application/json":
			m, err := jsonrpc.Decode(w.Body.Bytes(), jsonrpc.Limits{Depth: -1, Size: -1})
			if err != nil || m.Shape != jsonrpc.Result && m.Shape != jsonrpc.ErrorShape {
				t.Errorf("got %q: %v", w.Body, err)
			}
			if m.Shape == jsonrpc.Result != served {
				t.Errorf("served: %t, got %q", served, w.Body)
			}
		case contentType == "text/event-stream" && served && w.Code == http.StatusOK:
			if n := bytes.Count(w.Body.Bytes(), []byte("\n\n")); n != 2 {
				t.Errorf("got %d events, want 2: %q", n, w.Body)
			}
		default:
			t.Errorf("got %d %s %q", w.Code, contentType, w.Body)
		}
	})
}

// FuzzClient: whatever a server answers, a call ends, with a result that the
// server sent or with an error.
func FuzzClient(f *testing.F) {
	const response = `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`
	f.Add(response, "application/json", 200)
	f.Add(noteEvent+"data: "+response+"\n\n", "text/event-stream", 200)
	f.Add("data: "+response[:20]+"\rdata:"+response[20:], "text/event-stream", 200)
	f.Add(`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`, "application/json", 400)
	f.Add("\r\n"+response, "text/event-stream; x=y", 200)
	f.Add("no", "text/plain", 307)
	f.Fuzz(func(t *testing.T, body, contentType string, status int) {
		client, err := streamable.NewClient("http://in.memory/", streamable.HTTPClient(&http.Client{
			Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
				return &http.Response{
					StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Request: r, ContentLength: -1,
					Header: http.Header{"Content-Type": {contentType}},
					Body:   io.NopCloser(strings.NewReader(body)),
				}, nil
			}),
		}))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = client.Close() }()
		got, err := client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil)
		switch {
		case err == nil && (got == nil || len(got.Result) == 0):
			t.Errorf("neither a result nor an error")
		case err == nil && !got.Result.IsValid():
			t.Errorf("got the result %q", got.Result)
		case err != nil && got != nil:
			t.Errorf("both a result and %v", err)
		case err != nil && err.Error() == "":
			t.Error("an error without a text")
		}
	})
}
