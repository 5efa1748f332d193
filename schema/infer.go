package schema

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
)

// For infers the schema of T as JSON: properties in the order of the fields,
// required unless omitempty or omitzero, described by the tag jsonschema, and
// no others. A struct without fields gives a schema of type object with empty
// properties (BR-076). What a type looks like follows from how it encodes:
//
//	[]byte, [4]byte                    a string in base64
//	a type with MarshalText            a string
//	a type with MarshalJSON(To)        any JSON: only the type knows
//	an interface, jsontext.Value       any JSON
//	a pointer                          its element or null
//
// It fails for types JSON has no form of, such as channels, functions and
// time.Duration; for those that contain themselves; and for fields whose tag
// changes their form (string, format, embed, an embedded struct with a name).
func For[T any]() (jsontext.Value, error) { return ForType(reflect.TypeFor[T]()) }

// ForType is For for a type that is known at run time only.
func ForType(t reflect.Type) (jsontext.Value, error) {
	known := forms{}
	if err := known.add(t); err != nil {
		return nil, fmt.Errorf("infer a schema for %v: %w", t, err)
	}
	inferred, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: known})
	if err != nil {
		return nil, fmt.Errorf("infer a schema for %v: %w", t, err)
	}
	tidy(inferred)
	raw, err := json.Marshal(inferred)
	if err != nil {
		return nil, fmt.Errorf("encode the schema for %v: %w", t, err)
	}
	if inferred.Type == "object" && len(inferred.Properties) == 0 && t.Kind() == reflect.Struct {
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

// tidy mends the types of what allows null. A nil slice is written as [], and
// many a host cannot read a list of types; a pointer to what may be anything
// may still be anything.
func tidy(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	switch {
	case slices.Equal(s.Types, []string{"null", "array"}):
		s.Type, s.Types = "array", nil
	case slices.Equal(s.Types, []string{"null"}):
		s.Types = nil
	}
	tidy(s.Items)
	tidy(s.AdditionalProperties)
	for _, property := range s.Properties {
		tidy(property)
	}
}
