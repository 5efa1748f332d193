package server

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yosida95/uritemplate/v3"
)

// A uriPattern finds the values of a template's variables in a URI, as the
// inverse of expanding it (BR-124). The library's own matching copies what it
// found at every comma, so that a URI of 8 KiB can take it 16 seconds
// (BR-125); here a regular expression of Go's, whose time grows with the URI
// and no faster, finds what belongs to an expression, and the rest is a split.
type uriPattern struct {
	re          *regexp.Regexp // a group for each expression
	expressions []expression
}

// An expression is what stands between braces.
type expression struct {
	separator string // between the values of its variables
	named     bool   // a value is written as name=value
	variables []variable
}

// A variable is one of an expression.
type variable struct {
	name    string
	explode bool
	prefix  int // characters of the value at most, 0 for all
}

// maxVariables is how many variables an expression may have.
const maxVariables = 100

// newURIPattern reads an RFC 6570 template.
func newURIPattern(template string) (*uriPattern, error) {
	template = escapeNonASCII(template)
	parsed, err := uritemplate.New(template)
	if err != nil {
		return nil, err
	}
	p := new(uriPattern)
	for rest := template; ; {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			break
		}
		var body string
		body, rest, _ = strings.Cut(after, "}")
		e := newExpression(body)
		if len(e.variables) > maxVariables {
			return nil, fmt.Errorf("an expression has more than %d variables", maxVariables)
		}
		p.expressions = append(p.expressions, e)
	}
	p.re = parsed.Regexp()
	return p, nil
}

// newExpression reads what stands between braces, which is known to be right.
func newExpression(body string) expression {
	e := expression{separator: ","}
	switch body[0] {
	case '.', '/':
		e.separator = body[:1]
	case ';':
		e.separator, e.named = ";", true
	case '?', '&':
		e.separator, e.named = "&", true
	}
	for spec := range strings.SplitSeq(strings.TrimLeft(body, "+#./;?&"), ",") {
		var v variable
		spec, v.explode = strings.CutSuffix(spec, "*")
		name, length, _ := strings.Cut(spec, ":")
		v.name = name
		for _, digit := range length {
			v.prefix = v.prefix*10 + int(digit-'0')
		}
		e.variables = append(e.variables, v)
	}
	return e
}

// has reports whether the template has a variable.
func (p *uriPattern) has(name string) bool {
	return slices.ContainsFunc(p.expressions, func(e expression) bool {
		return slices.ContainsFunc(e.variables, func(v variable) bool { return v.name == name })
	})
}

// match returns the values of the variables, decoded; those of a list are
// joined with commas. What is not there has no value.
func (p *uriPattern) match(uri string) (map[string]string, bool) {
	uri = escapeNonASCII(uri)
	groups := p.re.FindStringSubmatchIndex(uri)
	if groups == nil {
		return nil, false
	}
	values := map[string]string{}
	for i, e := range p.expressions {
		from, to := groups[2*i+2], groups[2*i+3]
		if from >= 0 && !e.assign(uri[from:to], values) {
			return nil, false
		}
	}
	return values, true
}

// assign adds the values that an expression's part of a URI holds. It reports
// false if the part is none of the expression after all.
func (e *expression) assign(part string, values map[string]string) bool {
	if e.named {
		return e.assignNamed(part, values)
	}
	if only := e.variables[0]; len(e.variables) == 1 {
		list := []string{part}
		if only.explode {
			list = strings.Split(part, e.separator)
		}
		return only.assign(list, values)
	}
	list := strings.Split(part, e.separator)
	for i, v := range e.variables {
		if len(list) == 0 {
			break
		}
		n := 1
		if after := len(e.variables) - i - 1; v.explode || after == 0 {
			n = max(len(list)-after, 1)
		}
		if !v.assign(list[:n], values) {
			return false
		}
		list = list[n:]
	}
	return true
}

// assignNamed is assign for values with names, in any order.
func (e *expression) assignNamed(part string, values map[string]string) bool {
	lists := make([][]string, len(e.variables))
	for pair := range strings.SplitSeq(part, e.separator) {
		name, value, _ := strings.Cut(pair, "=")
		i := slices.IndexFunc(e.variables, func(v variable) bool { return v.name == name })
		if i < 0 { // a member of a map, if one may be there
			i, value = slices.IndexFunc(e.variables, func(v variable) bool { return v.explode }), pair
		}
		if i < 0 || len(lists[i]) > 0 && !e.variables[i].explode {
			return false
		}
		lists[i] = append(lists[i], value)
	}
	for i, list := range lists {
		if list != nil && !e.variables[i].assign(list, values) {
			return false
		}
	}
	return true
}

// assign sets the value of a variable. It reports false if it cannot have this
// one: it is too long, no encoding, or not the same at another place.
func (v *variable) assign(list []string, values map[string]string) bool {
	decoded := make([]string, len(list))
	for i, text := range list {
		var err error
		if decoded[i], err = url.PathUnescape(text); err != nil {
			return false
		}
	}
	value := strings.Join(decoded, ",")
	if v.prefix > 0 && utf8.RuneCountInString(value) > v.prefix {
		return false
	}
	if old, twice := values[v.name]; twice && old != value {
		return false
	}
	values[v.name] = value
	return true
}

// escapeNonASCII writes what is not ASCII as a URI has it.
func escapeNonASCII(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return s
	}
	var out strings.Builder
	for i := range len(s) {
		if s[i] < utf8.RuneSelf {
			out.WriteByte(s[i])
		} else {
			fmt.Fprintf(&out, "%%%02X", s[i])
		}
	}
	return out.String()
}
