package toolargs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// maxRefs bounds how many $ref and composition keywords are followed to learn
// the type of one value, so that a cycle ends.
const maxRefs = 32

// A schemaDocument is a tool's whole input schema; references point into it.
type schemaDocument jsontext.Value

// path cuts key into steps. A property that is really called "a.b" wins over a
// member b of a.
func (d schemaDocument) path(key string) ([]step, error) {
	name, item := strings.CutSuffix(key, "[]")
	if strings.Contains(name, ".") && d.property(jsontext.Value(d), name) != nil {
		path := []step{{name: name}}
		if item {
			path = append(path, step{item: true})
		}
		return path, nil
	}
	return pathOf(key)
}

// value returns the JSON value that text means at path.
func (d schemaDocument) value(path []step, text string, isJSON bool) (jsontext.Value, error) {
	if isJSON {
		value := jsontext.Value(text)
		if !value.IsValid() {
			return nil, fmt.Errorf("what follows := is not JSON; text needs quotes, as in %s:='\"text\"'", dotted(path))
		}
		return value, nil
	}
	at := jsontext.Value(d)
	for _, s := range path {
		if s.item {
			at = jsonrpc.Member(d.resolve(at), "items")
		} else {
			at = d.property(at, s.name)
		}
	}
	return typed(d.types(at), dotted(path), text)
}

// typed returns text as a value of one of types, the names that schemas use;
// without any, and wherever a string will do, it is a string.
func typed(types []string, key, text string) (jsontext.Value, error) {
	value := jsontext.Value(text)
	whole := value.IsValid()
	if len(types) == 0 || slices.Contains(types, "string") {
		return jsonrpc.AppendString(nil, text), nil
	}
	var want []string
	for _, name := range types {
		switch name {
		case "number", "integer":
			want = append(want, name)
			if whole && value.Kind() == '0' && (name == "number" || isInteger(text)) {
				return value, nil
			}
		case "boolean":
			want = append(want, "true or false")
			if text == "true" || text == "false" {
				return value, nil
			}
		case "null":
			want = append(want, "null")
			if text == "null" {
				return value, nil
			}
		case "object":
			want = append(want, fmt.Sprintf("object: write %s.NAME=… or %[1]s:=JSON", key))
			if whole && value.Kind() == '{' {
				return value, nil
			}
		case "array":
			want = append(want, fmt.Sprintf("array: write %s[]=… or %[1]s:=JSON", key))
			if whole && value.Kind() == '[' {
				return value, nil
			}
		}
	}
	return nil, fmt.Errorf("the tool's schema wants %s", strings.Join(want, " or "))
}

// isInteger reports whether a valid JSON number is spelled as an integer.
func isInteger(number string) bool { return !strings.ContainsAny(number, ".eE") }

// types returns the names of the types that schema allows, none if it does not
// say.
func (d schemaDocument) types(schema jsontext.Value) []string {
	var found []string
	d.collect(schema, new(int), func(s jsontext.Value) bool {
		switch t := jsonrpc.Member(s, "type"); t.Kind() {
		case '"':
			found = append(found, text(t))
		case '[':
			var names []string
			if json.Unmarshal(t, &names) == nil {
				found = append(found, names...)
			}
		}
		for _, value := range append(elements(jsonrpc.Member(s, "enum")), jsonrpc.Member(s, "const")) {
			if name := typeOf(value); name != "" && jsonrpc.Member(s, "type") == nil {
				found = append(found, name)
			}
		}
		return false
	})
	return found
}

// property returns the schema of a member of the objects that schema allows,
// nil if it does not say.
func (d schemaDocument) property(schema jsontext.Value, name string) jsontext.Value {
	var found jsontext.Value
	d.collect(schema, new(int), func(s jsontext.Value) bool {
		found = jsonrpc.Member(jsonrpc.Member(s, "properties"), name)
		return found != nil
	})
	if found != nil {
		return found
	}
	d.collect(schema, new(int), func(s jsontext.Value) bool {
		found = jsonrpc.Member(s, "additionalProperties")
		return found != nil
	})
	return found
}

// collect shows visit the schema and all that it refers to or is composed of,
// until visit returns true or seen, which counts them, says that it is enough;
// then it returns true.
func (d schemaDocument) collect(schema jsontext.Value, seen *int, visit func(jsontext.Value) bool) bool {
	if *seen++; *seen > maxRefs {
		return true
	}
	schema = d.resolve(schema)
	if schema.Kind() != '{' {
		return false
	}
	if visit(schema) {
		return true
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range elements(jsonrpc.Member(schema, keyword)) {
			if d.collect(part, seen, visit) {
				return true
			}
		}
	}
	return false
}

// resolve follows references into the document. One that leads nowhere, or
// elsewhere, gives nil.
func (d schemaDocument) resolve(schema jsontext.Value) jsontext.Value {
	for range maxRefs {
		ref := jsonrpc.Member(schema, "$ref")
		if ref.Kind() != '"' {
			return schema
		}
		pointer, local := strings.CutPrefix(text(ref), "#")
		if !local {
			return nil
		}
		schema = jsontext.Value(d)
		for token := range jsontext.Pointer(pointer).Tokens() {
			schema = jsonrpc.Member(schema, token)
		}
	}
	return nil
}

// elements returns the elements of a JSON array, none of anything else.
func elements(value jsontext.Value) []jsontext.Value {
	var list []jsontext.Value
	if value.Kind() == '[' && json.Unmarshal(value, &list) != nil {
		return nil
	}
	return list
}

// text returns what a JSON string says.
func text(value jsontext.Value) string {
	var s string
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}

// typeOf returns the name of the type that a JSON value has, "" for none.
func typeOf(value jsontext.Value) string {
	switch value.Kind() {
	case '"':
		return "string"
	case '0':
		return "number"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	case '{':
		return "object"
	case '[':
		return "array"
	default:
		return ""
	}
}

// dotted returns the way a path is written, without the [] at its end.
func dotted(path []step) string {
	names := make([]string, 0, len(path))
	for _, s := range path {
		if !s.item {
			names = append(names, s.name)
		}
	}
	return strings.Join(names, ".")
}
