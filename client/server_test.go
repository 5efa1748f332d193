package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

type sum struct {
	Sum int `json:"sum"`
}

// calculator is a server with one of everything.
func calculator(t *testing.T) *server.Server {
	s := server.New(mcp.Implementation{Name: "calculator", Version: "1"}, server.Instructions("Add things."), server.PageSize(1))
	server.AddTool(s, mcp.Tool{Name: "add", Description: "Adds two numbers"},
		func(_ context.Context, _ *server.Call, in struct{ A, B int }) (sum, error) {
			return sum{in.A + in.B}, nil
		})
	server.AddTool(s, mcp.Tool{Name: "fail"},
		func(context.Context, *server.Call, struct{}) (string, error) { return "", errors.New("out of order") })
	server.AddTool(s, mcp.Tool{Name: "count"},
		func(ctx context.Context, call *server.Call, _ struct{}) (string, error) {
			for i := range 3 {
				if err := call.Progress(ctx, float64(i+1), 3, ""); err != nil {
					return "", err
				}
			}
			return "done", nil
		})
	fatal := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, uri := range []string{"note://a", "note://b"} {
		fatal(s.AddResource(mcp.Resource{URI: uri, Name: uri}, func(_ context.Context, _ *server.Call, uri string) (mcp.Contents, error) {
			return mcp.Contents{&mcp.TextResourceContents{URI: uri, Text: "milk"}}, nil
		}))
	}
	fatal(s.AddPrompt(mcp.Prompt{Name: "greet", Arguments: []mcp.PromptArgument{{Name: "name", Required: true}}},
		func(_ context.Context, _ *server.Call, arguments map[string]string) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{Messages: []mcp.PromptMessage{{Role: mcp.RoleUser, Content: mcp.Text("Hello, " + arguments["name"] + "!")}}}, nil
		}))
	return s
}

// The same calls give the same answers, whatever is in between.
func TestServer(t *testing.T) {
	s := calculator(t)
	web := httptest.NewServer(streamable.NewHandler(s))
	defer web.Close()
	for name, target := range map[string]client.Target{"in process": client.InProcess(s), "http": client.URL(web.URL)} {
		t.Run(name, func(t *testing.T) { talk(t, target) })
	}
}

func talk(t *testing.T, target client.Target) {
	c, err := client.Dial(t.Context(), target, quiet())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := c.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}()
	ctx := t.Context()
	if info, _, err := c.Server().Meta.ServerInfo(); info.Name != "calculator" || err != nil {
		t.Errorf("the server is %+v, %v", info, err)
	}

	got, err := toolNames(t, c)
	if diff := cmp.Diff([]string{"add", "fail", "count"}, got); diff != "" || err != nil {
		t.Errorf("%v, tools (-want +got):\n%s", err, diff)
	}
	got, err = names(c.Resources(ctx), func(r mcp.Resource) string { return r.URI })
	if diff := cmp.Diff([]string{"note://a", "note://b"}, got); diff != "" || err != nil {
		t.Errorf("%v, resources (-want +got):\n%s", err, diff)
	}

	three, err := client.CallToolFor[sum](ctx, c, "add", map[string]int{"A": 1, "B": 2})
	if three.Sum != 3 || err != nil {
		t.Errorf("add gave %v, %v", three, err)
	}
	var tool *client.ToolError
	if _, err := client.CallToolFor[string](ctx, c, "fail", nil); !errors.As(err, &tool) {
		t.Errorf("fail gave %v", err)
	}
	var progress []float64
	_, err = c.CallTool(ctx, "count", nil, client.OnProgress(func(p mcp.ProgressParams) { progress = append(progress, p.Progress) }))
	if fmt.Sprint(progress) != "[1 2 3]" || err != nil {
		t.Errorf("progress is %v, %v", progress, err)
	}

	read, err := c.ReadResource(ctx, "note://b")
	if err != nil || read.Contents[0].(*mcp.TextResourceContents).Text != "milk" {
		t.Errorf("read %+v, %v", read, err)
	}
	if _, err := c.ReadResource(ctx, "note://none"); !client.IsNotFound(err) {
		t.Errorf("a missing resource gave %v", err)
	}
	prompt, err := c.GetPrompt(ctx, "greet", map[string]string{"name": "Ada"})
	if err != nil || prompt.Messages[0].Content.(*mcp.TextContent).Text != "Hello, Ada!" {
		t.Errorf("got %+v, %v", prompt, err)
	}
	_, err = c.CallTool(ctx, "none", nil)
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || !wire.FromPeer() || wire.Code != jsonrpc.InvalidParams {
		t.Errorf("an unknown tool gave %v", err)
	}
}
