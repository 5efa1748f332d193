package schema

import (
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
)

// For infers the schema of T as JSON: properties in the order of the fields,
// required unless omitempty or omitzero, described by the tag jsonschema, and
// no others. A struct without fields gives a schema of type object with empty
// properties (BR-076).
//
// It fails for types JSON has no form of, such as channels and functions, and
// for those that contain themselves.
func For[T any]() (jsontext.Value, error) {
	inferred, err := jsonschema.For[T](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[jsontext.Value](): {},
	}})
	if err != nil {
		return nil, fmt.Errorf("infer a schema for %v: %w", reflect.TypeFor[T](), err)
	}
	tidy(inferred)
	raw, err := json.Marshal(inferred)
	if err != nil {
		return nil, fmt.Errorf("encode the schema for %v: %w", reflect.TypeFor[T](), err)
	}
	if inferred.Type == "object" && len(inferred.Properties) == 0 && inferred.AdditionalProperties != nil {
		return emptyObject(raw)
	}
	return raw, nil
}

// emptyObject writes the properties that the encoding of a struct without
// fields leaves out.
func emptyObject(raw jsontext.Value) (jsontext.Value, error) {
	var members map[string]jsontext.Value
	if err := json.Unmarshal(raw, &members); err != nil {
		return nil, fmt.Errorf("read an inferred schema: %w", err)
	}
	if _, ok := members["properties"]; !ok {
		members["properties"] = jsontext.Value("{}")
	}
	out, err := json.Marshal(members, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("encode an inferred schema: %w", err)
	}
	return out, nil
}

// tidy takes null from the types of slices: a nil slice is written as [], and
// many a host cannot read a list of types.
func tidy(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" && s.Types[1] == "array" {
		s.Type, s.Types = "array", nil
	}
	tidy(s.Items)
	tidy(s.AdditionalProperties)
	for _, property := range s.Properties {
		tidy(property)
	}
}
