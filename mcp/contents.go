package mcp

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// ResourceContents is what a resource holds: *TextResourceContents or
// *BlobResourceContents. The set is closed.
type ResourceContents interface {
	json.MarshalerTo
	resourceContents()
}

// Contents is a list of ResourceContents. It is never null on the wire.
type Contents []ResourceContents

// TextResourceContents is a resource, or a part of it, that is text.
type TextResourceContents struct {
	URI      string `json:"uri"`
	MIMEType string `json:"mimeType,omitzero"`
	Text     string `json:"text"`
	Meta     Meta   `json:"_meta,omitzero"`
}

// BlobResourceContents is a resource, or a part of it, that is no text.
type BlobResourceContents struct {
	URI      string `json:"uri"`
	MIMEType string `json:"mimeType,omitzero"`
	Blob     []byte `json:"blob"` // the bytes themselves; base64 is made of them on the wire
	Meta     Meta   `json:"_meta,omitzero"`
}

func (*TextResourceContents) resourceContents() {}
func (*BlobResourceContents) resourceContents() {}

var (
	errNilContents    = errors.New("the contents of a resource are nil")
	errEitherContents = errors.New("the contents of a resource have either text or blob")
)

// MarshalJSONTo writes the contents.
func (c *TextResourceContents) MarshalJSONTo(enc *jsontext.Encoder) error {
	type plain TextResourceContents
	if c == nil {
		return errNilContents
	}
	return json.MarshalEncode(enc, (*plain)(c))
}

// UnmarshalJSONFrom reads the contents; uri and text are required.
func (c *TextResourceContents) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain TextResourceContents
	return readObject(dec, (*plain)(c), "uri", "text")
}

// MarshalJSONTo writes the contents.
func (c *BlobResourceContents) MarshalJSONTo(enc *jsontext.Encoder) error {
	type plain BlobResourceContents
	if c == nil {
		return errNilContents
	}
	return json.MarshalEncode(enc, (*plain)(c))
}

// UnmarshalJSONFrom reads the contents; uri and blob are required, and blob is
// base64 of the standard alphabet with padding and without line breaks
// (RESOURCE-015, BR-121).
func (c *BlobResourceContents) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain BlobResourceContents
	return readObject(dec, (*plain)(c), "uri", "blob")
}

// MarshalJSONTo writes an array.
func (c Contents) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginArray); err != nil {
		return err
	}
	for _, element := range c {
		if err := (contents{element}).MarshalJSONTo(enc); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndArray)
}

// UnmarshalJSONFrom reads an array of objects with a uri and either text or
// blob (RESOURCE-012).
func (c *Contents) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*c = Contents{}
	return readArray(dec, func() error {
		var element contents
		err := element.UnmarshalJSONFrom(dec)
		*c = append(*c, element.ResourceContents)
		return err
	})
}

// contents is a ResourceContents as the value of a struct field.
type contents struct{ ResourceContents }

// MarshalJSONTo writes the contents.
func (c contents) MarshalJSONTo(enc *jsontext.Encoder) error {
	if c.ResourceContents == nil {
		return errNilContents
	}
	return c.ResourceContents.MarshalJSONTo(enc)
}

// UnmarshalJSONFrom reads contents that are text or a blob by which of the two
// members they have.
func (c *contents) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if err := checkObject(value, "uri"); err != nil {
		return placed(dec, value, err)
	}
	var either interface {
		ResourceContents
		json.UnmarshalerFrom
	}
	text, blob := jsonrpc.Member(value, "text") != nil, jsonrpc.Member(value, "blob") != nil
	switch {
	case text && !blob:
		either = new(TextResourceContents)
	case blob && !text:
		either = new(BlobResourceContents)
	default:
		return placed(dec, value, errEitherContents)
	}
	c.ResourceContents = either
	return placed(dec, value, json.Unmarshal(value, either, dec.Options()))
}
