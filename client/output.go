package client

import (
	"fmt"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/schema"
)

// An OutputError says that the structured content of a tool does not fit the
// output schema it declares (TOOL-035, TOOL-036).
type OutputError struct {
	Tool   string
	Result *mcp.CallToolResult // what the server sent
	Err    error               // a *schema.ValidationError, or that nothing is there
}

// Error says what does not fit.
func (e *OutputError) Error() string {
	return fmt.Sprintf("tool %s: the structured content does not fit the output schema: %v", e.Tool, e.Err)
}

// Unwrap returns the cause.
func (e *OutputError) Unwrap() error { return e.Err }

// outputs are the output schemas of the tools a client has seen.
type outputs struct {
	mu     *sync.Mutex // guards byTool
	byTool map[string]*output
}

// An output is an output schema, compiled when it is first needed; nil schema
// if it cannot be.
type output struct {
	raw     jsontext.Value
	compile sync.Once
	schema  *schema.Schema
}

// note keeps what a tool declares now.
func (o *outputs) note(tool *mcp.Tool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if tool.OutputSchema == nil {
		delete(o.byTool, tool.Name)
		return
	}
	if old := o.byTool[tool.Name]; old == nil || string(old.raw) != string(tool.OutputSchema) {
		o.byTool[tool.Name] = &output{raw: tool.OutputSchema}
	}
}

// check holds a result against the output schema of its tool. null is a value,
// absence is none (BR-083).
func (o *outputs) check(name string, result *mcp.CallToolResult) error {
	o.mu.Lock()
	out := o.byTool[name]
	o.mu.Unlock()
	if out == nil {
		return nil
	}
	out.compile.Do(func() {
		// A schema that cannot be used does not make the tool unusable.
		out.schema, _ = schema.Compile(out.raw, schema.Bounds{})
	})
	switch {
	case out.schema == nil:
		return nil
	case result.StructuredContent == nil:
		return &OutputError{name, result, fmt.Errorf("there is none")}
	}
	if err := out.schema.Validate(result.StructuredContent); err != nil {
		return &OutputError{name, result, err}
	}
	return nil
}
