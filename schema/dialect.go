package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Dialect is the one of a schema that does not name its own (SCHEMA-001).
const Dialect = "https://json-schema.org/draft/2020-12/schema"

// dialects returns the supported dialects by the value of $schema, without the
// empty fragment that some write behind it.
func dialects() map[string]*jsonschema.Draft {
	return map[string]*jsonschema.Draft{
		Dialect: jsonschema.Draft2020,
		"https://json-schema.org/draft/2019-09/schema": jsonschema.Draft2019,
		"http://json-schema.org/draft-07/schema":       jsonschema.Draft7,
		"http://json-schema.org/draft-06/schema":       jsonschema.Draft6,
		"http://json-schema.org/draft-04/schema":       jsonschema.Draft4,
	}
}

// Dialects returns the values of $schema that Compile accepts, sorted.
func Dialects() []string { return slices.Sorted(maps.Keys(dialects())) }

// dialectOf returns the dialect of a schema: the one it declares, or the
// default (SCHEMA-005, SCHEMA-006).
func dialectOf(raw jsontext.Value) (*jsonschema.Draft, error) {
	if raw.Kind() != '{' {
		return jsonschema.Draft2020, nil
	}
	var head struct {
		Schema *string `json:"$schema"`
	}
	if err := json.Unmarshal(raw, &head, jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil, &Error{Reason: ReasonInvalid, Detail: "the schema cannot be read", cause: err}
	}
	if head.Schema == nil {
		return jsonschema.Draft2020, nil
	}
	draft, ok := dialects()[strings.TrimSuffix(*head.Schema, "#")]
	if !ok {
		return nil, &Error{Reason: ReasonDialect, Pointer: "/$schema",
			Detail: fmt.Sprintf("%q is not supported; supported are %s", clip(*head.Schema), strings.Join(Dialects(), ", "))}
	}
	return draft, nil
}
