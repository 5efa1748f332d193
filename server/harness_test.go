package server_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// meta is the least _meta a request needs.
const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

// metaWith is meta with further members.
func metaWith(members string) string { return meta[:len(meta)-1] + "," + members + "}" }

// paramsOf makes params of members, with meta unless they have a _meta.
func paramsOf(members string) jsontext.Value {
	switch {
	case strings.Contains(members, `"_meta"`):
	case members == "":
		members = meta
	default:
		members = meta + "," + members
	}
	return jsontext.Value("{" + members + "}")
}

// ask sends a request to s.
func ask(t *testing.T, s mcp.Handler, method, members string) (jsontext.Value, error) {
	t.Helper()
	response, err := s.Handle(t.Context(), &mcp.Request{Method: method, Params: paramsOf(members)}, nil)
	if err != nil {
		return nil, err
	}
	if !response.Result.IsValid() {
		t.Fatalf("%s: the result is not JSON: %s", method, response.Result)
	}
	return response.Result, nil
}

// result is ask for a request that must succeed.
func result(t *testing.T, s mcp.Handler, method, members string) jsontext.Value {
	t.Helper()
	value, err := ask(t, s, method, members)
	if err != nil {
		t.Fatalf("%s {%s}: %v", method, members, err)
	}
	return value
}

// refused is ask for a request that must get an error response with a code.
func refused(t *testing.T, s mcp.Handler, method, members string, code jsonrpc.Code) *jsonrpc.Error {
	t.Helper()
	value, err := ask(t, s, method, members)
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || wire.Code != code {
		t.Fatalf("%s {%s}: got %s, %v, want an error %d", method, members, value, err, code)
	}
	return wire
}

// at returns what is at a path of member names in a value.
func at(t *testing.T, value jsontext.Value, path ...string) jsontext.Value {
	t.Helper()
	for _, name := range path {
		if value.Kind() == '[' {
			var elements []jsontext.Value
			if err := json.Unmarshal(value, &elements); err != nil || len(elements) == 0 {
				t.Fatalf("nothing in %s", value)
			}
			value = elements[0]
		}
		value = jsonrpc.Member(value, name)
	}
	return value
}

// isText checks what is at a path.
func isText(t *testing.T, value jsontext.Value, want string, path ...string) {
	t.Helper()
	if got := string(at(t, value, path...)); got != want {
		t.Errorf("/%s is %s, want %s (in %s)", strings.Join(path, "/"), got, want, value)
	}
}

func newServer(opts ...server.Option) *server.Server {
	return server.New(mcp.Implementation{Name: "test", Version: "1.2.3"}, opts...)
}

type echoArguments struct {
	Text string `json:"text"`
}

// addEcho adds a tool that returns its text.
func addEcho(s *server.Server) {
	server.AddTool(s, mcp.Tool{Name: "echo", Description: "Returns the text"},
		func(_ context.Context, _ *server.Call, in echoArguments) (string, error) { return in.Text, nil })
}

// addRaw adds a tool without arguments.
func addRaw(t *testing.T, s *server.Server, name string, run func(context.Context, *server.Call) (*mcp.CallToolResult, error), opts ...server.ToolOption) {
	t.Helper()
	err := s.AddRawTool(mcp.Tool{Name: name}, func(ctx context.Context, call *server.Call, _ jsontext.Value) (*mcp.CallToolResult, error) {
		return run(ctx, call)
	}, opts...)
	if err != nil {
		t.Fatal(err)
	}
}

func done(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: mcp.Content{mcp.Text(text)}}
}
