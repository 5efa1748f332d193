package mcp

import "github.com/go-json-experiment/json/jsontext"

// A ResultType is the resultType of a result; it says how to read the rest.
type ResultType string

// The result types of the core. Extensions that both sides negotiated add
// their own (RESULT-006).
const (
	Complete      ResultType = "complete"       // finished; the final content (RESULT-004)
	InputRequired ResultType = "input_required" // an InputRequiredResult (RESULT-005)
)

// Type returns the resultType of the response, "" if it has none or none that
// is a string.
func (r *Response) Type() ResultType { panic("TODO") }

// ResultTypeOf returns the resultType of a result object without decoding the
// rest: "" when the member is absent, an error when it is no string.
func ResultTypeOf(result jsontext.Value) (ResultType, error) { panic("TODO") }
