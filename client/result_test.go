package client_test

import (
	"errors"
	"testing"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

func TestResultType(t *testing.T) {
	for _, id := range []string{"RESULT-001", "RESULT-002"} {
		t.Run(id+" absent is complete", func(t *testing.T) {
			result, err := dial(t, results(`{"content":[{"type":"text","text":"ok"}]}`)).CallTool(t.Context(), "t", nil)
			if err != nil || len(result.Content) != 1 {
				t.Errorf("got %+v, %v", result, err)
			}
		})
	}
	for name, test := range map[string]struct{ result, text string }{
		"RESULT-003":           {`{"resultType":"foo","content":[]}`, `"foo"`},
		"RESULT-007":           {`{"resultType":"task","content":[]}`, `"task"`},
		"BR-067 unknown":       {`{"resultType":"com.example/partial","content":[]}`, `"com.example/partial"`},
		"BR-067 no string":     {`{"resultType":7,"content":[]}`, "7"},
		"RESULT-005 a content": {`{"resultType":"input_required","content":[]}`, "input_required"},
		"RESULT-005 no object": {`{"resultType":"input_required","inputRequests":[]}`, "inputRequests"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := dial(t, results(test.result)).CallTool(t.Context(), "echo", nil)
			var invalid *client.ResultError
			if !errors.As(err, &invalid) || string(invalid.Result) != test.result {
				t.Fatalf("got %v, want a ResultError with the result", err)
			}
			contains(t, err.Error(), "tools/call echo", "invalid response", test.text)
			var wire *jsonrpc.Error
			if errors.As(err, &wire) {
				t.Errorf("%v looks like an error of the peer", err)
			}
		})
	}
	t.Run("BR-067 absent", func(t *testing.T) {
		if _, err := dial(t, results(`{"content":[{"type":"text","text":"ok"}]}`)).CallTool(t.Context(), "t", nil); err != nil {
			t.Error(err)
		}
	})
	t.Run("the type that is unknown can be asked for", func(t *testing.T) {
		_, err := dial(t, results(`{"resultType":"foo"}`)).ListTools(t.Context(), nil)
		var unknown *mcp.ResultTypeError
		if !errors.As(err, &unknown) || unknown.Type != "foo" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("RESULT-006", func(t *testing.T) {
		c := dial(t, results(`{"resultType":"task","taskId":"1"}`), client.ResultTypes("task"))
		response, err := c.Do(t.Context(), "tools/call", nil)
		if err != nil || response.Type() != "task" {
			t.Errorf("got %v, %v", response, err)
		}
		// A call that can only read complete results says so.
		_, err = c.CallTool(t.Context(), "t", nil)
		var unknown *mcp.ResultTypeError
		if !errors.As(err, &unknown) {
			t.Errorf("got %v", err)
		}
	})
}

func TestInputRequired(t *testing.T) {
	const result = `{"resultType":"input_required","requestState":"s","inputRequests":{
		"b":{"method":"roots/list"},"a":{"method":"elicitation/create","params":{}}}}`
	t.Run("RESULT-005", func(t *testing.T) {
		c := dial(t, results(result))
		for name, call := range map[string]func() error{
			"call": func() error { _, err := c.CallTool(t.Context(), "ask", nil); return err },
			"list": func() error { _, err := c.ListTools(t.Context(), nil); return err },
		} {
			err := call()
			var input *client.InputRequiredError
			if !errors.As(err, &input) {
				t.Fatalf("%s: %v, want an InputRequiredError", name, err)
			}
			if state := input.Result.RequestState; len(input.Result.InputRequests) != 2 || state == nil || *state != "s" {
				t.Errorf("%s: the result is %+v", name, input.Result)
			}
			contains(t, err.Error(), `elicitation/create as "a", roots/list as "b"`)
		}
	})
}

func TestMalformedResults(t *testing.T) {
	for name, test := range map[string]struct {
		result, pointer string
		call            func(t *testing.T, c *client.Client) error
	}{
		"TOOL-009 missing":     {`{}`, "/result/tools", listTools},
		"TOOL-009 null":        {`{"tools":null}`, "/result/tools", listTools},
		"BR-077 a null list":   {`{"resultType":"complete","tools":null,"ttlMs":0,"cacheScope":"public"}`, "/result/tools", listTools},
		"TOOL-025 missing":     {`{"structuredContent":{}}`, "content", callTool},
		"TOOL-025 null":        {`{"content":null}`, "content", callTool},
		"TOOL-025 no array":    {`{"content":{}}`, "/content", callTool},
		"TOOL-037 a string":    {`{"content":[],"isError":"true"}`, "/isError", callTool},
		"TOOL-027 no text":     {`{"content":[{"type":"text"}]}`, "/content/0", callTool},
		"RESOURCE-007 missing": {`{}`, "/result/resources", func(t *testing.T, c *client.Client) error { _, err := c.ListResources(t.Context(), nil); return err }},
		"RESOURCE-008 missing": {`{}`, "/result/resourceTemplates", func(t *testing.T, c *client.Client) error {
			_, err := c.ListResourceTemplates(t.Context(), nil)
			return err
		}},
		"PROMPT-006 missing": {`{"prompts":7}`, "/result/prompts", func(t *testing.T, c *client.Client) error { _, err := c.ListPrompts(t.Context(), nil); return err }},
		"RESOURCE-012 neither": {`{"contents":[{"uri":"file:///a"}]}`, "/contents/0", func(t *testing.T, c *client.Client) error {
			_, err := c.ReadResource(t.Context(), "file:///a")
			return err
		}},
		"PROMPT-010": {`{"resultType":"complete"}`, "messages", func(t *testing.T, c *client.Client) error {
			_, err := c.GetPrompt(t.Context(), "p", nil)
			return err
		}},
		"COMPLETE-006": {`{"completion":{}}`, "values", func(t *testing.T, c *client.Client) error {
			_, err := c.Complete(t.Context(), mcp.PromptRef("p"), "a", "", nil)
			return err
		}},
		"PAGE-002 no string": {`{"tools":[],"nextCursor":7}`, "/result/nextCursor", listTools},
		"RESULT-008":         {`{"tools":[],"_meta":[]}`, "/result/_meta", listTools},
	} {
		t.Run(name, func(t *testing.T) {
			err := test.call(t, dial(t, results(test.result)))
			var invalid *client.ResultError
			if !errors.As(err, &invalid) {
				t.Fatalf("got %v, want a ResultError", err)
			}
			contains(t, err.Error(), "invalid response", test.pointer)
			var wire *jsonrpc.Error
			if errors.As(err, &wire) {
				t.Errorf("%v looks like an error of the peer", err)
			}
		})
	}
}

func listTools(t *testing.T, c *client.Client) error {
	_, err := c.ListTools(t.Context(), nil)
	return err
}

func callTool(t *testing.T, c *client.Client) error {
	_, err := c.CallTool(t.Context(), "t", nil)
	return err
}
