package client_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/schema"
)

func TestArguments(t *testing.T) {
	type point struct {
		X int   `json:"x"`
		L []int `json:"l"`
	}
	f := results(`{"content":[]}`)
	c := dial(t, f)
	for _, test := range []struct {
		name      string
		arguments any
		want      string // "" for none
	}{
		{"nil", nil, ""},
		{"a map", map[string]any{"b": 1, "a": "x"}, `{"a":"x","b":1}`},
		{"a struct", point{X: 1}, `{"x":1,"l":[]}`},
		{"a pointer", &point{X: 2, L: []int{3}}, `{"x":2,"l":[3]}`},
		{"JSON", jsontext.Value(`{"n":12345678901234567890.10}`), `{"n":12345678901234567890.10}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := c.CallTool(t.Context(), "t", test.arguments); err != nil {
				t.Fatal(err)
			}
			if got := string(jsonrpc.Member(f.last(t).Params, "arguments")); got != test.want {
				t.Errorf("sent %s, want %s", got, test.want)
			}
		})
	}
	t.Run("TOOL-024", func(t *testing.T) {
		sent := len(f.requests())
		for _, arguments := range []any{[]int{1}, "x", 7, jsontext.Value(`[1]`), jsontext.Value(`null`), jsontext.Value(`{`), make(chan int), (*point)(nil)} {
			_, err := c.CallTool(t.Context(), "t", arguments)
			if err == nil {
				t.Errorf("%v was sent", arguments)
				continue
			}
			contains(t, err.Error(), "tools/call t", "arguments")
		}
		if len(f.requests()) != sent {
			t.Error("something was sent")
		}
	})
	t.Run("TOOL-023", func(t *testing.T) {
		if _, err := c.CallTool(t.Context(), "get_weather", nil); err != nil {
			t.Fatal(err)
		}
		if got := string(jsonrpc.Member(f.last(t).Params, "name")); got != `"get_weather"` {
			t.Errorf("the name is %s", got)
		}
	})
}

func TestContentBlocks(t *testing.T) {
	const result = `{"resultType":"complete","content":[
		{"type":"text","text":"t","_meta":{"com.example/a":1}},
		{"type":"resource_link","uri":"file:///a","name":"a","_meta":{"com.example/b":2}},
		{"type":"com.example.future","x":1,"_meta":{"k":3}}]}`
	for _, id := range []string{"BR-059", "TOOL-026"} {
		t.Run(id, func(t *testing.T) {
			got, err := dial(t, results(result)).CallTool(t.Context(), "t", nil)
			if err != nil || len(got.Content) != 3 {
				t.Fatalf("got %+v, %v", got, err)
			}
			text, isText := got.Content[0].(*mcp.TextContent)
			link, isLink := got.Content[1].(*mcp.ResourceLink)
			unknown, isUnknown := got.Content[2].(*mcp.UnknownContent)
			if !isText || !isLink || !isUnknown {
				t.Fatalf("the blocks are %T", got.Content)
			}
			if string(text.Meta.Get("com.example/a")) != "1" || string(link.Meta.Get("com.example/b")) != "2" {
				t.Errorf("_meta is %s and %s", text.Meta.Raw(), link.Meta.Raw())
			}
			contains(t, string(unknown.Raw), `"_meta":{"k":3}`)
		})
	}
}

func TestResourcesInResults(t *testing.T) {
	t.Run("TOOL-031", func(t *testing.T) {
		got, err := dial(t, results(`{"content":[
			{"type":"resource_link","uri":"file:///unlisted","name":"a"},
			{"type":"resource","resource":{"uri":"file:///b","text":"t"}}]}`)).CallTool(t.Context(), "t", nil)
		if err != nil || len(got.Content) != 2 {
			t.Fatalf("got %+v, %v", got, err)
		}
		if link, ok := got.Content[0].(*mcp.ResourceLink); !ok || link.URI != "file:///unlisted" {
			t.Errorf("the link is %+v", got.Content[0])
		}
		if embedded, ok := got.Content[1].(*mcp.EmbeddedResource); !ok || embedded.Resource.(*mcp.TextResourceContents).Text != "t" {
			t.Errorf("the resource is %+v", got.Content[1])
		}
	})
	const contents = `{"contents":[{"uri":"file:///a","text":""},{"uri":"file:///a/b","blob":"AA=="}],"nextCursor":"x"}`
	for _, id := range []string{"RESOURCE-013", "PAGE-011"} {
		t.Run(id, func(t *testing.T) {
			f := results(contents)
			got, err := dial(t, f).ReadResource(t.Context(), "file:///a")
			if err != nil || len(got.Contents) != 2 || len(f.requests()) != 1 {
				t.Errorf("got %+v, %v after %d requests", got, err, len(f.requests()))
			}
		})
	}
}

// What is sent, as the receiver has to find it.
func TestParamsThatAreSent(t *testing.T) {
	f := results(`{}`)
	c := dial(t, f)
	for _, test := range []struct {
		name, want string
		call       func(ctx context.Context) // its result does not matter
	}{
		{"RESOURCE-011", `{"uri":"file:///a b"}`, func(ctx context.Context) { _, _ = c.ReadResource(ctx, "file:///a b") }},
		{"PROMPT-008", `{"name":"p"}`, func(ctx context.Context) { _, _ = c.GetPrompt(ctx, "p", nil) }},
		{"PROMPT-009", `{"arguments":{"n":"1"},"name":"p"}`, func(ctx context.Context) { _, _ = c.GetPrompt(ctx, "p", map[string]string{"n": "1"}) }},
		{"COMPLETE-002", `{"argument":{"name":"a","value":""},"ref":{"name":"p","type":"ref/prompt"}}`, func(ctx context.Context) {
			_, _ = c.Complete(ctx, mcp.PromptRef("p"), "a", "", nil)
		}},
		{"COMPLETE-003", `{"argument":{"name":"a","value":"v"},"ref":{"type":"ref/resource","uri":"x:{a}"}}`, func(ctx context.Context) {
			_, _ = c.Complete(ctx, mcp.ResourceRef("x:{a}"), "a", "v", map[string]string{})
		}},
		{"COMPLETE-004", `{"argument":{"name":"a","value":""},"context":{"arguments":{"b":"1"}},"ref":{"name":"p","type":"ref/prompt"}}`, func(ctx context.Context) {
			_, _ = c.Complete(ctx, mcp.PromptRef("p"), "a", "", map[string]string{"b": "1"})
		}},
		{"COMPLETE-005", `{"argument":{"name":"a","value":""},"context":{"arguments":{"b":"1","c":"2"}},"ref":{"name":"p","type":"ref/prompt"}}`, func(ctx context.Context) {
			_, _ = c.Complete(ctx, mcp.PromptRef("p"), "a", "", map[string]string{"b": "1", "c": "2"})
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.call(t.Context())
			var params map[string]jsontext.Value
			if err := json.Unmarshal(f.last(t).Params, &params); err != nil {
				t.Fatal(err)
			}
			delete(params, "_meta")
			got, err := json.Marshal(params, json.Deterministic(true))
			if err != nil {
				t.Fatal(err)
			}
			value := jsontext.Value(got)
			if err := value.Canonicalize(); err != nil || string(value) != test.want {
				t.Errorf("sent %s, want %s; %v", value, test.want, err)
			}
		})
	}
}

func TestComplete(t *testing.T) {
	c := dial(t, results(`{"completion":{"values":["a","b"],"total":5,"hasMore":true}}`))
	got, err := c.Complete(t.Context(), mcp.PromptRef("p"), "x", "", nil)
	if err != nil || fmt.Sprint(got.Values) != "[a b]" || *got.Total != 5 || !*got.HasMore {
		t.Errorf("got %+v, %v", got, err)
	}
	t.Run("a partial one", func(t *testing.T) {
		got, err := dial(t, results(`{"completion":{"values":[]}}`)).Complete(t.Context(), mcp.PromptRef("p"), "x", "", nil)
		if err != nil || len(got.Values) != 0 || got.Total != nil {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func TestStructuredContent(t *testing.T) {
	for _, test := range []struct {
		name, schema, result string
		ok                   bool
	}{
		{"BR-083 null where it may be", `{"type":["object","null"]}`, `{"content":[],"structuredContent":null}`, true},
		{"BR-083 null where an object must be", `{"type":"object"}`, `{"content":[],"structuredContent":null}`, false},
		{"BR-083 absent", `{"type":"object"}`, `{"content":[]}`, false},
		{"BR-083 false", `{"type":"boolean"}`, `{"content":[],"structuredContent":false}`, true},
		{"BR-083 zero", `{"type":"integer"}`, `{"content":[],"structuredContent":0}`, true},
		{"TOOL-034 null without a schema", ``, `{"content":[],"structuredContent":null}`, true},
		{"TOOL-035", `{"type":"object"}`, `{"content":[],"structuredContent":[]}`, false},
		{"TOOL-036 a member missing", `{"type":"object","required":["a"]}`, `{"content":[],"structuredContent":{}}`, false},
		{"TOOL-036 as it should be", `{"type":"object","required":["a"]}`, `{"content":[],"structuredContent":{"a":1}}`, true},
		{"BR-085", `{"type":"object","required":["temp"]}`, `{"isError":true,"content":[],"structuredContent":{"code":"RATE"}}`, true},
		{"TOOL-037 absent is false", `{"type":"object"}`, `{"content":[],"isError":false}`, false},
		{"a schema that is none", `{"type":"nothing"}`, `{"content":[],"structuredContent":[]}`, true},
		{"a schema that leads outside", `{"$ref":"https://x.example/y"}`, `{"content":[]}`, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			tool := `{"name":"t","inputSchema":{"type":"object"}}`
			if test.schema != "" {
				tool = `{"name":"t","inputSchema":{"type":"object"},"outputSchema":` + test.schema + `}`
			}
			c := dial(t, results(`{"tools":[`+tool+`]}`, test.result))
			if _, err := toolNames(t, c); err != nil {
				t.Fatal(err)
			}
			_, err := c.CallTool(t.Context(), "t", nil)
			if test.ok && err != nil {
				t.Errorf("refused: %v", err)
			}
			if !test.ok {
				var output *client.OutputError
				if !errors.As(err, &output) || output.Tool != "t" || output.Result == nil {
					t.Fatalf("got %v, want an OutputError", err)
				}
				var wire *jsonrpc.Error
				if errors.As(err, &wire) {
					t.Errorf("%v looks like an error of the peer", err)
				}
			}
		})
	}
}

const strictTool = `{"tools":[{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}]}`

func TestOutputValidation(t *testing.T) {
	t.Run("its error names the place", func(t *testing.T) {
		c := dial(t, results(`{"tools":[{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"properties":{"a":{"type":"string"}}}}]}`,
			`{"content":[],"structuredContent":{"a":1}}`))
		if _, err := toolNames(t, c); err != nil {
			t.Fatal(err)
		}
		_, err := c.CallTool(t.Context(), "t", nil)
		var validation *schema.ValidationError
		if !errors.As(err, &validation) || validation.Violations[0].Pointer != "/a" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a tool that was never listed is not checked", func(t *testing.T) {
		if _, err := dial(t, results(`{"content":[]}`)).CallTool(t.Context(), "t", nil); err != nil {
			t.Error(err)
		}
	})
	t.Run("nor one that does not declare a schema any more", func(t *testing.T) {
		c := dial(t, results(strictTool, `{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`, `{"content":[]}`))
		for range 2 {
			if _, err := toolNames(t, c); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.CallTool(t.Context(), "t", nil); err != nil {
			t.Error(err)
		}
	})
	t.Run("what the caller does with a listed tool changes nothing", func(t *testing.T) {
		c := dial(t, results(strictTool, `{"content":[]}`))
		for tool := range c.Tools(t.Context()) {
			clear(tool.OutputSchema)
		}
		var output *client.OutputError
		if _, err := c.CallTool(t.Context(), "t", nil); !errors.As(err, &output) {
			t.Errorf("got %v, want an OutputError", err)
		}
	})
	t.Run("it can be turned off", func(t *testing.T) {
		c := dial(t, results(strictTool, `{"content":[]}`), client.SkipOutputValidation())
		if _, err := toolNames(t, c); err != nil {
			t.Fatal(err)
		}
		if _, err := c.CallTool(t.Context(), "t", nil); err != nil {
			t.Error(err)
		}
	})
	t.Run("a schema that cannot be used is reported once", func(t *testing.T) {
		logger, log := logged()
		c := dial(t, results(`{"tools":[{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"nothing"}}]}`, `{"content":[]}`), logger)
		if _, err := toolNames(t, c); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := c.CallTool(t.Context(), "t", nil); err != nil {
				t.Error(err)
			}
		}
		contains(t, log.String(), "results of a tool are not checked", "tool=t")
		if n := countLines(log.String()); n != 1 {
			t.Errorf("%d lines are logged:\n%s", n, log)
		}
	})
}

func TestToolErrors(t *testing.T) {
	const failure = `{"resultType":"complete","isError":true,"content":[{"type":"text","text":"rate limited"}],"structuredContent":{"code":"RATE","retry":30}}`
	t.Run("BR-085", func(t *testing.T) {
		c := dial(t, results(strictTool, failure))
		if _, err := toolNames(t, c); err != nil {
			t.Fatal(err)
		}
		result, err := c.CallTool(t.Context(), "t", nil)
		if err != nil {
			t.Fatalf("a tool's own failure is an error of the call: %v", err)
		}
		if !result.IsError || string(result.StructuredContent) != `{"code":"RATE","retry":30}` {
			t.Errorf("got %+v", result)
		}
		if text := result.Content[0].(*mcp.TextContent).Text; text != "rate limited" {
			t.Errorf("the text is %q", text)
		}
	})
	t.Run("typed", func(t *testing.T) {
		_, err := client.CallToolFor[struct{}](t.Context(), dial(t, results(failure)), "t", nil)
		var tool *client.ToolError
		if !errors.As(err, &tool) || !tool.Result.IsError {
			t.Fatalf("got %v, want a ToolError", err)
		}
		contains(t, err.Error(), "tool t: rate limited")
	})
	t.Run("without a text", func(t *testing.T) {
		_, err := client.CallToolFor[int](t.Context(), dial(t, results(`{"isError":true,"content":[]}`)), "t", nil)
		contains(t, fmt.Sprint(err), "does not say why")
	})
}

func TestCallToolFor(t *testing.T) {
	type weather struct {
		Temperature float64 `json:"temperature"`
	}
	got, err := client.CallToolFor[weather](t.Context(), dial(t, results(`{"content":[],"structuredContent":{"temperature":21.5}}`)), "t", nil)
	if diff := cmp.Diff(weather{21.5}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	text, err := client.CallToolFor[string](t.Context(), dial(t, results(`{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`)), "t", nil)
	if text != "a\nb" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	for name, result := range map[string]string{"absent": `{"content":[]}`, "another type": `{"content":[],"structuredContent":[]}`} {
		_, err := client.CallToolFor[weather](t.Context(), dial(t, results(result)), "t", nil)
		var invalid *client.ResultError
		if !errors.As(err, &invalid) {
			t.Errorf("%s: %v, want a ResultError", name, err)
		}
	}
}
