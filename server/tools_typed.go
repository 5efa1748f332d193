package server

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/schema"
)

// A ToolFunc answers a call of a tool from its arguments as a Go value.
type ToolFunc[In, Out any] func(ctx context.Context, call *Call, in In) (Out, error)

// AddTool adds a tool whose arguments are In, a struct or a map with strings
// as keys. Its schemas are inferred unless def has them: see schema.For for
// the tags that describe fields. What Out becomes follows from its type:
//
//	string                     a block of text
//	mcp.Content                these blocks
//	*mcp.CallToolResult        the result as it is
//	struct{}                   no content
//	any other                  structured content, and its JSON in a block of text (TOOL-033)
//
// Only structured content has an output schema. A pointer stands for what it
// points to; nil without an error is a mistake of the tool's.
//
// It panics when def or the types cannot make a tool, which is a mistake in
// the program: no name, a schema that is wrong, an In that is no struct or
// map. AddRawTool returns an error instead.
func AddTool[In, Out any](s *Server, def mcp.Tool, fn ToolFunc[In, Out], opts ...ToolOption) {
	if err := addTool(s, def, fn, opts); err != nil {
		panic(fmt.Sprintf("server: add tool %q: %v", def.Name, err))
	}
}

func addTool[In, Out any](s *Server, def mcp.Tool, fn ToolFunc[In, Out], opts []ToolOption) error {
	if fn == nil {
		return errors.New("it has no function")
	}
	if err := checkArguments(reflect.TypeFor[In]()); err != nil {
		return err
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
		if def.OutputSchema, err = schema.ForType(pointee(reflect.TypeFor[Out]())); err != nil {
			return err
		}
	}
	t, err := s.newTool(def, func(ctx context.Context, call *Call, arguments jsontext.Value) (*mcp.CallToolResult, error) {
		in, err := decodeArguments[In](arguments)
		if err != nil {
			return failure("invalid arguments: " + explain(err)), nil
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

// checkArguments checks that a type can take the arguments of a tool.
func checkArguments(t reflect.Type) error {
	switch t.Kind() {
	case reflect.Struct:
		return nil
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return nil
		}
	}
	return fmt.Errorf("its arguments are a %v, which is no struct and no map with strings as keys; AddRawTool takes any JSON", t)
}

// pointee returns what a pointer points to, and any other type as it is.
func pointee(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// decodeArguments decodes arguments that fit the schema of In.
func decodeArguments[In any](arguments jsontext.Value) (in In, err error) {
	err = json.Unmarshal(arguments, &in, jsontext.AllowInvalidUTF8(true))
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) || semantic.JSONKind != '0' {
		return in, err
	}
	plain, plainErr := plainIntegers(arguments)
	if plainErr != nil {
		return in, err
	}
	var again In
	err = json.Unmarshal(plain, &again, jsontext.AllowInvalidUTF8(true))
	return again, err
}

// explain says why arguments that fit the schema cannot become a Go value: a
// number that is too large for its field, a text that its type refuses. It
// names the argument and no Go type.
func explain(err error) string {
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return err.Error()
	}
	var noTime *time.ParseError
	violation := schema.Violation{Pointer: semantic.JSONPointer, Message: "is not what the tool expects"}
	switch {
	case semantic.JSONKind == '0':
		violation.Message = "is a number that is too large or has a fraction"
	case errors.As(semantic.Err, &noTime):
		violation.Message = "is no date and time such as 2026-07-28T12:00:00Z"
	case semantic.Err != nil:
		violation.Message = semantic.Err.Error()
	}
	return violation.String()
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
		return func(out Out) (*mcp.CallToolResult, error) { return textResult(any(out).(string)), nil }, false
	case reflect.TypeFor[mcp.Content]():
		return content(func(out Out) mcp.Content { return any(out).(mcp.Content) }), false
	case reflect.TypeFor[struct{}]():
		return content(func(Out) mcp.Content { return nil }), false
	case reflect.TypeFor[*mcp.CallToolResult]():
		return func(out Out) (*mcp.CallToolResult, error) { return any(out).(*mcp.CallToolResult), nil }, false
	}
	return structuredResult[Out], true
}

// textResult returns a block of text as a result. The three parts of it are one
// allocation, because this is what most tools return.
func textResult(text string) *mcp.CallToolResult {
	var r struct {
		result mcp.CallToolResult
		blocks [1]mcp.ContentBlock
		block  mcp.TextContent
	}
	r.block.Text = text
	r.blocks[0] = &r.block
	r.result.Content = r.blocks[:]
	return &r.result
}

// structuredResult returns a value as structured content, and as text for
// clients that do not know structured content.
func structuredResult[Out any](out Out) (*mcp.CallToolResult, error) {
	value, err := json.Marshal(out, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil, &fault{fmt.Errorf("encode the structured content: %w", err)}
	}
	if string(value) == "null" && reflect.TypeFor[Out]().Kind() == reflect.Pointer {
		return nil, &fault{errNoResult}
	}
	return &mcp.CallToolResult{
		Content:           mcp.Content{mcp.Text(string(value))},
		StructuredContent: value,
	}, nil
}
