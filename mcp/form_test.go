package mcp_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/mcp"
)

func TestForm(t *testing.T) {
	form, err := formParams.Form()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, property := range form.Properties {
		names = append(names, property.Name)
	}
	if diff := cmp.Diff([]string{"s", "n", "i", "b", "us", "ts", "ls", "um", "tm"}, names); diff != "" {
		t.Errorf("the order of the properties (-want +got):\n%s", diff)
	}
	if again := encoded(form); string(again) != string(formParams.RequestedSchema) {
		t.Errorf("got %s, want %s", again, formParams.RequestedSchema)
	}
	for _, f := range []fit{
		{"ELICIT-015", formOf, []string{`{"type":"object","properties":{},"required":[],"$schema":"x"}`}, map[string]string{
			`{"type":"array","properties":{}}`:  `requestedSchema: type is "array", not object`,
			`{"type":"object"}`:                 "requestedSchema: properties is missing",
			`{"type":"object","properties":[]}`: "requestedSchema/properties: an object is expected, not an array",
			`{"properties":{}}`:                 "requestedSchema: type is missing",
		}},
		{"ELICIT-016", propertyOf, []string{`{"type":"string"}`, `{"type":"number"}`, `{"type":"integer"}`, `{"type":"boolean"}`}, map[string]string{
			`{"type":"object","properties":{}}`: `property "p": type is "object", not string, number, integer, boolean or array`,
			`{"type":["string"]}`:               `property "p": type is ["string"]`,
			`{}`:                                `property "p": type is missing`,
			`true`:                              `property "p": an object is expected, not a boolean`,
		}},
		{"ELICIT-018", propertyOf, []string{`{"type":"string","enum":["a"]}`, `{"type":"string","oneOf":[{"const":"a","title":"A"}]}`}, map[string]string{
			`{"type":"string","enum":[1]}`:              `property "p": schema/enum/0: `,
			`{"type":"string","oneOf":[{"const":"a"}]}`: `property "p": schema/oneOf/0: title is missing`,
		}},
		{"ELICIT-019", propertyOf, []string{`{"type":"array","items":{"type":"string","enum":["a"]}}`, `{"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}}`}, map[string]string{
			`{"type":"array","items":{"type":"number"}}`:              "items have either enum or anyOf",
			`{"type":"array"}`:                                        "items is missing",
			`{"type":"array","items":{"enum":["a"]}}`:                 `type is "", not string`,
			`{"type":"array","items":{"anyOf":[{"title":"A"}]}}`:      "const is missing",
			`{"type":"array","items":{"enum":["a"],"anyOf":[]}}`:      "items have either enum or anyOf",
			`{"type":"array","items":{"type":"string","enum":"abc"}}`: "/items/enum: ",
		}},
		{"ELICIT-020", propertyOf, []string{`{"type":"string","enum":["a"],"enumNames":["A"]}`}, nil},
	} {
		f.run(t, false)
	}
}

func formOf(text jsontext.Value) error {
	_, err := (&mcp.ElicitParams{RequestedSchema: text}).Form()
	return err
}

func propertyOf(text jsontext.Value) error {
	return formOf(raw(`{"type":"object","properties":{"p":` + string(text) + `}}`))
}

func TestEnumOptions(t *testing.T) {
	titled := []mcp.EnumOption{{Const: "a", Title: "A"}, {Const: "b", Title: "b"}}
	for name, got := range map[string][]mcp.EnumOption{
		"oneOf":     (&mcp.SingleSelectEnumSchema{OneOf: titled}).Options(),
		"anyOf":     mcp.EnumItems{AnyOf: titled}.Options(),
		"enumNames": (&mcp.SingleSelectEnumSchema{Enum: []string{"a", "b"}, EnumNames: []string{"A"}}).Options(),
	} {
		if diff := cmp.Diff(titled, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff([]mcp.EnumOption{{Const: "a", Title: "a"}}, (mcp.EnumItems{Enum: []string{"a"}}).Options()); diff != "" {
		t.Errorf("enum (-want +got):\n%s", diff)
	}
}
