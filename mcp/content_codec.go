package mcp

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// The types of content blocks on the wire.
const (
	typeText         = "text"
	typeImage        = "image"
	typeAudio        = "audio"
	typeResourceLink = "resource_link"
	typeResource     = "resource"
	typeToolUse      = "tool_use"
	typeToolResult   = "tool_result"
)

var errNilBlock = errors.New("a content block is nil")

// MarshalJSONTo writes an array.
func (c Content) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginArray); err != nil {
		return err
	}
	for _, block := range c {
		if err := writeBlock(enc, block); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndArray)
}

// UnmarshalJSONFrom reads an array of blocks. A block of a known type must have
// the members of that type, base64 in the standard alphabet with padding
// (BR-121). A block of another type is an *UnknownContent, and so are tool uses
// and tool results, which are at home in SamplingContent only (SAMPLING-024).
func (c *Content) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return c.read(dec, newBlock)
}

// read reads an array of blocks of the types that known knows.
func (c *Content) read(dec *jsontext.Decoder, known blockTypes) error {
	*c = Content{}
	return readArray(dec, func() error {
		block, err := readBlock(dec, known)
		*c = append(*c, block)
		return err
	})
}

// readArray reads an array, calling element before each of its elements.
func readArray(dec *jsontext.Decoder, element func() error) error {
	if kind := dec.PeekKind(); kind != '[' {
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		return fmt.Errorf("an array is expected, not %s", kindName(value.Kind()))
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != ']' {
		if err := element(); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

// writeBlock writes a block that may be nil by mistake.
func writeBlock(enc *jsontext.Encoder, block ContentBlock) error {
	if block == nil {
		return errNilBlock
	}
	return block.MarshalJSONTo(enc)
}

// blockTypes returns an empty block of a type, nil if the type is unknown where
// the block stands.
type blockTypes func(name string) decodableBlock

type decodableBlock interface {
	ContentBlock
	json.UnmarshalerFrom
}

// newBlock is the blockTypes of content in general.
func newBlock(name string) decodableBlock {
	switch name {
	case typeText:
		return new(TextContent)
	case typeImage:
		return new(ImageContent)
	case typeAudio:
		return new(AudioContent)
	case typeResourceLink:
		return new(ResourceLink)
	case typeResource:
		return new(EmbeddedResource)
	default:
		return nil
	}
}

// newSamplingBlock is the blockTypes of SamplingContent. A tool result has
// content in general, so blocks do not nest without end.
func newSamplingBlock(name string) decodableBlock {
	switch name {
	case typeToolUse:
		return new(ToolUseContent)
	case typeToolResult:
		return new(ToolResultContent)
	default:
		return newBlock(name)
	}
}

// readBlock reads one block of the types that known knows.
func readBlock(dec *jsontext.Decoder, known blockTypes) (ContentBlock, error) {
	value, err := dec.ReadValue()
	if err != nil {
		return nil, err
	}
	if err := checkObject(value, "type"); err != nil {
		return nil, placed(dec, value, err)
	}
	name, err := parseString("type", jsonrpc.Member(value, "type"))
	if err != nil {
		return nil, placed(dec, value, err)
	}
	block := known(name)
	if block == nil {
		return &UnknownContent{Type: name, Raw: value.Clone()}, nil
	}
	return block, placed(dec, value, json.Unmarshal(value, block, dec.Options()))
}

// block is a ContentBlock as the value of a struct field.
type block struct{ ContentBlock }

// MarshalJSONTo writes the block.
func (b block) MarshalJSONTo(enc *jsontext.Encoder) error { return writeBlock(enc, b.ContentBlock) }

// UnmarshalJSONFrom reads the block.
func (b *block) UnmarshalJSONFrom(dec *jsontext.Decoder) (err error) {
	b.ContentBlock, err = readBlock(dec, newBlock)
	return err
}

// typed puts the member type in front of the members of Body.
type typed[T any] struct {
	Type string `json:"type"`
	Body T      `json:",embed"`
}

// writeTyped writes body, which may be nil by mistake, with its type.
func writeTyped[T any](enc *jsontext.Encoder, name string, body *T) error {
	if body == nil {
		return errNilBlock
	}
	return json.MarshalEncode(enc, typed[T]{name, *body})
}

// The blocks without the methods that would make the codec call itself.
type (
	plainText       TextContent
	plainImage      ImageContent
	plainAudio      AudioContent
	plainLink       ResourceLink
	plainToolUse    ToolUseContent
	plainToolResult ToolResultContent
)

// MarshalJSONTo writes the block with its type.
func (c *TextContent) MarshalJSONTo(enc *jsontext.Encoder) error {
	return writeTyped(enc, typeText, (*plainText)(c))
}

// UnmarshalJSONFrom reads the block; text is required (TOOL-027).
func (c *TextContent) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return readObject(dec, (*plainText)(c), "text")
}

// MarshalJSONTo writes the block with its type.
func (c *ImageContent) MarshalJSONTo(enc *jsontext.Encoder) error {
	return writeTyped(enc, typeImage, (*plainImage)(c))
}

// UnmarshalJSONFrom reads the block; data and mimeType are required (TOOL-028).
func (c *ImageContent) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return readObject(dec, (*plainImage)(c), "data", "mimeType")
}

// MarshalJSONTo writes the block with its type.
func (c *AudioContent) MarshalJSONTo(enc *jsontext.Encoder) error {
	return writeTyped(enc, typeAudio, (*plainAudio)(c))
}

// UnmarshalJSONFrom reads the block; data and mimeType are required (TOOL-028).
func (c *AudioContent) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return readObject(dec, (*plainAudio)(c), "data", "mimeType")
}

// MarshalJSONTo writes the block with its type.
func (c *ResourceLink) MarshalJSONTo(enc *jsontext.Encoder) error {
	return writeTyped(enc, typeResourceLink, (*plainLink)(c))
}

// UnmarshalJSONFrom reads the block; uri and name are required (TOOL-029).
func (c *ResourceLink) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return readObject(dec, (*plainLink)(c), "uri", "name")
}

// embeddedResource is EmbeddedResource with a field that decodes.
type embeddedResource struct {
	Resource    contents     `json:"resource"`
	Annotations *Annotations `json:"annotations,omitzero"`
	Meta        Meta         `json:"_meta,omitzero"`
}

// MarshalJSONTo writes the block with its type.
func (c *EmbeddedResource) MarshalJSONTo(enc *jsontext.Encoder) error {
	if c == nil {
		return errNilBlock
	}
	return writeTyped(enc, typeResource, &embeddedResource{contents{c.Resource}, c.Annotations, c.Meta})
}

// UnmarshalJSONFrom reads the block; resource is required (TOOL-030).
func (c *EmbeddedResource) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var body embeddedResource
	err := readObject(dec, &body, "resource")
	*c = EmbeddedResource{body.Resource.ResourceContents, body.Annotations, body.Meta}
	return err
}

// MarshalJSONTo writes the block as it came.
func (c *UnknownContent) MarshalJSONTo(enc *jsontext.Encoder) error {
	if c == nil {
		return errNilBlock
	}
	return enc.WriteValue(c.Raw)
}

// MarshalJSONTo writes the block with its type.
func (c *ToolUseContent) MarshalJSONTo(enc *jsontext.Encoder) error {
	return writeTyped(enc, typeToolUse, (*plainToolUse)(c))
}

// UnmarshalJSONFrom reads the block; id, name and input are required
// (SAMPLING-021).
func (c *ToolUseContent) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return readObject(dec, (*plainToolUse)(c), "id", "name", "input")
}

// MarshalJSONTo writes the block with its type.
func (c *ToolResultContent) MarshalJSONTo(enc *jsontext.Encoder) error {
	return writeTyped(enc, typeToolResult, (*plainToolResult)(c))
}

// UnmarshalJSONFrom reads the block; toolUseId and content are required
// (SAMPLING-021).
func (c *ToolResultContent) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return readObject(dec, (*plainToolResult)(c), "toolUseId", "content")
}
