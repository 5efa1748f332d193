package schema_test

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/schema"
)

func ExampleCompile() {
	s, err := schema.Compile(jsontext.Value(`{
		"type": "object",
		"properties": {"city": {"type": "string"}, "unit": {"enum": ["celsius", "fahrenheit"]}},
		"required": ["city"]
	}`), schema.Bounds{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Validate(jsontext.Value(`{"city":"Oslo"}`)))
	fmt.Println(s.Validate(jsontext.Value(`{"unit":"celcius"}`)))

	_, err = schema.Compile(jsontext.Value(`{"$ref":"https://example.com/schema.json"}`), schema.Bounds{})
	fmt.Println(err)
	// Output:
	// <nil>
	// /city: is missing; /unit: is not one of "celsius", "fahrenheit"; did you mean "celsius"?
	// unresolved-ref: https://example.com/schema.json: schemas are never fetched; put the definition into $defs
}

func ExampleFor() {
	type forecast struct {
		City string   `json:"city" jsonschema:"a city and its country"`
		Days int      `json:"days,omitzero" jsonschema:"how many days, 1 if absent"`
		Tags []string `json:"tags,omitzero"`
	}
	raw, err := schema.For[forecast]()
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := raw.Indent(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(raw)
	// Output:
	// {
	// 	"type": "object",
	// 	"properties": {
	// 		"city": {
	// 			"type": "string",
	// 			"description": "a city and its country"
	// 		},
	// 		"days": {
	// 			"type": "integer",
	// 			"description": "how many days, 1 if absent"
	// 		},
	// 		"tags": {
	// 			"type": "array",
	// 			"items": {
	// 				"type": "string"
	// 			}
	// 		}
	// 	},
	// 	"required": [
	// 		"city"
	// 	],
	// 	"additionalProperties": false
	// }
}
