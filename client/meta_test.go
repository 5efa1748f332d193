package client_test

import (
	"context"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// everyCall is each way to send a request with the typed API.
func everyCall() map[string]func(ctx context.Context, c *client.Client, opts ...client.CallOption) {
	return map[string]func(ctx context.Context, c *client.Client, opts ...client.CallOption){
		"server/discover": func(ctx context.Context, c *client.Client, o ...client.CallOption) { _, _ = c.Discover(ctx, o...) },
		"tools/list": func(ctx context.Context, c *client.Client, o ...client.CallOption) {
			_, _ = c.ListTools(ctx, nil, o...)
		},
		"tools/call": func(ctx context.Context, c *client.Client, o ...client.CallOption) {
			_, _ = c.CallTool(ctx, "t", nil, o...)
		},
		"resources/list": func(ctx context.Context, c *client.Client, o ...client.CallOption) {
			_, _ = c.ListResources(ctx, nil, o...)
		},
		"resources/templates/list": func(ctx context.Context, c *client.Client, o ...client.CallOption) {
			_, _ = c.ListResourceTemplates(ctx, nil, o...)
		},
		"resources/read": func(ctx context.Context, c *client.Client, o ...client.CallOption) {
			_, _ = c.ReadResource(ctx, "a:b", o...)
		},
		"prompts/list": func(ctx context.Context, c *client.Client, o ...client.CallOption) {
			_, _ = c.ListPrompts(ctx, nil, o...)
		},
		"prompts/get": func(ctx context.Context, c *client.Client, o ...client.CallOption) {
			_, _ = c.GetPrompt(ctx, "p", nil, o...)
		},
		"completion/complete": func(ctx context.Context, c *client.Client, o ...client.CallOption) {
			_, _ = c.Complete(ctx, mcp.PromptRef("p"), "a", "", nil, o...)
		},
		"com.example/do": func(ctx context.Context, c *client.Client, o ...client.CallOption) {
			_, _ = c.Do(ctx, "com.example/do", nil, o...)
		},
	}
}

func TestEveryRequestCarriesMeta(t *testing.T) {
	for id, check := range map[string]func(t *testing.T, req *mcp.Request){
		"JSONRPC-005": func(t *testing.T, req *mcp.Request) {
			if req.Params.Kind() != '{' {
				t.Errorf("params are %s, want an object", req.Params)
			}
		},
		"META-011": func(t *testing.T, req *mcp.Request) {
			if version, _, err := req.Meta().ProtocolVersion(); version != mcp.Revision || err != nil {
				t.Errorf("the version is %q, %v", version, err)
			}
		},
		"META-012": func(t *testing.T, req *mcp.Request) {
			if got := string(req.Meta().Get(mcp.KeyClientCapabilities)); got != "{}" {
				t.Errorf("the capabilities are %s, want {}", got)
			}
		},
		"META-015": func(t *testing.T, req *mcp.Request) {
			if info, _, err := req.Meta().ClientInfo(); info.Name != "probe" || info.Version != "1" || err != nil {
				t.Errorf("the client is %+v, %v", info, err)
			}
		},
		"META-025": func(t *testing.T, req *mcp.Request) {
			if got := string(req.Meta().Get("com.example/trace")); got != `"t1"` {
				t.Errorf("the caller's own key is %s", got)
			}
		},
		"all that a server checks": func(t *testing.T, req *mcp.Request) {
			if err := req.Meta().ValidateRequest(); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(id, func(t *testing.T) {
			for method, call := range everyCall() {
				t.Run(method, func(t *testing.T) {
					f := results(`{}`)
					c := dial(t, f, client.Info(mcp.Implementation{Name: "probe", Version: "1"}))
					call(t.Context(), c, client.Meta("com.example/trace", "t1"))
					req := f.last(t)
					if req.Method != method {
						t.Fatalf("the method is %q", req.Method)
					}
					check(t, req)
				})
			}
		})
	}
}

func TestMetaOfLists(t *testing.T) {
	t.Run("BR-056", func(t *testing.T) {
		f := results(`{"tools":[]}`)
		cursor := "c1"
		if _, err := dial(t, f).ListTools(t.Context(), &cursor, client.Meta("com.example/trace", "t1")); err != nil {
			t.Fatal(err)
		}
		contains(t, string(f.last(t).Params), `"cursor":"c1"`, `"com.example/trace":"t1"`, mcp.KeyClientCapabilities, mcp.KeyProtocolVersion)
	})
}

func TestCapabilities(t *testing.T) {
	t.Run("BR-073", func(t *testing.T) {
		f := results(`{"tools":[]}`)
		if _, err := dial(t, f).ListTools(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if got := string(f.last(t).Meta().Get(mcp.KeyClientCapabilities)); got != "{}" {
			t.Errorf("a client that can do nothing declares %s", got)
		}
	})
	t.Run("declared ones are sent", func(t *testing.T) {
		f := results(`{"tools":[]}`)
		c := dial(t, f, client.Capabilities(mcp.ClientCapabilities{Extensions: map[string]jsontext.Value{"com.example/x": jsontext.Value(`{}`)}}))
		if _, err := c.ListTools(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if got := string(f.last(t).Meta().Get(mcp.KeyClientCapabilities)); got != `{"extensions":{"com.example/x":{}}}` {
			t.Errorf("declared %s", got)
		}
	})
}

func TestMetaOfTheCallerStays(t *testing.T) {
	f := results(`{}`)
	c := dial(t, f)
	params := jsontext.Value(`{"a":1.50,"_meta":{"k":{"b":[ 1 ]},"io.modelcontextprotocol/clientCapabilities":{"roots":{}}},"z":"\u0041"}`)
	if _, err := c.Do(t.Context(), "com.example/do", params, client.Meta("k2", 2)); err != nil {
		t.Fatal(err)
	}
	got := f.last(t)
	for member, want := range map[string]string{"k": `{"b":[ 1 ]}`, "k2": "2", mcp.KeyClientCapabilities: `{"roots":{}}`, mcp.KeyProtocolVersion: `"2026-07-28"`} {
		if text := string(got.Meta().Get(member)); text != want {
			t.Errorf("%s is %s, want %s", member, text, want)
		}
	}
	contains(t, string(got.Params), `"a":1.50`, `"z":"\u0041"`)
	sendable(t, got)

	t.Run("an option wins over params", func(t *testing.T) {
		if _, err := c.Do(t.Context(), "com.example/do", params, client.Meta("k", nil)); err != nil {
			t.Fatal(err)
		}
		if text := string(f.last(t).Meta().Get("k")); text != "null" {
			t.Errorf("k is %s, want null", text)
		}
		sendable(t, f.last(t))
	})
}

// sendable fails t unless a request makes a message: each name occurs once.
func sendable(t *testing.T, req *mcp.Request) {
	t.Helper()
	if _, err := jsonrpc.Decode(jsonrpc.AppendRequest(nil, jsonrpc.IntID(1), req.Method, req.Params), jsonrpc.Limits{}); err != nil {
		t.Errorf("%s: %v", req.Params, err)
	}
}

func TestParamsThatCannotBeSent(t *testing.T) {
	f := results(`{}`)
	c := dial(t, f)
	for name, params := range map[string]string{"an array": `[1]`, "a number": `1`, "_meta is no object": `{"_meta":[]}`} {
		if _, err := c.Do(t.Context(), "m", jsontext.Value(params)); err == nil {
			t.Errorf("%s was sent", name)
		}
	}
	if _, err := c.Do(t.Context(), "m", nil, client.Meta("k", make(chan int))); err == nil {
		t.Error("a _meta value that is no JSON was sent")
	}
	if n := len(f.requests()); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestNamelessClient(t *testing.T) {
	f := results(`{}`)
	if _, err := dial(t, f, client.Info(mcp.Implementation{})).Do(t.Context(), "m", nil); err != nil {
		t.Fatal(err)
	}
	if info := f.last(t).Meta().Get(mcp.KeyClientInfo); info != nil {
		t.Errorf("a client without a name sends %s", info)
	}
}

// A Client is a Handler: what passes through it keeps its bytes and its sink.
func TestClientAsHandler(t *testing.T) {
	f := &fake{answer: func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
		notify(ctx, t, sink, "com.example/n", `{}`)
		return &mcp.Response{Result: jsontext.Value(`{"resultType":"com.example/odd"}`)}, nil
	}}
	var h mcp.Handler = dial(t, f)
	var seen int
	response, err := h.Handle(t.Context(), &mcp.Request{Method: "m", Params: jsontext.Value(`{"a":1}`), Peer: mcp.Peer{Principal: "p"}},
		mcp.SinkFunc(func(context.Context, *mcp.Notification) error { seen++; return nil }))
	if err != nil || string(response.Result) != `{"resultType":"com.example/odd"}` || seen != 1 {
		t.Errorf("got %v, %v with %d notifications", response, err, seen)
	}
	req := f.last(t)
	if req.Peer.Principal != "p" {
		t.Errorf("the peer is %+v", req.Peer)
	}
	if err := req.Meta().ValidateRequest(); err != nil {
		t.Error(err)
	}
}
