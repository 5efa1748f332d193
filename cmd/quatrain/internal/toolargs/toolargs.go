package toolargs

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// Parse returns the JSON object that args describe, each key=value or
// key:=JSON, with members in the order they were named. schema is the tool's
// input schema; nil is one that says nothing.
//
// An error names the argument it is about and how it is right.
func Parse(schema jsontext.Value, args []string) (jsontext.Value, error) {
	root := node{kind: object}
	document := schemaDocument(schema)
	for _, arg := range args {
		key, text, isJSON, err := split(arg)
		if err != nil {
			return nil, err
		}
		path, err := document.path(key)
		if err != nil {
			return nil, fmt.Errorf("argument %q: %w", arg, err)
		}
		value, err := document.value(path, text, isJSON)
		if err != nil {
			return nil, fmt.Errorf("argument %q: %w", arg, err)
		}
		if err := root.set(path, value); err != nil {
			return nil, fmt.Errorf("argument %q: %w", arg, err)
		}
	}
	return root.append(nil), nil
}

// Strings returns args, each key=value, as a map: prompts and completions know
// no other type than string.
func Strings(args []string) (map[string]string, error) {
	values := make(map[string]string, len(args))
	for _, arg := range args {
		key, value, isJSON, err := split(arg)
		if err != nil {
			return nil, err
		}
		if isJSON {
			return nil, fmt.Errorf("argument %q: the value is always a string here; write %s=…", arg, key)
		}
		if _, twice := values[key]; twice {
			return nil, fmt.Errorf("argument %q: %s is given twice", arg, key)
		}
		values[key] = value
	}
	return values, nil
}

// split cuts an argument at its first equals sign.
func split(arg string) (key, value string, isJSON bool, err error) {
	key, value, found := strings.Cut(arg, "=")
	key, isJSON = strings.CutSuffix(key, ":")
	switch {
	case !utf8.ValidString(arg):
		return "", "", false, fmt.Errorf("argument %q: the text is not UTF-8", arg)
	case !found:
		return "", "", false, fmt.Errorf("argument %q: write key=value or key:=JSON", arg)
	case key == "":
		return "", "", false, fmt.Errorf("argument %q: the key is empty; write key=value or key:=JSON", arg)
	}
	return key, value, isJSON, nil
}

// A step leads from an object to one of its members or, with an empty name and
// item set, behind the end of an array.
type step struct {
	name string
	item bool
}

// pathOf cuts key into steps: dots lead into objects, [] at the end appends.
func pathOf(key string) ([]step, error) {
	key, item := strings.CutSuffix(key, "[]")
	var path []step
	for name := range strings.SplitSeq(key, ".") {
		switch {
		case name == "":
			return nil, fmt.Errorf("%q has an empty name in it", key)
		case strings.Contains(name, "[]"):
			return nil, fmt.Errorf("[] stands only at the end of a key; give %s as JSON with :=", path0(path, name))
		}
		path = append(path, step{name: name})
	}
	if item {
		path = append(path, step{item: true})
	}
	return path, nil
}

// path0 is the first name of a path, for messages.
func path0(path []step, name string) string {
	if len(path) > 0 {
		return path[0].name
	}
	return strings.TrimSuffix(name, "[]")
}

type kind uint8

const (
	scalar kind = iota // a finished JSON value
	object
	array
)

// A node is a part of the object being put together.
type node struct {
	kind    kind
	value   jsontext.Value // scalar
	names   []string       // object: the members' names, in order
	members []*node        // object and array
}

// set puts value at path below n.
func (n *node) set(path []step, value jsontext.Value) error {
	for i, s := range path {
		next := &node{kind: scalar, value: value}
		if i+1 < len(path) {
			next = &node{kind: object}
			if path[i+1].item {
				next = &node{kind: array}
			}
		}
		if s.item {
			n.members = append(n.members, next)
			return nil
		}
		old := n.member(s.name)
		switch {
		case old == nil:
			n.names = append(n.names, s.name)
			n.members = append(n.members, next)
		case next.kind == scalar:
			return fmt.Errorf("%s is given twice", s.name)
		case old.kind != next.kind:
			return fmt.Errorf("%s is given in two ways that exclude each other", s.name)
		default:
			next = old
		}
		n = next
	}
	return nil
}

func (n *node) member(name string) *node {
	for i, have := range n.names {
		if have == name {
			return n.members[i]
		}
	}
	return nil
}

// append appends the JSON text of n to dst.
func (n *node) append(dst []byte) jsontext.Value {
	switch n.kind {
	case scalar:
		return append(dst, n.value...)
	case array:
		dst = append(dst, '[')
		for i, member := range n.members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = member.append(dst)
		}
		return append(dst, ']')
	default:
		dst = append(dst, '{')
		for i, member := range n.members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = jsonrpc.AppendString(dst, n.names[i])
			dst = append(dst, ':')
			dst = member.append(dst)
		}
		return append(dst, '}')
	}
}
