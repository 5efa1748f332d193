package schema

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/quatrain-mcp/quatrain/internal/spell"
)

// describe returns what is wrong with a value, to be read behind its pointer.
// The value itself is not repeated: who reads this has it, and logs should
// not.
func describe(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Type:
		return fmt.Sprintf("is %s, not %s", k.Got, strings.Join(k.Want, " or "))
	case *kind.FalseSchema:
		return "is not allowed"
	case *kind.Enum:
		return oneOf(k)
	case *kind.Const:
		return "is not " + clip(text(k.Want))
	case *kind.Format:
		return "is no " + clip(k.Want)
	case *kind.Pattern:
		return "does not match the pattern " + clip(k.Want)
	case *kind.OneOf:
		return "fits several alternatives of which only one may fit"
	case *kind.Not:
		return "fits what it must not fit"
	case *kind.RefCycle:
		return "leads the schema back to itself without end"
	case *kind.UniqueItems:
		return fmt.Sprintf("has the same entry at %d and %d", k.Duplicates[0], k.Duplicates[1])
	case *kind.Contains:
		return "has no entry that fits"
	case *kind.MinContains:
		return fmt.Sprintf("has %d entries that fit, not at least %d", len(k.Got), k.Want)
	case *kind.MaxContains:
		return fmt.Sprintf("has %d entries that fit, not at most %d", len(k.Got), k.Want)
	case *kind.AdditionalItems:
		return fmt.Sprintf("has %d entries too many", k.Count)
	}
	if s := describeCount(k); s != "" {
		return s
	}
	if s := describeNumber(k); s != "" {
		return s
	}
	return "does not fit " + strings.Join(k.KeywordPath(), "/")
}

// describeCount describes what is too long or too short.
func describeCount(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.MinLength:
		return fmt.Sprintf("has %d characters, not at least %d", k.Got, k.Want)
	case *kind.MaxLength:
		return fmt.Sprintf("has %d characters, not at most %d", k.Got, k.Want)
	case *kind.MinItems:
		return fmt.Sprintf("has %d entries, not at least %d", k.Got, k.Want)
	case *kind.MaxItems:
		return fmt.Sprintf("has %d entries, not at most %d", k.Got, k.Want)
	case *kind.MinProperties:
		return fmt.Sprintf("has %d members, not at least %d", k.Got, k.Want)
	case *kind.MaxProperties:
		return fmt.Sprintf("has %d members, not at most %d", k.Got, k.Want)
	}
	return ""
}

// describeNumber describes a number that is out of its range.
func describeNumber(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Minimum:
		return "is less than " + number(k.Want)
	case *kind.Maximum:
		return "is more than " + number(k.Want)
	case *kind.ExclusiveMinimum:
		return "is not more than " + number(k.Want)
	case *kind.ExclusiveMaximum:
		return "is not less than " + number(k.Want)
	case *kind.MultipleOf:
		return "is no multiple of " + number(k.Want)
	}
	return ""
}

// oneOf lists the values of an enumeration.
func oneOf(k *kind.Enum) string {
	var names, all []string
	for _, value := range k.Want {
		if name, ok := value.(string); ok {
			names = append(names, name)
		}
		all = append(all, text(value))
	}
	message := "is not one of " + clip(strings.Join(all, ", "))
	if got, ok := k.Got.(string); ok {
		if meant := spell.Nearest(got, names); meant != "" {
			message += fmt.Sprintf("; did you mean %q?", meant)
		}
	}
	return message
}

// text returns a value of the validator as JSON. Numbers are there as their
// text, of a type that this module does not import.
func text(v any) string {
	numbers := json.MarshalToFunc(func(enc *jsontext.Encoder, n fmt.Stringer) error {
		return enc.WriteValue(jsontext.Value(n.String()))
	})
	value, err := json.Marshal(v, json.WithMarshalers(numbers), json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return "something else"
	}
	return string(value)
}

// number returns a bound as people write it.
func number(r *big.Rat) string {
	if r.IsInt() {
		return clip(r.RatString())
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
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
