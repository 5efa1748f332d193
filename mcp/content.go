package mcp

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A ContentBlock is one piece of content: *TextContent, *ImageContent,
// *AudioContent, *ResourceLink, *EmbeddedResource, within SamplingContent also
// *ToolUseContent and *ToolResultContent, or *UnknownContent. The set is
// closed; a switch over these types is complete.
//
// Every block has a _meta (META-025) and, but for those of sampling,
// annotations. The member type is written by the block itself.
type ContentBlock interface {
	json.MarshalerTo
	contentBlock()
}

// Content is a list of content blocks. It is never null on the wire: nil is
// written as []. A block that is nil cannot be encoded.
type Content []ContentBlock

// TextContent is text.
type TextContent struct {
	Text        string       `json:"text"`
	Annotations *Annotations `json:"annotations,omitzero"`
	Meta        Meta         `json:"_meta,omitzero"`
}

// Text returns a block of text.
func Text(text string) *TextContent { return &TextContent{Text: text} }

// ImageContent is an image.
type ImageContent struct {
	Data        []byte       `json:"data"` // the image itself; base64 is made of it on the wire
	MIMEType    string       `json:"mimeType"`
	Annotations *Annotations `json:"annotations,omitzero"`
	Meta        Meta         `json:"_meta,omitzero"`
}

// Image returns an image block. data is the image itself, not base64.
func Image(data []byte, mimeType string) *ImageContent {
	return &ImageContent{Data: data, MIMEType: mimeType}
}

// AudioContent is sound.
type AudioContent struct {
	Data        []byte       `json:"data"` // the sound itself; base64 is made of it on the wire
	MIMEType    string       `json:"mimeType"`
	Annotations *Annotations `json:"annotations,omitzero"`
	Meta        Meta         `json:"_meta,omitzero"`
}

// Audio returns an audio block. data is the sound itself, not base64.
func Audio(data []byte, mimeType string) *AudioContent {
	return &AudioContent{Data: data, MIMEType: mimeType}
}

// A ResourceLink points to a resource, which need not be listed (TOOL-031).
type ResourceLink struct {
	Resource `json:",embed"`
}

// An EmbeddedResource is the contents of a resource.
type EmbeddedResource struct {
	Resource    ResourceContents `json:"resource"`
	Annotations *Annotations     `json:"annotations,omitzero"`
	Meta        Meta             `json:"_meta,omitzero"`
}

// UnknownContent is a block of a type this revision does not know where it
// stands, kept as it came, so that one such block does not spoil a result.
type UnknownContent struct {
	Type string         // what Raw says; for switching, not written
	Raw  jsontext.Value // the whole block, an object
}

func (*TextContent) contentBlock()      {}
func (*ImageContent) contentBlock()     {}
func (*AudioContent) contentBlock()     {}
func (*ResourceLink) contentBlock()     {}
func (*EmbeddedResource) contentBlock() {}
func (*UnknownContent) contentBlock()   {}
