package mcp

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// A PrimitiveSchema is the schema of one field of a form: *StringSchema,
// *NumberSchema, *BooleanSchema, *SingleSelectEnumSchema or
// *MultiSelectEnumSchema. The set is closed. The member type is written by the
// schema itself.
type PrimitiveSchema interface {
	json.MarshalerTo
	primitiveSchema()
}

// A StringSchema is a field for text.
type StringSchema struct {
	Title       string       `json:"title,omitzero"`
	Description string       `json:"description,omitzero"`
	MinLength   *int64       `json:"minLength,omitzero"` // characters
	MaxLength   *int64       `json:"maxLength,omitzero"` // characters
	Format      StringFormat `json:"format,omitzero"`
	Default     *string      `json:"default,omitzero"`
}

// A StringFormat is a format of a StringSchema (ELICIT-017).
type StringFormat string

// The four formats.
const (
	FormatEmail    StringFormat = "email"
	FormatURI      StringFormat = "uri"
	FormatDate     StringFormat = "date"
	FormatDateTime StringFormat = "date-time"
)

// A NumberSchema is a field for a number.
type NumberSchema struct {
	Integer     bool     `json:"-"` // the type is integer instead of number
	Title       string   `json:"title,omitzero"`
	Description string   `json:"description,omitzero"`
	Minimum     *float64 `json:"minimum,omitzero"`
	Maximum     *float64 `json:"maximum,omitzero"`
	Default     *float64 `json:"default,omitzero"`
}

// A BooleanSchema is a field for yes or no.
type BooleanSchema struct {
	Title       string `json:"title,omitzero"`
	Description string `json:"description,omitzero"`
	Default     *bool  `json:"default,omitzero"`
}

// A SingleSelectEnumSchema is a field for one of several values. Exactly one
// of Enum and OneOf is set. EnumNames is the older way to give titles to Enum
// and is still read (ELICIT-020); use OneOf.
type SingleSelectEnumSchema struct {
	Title       string       `json:"title,omitzero"`
	Description string       `json:"description,omitzero"`
	Enum        []string     `json:"enum,omitzero"`
	OneOf       []EnumOption `json:"oneOf,omitzero"`
	EnumNames   []string     `json:"enumNames,omitzero"` // by the index in Enum
	Default     *string      `json:"default,omitzero"`
}

// A MultiSelectEnumSchema is a field for any of several values.
type MultiSelectEnumSchema struct {
	Title       string    `json:"title,omitzero"`
	Description string    `json:"description,omitzero"`
	MinItems    *int64    `json:"minItems,omitzero"`
	MaxItems    *int64    `json:"maxItems,omitzero"`
	Items       EnumItems `json:"items"`
	Default     []string  `json:"default,omitzero"` // nil if absent
}

// EnumItems are the values of a MultiSelectEnumSchema. Exactly one of Enum and
// AnyOf is set.
type EnumItems struct {
	Enum  []string
	AnyOf []EnumOption
}

// An EnumOption is a value with what a user reads for it.
type EnumOption struct {
	Const string `json:"const"`
	Title string `json:"title"`
}

// UnmarshalJSONFrom reads the option; both members are required (ELICIT-018).
func (o *EnumOption) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain EnumOption
	return readObject(dec, (*plain)(o), "const", "title")
}

// Options returns the values with their titles, however they were given; a
// value without title is its own.
func (s *SingleSelectEnumSchema) Options() []EnumOption {
	if s.OneOf != nil {
		return s.OneOf
	}
	options := untitled(s.Enum)
	for i, title := range s.EnumNames[:min(len(s.EnumNames), len(options))] {
		options[i].Title = title
	}
	return options
}

// Options returns the values with their titles, however they were given; a
// value without title is its own.
func (i EnumItems) Options() []EnumOption {
	if i.AnyOf != nil {
		return i.AnyOf
	}
	return untitled(i.Enum)
}

func untitled(values []string) []EnumOption {
	options := make([]EnumOption, len(values))
	for i, value := range values {
		options[i] = EnumOption{Const: value, Title: value}
	}
	return options
}

func (*StringSchema) primitiveSchema()           {}
func (*NumberSchema) primitiveSchema()           {}
func (*BooleanSchema) primitiveSchema()          {}
func (*SingleSelectEnumSchema) primitiveSchema() {}
func (*MultiSelectEnumSchema) primitiveSchema()  {}

// The schemas without the methods that would make the codec call itself.
type (
	plainString       StringSchema
	plainNumber       NumberSchema
	plainBoolean      BooleanSchema
	plainSingleSelect SingleSelectEnumSchema
	plainMultiSelect  MultiSelectEnumSchema
)

var errNilSchema = errors.New("the schema of a property is nil")

// writeSchema writes body, which may be nil by mistake, with its type.
func writeSchema[T any](enc *jsontext.Encoder, name string, body *T) error {
	if body == nil {
		return errNilSchema
	}
	return json.MarshalEncode(enc, typed[T]{name, *body})
}

// MarshalJSONTo writes the schema with its type.
func (s *StringSchema) MarshalJSONTo(enc *jsontext.Encoder) error {
	return writeSchema(enc, "string", (*plainString)(s))
}

// MarshalJSONTo writes the schema with its type.
func (s *NumberSchema) MarshalJSONTo(enc *jsontext.Encoder) error {
	name := "number"
	if s != nil && s.Integer {
		name = "integer"
	}
	return writeSchema(enc, name, (*plainNumber)(s))
}

// UnmarshalJSONFrom reads the schema and which of the two types it has.
func (s *NumberSchema) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var body typed[plainNumber]
	err := readObject(dec, &body, "type")
	*s = NumberSchema(body.Body)
	s.Integer = body.Type == "integer"
	return err
}

// MarshalJSONTo writes the schema with its type.
func (s *BooleanSchema) MarshalJSONTo(enc *jsontext.Encoder) error {
	return writeSchema(enc, "boolean", (*plainBoolean)(s))
}

// MarshalJSONTo writes the schema with its type.
func (s *SingleSelectEnumSchema) MarshalJSONTo(enc *jsontext.Encoder) error {
	return writeSchema(enc, "string", (*plainSingleSelect)(s))
}

// MarshalJSONTo writes the schema with its type.
func (s *MultiSelectEnumSchema) MarshalJSONTo(enc *jsontext.Encoder) error {
	return writeSchema(enc, "array", (*plainMultiSelect)(s))
}

// UnmarshalJSONFrom reads the schema; items is required (ELICIT-019).
func (s *MultiSelectEnumSchema) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return readObject(dec, (*plainMultiSelect)(s), "items")
}

// enumItems is EnumItems with its type, which only the untitled form has.
type enumItems struct {
	Type  string       `json:"type,omitzero"`
	Enum  []string     `json:"enum,omitzero"`
	AnyOf []EnumOption `json:"anyOf,omitzero"`
}

// MarshalJSONTo writes the values in one of the two forms.
func (i EnumItems) MarshalJSONTo(enc *jsontext.Encoder) error {
	if i.AnyOf != nil {
		return json.MarshalEncode(enc, enumItems{AnyOf: i.AnyOf})
	}
	return json.MarshalEncode(enc, enumItems{Type: "string", Enum: i.Enum})
}

// UnmarshalJSONFrom reads values in one of the two forms (ELICIT-019).
func (i *EnumItems) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var body enumItems
	if err := readObject(dec, &body); err != nil {
		return err
	}
	if (body.Enum == nil) == (body.AnyOf == nil) {
		return errors.New("items have either enum or anyOf")
	}
	if body.Enum != nil && body.Type != "string" {
		return fmt.Errorf("type is %q, not string", clip(body.Type))
	}
	*i = EnumItems{body.Enum, body.AnyOf}
	return nil
}

// parsePrimitive decodes a schema by its type and, for enums, its shape.
func parsePrimitive(value jsontext.Value, options json.Options) (PrimitiveSchema, error) {
	if err := checkObject(value, "type"); err != nil {
		return nil, err
	}
	var schema PrimitiveSchema
	switch name := jsonrpc.Member(value, "type"); string(name) {
	case `"string"`:
		schema = new(StringSchema)
		if jsonrpc.Member(value, "enum") != nil || jsonrpc.Member(value, "oneOf") != nil {
			schema = new(SingleSelectEnumSchema)
		}
	case `"number"`, `"integer"`:
		schema = new(NumberSchema)
	case `"boolean"`:
		schema = new(BooleanSchema)
	case `"array"`:
		schema = new(MultiSelectEnumSchema)
	default:
		return nil, fmt.Errorf("type is %s, not string, number, integer, boolean or array", clip(name.String()))
	}
	if err := json.Unmarshal(value, schema, options); err != nil {
		return nil, explain("schema", err)
	}
	return schema, nil
}
