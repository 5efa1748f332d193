package schema

import (
	"regexp"
	"regexp/syntax"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// patterns compiles the regular expressions of one schema and remembers the
// first that Go's engine cannot run. JSON Schema means those of ECMAScript,
// which have look-around; Go's have not, and in exchange the time of none of
// them grows faster than the text. Such a schema is not wrong, so it is told
// apart.
type patterns struct {
	limit   int // instructions of all programs
	size    int
	refusal *Error
}

// compile is a jsonschema.RegexpEngine.
func (p *patterns) compile(text string) (jsonschema.Regexp, error) {
	if p.refusal != nil {
		return unmatched(text), nil
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		p.refusal = &Error{Reason: ReasonPattern, Detail: clip(text) + " is not a regular expression that Go can run", cause: err}
		return unmatched(text), nil
	}
	if p.size += programSize(tree, p.limit); p.size > p.limit {
		p.refusal = exceeds("the regular expressions mean more than %d steps", p.limit)
		return unmatched(text), nil
	}
	return regexp.Compile(text)
}

// programSize estimates how many instructions the program of an expression
// has, without making it: a few characters, x{1000}, can mean very many.
func programSize(re *syntax.Regexp, limit int) int {
	size := 1
	if re.Op == syntax.OpLiteral {
		size = len(re.Rune)
	}
	for _, sub := range re.Sub {
		size = min(size+programSize(sub, limit), limit+1)
	}
	if re.Op == syntax.OpRepeat {
		size = min(size*max(re.Min, re.Max, 1), limit+1)
	}
	return size
}

// unmatched stands for a pattern that is not run. No Schema has one.
type unmatched string

// MatchString matches nothing.
func (unmatched) MatchString(string) bool { return false }

// String returns the pattern.
func (u unmatched) String() string { return string(u) }
