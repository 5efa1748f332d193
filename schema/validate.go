package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Violation is one place where a value does not fit its schema.
type Violation struct {
	Pointer jsontext.Pointer // where in the value, "" for the whole of it
	Message string           // what is wrong, for people and models
}

// String returns the place and the message.
func (v Violation) String() string {
	if v.Pointer == "" {
		return v.Message
	}
	return clip(string(v.Pointer)) + ": " + v.Message
}

// A ValidationError is all the places where a value does not fit its schema,
// in the order of their pointers; there is at least one.
type ValidationError struct {
	Violations []Violation
}

// listed is how many violations a message lists: nobody mends more at once.
const listed = 10

// Error lists the first ten violations and says how many more there are.
func (e *ValidationError) Error() string {
	lines := make([]string, 0, listed+1)
	for i, v := range e.Violations {
		if i == listed {
			lines = append(lines, fmt.Sprintf("and %d more", len(e.Violations)-listed))
			break
		}
		lines = append(lines, v.String())
	}
	return strings.Join(lines, "; ")
}

// Validate checks a valid JSON value against the schema. It returns nil or a
// *ValidationError. Numbers are compared digit for digit. One of more than
// 1,000 digits, counted with its exponent, fits no schema, nor do more than
// 100,000 digits in long numbers: that would cost too much (SCHEMA-013).
func (s *Schema) Validate(value jsontext.Value) error {
	numbers := scanNumbers(value)
	if numbers.costly >= 0 {
		return &ValidationError{[]Violation{{pointerTo(value, numbers.costly), numbers.why}}}
	}
	document, err := parse(value, numbers)
	if err != nil {
		return &ValidationError{[]Violation{{Message: "the value is not JSON"}}}
	}
	err = s.compiled.Validate(document)
	if err == nil {
		return nil
	}
	var all []Violation
	if violation := (*jsonschema.ValidationError)(nil); errors.As(err, &violation) {
		r := report{root: s.compiled}
		all = r.violations(violation, nil)
	} else {
		all = []Violation{{Message: clip(err.Error())}}
	}
	slices.SortStableFunc(all, func(a, b Violation) int { return strings.Compare(string(a.Pointer), string(b.Pointer)) })
	return &ValidationError{slices.Compact(all)}
}
