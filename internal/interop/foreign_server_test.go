package interop_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/internal/peer"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// Our client lists and calls everything that a server of another make has.
func TestForeignServer(t *testing.T) {
	node := peer.FindNode(t)
	t.Run("http", func(t *testing.T) {
		url := peer.Listen(t, node.Script(t, "testdata/server.mjs", "http")...)
		callEverything(t, client.URL(url))
	})
	t.Run("stdio", func(t *testing.T) {
		command := node.Script(t, "testdata/server.mjs", "stdio")
		callEverything(t, client.Command(command[0], command[1:]...))
	})
}

func callEverything(t *testing.T, target client.Target) {
	ctx, cancel := context.WithTimeout(t.Context(), peerTimeout)
	defer cancel()
	c, err := client.Dial(ctx, target)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := c.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	}()

	t.Run("discover", func(t *testing.T) { foreignDiscovery(t, c) })
	t.Run("lists", func(t *testing.T) { foreignLists(t, c) })
	t.Run("tools", func(t *testing.T) { foreignTools(t, c) })
	t.Run("resources", func(t *testing.T) { foreignResources(t, c) })
	t.Run("prompts", func(t *testing.T) { foreignPrompts(t, c) })
	t.Run("errors", func(t *testing.T) { foreignErrors(t, c) })
}

func foreignDiscovery(t *testing.T, c *client.Client) {
	server := c.Server()
	if server.Instructions != "A server of another make." {
		t.Errorf("instructions %q", server.Instructions)
	}
	info, ok, err := server.Meta.ServerInfo()
	if err != nil || !ok || info.Name != "foreign" || info.Version != "1.2.3" {
		t.Errorf("serverInfo %+v, %v, %v; want foreign 1.2.3", info, ok, err)
	}
}

func foreignLists(t *testing.T, c *client.Client) {
	ctx := t.Context()
	got := map[string][]string{}
	for tool, err := range c.Tools(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		got["tools"] = append(got["tools"], tool.Name)
	}
	for resource, err := range c.Resources(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		got["resources"] = append(got["resources"], resource.URI)
	}
	for template, err := range c.ResourceTemplates(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		got["templates"] = append(got["templates"], template.URITemplate)
	}
	for prompt, err := range c.Prompts(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		got["prompts"] = append(got["prompts"], prompt.Name)
	}
	want := map[string][]string{
		"tools":     {"add", "fails", "steps", "mirrored"},
		"resources": {"note://today"},
		"templates": {"note://day/{name}"},
		"prompts":   {"greet"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lists (-want +got):\n%s", diff)
	}
}

func foreignTools(t *testing.T, c *client.Client) {
	ctx := t.Context()
	sum, err := client.CallToolFor[struct {
		Sum float64 `json:"sum"`
	}](ctx, c, "add", map[string]any{"a": 1, "b": 2.5})
	if err != nil || sum.Sum != 3.5 {
		t.Errorf("add gave %v, %v; want 3.5", sum, err)
	}

	failed, err := c.CallTool(ctx, "fails", nil)
	if err != nil || !failed.IsError {
		t.Errorf("fails gave %+v, %v; want a result with isError", failed, err)
	}

	var progress []float64
	_, err = c.CallTool(ctx, "steps", nil, client.OnProgress(func(p mcp.ProgressParams) {
		progress = append(progress, p.Progress)
	}))
	if err != nil {
		t.Errorf("steps: %v", err)
	}
	if diff := cmp.Diff([]float64{1, 2, 3}, progress); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

func foreignResources(t *testing.T, c *client.Client) {
	for uri, want := range map[string]string{
		"note://today":      "buy milk",
		"note://day/monday": "nothing on monday",
	} {
		result, err := c.ReadResource(t.Context(), uri)
		if err != nil {
			t.Errorf("%s: %v", uri, err)
			continue
		}
		if len(result.Contents) != 1 {
			t.Errorf("%s has %d contents, want 1", uri, len(result.Contents))
			continue
		}
		text, ok := result.Contents[0].(*mcp.TextResourceContents)
		if !ok || text.Text != want {
			t.Errorf("%s gave %+v, want %q", uri, result.Contents[0], want)
		}
	}
}

func foreignPrompts(t *testing.T, c *client.Client) {
	prompt, err := c.GetPrompt(t.Context(), "greet", map[string]string{"name": "Ada"})
	if err != nil {
		t.Fatal(err)
	}
	if len(prompt.Messages) != 1 {
		t.Fatalf("greet has %d messages, want 1", len(prompt.Messages))
	}
	text, ok := prompt.Messages[0].Content.(*mcp.TextContent)
	if !ok || text.Text != "Hello, Ada!" {
		t.Errorf("greet gave %+v, want Hello, Ada!", prompt.Messages[0].Content)
	}

	completion, err := c.Complete(t.Context(), mcp.PromptRef("greet"), "name", "A", nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Ada", "Alan"}, completion.Values); diff != "" {
		t.Errorf("completion (-want +got):\n%s", diff)
	}
}

func foreignErrors(t *testing.T, c *client.Client) {
	ctx := t.Context()
	for what, call := range map[string]func() error{
		"tool":     func() error { _, err := c.CallTool(ctx, "no_such_tool", nil); return err },
		"resource": func() error { _, err := c.ReadResource(ctx, "note://nowhere"); return err },
		"prompt":   func() error { _, err := c.GetPrompt(ctx, "no_such_prompt", nil); return err },
	} {
		err := call()
		var wire *jsonrpc.Error
		if !errors.As(err, &wire) || !wire.FromPeer() || wire.Code != jsonrpc.InvalidParams {
			t.Errorf("an unknown %s gave %v, want the peer's %d", what, err, jsonrpc.InvalidParams)
		}
	}
	if _, err := c.ReadResource(ctx, "note://nowhere"); !client.IsNotFound(err) {
		t.Errorf("IsNotFound(%v) is false", err)
	}
}
