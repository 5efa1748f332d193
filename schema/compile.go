package schema

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Schema is a compiled JSON Schema. It is safe for concurrent use.
type Schema struct {
	raw      jsontext.Value
	compiled *jsonschema.Schema
}

// Raw returns the schema's text as it was compiled. It must not be changed.
func (s *Schema) Raw() jsontext.Value { return s.raw }

// IsObject reports whether the schema says at its root that a value is an
// object and nothing else (TOOL-012).
func (s *Schema) IsObject() bool {
	types := s.compiled.Types
	return types != nil && slices.Equal(types.ToStrings(), []string{"object"})
}

// An Error says why a schema cannot be used.
type Error struct {
	Reason  Reason
	Detail  string           // what is wrong, for people
	Pointer jsontext.Pointer // where in the schema, if that is known
	cause   error
}

// Error returns the reason, the place and the detail.
func (e *Error) Error() string {
	if e.Pointer == "" {
		return fmt.Sprintf("%s: %s", e.Reason, e.Detail)
	}
	return fmt.Sprintf("%s at %s: %s", e.Reason, e.Pointer, e.Detail)
}

// Unwrap returns the cause, if there is one.
func (e *Error) Unwrap() error { return e.cause }

// A Reason names why a schema cannot be used.
type Reason string

// The reasons.
const (
	ReasonInvalid   Reason = "invalid-schema"      // not a schema of its dialect (SCHEMA-007)
	ReasonDialect   Reason = "unsupported-dialect" // $schema names another dialect (SCHEMA-006)
	ReasonReference Reason = "unresolved-ref"      // $ref leads out of the schema, or nowhere (SCHEMA-012)
	ReasonBounds    Reason = "schema-bounds"       // too large, too deep, or without end (SCHEMA-013)
	ReasonPattern   Reason = "unsupported-pattern" // a regular expression Go's engine cannot run
)

// location is the address schemas are compiled under. It leads nowhere.
const location = "schema:///"

// Compile compiles a schema. Every error is an *Error.
//
// raw is kept and must not be changed afterwards.
func Compile(raw jsontext.Value, bounds Bounds) (*Schema, error) {
	if err := bounds.check(raw); err != nil {
		return nil, err
	}
	draft, err := dialectOf(raw)
	if err != nil {
		return nil, err
	}
	numbers := scanNumbers(raw)
	if numbers.costly >= 0 {
		return nil, &Error{Reason: ReasonBounds, Pointer: pointerTo(raw, numbers.costly), Detail: numbers.why}
	}
	document, err := parse(raw, numbers)
	if err != nil {
		return nil, &Error{Reason: ReasonInvalid, Detail: "the schema is not JSON", cause: err}
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(draft)
	compiler.UseLoader(nothing{})
	if err := checkAnchors(document); err != nil {
		return nil, err
	}
	expressions := patterns{limit: bound(bounds.Patterns, defaultPatterns)}
	compiler.UseRegexpEngine(expressions.compile)
	if err := compiler.AddResource(location, document); err != nil {
		return nil, compileError(err)
	}
	compiled, err := compiler.Compile(location)
	if err != nil {
		return nil, compileError(err)
	}
	if expressions.refusal != nil {
		return nil, expressions.refusal
	}
	if err := bounds.checkGraph(compiled); err != nil {
		return nil, err
	}
	return &Schema{raw: raw, compiled: compiled}, nil
}

// nothing is a loader of schemas that has none.
type nothing struct{}

var errNotLoaded = errors.New("schemas are never fetched; put the definition into $defs")

// Load refuses.
func (nothing) Load(string) (any, error) { return nil, errNotLoaded }

// parse decodes a value for the validator, numbers digit for digit. Where they
// are short, as nearly always, a float64 does and is much cheaper.
func parse(raw jsontext.Value, numbers numbers) (v any, err error) {
	if numbers.short {
		err = json.Unmarshal(raw, &v, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
		return v, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(raw))
}

// compileError says in our words why the compiler refused a schema.
func compileError(err error) *Error {
	var (
		load    *jsonschema.LoadURLError
		invalid *jsonschema.SchemaValidationError
		pointer *jsonschema.JSONPointerNotFoundError
		anchor  *jsonschema.AnchorNotFoundError
		badRef  *jsonschema.ParseURLError
		badID   *jsonschema.ParseIDError
	)
	switch {
	case errors.As(err, &load):
		return &Error{Reason: ReasonReference, Detail: fmt.Sprintf("%s: %v", clip(load.URL), errNotLoaded), cause: err}
	case errors.As(err, &pointer):
		return &Error{Reason: ReasonReference, Detail: "nothing is at " + clip(strings.TrimPrefix(pointer.URL, location)), cause: err}
	case errors.As(err, &anchor):
		return &Error{Reason: ReasonReference, Detail: "no anchor " + clip(strings.TrimPrefix(anchor.Reference, location)), cause: err}
	case errors.As(err, &badRef):
		return &Error{Reason: ReasonReference, Detail: "no valid reference: " + clip(badRef.URL), cause: err}
	case errors.As(err, &badID):
		return &Error{Reason: ReasonInvalid, Detail: "an $id that is no URI", cause: err}
	case errors.As(err, &invalid):
		var violation *jsonschema.ValidationError
		if errors.As(invalid.Err, &violation) {
			first := new(report).violations(violation, nil)[0]
			return &Error{Reason: ReasonInvalid, Pointer: first.Pointer, Detail: first.Message, cause: err}
		}
	}
	return &Error{Reason: ReasonInvalid, Detail: clip(strings.ReplaceAll(err.Error(), location, "#")), cause: err}
}
