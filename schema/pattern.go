package schema

import (
	"regexp"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// patterns compiles the regular expressions of one schema and remembers the
// first that Go's engine cannot run. JSON Schema means those of ECMAScript,
// which have look-around; Go's have not, and in exchange none of them can be
// made to run for ever. Such a schema is not wrong, so it is told apart.
type patterns struct {
	unsupported string
	cause       error
}

// compile is a jsonschema.RegexpEngine.
func (p *patterns) compile(text string) (jsonschema.Regexp, error) {
	re, err := regexp.Compile(text)
	if err == nil {
		return re, nil
	}
	if p.cause == nil {
		p.unsupported, p.cause = text, err
	}
	return unmatched(text), nil
}

// err returns the error for a schema with a pattern that cannot be run.
func (p *patterns) err() error {
	if p.cause == nil {
		return nil
	}
	return &Error{Reason: ReasonPattern, Detail: clip(p.unsupported) + " is not a regular expression that Go can run", cause: p.cause}
}

// unmatched stands for a pattern that cannot be run. No Schema has one.
type unmatched string

// MatchString matches nothing.
func (unmatched) MatchString(string) bool { return false }

// String returns the pattern.
func (u unmatched) String() string { return string(u) }
