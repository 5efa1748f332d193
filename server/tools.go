package server

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/schema"
)

// A RawToolFunc answers a call of a tool from the JSON text of its arguments,
// an object that fits the tool's input schema. An error is the tool's own
// failure, see the package comment.
type RawToolFunc func(ctx context.Context, call *Call, arguments jsontext.Value) (*mcp.CallToolResult, error)

// A ToolOption configures a tool.
type ToolOption func(*tool)

// RequireCapabilities says that a tool cannot run for a client that did not
// declare these capabilities: such a call is refused before the tool's
// function runs (ERROR-017).
func RequireCapabilities(needed mcp.ClientCapabilities) ToolOption {
	return func(t *tool) { t.needs = needed }
}

// A tool is an entry of the list of tools.
type tool struct {
	name   string
	text   jsontext.Value // the mcp.Tool as listed
	input  *schema.Schema
	output *schema.Schema // nil if there is none to check
	needs  mcp.ClientCapabilities
	run    RawToolFunc
}

func (t *tool) key() string            { return t.name }
func (t *tool) listed() jsontext.Value { return t.text }
func (t *tool) member() string         { return "tools" }

// AddRawTool adds a tool by its schemas and a function over JSON text. Without
// an InputSchema the tool has no arguments. It fails for a tool without a
// name and for schemas that are wrong or exceed the bounds; of the input
// schema the type must be object (TOOL-012).
func (s *Server) AddRawTool(def mcp.Tool, run RawToolFunc, opts ...ToolOption) error {
	t, err := s.newTool(def, run, opts)
	if err != nil {
		return fmt.Errorf("add tool %q: %w", def.Name, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tools.add(t)
	return nil
}

// newTool compiles and encodes what calls and lists of a tool need.
func (s *Server) newTool(def mcp.Tool, run RawToolFunc, opts []ToolOption) (*tool, error) {
	switch {
	case def.Name == "":
		return nil, errors.New("it has no name")
	case run == nil:
		return nil, errors.New("it has no function")
	case !isToolName(def.Name):
		s.config.logger.Warn("a tool's name should have 1 to 128 of A-Z a-z 0-9 _ - and dot (TOOL-017, TOOL-019)", "tool", def.Name)
	}
	t := &tool{name: def.Name, run: run}
	for _, opt := range opts {
		opt(t)
	}
	var err error
	if def.InputSchema == nil {
		def.InputSchema = jsontext.Value(`{"type":"object","properties":{},"additionalProperties":false}`)
	}
	if t.input, err = schema.Compile(def.InputSchema, s.config.bounds); err != nil {
		return nil, fmt.Errorf("input schema: %w", err)
	}
	if !t.input.IsObject() {
		return nil, errors.New(`input schema: its type is not "object"`)
	}
	if def.OutputSchema != nil {
		if t.output, err = schema.Compile(def.OutputSchema, s.config.bounds); err != nil {
			return nil, fmt.Errorf("output schema: %w", err)
		}
	}
	t.text, err = json.Marshal(def)
	return t, err
}

// isToolName reports whether a name is as the specification would like it.
func isToolName(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9', c == '_', c == '-', c == '.':
		default:
			return false
		}
	}
	return len(name) > 0 && len(name) <= 128
}

// RemoveTools removes tools; names that are not there are ignored.
func (s *Server) RemoveTools(names ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tools.remove(names...)
}

// callTool answers tools/call.
func (s *Server) callTool(ctx context.Context, call *Call) (jsontext.Value, error) {
	params, err := mcp.ToolsCall.DecodeParams(call.request.Params)
	if err != nil {
		return nil, err
	}
	if err := checkState(params.RequestState); err != nil {
		return nil, err
	}
	t, ok := s.tools.find(params.Name)
	if !ok {
		return nil, unknown("tool", params.Name, s.tools.keys()) // TOOL-039
	}
	if err := call.Require(t.needs); err != nil {
		return nil, err
	}
	if params.Arguments == nil {
		params.Arguments = jsontext.Value("{}")
	}
	result, err := t.call(ctx, call, params.Arguments)
	if err != nil {
		return nil, err
	}
	return result.AppendTo(make([]byte, 0, sizeOf(result)))
}

// sizeOf estimates how long a result is when it is encoded, so that its buffer
// need not grow.
func sizeOf(result *mcp.CallToolResult) int {
	size := 128 + len(result.StructuredContent)
	for _, block := range result.Content {
		size += 64
		if text, ok := block.(*mcp.TextContent); ok && text != nil {
			size += len(text.Text) + len(text.Text)/8 // some letters are escaped
		}
	}
	return size
}

// call runs the tool. Arguments that do not fit are a failure that the model
// can mend, so they are told to it in a result (TOOL-041).
func (t *tool) call(ctx context.Context, call *Call, arguments jsontext.Value) (*mcp.CallToolResult, error) {
	if err := t.input.Validate(arguments); err != nil {
		return failure("invalid arguments: " + err.Error()), nil
	}
	result, err := t.run(ctx, call, arguments)
	switch {
	case err != nil && (isOurs(err) || ctx.Err() != nil):
		return nil, err
	case err != nil:
		return failure(err.Error()), nil // TOOL-038
	case result == nil:
		return nil, fmt.Errorf("tool %q: %w", t.name, errNoResult)
	}
	return result, t.checkOutput(result)
}

// checkOutput holds a result against the output schema that the tool declares
// (TOOL-035). A failure need not have the output's form.
func (t *tool) checkOutput(result *mcp.CallToolResult) error {
	if t.output == nil || result.IsError {
		return nil
	}
	if result.StructuredContent == nil {
		return fmt.Errorf("tool %q declares an output schema and returned no structured content", t.name)
	}
	if err := t.output.Validate(result.StructuredContent); err != nil {
		return fmt.Errorf("tool %q returned what does not fit its output schema: %w", t.name, err)
	}
	return nil
}

// failure returns the result of a tool that failed.
func failure(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: mcp.Content{mcp.Text(text)}}
}
