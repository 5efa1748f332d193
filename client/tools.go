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
	return list[mcp.Tool]{mcp.ToolsList.Name, "tools", func(tool *mcp.Tool) error {
		if err := checkTool(tool); err != nil {
			return err
		}
		c.outputs.note(tool)
		return nil
	}}
}

// checkTool refuses a tool that cannot be called: without a name, or without
// an input schema that is one (TOOL-010 to TOOL-012, SCHEMA-007). A schema that
// only exceeds what this side can check is the server's business.
func checkTool(tool *mcp.Tool) error {
	switch {
	case tool.Name == "":
		return errors.New("a tool without a name")
	case tool.InputSchema.Kind() != '{':
		return fmt.Errorf("tool %q: inputSchema is no object", tool.Name)
	case !isObjectType(jsonrpc.Member(tool.InputSchema, "type")):
		return fmt.Errorf(`tool %q: the type of inputSchema is not "object"`, tool.Name)
	}
	var invalid *schema.Error
	_, err := schema.Compile(tool.InputSchema, schema.Bounds{})
	if errors.As(err, &invalid) && invalid.Reason == schema.ReasonInvalid {
		return fmt.Errorf("tool %q: inputSchema: %w", tool.Name, err)
	}
	return nil
}

func isObjectType(value jsontext.Value) bool {
	text, err := jsontext.AppendUnquote(nil, value)
	return err == nil && string(text) == "object"
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
// schema, if the tool was listed before.
func (c *Client) CallTool(ctx context.Context, name string, arguments any, opts ...CallOption) (*mcp.CallToolResult, error) {
	params := mcp.CallToolParams{Name: name}
	if arguments != nil {
		raw, err := json.Marshal(arguments, json.Deterministic(true))
		if err == nil && raw[0] != '{' {
			err = errors.New("they are no JSON object")
		}
		if err != nil {
			return nil, fmt.Errorf("tools/call %s: encode the arguments: %w", name, err)
		}
		params.Arguments = raw
	}
	result, err := Call(ctx, c, mcp.ToolsCall, params, opts...)
	if err != nil {
		return nil, err
	}
	if c.config.checkOutput && !result.IsError {
		if err := c.outputs.check(name, result); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// A ToolError is the failure of a tool, as CallToolFor returns it.
type ToolError struct {
	Tool   string
	Result *mcp.CallToolResult
}

// Error returns what the tool said.
func (e *ToolError) Error() string { return fmt.Sprintf("tool %s: %s", e.Tool, textOf(e.Result)) }

// textOf returns the text blocks of a result.
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
// into an Out. A tool that failed is a *ToolError.
func CallToolFor[Out any](ctx context.Context, c *Client, name string, arguments any, opts ...CallOption) (Out, error) {
	var out Out
	result, err := c.CallTool(ctx, name, arguments, opts...)
	switch {
	case err != nil:
		return out, err
	case result.IsError:
		return out, &ToolError{name, result}
	case result.StructuredContent == nil:
		return out, &ResultError{Method: mcp.ToolsCall.Name, Err: fmt.Errorf("tool %q returned no structured content", name)}
	}
	if err := json.Unmarshal(result.StructuredContent, &out, jsontext.AllowInvalidUTF8(true)); err != nil {
		return out, &ResultError{Method: mcp.ToolsCall.Name, Err: fmt.Errorf("tool %q: %w", name, err)}
	}
	return out, nil
}
