package mcp

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// A FormSchema is the RequestedSchema of an elicitation in FormMode: a flat
// object of primitive properties. Value encodes it; ElicitParams.Form reads it.
type FormSchema struct {
	Dialect    string // $schema, if any
	Properties FormProperties
	Required   []string
}

// Value returns the schema as JSON. It fails for a property without schema.
func (s FormSchema) Value() (jsontext.Value, error) { return encodeNamed("form", s) }

// formSchema is FormSchema with its type.
type formSchema struct {
	Dialect    string         `json:"$schema,omitzero"`
	Type       string         `json:"type"`
	Properties FormProperties `json:"properties"`
	Required   []string       `json:"required,omitzero"`
}

// MarshalJSONTo writes the schema with its type.
func (s FormSchema) MarshalJSONTo(enc *jsontext.Encoder) error {
	return json.MarshalEncode(enc, formSchema{s.Dialect, "object", s.Properties, s.Required})
}

// UnmarshalJSONFrom reads the schema; it must have properties and the type
// object (ELICIT-015).
func (s *FormSchema) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var body formSchema
	if err := readObject(dec, &body, "type", "properties"); err != nil {
		return err
	}
	if body.Type != "object" {
		return fmt.Errorf("type is %q, not object", clip(body.Type))
	}
	*s = FormSchema{body.Dialect, body.Properties, body.Required}
	return nil
}

// FormProperties are the properties of a form in the order they came, which is
// the order to ask in. On the wire they are an object.
type FormProperties []FormProperty

// A FormProperty is one field of a form.
type FormProperty struct {
	Name   string
	Schema PrimitiveSchema
}

// MarshalJSONTo writes an object.
func (p FormProperties) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, property := range p {
		if property.Schema == nil {
			return fmt.Errorf("the schema of property %q is nil", property.Name)
		}
		if err := enc.WriteToken(jsontext.String(property.Name)); err != nil {
			return err
		}
		if err := property.Schema.MarshalJSONTo(enc); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

// UnmarshalJSONFrom reads an object whose values are primitive schemas
// (ELICIT-016).
func (p *FormProperties) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if err := checkObject(value); err != nil {
		return err
	}
	*p = FormProperties{}
	for name, text := range jsonrpc.Members(value) {
		schema, err := parsePrimitive(text, dec.Options())
		if err != nil {
			return fmt.Errorf("property %q: %w", clip(string(name)), err)
		}
		*p = append(*p, FormProperty{string(name), schema})
	}
	return nil
}
