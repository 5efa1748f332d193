package client_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

func countLines(text string) int { return strings.Count(text, "\n") }

func TestNotFound(t *testing.T) {
	for name, test := range map[string]struct {
		err  error
		want bool
	}{
		"ERROR-014":                     {jsonrpc.Errorf(-32002, "Resource not found"), true},
		"BR-119 of earlier revisions":   {jsonrpc.Errorf(-32002, "Resource not found"), true},
		"BR-119 of this revision":       {mcp.ResourceNotFound("file:///none"), true},
		"invalid params of other kinds": {mcp.InvalidParams("no"), false},
		"another code":                  {jsonrpc.Errorf(jsonrpc.InternalError, "no").WithData(jsontext.Value(`{"uri":"a"}`)), false},
		"ERROR-009":                     {jsonrpc.Errorf(-32001, "request timeout"), false},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := dial(t, fails(test.err)).ReadResource(t.Context(), "file:///none")
			if got := client.IsNotFound(err); got != test.want {
				t.Errorf("IsNotFound(%v) is %v", err, got)
			}
			contains(t, err.Error(), "resources/read file:///none")
		})
	}
	if client.IsNotFound(mcp.ResourceNotFound("a:b")) {
		t.Error("an error of this side counts as the peer's word")
	}
	if client.IsNotFound(nil) {
		t.Error("no error is one")
	}
}

func TestPeerErrors(t *testing.T) {
	t.Run("ERROR-009 no code of the legacy range means anything", func(t *testing.T) {
		for _, code := range []jsonrpc.Code{-32001, -32000, -32019, -32042} {
			_, err := dial(t, fails(jsonrpc.Errorf(code, "Request timed out"))).CallTool(t.Context(), "t", nil)
			var wire *jsonrpc.Error
			if !errors.As(err, &wire) || wire.Code != code || !wire.FromPeer() {
				t.Errorf("%d became %v", code, err)
			}
			if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
				t.Errorf("%d was given a meaning: %v", code, err)
			}
		}
	})
	t.Run("data of any type is kept", func(t *testing.T) {
		for _, data := range []string{`null`, `"x"`, `[1,2]`, `{"a":1.0}`, `12345678901234567890`} {
			_, err := dial(t, fails(jsonrpc.Errorf(7, "no").WithData(jsontext.Value(data)))).CallTool(t.Context(), "t", nil)
			var wire *jsonrpc.Error
			if !errors.As(err, &wire) || string(wire.Data) != data {
				t.Errorf("data %s became %v", data, err)
			}
		}
	})
	t.Run("wrapped ones are the peer's all the same", func(t *testing.T) {
		_, err := dial(t, fails(fmt.Errorf("reading: %w", mcp.Refuse(mcp.InvalidParams("bad"))))).CallTool(t.Context(), "echo", nil)
		var wire *jsonrpc.Error
		if !errors.As(err, &wire) || !wire.FromPeer() {
			t.Errorf("got %v", err)
		}
		contains(t, err.Error(), "tools/call echo: bad (-32602)")
	})
}

// What was called is said once, whoever says it.
func TestTextOfErrors(t *testing.T) {
	for text, want := range map[string]string{
		"no such thing":              "tools/call echo: no such thing",
		"tools/call: cut off":        "tools/call echo: cut off",
		"tools/call at http://x: no": "tools/call echo at http://x: no",
		"tools/calls are off":        "tools/call echo: tools/calls are off",
	} {
		if _, err := dial(t, fails(errors.New(text))).CallTool(t.Context(), "echo", nil); err.Error() != want {
			t.Errorf("got %q, want %q", err, want)
		}
	}
}

func TestLocalErrors(t *testing.T) {
	broken := errors.New("the wire is cut")
	t.Run("ERROR-016", func(t *testing.T) {
		_, err := dial(t, fails(broken)).CallTool(t.Context(), "t", nil)
		var wire *jsonrpc.Error
		if !errors.Is(err, broken) || errors.As(err, &wire) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a handler that returns nothing", func(t *testing.T) {
		if _, err := dial(t, &fake{answer: func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) { return nil, nil }}).CallTool(t.Context(), "t", nil); err == nil {
			t.Error("nothing counts as a result")
		}
	})
}
