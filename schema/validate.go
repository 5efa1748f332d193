package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
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
	return string(v.Pointer) + ": " + v.Message
}

// A ValidationError is all the places where a value does not fit its schema,
// in the order of their pointers; there is at least one.
type ValidationError struct {
	Violations []Violation
}

// Error lists the violations.
func (e *ValidationError) Error() string {
	lines := make([]string, len(e.Violations))
	for i, v := range e.Violations {
		lines[i] = v.String()
	}
	return strings.Join(lines, "; ")
}

// Validate checks a valid JSON value against the schema. It returns nil or a
// *ValidationError. Numbers are compared digit for digit; one whose exponent is
// beyond 1,000 fits no schema, because that would cost too much (SCHEMA-013).
func (s *Schema) Validate(value jsontext.Value) error {
	if at := hugeNumber(value); at >= 0 {
		return &ValidationError{[]Violation{{pointerTo(value, at), fmt.Sprintf("is a number with an exponent beyond %d", maxExponent)}}}
	}
	document, err := parse(value)
	if err != nil {
		return &ValidationError{[]Violation{{Message: "the value is not JSON"}}}
	}
	err = s.compiled.Validate(document)
	if err == nil {
		return nil
	}
	var all []Violation
	if violation := (*jsonschema.ValidationError)(nil); errors.As(err, &violation) {
		all = violations(violation, nil)
	} else {
		all = []Violation{{Message: err.Error()}}
	}
	slices.SortStableFunc(all, func(a, b Violation) int { return strings.Compare(string(a.Pointer), string(b.Pointer)) })
	return &ValidationError{slices.Compact(all)}
}

// violations appends the leaves of a validator's error, which is a tree.
func violations(e *jsonschema.ValidationError, all []Violation) []Violation {
	if len(e.Causes) > 0 {
		if one, ok := alternatives(e); ok {
			return append(all, one)
		}
		for _, cause := range e.Causes {
			all = violations(cause, all)
		}
		return all
	}
	at := pointer(e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			all = append(all, Violation{at.AppendToken(name), "is missing"})
		}
		return all
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			all = append(all, Violation{at.AppendToken(name), "is not a known member"})
		}
		return all
	}
	return append(all, Violation{at, describe(e.ErrorKind)})
}

// alternatives returns one violation for a choice of which nothing fits: the
// reasons of every branch would say more than anybody wants to know.
func alternatives(e *jsonschema.ValidationError) (Violation, bool) {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
	default:
		return Violation{}, false
	}
	var branches []string
	for _, cause := range e.Causes {
		var parts []string
		for _, v := range violations(cause, nil) {
			parts = append(parts, v.String())
		}
		branches = append(branches, strings.Join(parts, ", "))
	}
	return Violation{pointer(e.InstanceLocation), "none of the alternatives fits: " + clip(strings.Join(branches, "; or "))}, true
}

// describe returns what is wrong, without the value beyond a glimpse.
func describe(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Type:
		return fmt.Sprintf("is %s, not %s", k.Got, strings.Join(k.Want, " or "))
	case *kind.FalseSchema:
		return "is not allowed"
	default:
		return clip(k.LocalizedString(message.NewPrinter(language.English)))
	}
}

// pointer returns the pointer with the given tokens.
func pointer(tokens []string) jsontext.Pointer {
	var p jsontext.Pointer
	for _, token := range tokens {
		p = p.AppendToken(token)
	}
	return p
}

// clip shortens what is quoted in a message.
func clip(s string) string {
	const most = 300
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
