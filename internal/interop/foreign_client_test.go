package interop_test

import (
	"bytes"
	"context"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/quatrain-mcp/quatrain/internal/peer"
)

// peerTimeout bounds one run of a foreign program, which takes about a second.
const peerTimeout = time.Minute

// seen is what testdata/client.mjs prints of the server it talked to.
type seen struct {
	Era          string   `json:"era"`
	Revision     string   `json:"revision"`
	Server       string   `json:"server"`
	Capabilities []string `json:"capabilities"`
	Tools        []string `json:"tools"`
	Resources    []string `json:"resources"`
	Templates    []string `json:"templates"`
	Prompts      []string `json:"prompts"`

	Text       result    `json:"text"`
	Failed     result    `json:"failed"`
	Progressed result    `json:"progressed"`
	Progress   []float64 `json:"progress"`

	Resource   contents       `json:"resource"`
	Templated  contents       `json:"templated"`
	Prompt     jsontext.Value `json:"prompt"`
	Completion struct {
		Completion struct {
			Values []string `json:"values"`
		} `json:"completion"`
	} `json:"completion"`

	UnknownTool     int `json:"unknownTool"`
	UnknownResource int `json:"unknownResource"`
	UnknownPrompt   int `json:"unknownPrompt"`
}

type result struct {
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	IsError bool `json:"isError"`
}

type contents struct {
	Contents []struct {
		URI  string `json:"uri"`
		Text string `json:"text"`
	} `json:"contents"`
}

// A client of another make lists and calls everything there is.
func TestForeignClient(t *testing.T) {
	node := peer.FindNode(t)
	quatrain := peer.Quatrain(t)
	t.Run("http", func(t *testing.T) {
		url := peer.Listen(t, quatrain, "serve", "demo", "--fixtures", "--http", "127.0.0.1:0")
		check(t, run(t, node.Script(t, "testdata/client.mjs", "http", url)))
	})
	t.Run("stdio", func(t *testing.T) {
		check(t, run(t, node.Script(t, "testdata/client.mjs", "stdio", quatrain, "serve", "demo", "--fixtures")))
	})
}

// run runs a program that prints what it saw and returns that.
func run(t *testing.T, command []string) seen {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), peerTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the foreign client: %v\n%s%s", err, out, stderr.String())
	}
	var got seen
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("reading what the foreign client saw: %v\n%s", err, out)
	}
	return got
}

func check(t *testing.T, got seen) {
	t.Helper()
	if got.Era != "modern" || got.Revision != "2026-07-28" {
		t.Errorf("era %q, revision %q; want modern, 2026-07-28", got.Era, got.Revision)
	}
	if got.Server == "" {
		t.Error("the server told no name")
	}
	if diff := cmp.Diff([]string{"completions", "logging", "prompts", "resources", "tools"}, got.Capabilities); diff != "" {
		t.Errorf("capabilities (-want +got):\n%s", diff)
	}
	contains(t, "tools", got.Tools, "get_weather", "test_simple_text")
	contains(t, "resources", got.Resources, "test://static-text")
	contains(t, "templates", got.Templates, "test://template/{id}/data")
	contains(t, "prompts", got.Prompts, "test_simple_prompt")

	if len(got.Text.Content) != 1 || got.Text.Content[0].Text == "" || got.Text.IsError {
		t.Errorf("test_simple_text gave %+v, want one text", got.Text)
	}
	if len(got.Failed.Content) == 0 || got.Failed.Content[0].Text == "" || !got.Failed.IsError {
		t.Errorf("test_error_handling gave %+v, want an error that says something", got.Failed)
	}
	// That client drops what comes in one piece with the result, so not all
	// need be there.
	if len(got.Progress) == 0 || !slices.IsSorted(got.Progress) || len(slices.Compact(slices.Clone(got.Progress))) != len(got.Progress) {
		t.Errorf("progress %v, want some, increasing", got.Progress)
	}
	if len(got.Progressed.Content) == 0 {
		t.Error("test_tool_with_progress gave no content")
	}
	if len(got.Resource.Contents) != 1 || got.Resource.Contents[0].Text == "" {
		t.Errorf("test://static-text gave %+v, want a text", got.Resource)
	}
	if len(got.Templated.Contents) != 1 || !bytes.Contains([]byte(got.Templated.Contents[0].Text), []byte("123")) {
		t.Errorf("test://template/123/data gave %+v, want a text with 123", got.Templated)
	}
	for _, argument := range []string{"one", "two"} {
		if !bytes.Contains(got.Prompt, []byte(argument)) {
			t.Errorf("test_prompt_with_arguments gave %s, want %q in it", got.Prompt, argument)
		}
	}
	if got.Completion.Completion.Values == nil {
		t.Error("completion gave no values member")
	}
	const invalidParams = -32602
	for what, code := range map[string]int{
		"tool": got.UnknownTool, "resource": got.UnknownResource, "prompt": got.UnknownPrompt,
	} {
		if code != invalidParams {
			t.Errorf("an unknown %s is refused with %d, want %d", what, code, invalidParams)
		}
	}
}

func contains(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	for _, name := range want {
		if !slices.Contains(got, name) {
			t.Errorf("%s %q lack %q", what, got, name)
		}
	}
}
