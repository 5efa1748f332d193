package server

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/schema"
)

// A ToolFunc answers a call of a tool from its arguments as a Go value.
type ToolFunc[In, Out any] func(ctx context.Context, call *Call, in In) (Out, error)

// AddTool adds a tool whose arguments are the struct In. Its schemas are
// inferred unless def has them: see schema.For for the tags that describe
// fields. What Out becomes follows from its type:
//
//	string                     a block of text
//	mcp.Content                these blocks
//	*mcp.CallToolResult        the result as it is
//	struct{}                   no content
//	any other                  structured content, and its JSON in a block of text (TOOL-033)
//
// Only structured content has an output schema. It panics when def or the
// types cannot make a tool, which is a mistake in the program: no name, a
// schema that is wrong, an In that is no struct or map.
func AddTool[In, Out any](s *Server, def mcp.Tool, fn ToolFunc[In, Out], opts ...ToolOption) {
	if err := addTool(s, def, fn, opts); err != nil {
		panic(fmt.Sprintf("server: add tool %q: %v", def.Name, err))
	}
}

func addTool[In, Out any](s *Server, def mcp.Tool, fn ToolFunc[In, Out], opts []ToolOption) error {
	if fn == nil {
		return fmt.Errorf("it has no function")
	}
	var err error
	if def.InputSchema == nil {
		if def.InputSchema, err = schema.For[In](); err != nil {
			return err
		}
	}
	result, structured := resultOf[Out]()
	inferred := structured && def.OutputSchema == nil
	if inferred {
		if def.OutputSchema, err = schema.For[Out](); err != nil {
			return err
		}
	}
	t, err := s.newTool(def, func(ctx context.Context, call *Call, arguments jsontext.Value) (*mcp.CallToolResult, error) {
		var in In
		if err := json.Unmarshal(arguments, &in, jsontext.AllowInvalidUTF8(true)); err != nil {
			return failure("invalid arguments: " + misfit(err)), nil
		}
		out, err := fn(ctx, call, in)
		if err != nil {
			return nil, err
		}
		return result(out)
	}, opts)
	if err != nil {
		return err
	}
	if inferred {
		t.output = nil // a value of Out fits the schema of Out
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tools.add(t)
	return nil
}

// misfit says which argument does not fit into In, in words that a model can
// use: without Go's types.
func misfit(err error) string {
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return err.Error()
	}
	reason := "is out of range, or of another kind than expected"
	if semantic.Err != nil {
		reason = semantic.Err.Error()
	}
	return string(semantic.JSONPointer) + ": " + reason
}

// resultOf returns how a value of Out becomes a result, and whether it is
// structured content. The type is looked at once, not at each call.
func resultOf[Out any]() (result func(Out) (*mcp.CallToolResult, error), structured bool) {
	content := func(of func(Out) mcp.Content) func(Out) (*mcp.CallToolResult, error) {
		return func(out Out) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: of(out)}, nil
		}
	}
	switch reflect.TypeFor[Out]() {
	case reflect.TypeFor[string]():
		return content(func(out Out) mcp.Content { return mcp.Content{mcp.Text(any(out).(string))} }), false
	case reflect.TypeFor[mcp.Content]():
		return content(func(out Out) mcp.Content { return any(out).(mcp.Content) }), false
	case reflect.TypeFor[struct{}]():
		return content(func(Out) mcp.Content { return nil }), false
	case reflect.TypeFor[*mcp.CallToolResult]():
		return func(out Out) (*mcp.CallToolResult, error) { return any(out).(*mcp.CallToolResult), nil }, false
	}
	return func(out Out) (*mcp.CallToolResult, error) {
		value, err := json.Marshal(out, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
		if err != nil {
			return nil, &fault{fmt.Errorf("encode the structured content: %w", err)}
		}
		return &mcp.CallToolResult{
			Content:           mcp.Content{mcp.Text(string(value))},
			StructuredContent: value,
		}, nil
	}, true
}
