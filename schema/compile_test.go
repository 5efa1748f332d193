package schema_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/schema"
)

func compile(t *testing.T, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Compile(jsontext.Value(text), schema.Bounds{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// repeat returns n times open, then n times shut.
func repeat(open, middle, shut string, n int) string {
	return strings.Repeat(open, n) + middle + strings.Repeat(shut, n)
}

// doubling returns a schema that tries 2^n subschemas against one value.
func doubling(n int) string {
	var defs []string
	for i := range n {
		defs = append(defs, fmt.Sprintf(`"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1))
	}
	return fmt.Sprintf(`{"$ref":"#/$defs/d0","$defs":{%s,"d%d":{}}}`, strings.Join(defs, ","), n)
}

// dynamicDoubling is doubling by dynamic anchors: what each $dynamicRef means is
// harmless as it stands and the next step when it is resolved.
func dynamicDoubling(n int) string {
	var root, parts []string
	for i := range n {
		root = append(root, fmt.Sprintf(`"h%d":{"$dynamicAnchor":"n%d","$ref":"r:l%d"}`, i, i, i))
		parts = append(parts, fmt.Sprintf(`"l%d":{"$id":"r:l%d","$defs":{"d":{"$dynamicAnchor":"n%d"}},"allOf":[{"$dynamicRef":"#n%d"},{"$dynamicRef":"#n%d"}]}`,
			i, i, i+1, i+1, i+1))
	}
	return fmt.Sprintf(`{"$id":"r:root","$ref":"r:l0","$defs":{%s,%s,"h%d":{"$dynamicAnchor":"n%d"}}}`,
		strings.Join(root, ","), strings.Join(parts, ","), n, n)
}

// patterns returns n members whose names are patterns that mean a thousand
// letters each.
func patterns(n int) string {
	members := make([]string, n)
	for i := range members {
		members[i] = fmt.Sprintf(`"%dx{1000}":{}`, i)
	}
	return strings.Join(members, ",")
}

func TestRefused(t *testing.T) {
	tests := []struct {
		name, text string
		reason     schema.Reason
		pointer    jsontext.Pointer
	}{
		{"SCHEMA-006 an unknown dialect", `{"$schema":"https://example.com/own-dialect","type":"object"}`, schema.ReasonDialect, "/$schema"},
		{"SCHEMA-006 a dialect that is no string", `{"$schema":7}`, schema.ReasonInvalid, ""},
		{"SCHEMA-007 required is no list", `{"type":"object","required":"name"}`, schema.ReasonInvalid, "/required"},
		{"SCHEMA-007 required is null", `{"properties":{"a":{"required":null}}}`, schema.ReasonInvalid, "/properties/a/required"},
		{"SCHEMA-007 no such type", `{"type":"str"}`, schema.ReasonInvalid, "/type"},
		{"SCHEMA-007 not JSON", `{"type":`, schema.ReasonInvalid, ""},
		{"SCHEMA-007 no schema at all", `null`, schema.ReasonInvalid, ""},
		{"SCHEMA-008 a ref to the network", `{"$ref":"https://127.0.0.1:1/s.json"}`, schema.ReasonReference, ""},
		{"SCHEMA-008 a ref to a file", `{"properties":{"a":{"$ref":"file:///etc/passwd"}}}`, schema.ReasonReference, ""},
		{"SCHEMA-008 a relative ref", `{"$ref":"other.json"}`, schema.ReasonReference, ""},
		{"SCHEMA-009 fetching is off", `{"$ref":"http://127.0.0.1:1/"}`, schema.ReasonReference, ""},
		{"SCHEMA-012 a ref to nothing", `{"$ref":"#/$defs/none"}`, schema.ReasonReference, ""},
		{"SCHEMA-012 an anchor that is not there", `{"$ref":"#none"}`, schema.ReasonReference, ""},
		{"SCHEMA-013 too deep", repeat(`{"properties":{"a":`, `{}`, `}}`, 5000), schema.ReasonBounds, ""},
		{"SCHEMA-013 too large", `{"description":"` + strings.Repeat("a", 2<<20) + `"}`, schema.ReasonBounds, ""},
		{"SCHEMA-013 too many values", `{"enum":[` + strings.Repeat("0,", 100_000) + `1]}`, schema.ReasonBounds, ""},
		{"SCHEMA-013 doubling", doubling(40), schema.ReasonBounds, ""},
		{"SCHEMA-013 a huge number", `{"properties":{"a":{"maximum":1e999999999}}}`, schema.ReasonBounds, "/properties/a/maximum"},
		{"SCHEMA-013 a number of many digits", `{"enum":[1` + strings.Repeat("0", 2000) + `]}`, schema.ReasonBounds, "/enum/0"},
		{"SCHEMA-013 doubling by dynamic anchors", dynamicDoubling(40), schema.ReasonBounds, ""},
		{"SCHEMA-013 patterns that mean much", `{"patternProperties":{` + patterns(100) + `}}`, schema.ReasonBounds, ""},
		{"SCHEMA-013 a pattern that means much", `{"pattern":"` + strings.Repeat("x{1000}", 60) + `"}`, schema.ReasonBounds, ""},
		{"SCHEMA-008 a ref beside an $id", `{"$id":"https://example.com/a","$ref":"b"}`, schema.ReasonReference, ""},
		{"SCHEMA-008 a dialect of a part", `{"$defs":{"a":{"$id":"x:y","$schema":"https://example.com/own-dialect"}}}`, schema.ReasonReference, ""},
		{"SCHEMA-012 a ref to nothing under an $id", `{"$id":"a:b","$ref":"#/x"}`, schema.ReasonReference, ""},
		{"SCHEMA-012 an anchor of another part", `{"$ref":"#a","$defs":{"d":{"$id":"x:y","$anchor":"a"}}}`, schema.ReasonReference, ""},
		{"SCHEMA-007 an $id that is none", `{"$id":"%zz"}`, schema.ReasonInvalid, ""},
		{"SCHEMA-007 an anchor that stands twice", `{"$anchor":"a","$defs":{"x":{"$anchor":"a"}}}`, schema.ReasonInvalid, ""},
		{"BR-082 a schema with an $id that is itself", `{"$id":"a:b","$ref":"#"}`, schema.ReasonBounds, ""},
		{"BR-082 a cycle of allOf and $ref", `{"$ref":"#/$defs/A","$defs":{"A":{"allOf":[{"$ref":"#/$defs/B"}]},"B":{"allOf":[{"$ref":"#/$defs/A"}]}}}`, schema.ReasonBounds, ""},
		{"BR-082 a schema that is itself", `{"$ref":"#"}`, schema.ReasonBounds, ""},
		{"BR-082 a cycle below a property", `{"properties":{"a":{"anyOf":[{"$ref":"#/properties/a"}]}}}`, schema.ReasonBounds, ""},
		{"BR-079 an unknown dialect", `{"$schema":"https://example.com/own-dialect"}`, schema.ReasonDialect, "/$schema"},
		{"a pattern of ECMAScript", `{"pattern":"^(?!a)"}`, schema.ReasonPattern, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := schema.Compile(jsontext.Value(test.text), schema.Bounds{})
			var refusal *schema.Error
			if !errors.As(err, &refusal) {
				t.Fatalf("got %v, want a *schema.Error", err)
			}
			if refusal.Reason != test.reason || refusal.Pointer != test.pointer {
				t.Errorf("got %v, want %s at %q", err, test.reason, test.pointer)
			}
			if len(err.Error()) > 1000 {
				t.Errorf("%d bytes of message", len(err.Error()))
			}
		})
	}
	t.Run("SCHEMA-006 the error lists what there is", func(t *testing.T) {
		_, err := schema.Compile(jsontext.Value(`{"$schema":"urn:x"}`), schema.Bounds{})
		for _, dialect := range schema.Dialects() {
			if !strings.Contains(err.Error(), dialect) {
				t.Errorf("%v does not name %s", err, dialect)
			}
		}
	})
	t.Run("SCHEMA-013 doubling by dynamic anchors is not a matter of bounds that can be lifted", func(t *testing.T) {
		none := schema.Bounds{Size: -1, Depth: -1, Values: -1, Steps: -1, Patterns: -1}
		if _, err := schema.Compile(jsontext.Value(dynamicDoubling(3)), none); err == nil {
			t.Error("it is accepted")
		}
	})
	t.Run("SCHEMA-013 bounds are arguments", func(t *testing.T) {
		deep := jsontext.Value(repeat(`{"properties":{"a":`, `{}`, `}}`, 60))
		if _, err := schema.Compile(deep, schema.Bounds{}); err == nil {
			t.Error("120 levels are accepted by default")
		}
		if _, err := schema.Compile(deep, schema.Bounds{Depth: -1}); err != nil {
			t.Error(err)
		}
	})
}

func TestDialects(t *testing.T) {
	tests := []struct {
		name, text, value string
		fits              bool
	}{
		{"SCHEMA-001 2020-12 by default", `{"properties":{"t":{"prefixItems":[{"type":"string"}]}}}`, `{"t":[1]}`, false},
		{"SCHEMA-002 a dialect may be named", `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"string"}`, `"a"`, true},
		{"SCHEMA-003 2020-12: dependentRequired", `{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, false},
		{"SCHEMA-003 2020-12: unevaluatedProperties", `{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}`, `{"a":1,"b":1}`, false},
		{"SCHEMA-003 2020-12: an anchor", `{"$ref":"#x","$defs":{"d":{"$anchor":"x","type":"integer"}}}`, `1.5`, false},
		{"SCHEMA-005 draft-07 by its own rules", `{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"},{"type":"number"}]}`, `["a",1]`, true},
		{"SCHEMA-005 draft-07 tuples", `{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]}`, `[1]`, false},
		{"BR-079 draft-07", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"t":{"items":[{"type":"string"},{"type":"number"}]}}}`, `{"t":[1,"a"]}`, false},
		{"BR-082 a tree", `{"type":"object","properties":{"c":{"type":"array","items":{"$ref":"#"}}}}`, `{"c":[{"c":[]}]}`, true},
		{"BR-082 a tree that does not fit", `{"type":"object","properties":{"c":{"type":"array","items":{"$ref":"#"}}}}`, `{"c":[{"c":[1]}]}`, false},
		{"a dynamic ref", `{"$dynamicAnchor":"n","type":"object","properties":{"c":{"$dynamicRef":"#n"}}}`, `{"c":1}`, false},
		{"SCHEMA-009 the dialect itself is there without fetching", `{"properties":{"s":{"$ref":"https://json-schema.org/draft/2020-12/schema"}}}`, `{"s":{"type":"str"}}`, false},
		{"SCHEMA-009 an $id is no address", `{"$id":"https://127.0.0.1:1/a","$defs":{"b":{"$id":"b","type":"string"}},"$ref":"b"}`, `1`, false},
		{"2019-09 recursion", `{"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,"type":"object","properties":{"c":{"$recursiveRef":"#"}}}`, `{"c":1}`, false},
		{"anything", `true`, `null`, true},
		{"nothing", `false`, `null`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := compile(t, test.text).Validate(jsontext.Value(test.value)); (err == nil) != test.fits {
				t.Errorf("%s against %s: %v", test.value, test.text, err)
			}
		})
	}
}

func TestRaw(t *testing.T) {
	t.Run("BR-080 the text stays", func(t *testing.T) {
		const text = `{ "x-own" : 1.0,"type":"object","a\u0062":null}`
		if got := string(compile(t, text).Raw()); got != text {
			t.Error(got)
		}
	})
	t.Run("TOOL-012 object and nothing else", func(t *testing.T) {
		for text, want := range map[string]bool{
			`{"type":"object"}`: true, `{"type":["object"]}`: true, `{}`: false, `true`: false,
			`{"type":["object","null"]}`: false, `{"type":"array"}`: false,
		} {
			if got := compile(t, text).IsObject(); got != want {
				t.Errorf("%s: %v", text, got)
			}
		}
	})
}
