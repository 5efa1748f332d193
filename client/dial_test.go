package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

const discovery = `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},
	"instructions":"Be kind.","ttlMs":0,"cacheScope":"private",
	"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fake","version":"2"}}}`

func TestDial(t *testing.T) {
	f := results(discovery)
	c, err := client.Dial(t.Context(), client.InProcess(f))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	server := c.Server()
	if info, _, err := server.Meta.ServerInfo(); info.Name != "fake" || err != nil {
		t.Errorf("the server is %+v, %v", info, err)
	}
	if server.Capabilities.Tools == nil || server.Capabilities.Prompts != nil || server.Instructions != "Be kind." {
		t.Errorf("the server is %+v", server)
	}
	t.Run("DISCOVER-006", func(t *testing.T) {
		for name := range jsonrpc.Members(f.last(t).Params) {
			if string(name) != "_meta" {
				t.Errorf("server/discover has the parameter %s", name)
			}
		}
	})
}

func TestDialWithoutDiscovery(t *testing.T) {
	t.Run("VERSION-005", func(t *testing.T) {
		f := results(`{"content":[]}`)
		c := dial(t, f)
		if n := len(f.requests()); n != 0 {
			t.Errorf("dial sent %d requests", n)
		}
		if _, err := c.CallTool(t.Context(), "t", nil); err != nil {
			t.Errorf("call without discovery: %v", err)
		}
		if got := c.Server().SupportedVersions; got != nil {
			t.Errorf("an unknown server supports %v", got)
		}
	})
}

func TestDialRefuses(t *testing.T) {
	for name, test := range map[string]struct{ result, text string }{
		"DISCOVER-001 no versions":             {`{"capabilities":{}}`, "supportedVersions"},
		"DISCOVER-001 null":                    {`{"supportedVersions":null,"capabilities":{}}`, "supportedVersions"},
		"DISCOVER-001 no strings":              {`{"supportedVersions":[1],"capabilities":{}}`, "supportedVersions"},
		"DISCOVER-002 no capabilities":         {`{"supportedVersions":["2026-07-28"]}`, "capabilities"},
		"DISCOVER-002 null":                    {`{"supportedVersions":["2026-07-28"],"capabilities":null}`, "capabilities"},
		"DISCOVER-003":                         {`{"supportedVersions":["2026-07-28"],"capabilities":{},"instructions":["a"]}`, "instructions"},
		"a server that answers {} to anything": {`{}`, "supportedVersions"},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := client.Dial(t.Context(), client.InProcess(results(test.result)))
			if err == nil {
				c.Close()
				t.Fatal("dial accepted it")
			}
			var invalid *client.ResultError
			if !errors.As(err, &invalid) || invalid.Method != "server/discover" {
				t.Errorf("dial: %v, want a ResultError", err)
			}
			contains(t, err.Error(), "dial", "invalid response", test.text)
		})
	}
	for _, id := range []string{"DISCOVER-004", "DISCOVER-005"} {
		t.Run(id, func(t *testing.T) {
			_, err := client.Dial(t.Context(), client.InProcess(results(`{"supportedVersions":["2025-11-25"],"capabilities":{}}`)))
			var version *client.VersionError
			if !errors.As(err, &version) {
				t.Fatalf("dial: %v, want a VersionError", err)
			}
			contains(t, err.Error(), "2025-11-25", mcp.Revision)
			var wire *jsonrpc.Error
			if errors.As(err, &wire) {
				t.Errorf("%v looks like an error of the peer", err)
			}
		})
	}
	t.Run("zero target", func(t *testing.T) {
		if _, err := client.Dial(t.Context(), client.Target{}); err == nil {
			t.Error("dial accepted it")
		}
	})
	t.Run("a URL that is none", func(t *testing.T) {
		if _, err := client.Dial(t.Context(), client.URL("gopher://x")); err == nil {
			t.Error("dial accepted it")
		}
	})
}

// refuse answers the first n requests with -32022.
func refuse(n int, data string) *fake {
	f := &fake{}
	f.answer = func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
		if len(f.requests()) <= n {
			return nil, jsonrpc.Errorf(mcp.CodeUnsupportedProtocolVersion, "no").WithData(jsontext.Value(data))
		}
		return &mcp.Response{Result: jsontext.Value(`{"resultType":"complete","content":[]}`)}, nil
	}
	return f
}

func TestVersionRefused(t *testing.T) {
	for _, id := range []string{"VERSION-002", "VERSION-003"} {
		t.Run(id+" sent again with the version the server names", func(t *testing.T) {
			f := refuse(1, `{"supported":["2025-11-25","2026-07-28"],"requested":"2026-07-28"}`)
			if _, err := dial(t, f).CallTool(t.Context(), "t", nil); err != nil {
				t.Fatal(err)
			}
			if n := len(f.requests()); n != 2 {
				t.Errorf("sent %d times, want 2", n)
			}
			if got, _, _ := f.last(t).Meta().ProtocolVersion(); got != mcp.Revision {
				t.Errorf("sent again with %q", got)
			}
		})
	}
	for name, test := range map[string]struct {
		data string
		sent int
	}{
		"VERSION-003 none in common":     {`{"supported":["2025-11-25"],"requested":"2026-07-28"}`, 1},
		"VERSION-003 refused twice":      {`{"supported":["2026-07-28"],"requested":"2026-07-28"}`, 2},
		"VERSION-003 nothing said":       {`null`, 1},
		"VERSION-003 data of other type": {`{"supported":"2026-07-28"}`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			f := refuse(9, test.data)
			_, err := dial(t, f).CallTool(t.Context(), "t", nil)
			var version *client.VersionError
			if !errors.As(err, &version) {
				t.Fatalf("got %v, want a VersionError", err)
			}
			var wire *jsonrpc.Error
			if !errors.As(err, &wire) || !wire.FromPeer() {
				t.Errorf("%v does not hold what the peer said", err)
			}
			if n := len(f.requests()); n != test.sent {
				t.Errorf("sent %d times, want %d", n, test.sent)
			}
		})
	}
	t.Run("a caller that names a version negotiates itself", func(t *testing.T) {
		f := refuse(9, `{"supported":["2026-07-28"]}`)
		_, err := dial(t, f).Do(t.Context(), "m", nil, client.Meta(mcp.KeyProtocolVersion, "1900-01-01"))
		var version *client.VersionError
		if err == nil || errors.As(err, &version) || len(f.requests()) != 1 {
			t.Errorf("got %v after %d requests", err, len(f.requests()))
		}
	})
}

func TestClose(t *testing.T) {
	c := dial(t, results(`{"content":[]}`))
	for range 2 {
		if err := c.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	if _, err := c.CallTool(t.Context(), "t", nil); !errors.Is(err, client.ErrClosed) {
		t.Errorf("a call after close: %v", err)
	}
}

// A Dial that fails leaves nothing open.
func TestDialThatFailsCloses(t *testing.T) {
	fromServer, toClient := io.Pipe()
	fromClient, toServer := io.Pipe()
	_ = toClient.Close()
	read := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, fromClient)
		read <- err
	}()
	if _, err := client.Dial(t.Context(), client.Stream(fromServer, toServer)); err == nil {
		t.Error("a server that is gone was dialled")
	}
	if err := <-read; err != nil {
		t.Errorf("what the client wrote ended with %v, want its end", err)
	}
}

// A refusal that some middleware made is not the server's.
func TestRefusalThatIsLocal(t *testing.T) {
	f := results(`{}`)
	c := dial(t, f, client.Middleware(func(mcp.Handler) mcp.Handler {
		return mcp.HandlerFunc(func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
			return nil, mcp.UnsupportedVersion(mcp.Revision, mcp.Revision)
		})
	}))
	_, err := c.Do(t.Context(), "m", nil)
	var version *client.VersionError
	if err == nil || errors.As(err, &version) {
		t.Errorf("got %v", err)
	}
}

func TestMiddleware(t *testing.T) {
	var order []string
	layer := func(name string) mcp.Middleware {
		return func(next mcp.Handler) mcp.Handler {
			return mcp.HandlerFunc(func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
				order = append(order, name)
				if err := req.Meta().ValidateRequest(); err != nil {
					t.Errorf("%s sees a request without its _meta: %v", name, err)
				}
				return next.Handle(ctx, req, sink)
			})
		}
	}
	c := dial(t, results(`{"content":[]}`), client.Middleware(layer("outer"), layer("inner")))
	if _, err := c.CallTool(t.Context(), "t", nil); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(order); got != "[outer inner]" {
		t.Errorf("the order is %s", got)
	}
}
