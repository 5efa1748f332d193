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
		want              []string // one a violation; "…" at the end for any rest
	}{
		{"TOOL-041 every place is named", `{"required":["city","days"],"properties":{"tags":{"items":{"type":"string"}}},"additionalProperties":false}`,
			`{"tags":["a",1,true],"sity":1}`,
			[]string{"/city: is missing", "/days: is missing", "/sity: is not a known member", "/tags/1: is number, not string", "/tags/2: is boolean, not string"}},
		{"the value itself", `{"type":"object"}`, `[]`, []string{"is array, not object"}},
		{"a name with a slash", `{"properties":{"a/b":{"type":"null"}}}`, `{"a/b":1}`, []string{"/a~1b: is number, not null"}},
		{"nested", `{"properties":{"a":{"required":["b"]}}}`, `{"a":{}}`, []string{"/a/b: is missing"}},
		{"a choice", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `1`, []string{"none of the alternatives fits: is number, not string; or is number, not null"}},
		{"never", `{"properties":{"a":false}}`, `{"a":1}`, []string{"/a: is not allowed"}},
		{"an enumeration", `{"enum":["a","b"]}`, `"c"`, []string{"…"}},
		{"a least", `{"minimum":3}`, `2`, []string{"…"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := compile(t, test.text).Validate(jsontext.Value(test.value))
			var violations *schema.ValidationError
			if !errors.As(err, &violations) {
				t.Fatalf("got %v", err)
			}
			var got []string
			for i, v := range violations.Violations {
				text := v.String()
				if i < len(test.want) && test.want[i] == "…" && v.Message != "" {
					text = "…"
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
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
		{"1.5 is none", `{"type":"integer"}`, `1.5`, false},
		{"SCHEMA-013 a huge exponent is not multiplied out", `{"type":"integer"}`, `1e999999999`, false},
		{"SCHEMA-013 nor a tiny one", `{"minimum":0}`, `1e-999999999`, false},
		{"SCHEMA-013 a string is no number", `{"type":"string"}`, `"1e999999999 \" 1e999999999"`, true},
		{"BR-028 a large exponent is fine", `{"type":"number","minimum":1E+399}`, `1e400`, true},
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
