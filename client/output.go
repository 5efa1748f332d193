package client

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/schema"
)

// An OutputError says that the structured content of a tool does not fit the
// output schema it declares (TOOL-035, TOOL-036). It is an error of this side.
type OutputError struct {
	Tool   string
	Result *mcp.CallToolResult // what the server sent
	Err    error               // a *schema.ValidationError, or that nothing is there
}

// Error says what does not fit.
func (e *OutputError) Error() string {
	return fmt.Sprintf("the structured content does not fit the tool's output schema: %v", e.Err)
}

// Unwrap returns the cause.
func (e *OutputError) Unwrap() error { return e.Err }

var errNoOutput = errors.New("there is none")

// maxOutputs is how many output schemas a client keeps; beyond that, tools go
// unchecked rather than memory without bound.
const maxOutputs = 10_000

// outputs are the output schemas of the tools a client has listed.
type outputs struct {
	mu     sync.Mutex // guards byTool
	byTool map[string]*output
}

// An output is an output schema, compiled when it is first needed.
type output struct {
	raw     jsontext.Value
	compile func() (*schema.Schema, error)
	report  sync.Once // that it does not compile
}

// note keeps what a tool declares now.
func (o *outputs) note(tool *mcp.Tool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	old := o.byTool[tool.Name]
	switch {
	case tool.OutputSchema == nil:
		delete(o.byTool, tool.Name)
	case old != nil && string(old.raw) == string(tool.OutputSchema):
	case old == nil && len(o.byTool) >= maxOutputs:
	default:
		if o.byTool == nil {
			o.byTool = map[string]*output{}
		}
		raw := tool.OutputSchema.Clone() // the caller owns the tool
		o.byTool[tool.Name] = &output{raw: raw, compile: sync.OnceValues(func() (*schema.Schema, error) {
			return schema.Compile(raw, schema.Bounds{})
		})}
	}
}

// of returns the output schema of a tool, nil if none is known.
func (o *outputs) of(tool string) *output {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.byTool[tool]
}

// checkOutput holds a result against the output schema of its tool. null is a
// value, absence is none (BR-083). A schema that cannot be used does not make
// the tool unusable: its results go unchecked, and the log says so once.
func (c *Client) checkOutput(ctx context.Context, tool string, result *mcp.CallToolResult) error {
	out := c.outputs.of(tool)
	if out == nil {
		return nil
	}
	compiled, err := out.compile()
	if err != nil {
		out.report.Do(func() {
			c.config.logger.WarnContext(ctx, "schema-invalid: results of a tool are not checked", "tool", tool, "error", err)
		})
		return nil
	}
	if result.StructuredContent == nil {
		return &OutputError{tool, result, errNoOutput}
	}
	if err := compiled.Validate(result.StructuredContent); err != nil {
		return &OutputError{tool, result, err}
	}
	return nil
}
