package schema_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/schema"
)

func TestViolations(t *testing.T) {
	tests := []struct {
		name, text, value string
		want              []string // one a violation
	}{
		{"TOOL-041 every place is named", `{"required":["city","days"],"properties":{"city":{},"tags":{"items":{"type":"string"}}},"additionalProperties":false}`,
			`{"tags":["a",1,true],"sity":1,"other":1}`,
			[]string{"/city: is missing", "/days: is missing", "/other: is not a known member", `/sity: is not a known member; did you mean "city"?`,
				"/tags/1: is number, not string", "/tags/2: is boolean, not string"}},
		{"the value itself", `{"type":"object"}`, `[]`, []string{"is array, not object"}},
		{"several types", `{"type":["object","null"]}`, `[]`, []string{"is array, not null or object"}},
		{"a name with a slash", `{"properties":{"a/b":{"type":"null"}}}`, `{"a/b":1}`, []string{"/a~1b: is number, not null"}},
		{"nested", `{"properties":{"a":{"required":["b"]}}}`, `{"a":{}}`, []string{"/a/b: is missing"}},
		{"a member of what is referred to", `{"properties":{"a":{"$ref":"#/$defs/d"}},"$defs":{"d":{"properties":{"name":{}},"additionalProperties":false}}}`,
			`{"a":{"nane":1}}`, []string{`/a/nane: is not a known member; did you mean "name"?`}},
		{"a choice", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `1`, []string{"none of the alternatives fits: is number, not string; or is number, not null"}},
		{"a choice below", `{"properties":{"a":{"oneOf":[{"type":"string"},{"required":["b"]}]}}}`, `{"a":{}}`,
			[]string{"/a: none of the alternatives fits: is object, not string; or /b: is missing"}},
		{"more than one of a choice", `{"oneOf":[{},{"type":"string"}]}`, `"a"`, []string{"fits several alternatives of which only one may fit"}},
		{"never", `{"properties":{"a":false}}`, `{"a":1}`, []string{"/a: is not allowed"}},
		{"not", `{"not":{"type":"string"}}`, `"a"`, []string{"fits what it must not fit"}},
		{"an enumeration", `{"properties":{"unit":{"enum":["celsius","fahrenheit",1.50,null]}}}`, `{"unit":"celcius"}`,
			[]string{`/unit: is not one of "celsius", "fahrenheit", 1.5, null; did you mean "celsius"?`}},
		{"a constant", `{"const":{"a":[1]}}`, `2`, []string{`is not {"a":[1]}`}},
		{"a least", `{"minimum":3}`, `2`, []string{"is less than 3"}},
		{"a most", `{"maximum":3.5}`, `4`, []string{"is more than 3.5"}},
		{"an open range", `{"exclusiveMinimum":0,"exclusiveMaximum":0}`, `0`, []string{"is not more than 0", "is not less than 0"}},
		{"a multiple", `{"multipleOf":2}`, `3`, []string{"is no multiple of 2"}},
		{"a length", `{"minLength":2}`, `"a"`, []string{"has 1 characters, not at least 2"}},
		{"a greatest length", `{"maxLength":2}`, `"abc"`, []string{"has 3 characters, not at most 2"}},
		{"a count", `{"minItems":2}`, `[1]`, []string{"has 1 entries, not at least 2"}},
		{"a greatest count", `{"maxItems":0}`, `[1]`, []string{"has 1 entries, not at most 0"}},
		{"members", `{"minProperties":1}`, `{}`, []string{"has 0 members, not at least 1"}},
		{"too many members", `{"maxProperties":0}`, `{"a":1}`, []string{"has 1 members, not at most 0"}},
		{"the same twice", `{"uniqueItems":true}`, `[1,2,1.0]`, []string{"has the same entry at 0 and 2"}},
		{"an entry there must be", `{"contains":{"const":5}}`, `[1]`, []string{"has no entry that fits"}},
		{"entries there must be", `{"contains":{"const":5},"minContains":2}`, `[5]`, []string{"has 1 entries that fit, not at least 2"}},
		{"a pattern", `{"pattern":"^a"}`, `"secret"`, []string{"does not match the pattern ^a"}},
		{"a name that is too long", `{"propertyNames":{"maxLength":1}}`, `{"ab":1}`, []string{"/ab: the name has 2 characters, not at most 1"}},
		{"what another needs", `{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, []string{`/b: is missing, and "a" needs it`}},
		{"what another needs, in draft-07", `{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"]}}`, `{"a":1}`,
			[]string{`/b: is missing, and "a" needs it`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := compile(t, test.text).Validate(jsontext.Value(test.value))
			var violations *schema.ValidationError
			if !errors.As(err, &violations) {
				t.Fatalf("got %v", err)
			}
			var got []string
			for _, v := range violations.Violations {
				got = append(got, v.String())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("many violations are counted, not listed", func(t *testing.T) {
		err := compile(t, `{"items":{"type":"string"}}`).Validate(jsontext.Value("[" + strings.Repeat("1,", 10_000) + "1]"))
		var violations *schema.ValidationError
		if !errors.As(err, &violations) || len(violations.Violations) != 10_001 {
			t.Fatalf("got %.100v", err)
		}
		if text := err.Error(); !strings.HasSuffix(text, "; and 9991 more") || len(text) > 1000 {
			t.Errorf("got %.200s", text)
		}
	})
	t.Run("a long value is not repeated", func(t *testing.T) {
		err := compile(t, `{"enum":["a"]}`).Validate(jsontext.Value(`"` + strings.Repeat("x", 10_000) + `"`))
		if err == nil || len(err.Error()) > 1000 {
			t.Errorf("%.100v", err)
		}
	})
}

func TestNumbers(t *testing.T) {
	tests := []struct {
		name, text, value string
		fits              bool
	}{
		{"BR-028 no digit is lost", `{"const":9007199254740993}`, `9007199254740993`, true},
		{"BR-028 the next number is another", `{"const":9007199254740993}`, `9007199254740992`, false},
		{"1.0 is an integer", `{"type":"integer"}`, `1.0`, true},
		{"BR-028 a decimal is what it says", `{"multipleOf":0.1}`, `0.3`, true},
		{"BR-028 and no other", `{"multipleOf":0.1}`, `0.31`, false},
		{"BR-028 fifteen digits are exact", `{"const":0.123456789012345}`, `0.1234567890123450`, true},
		{"BR-028 sixteen digits are exact", `{"const":9007199254740993.5}`, `9007199254740993.4`, false},
		{"1.5 is none", `{"type":"integer"}`, `1.5`, false},
		{"SCHEMA-013 a huge exponent is not multiplied out", `{"type":"integer"}`, `1e999999999`, false},
		{"SCHEMA-013 nor a tiny one", `{"minimum":0}`, `1e-999999999`, false},
		{"SCHEMA-013 a string is no number", `{"type":"string"}`, `"1e999999999 \" 1e999999999"`, true},
		{"BR-028 a large exponent is fine", `{"type":"number","minimum":1E+399}`, `1e400`, true},
		{"SCHEMA-013 nor is a number of very many digits", `{"type":"integer"}`, strings.Repeat("7", 1_000_000), false},
		{"SCHEMA-013 nor very many numbers of many digits", `{"items":{"type":"integer"}}`, "[" + strings.Repeat("1e900,", 100_000) + "1]", false},
		{"SCHEMA-013 some long numbers are fine", `{"items":{"type":"integer"}}`, "[" + strings.Repeat("1e900,", 50) + "1]", true},
		{"SCHEMA-013 many short numbers are fine", `{"items":{"type":"integer"}}`, "[" + strings.Repeat("1234567890,", 50_000) + "1]", true},
		{"SCHEMA-013 nor in a list", `{"items":{"multipleOf":3}}`, `[1,1E+99999999]`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := compile(t, test.text).Validate(jsontext.Value(test.value)); (err == nil) != test.fits {
				t.Errorf("got %v", err)
			}
		})
	}
}

func FuzzValidate(f *testing.F) {
	for _, text := range []string{
		`{"type":"object","required":["a"],"properties":{"a":{"type":"integer","minimum":1}},"additionalProperties":false}`,
		`{"anyOf":[{"type":"string"},{"$ref":"#/$defs/d"}],"$defs":{"d":{"items":{"$ref":"#"}}}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"]}}`,
		`{"patternProperties":{"^a":{}},"unevaluatedProperties":false,"uniqueItems":true}`, doubling(3),
	} {
		f.Add(text, `{"a":1}`)
		f.Add(text, `[[1,1e5],"x",null]`)
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		if !jsontext.Value(value).IsValid() {
			t.Skip()
		}
		s, err := schema.Compile(jsontext.Value(text), schema.Bounds{})
		var refusal *schema.Error
		switch {
		case err != nil && !errors.As(err, &refusal):
			t.Fatalf("%T: %v", err, err)
		case err != nil:
			return
		}
		var violations *schema.ValidationError
		if err := s.Validate(jsontext.Value(value)); err != nil && (!errors.As(err, &violations) || len(violations.Violations) == 0) {
			t.Fatalf("%T: %v", err, err)
		}
	})
}
