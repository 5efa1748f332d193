package schema

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Bounds limit what a schema may cost, so that a hostile one is no denial of
// service (SCHEMA-013). The zero value of a field means its default; a
// negative value means no bound.
type Bounds struct {
	Size   int // bytes of the schema's text; default 1 MiB
	Depth  int // nested arrays and objects of the text; default 100
	Values int // values in the text, each a possible subschema; default 20,000
	Steps  int // subschemas tried against one value, by way of $ref, allOf and the like; default 10,000

	// Patterns is how large the programs of all regular expressions may be,
	// in steps such as a letter; x{100} means a hundred. The default is 50,000.
	Patterns int
}

// Defaults of Bounds.
const (
	defaultSize     = 1 << 20
	defaultDepth    = 100
	defaultValues   = 20_000
	defaultSteps    = 10_000
	defaultPatterns = 50_000
)

func bound(n, otherwise int) int {
	if n < 0 {
		return math.MaxInt
	}
	return cmp.Or(n, otherwise)
}

// check checks the text of a schema, before anything is built from it.
func (b Bounds) check(raw jsontext.Value) error {
	if size := bound(b.Size, defaultSize); len(raw) > size {
		return exceeds("the schema has more than %d bytes", size)
	}
	depth, values := bound(b.Depth, defaultDepth), bound(b.Values, defaultValues)
	dec := jsontext.NewDecoder(&reader{raw}, jsontext.AllowInvalidUTF8(true))
	for n := 0; ; n++ {
		_, err := dec.ReadToken()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return &Error{Reason: ReasonInvalid, Detail: "the schema is not JSON", cause: err}
		case dec.StackDepth() > depth:
			return exceeds("the schema is nested deeper than %d", depth)
		case n > 3*values: // a member is a name, a value and perhaps an end
			return exceeds("the schema has more than %d values", values)
		}
	}
}

// A reader reads bytes; the decoder wants no *bytes.Buffer, which it would own.
type reader struct{ rest []byte }

// Read reads what is left.
func (r *reader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func exceeds(format string, args ...any) *Error {
	return &Error{Reason: ReasonBounds, Detail: fmt.Sprintf(format, args...)}
}

// checkGraph looks for what makes validation of one value long: subschemas
// that apply to the same value, again and again. $ref and allOf can double
// them at each step, or lead back to where they began without a step into the
// value (BR-082). Recursion through properties or items is fine: the value
// ends.
func (b Bounds) checkGraph(root *jsonschema.Schema) error {
	g := graph{limit: bound(b.Steps, defaultSteps), cost: map[*jsonschema.Schema]int{}}
	return g.walk(root)
}

// A graph computes for each subschema how many are tried against one value.
type graph struct {
	limit int
	cost  map[*jsonschema.Schema]int // visiting while it is being computed
}

const visiting = -1

// walk checks a schema and all that lie below it in the value.
func (g *graph) walk(root *jsonschema.Schema) error {
	for s := range reachable(root) {
		if _, err := g.steps(s); err != nil {
			return err
		}
	}
	return nil
}

// reachable yields a schema and all that validation can come to from there,
// each once.
func reachable(root *jsonschema.Schema) iter.Seq[*jsonschema.Schema] {
	return func(yield func(*jsonschema.Schema) bool) {
		queue := []*jsonschema.Schema{root}
		seen := map[*jsonschema.Schema]bool{root: true}
		for len(queue) > 0 {
			s := queue[0]
			queue = queue[1:]
			if !yield(s) {
				return
			}
			for _, next := range append(inPlace(s), below(s)...) {
				if !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
	}
}

// steps returns how many subschemas s means for one value.
func (g *graph) steps(s *jsonschema.Schema) (int, error) {
	switch n, ok := g.cost[s]; {
	case ok && n == visiting:
		return 0, exceeds("%s leads back to itself without a step into the value", place(s))
	case ok:
		return n, nil
	}
	g.cost[s] = visiting
	total := 1
	for _, next := range inPlace(s) {
		n, err := g.steps(next)
		if err != nil {
			return 0, err
		}
		if total += n; total > g.limit {
			return 0, exceeds("%s tries more than %d subschemas against one value", place(s), g.limit)
		}
	}
	g.cost[s] = total
	return total, nil
}

// place returns where a subschema is, for messages.
func place(s *jsonschema.Schema) string {
	if at := strings.TrimPrefix(s.Location, location); at != "" && at != "#" {
		return clip(at)
	}
	return "the schema"
}

// checkAnchors refuses a schema that gives one dynamic anchor to several
// subschemas. Which of them a $dynamicRef means is known only while a value is
// validated, and so is what it costs.
func checkAnchors(document any) error {
	seen := map[string]bool{}
	var walk func(any) error
	walk = func(v any) error {
		switch v := v.(type) {
		case map[string]any:
			if name, ok := v["$dynamicAnchor"].(string); ok {
				if seen[name] {
					return exceeds("the dynamic anchor %s stands twice", clip(name))
				}
				seen[name] = true
			}
			for _, sub := range v {
				if err := walk(sub); err != nil {
					return err
				}
			}
		case []any:
			for _, sub := range v {
				if err := walk(sub); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return walk(document)
}

// inPlace returns the subschemas that apply to the same value as s.
func inPlace(s *jsonschema.Schema) []*jsonschema.Schema {
	all := []*jsonschema.Schema{s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else}
	if s.DynamicRef != nil {
		all = append(all, s.DynamicRef.Ref)
	}
	all = append(all, s.AllOf...)
	all = append(all, s.AnyOf...)
	all = append(all, s.OneOf...)
	for _, sub := range s.DependentSchemas {
		all = append(all, sub)
	}
	for _, sub := range s.Dependencies {
		all = appendSchemas(all, sub)
	}
	return appendSchemas(nil, all)
}

// below returns the subschemas that apply to parts of the value.
func below(s *jsonschema.Schema) []*jsonschema.Schema {
	all := []*jsonschema.Schema{s.PropertyNames, s.UnevaluatedProperties, s.Contains, s.Items2020,
		s.UnevaluatedItems, s.ContentSchema}
	for _, sub := range s.Properties {
		all = append(all, sub)
	}
	for _, sub := range s.PatternProperties {
		all = append(all, sub)
	}
	all = append(all, s.PrefixItems...)
	all = appendSchemas(all, s.AdditionalProperties)
	all = appendSchemas(all, s.Items)
	all = appendSchemas(all, s.AdditionalItems)
	return appendSchemas(nil, all)
}

// appendSchemas appends what v has of subschemas.
func appendSchemas(all []*jsonschema.Schema, v any) []*jsonschema.Schema {
	switch v := v.(type) {
	case *jsonschema.Schema:
		if v != nil {
			all = append(all, v)
		}
	case []*jsonschema.Schema:
		for _, s := range v {
			if s != nil {
				all = append(all, s)
			}
		}
	}
	return all
}
