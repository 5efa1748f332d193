package mcp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

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
func (r *Response) Type() ResultType {
	t, _ := ResultTypeOf(r.Result)
	return t
}

// ResultTypeOf returns the resultType of a result object without decoding the
// rest: "" when the member is absent, an error when it is no string.
func ResultTypeOf(result jsontext.Value) (ResultType, error) {
	switch value := jsonrpc.Member(result, "resultType"); {
	case value == nil:
		return "", nil
	case string(value) == `"complete"`:
		return Complete, nil
	case value.Kind() != '"':
		return "", fmt.Errorf("resultType is %s, not a string", kindName(value.Kind()))
	default:
		return ResultType(textOf(value)), nil
	}
}

// A ResultTypeError says that a result has a resultType which its reader
// cannot know: neither the core's nor that of an extension both sides
// negotiated (RESULT-003, RESULT-007).
type ResultTypeError struct {
	Type  ResultType
	Known []ResultType
}

// Error names the type and those that were possible.
func (e *ResultTypeError) Error() string {
	return fmt.Sprintf("unknown resultType %q (known here: %q)", e.Type, e.Known)
}

// CheckResultType returns the resultType of a result object: one of the core's,
// or one of those that negotiated extensions add. An absent one reads as
// Complete, because servers of earlier revisions send none (RESULT-002); any
// other is a *ResultTypeError.
func CheckResultType(result jsontext.Value, extensions ...ResultType) (ResultType, error) {
	if jsonrpc.Member(result, "resultType") == nil {
		return Complete, nil
	}
	return CheckModernResultType(result, extensions...)
}

// CheckModernResultType is CheckResultType for a result that is known to be of
// this revision: an absent resultType is an error too (RESULT-001). Clients do
// not use it, for peers without the member exist; what judges a server does.
func CheckModernResultType(result jsontext.Value, extensions ...ResultType) (ResultType, error) {
	t, err := ResultTypeOf(result)
	switch {
	case err != nil:
		return "", err
	case jsonrpc.Member(result, "resultType") == nil:
		return "", errors.New("the result has no resultType")
	case t == Complete || t == InputRequired || slices.Contains(extensions, t):
		return t, nil
	default:
		return "", &ResultTypeError{Type: t, Known: append([]ResultType{Complete, InputRequired}, extensions...)}
	}
}
