package client

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/schema"
)

// tools returns the list of tools. Output schemas seen on the way are kept, for
// CallTool to check results by.
func (c *Client) tools() list[mcp.Tool] {
	return list[mcp.Tool]{mcp.ToolsList.Name, "tools", []string{"name"}, func(tool *mcp.Tool) *EntryError {
		problem := checkInputSchema(tool.InputSchema)
		if problem == nil {
			c.outputs.note(tool)
		}
		return problem
	}}
}

// checkInputSchema refuses what is no JSON Schema of an object (TOOL-011,
// TOOL-012, SCHEMA-007). One that merely exceeds what this side can check, such
// as one of another dialect, is between the server and whoever makes the
// arguments.
func checkInputSchema(raw jsontext.Value) *EntryError {
	const at = jsontext.Pointer("/inputSchema")
	switch {
	case raw == nil:
		return &EntryError{Err: errors.New("inputSchema is missing")}
	case raw.Kind() != '{':
		return &EntryError{Pointer: at, Err: fmt.Errorf("no object but %s", clip(string(raw)))}
	}
	kind := jsonrpc.Member(raw, "type")
	if text, err := jsontext.AppendUnquote(nil, kind); err != nil || string(text) != "object" {
		return &EntryError{Pointer: at, Err: errors.New(`its type is not "object"`)}
	}
	var invalid *schema.Error
	if _, err := schema.Compile(raw, schema.Bounds{}); errors.As(err, &invalid) && invalid.Reason == schema.ReasonInvalid {
		return &EntryError{Pointer: at + invalid.Pointer, Err: err}
	}
	return nil
}

// Tools iterates over all tools of the server, page by page. Entries that are
// no valid tool are left out and logged.
func (c *Client) Tools(ctx context.Context, opts ...CallOption) iter.Seq2[mcp.Tool, error] {
	return c.tools().all(ctx, c, opts)
}

// ListTools returns one page of tools; a nil cursor means the first.
func (c *Client) ListTools(ctx context.Context, cursor *string, opts ...CallOption) (*Page[mcp.Tool], error) {
	return c.tools().page(ctx, c, cursor, opts)
}

// CallTool calls a tool. arguments is what encodes as a JSON object: a map, a
// struct, a jsontext.Value, or nil for none.
//
// A tool that failed is no error here: look at the result's IsError. It fails
// with an *OutputError when the structured content does not fit the output
// schema, if the tool was listed before with this client.
func (c *Client) CallTool(ctx context.Context, name string, arguments any, opts ...CallOption) (*mcp.CallToolResult, error) {
	raw, err := encodeArguments(arguments)
	if err != nil {
		return nil, &callError{mcp.ToolsCall.Name, name, err}
	}
	result, err := Call(ctx, c, mcp.ToolsCall, mcp.CallToolParams{Name: name, Arguments: raw}, opts...)
	if err != nil {
		return nil, err
	}
	if c.config.checkOutput && !result.IsError { // a failure has its own shape (BR-085)
		if err := c.checkOutput(ctx, name, result); err != nil {
			return nil, &callError{mcp.ToolsCall.Name, name, err}
		}
	}
	return result, nil
}

// encodeArguments encodes the arguments of a tool, an object (TOOL-024).
func encodeArguments(arguments any) (jsontext.Value, error) {
	if arguments == nil {
		return nil, nil
	}
	raw, err := json.Marshal(arguments, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil, fmt.Errorf("encode the arguments: %w", err)
	}
	if value := jsontext.Value(raw); value.Kind() != '{' {
		return nil, fmt.Errorf("the arguments are no object but %s", clip(string(value)))
	}
	return raw, nil
}

// A ToolError is the failure of a tool, as CallToolFor returns it.
type ToolError struct {
	Tool   string
	Result *mcp.CallToolResult
}

// Error returns what the tool said.
func (e *ToolError) Error() string {
	text := textOf(e.Result)
	if text == "" {
		text = "it failed and does not say why"
	}
	return fmt.Sprintf("tool %s: %s", clip(e.Tool), text)
}

// textOf returns the text blocks of a result, one below the other.
func textOf(result *mcp.CallToolResult) string {
	var lines []string
	for _, block := range result.Content {
		if text, ok := block.(*mcp.TextContent); ok {
			lines = append(lines, text.Text)
		}
	}
	return strings.Join(lines, "\n")
}

// CallToolFor is CallTool for a tool with structured content, which it decodes
// into an Out. A tool that failed is a *ToolError. A string may also come from
// a tool that returns nothing but text.
func CallToolFor[Out any](ctx context.Context, c *Client, name string, arguments any, opts ...CallOption) (Out, error) {
	var out Out
	result, err := c.CallTool(ctx, name, arguments, opts...)
	if err != nil {
		return out, err
	}
	if result.IsError {
		return out, &ToolError{name, result}
	}
	if result.StructuredContent == nil {
		if text, ok := any(&out).(*string); ok {
			*text = textOf(result)
			return out, nil
		}
		err = errors.New("the result has no structuredContent")
	} else {
		err = json.Unmarshal(result.StructuredContent, &out, jsontext.AllowInvalidUTF8(true))
	}
	if err != nil {
		return out, &callError{mcp.ToolsCall.Name, name, &ResultError{Method: mcp.ToolsCall.Name, Err: err}}
	}
	return out, nil
}
