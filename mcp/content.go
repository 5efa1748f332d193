package mcp

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// A ContentBlock is one piece of content: *TextContent, *ImageContent,
// *AudioContent, *ResourceLink, *EmbeddedResource, within sampling also
// *ToolUseContent and *ToolResultContent, or *UnknownContent.
type ContentBlock interface{ contentBlock() }

// Content is a list of content blocks. It is never null on the wire.
type Content []ContentBlock

// TextContent is text.
type TextContent struct {
	Text        string       `json:"text"`
	Annotations *Annotations `json:"annotations,omitzero"`
	Meta        Meta         `json:"_meta,omitzero"`
}

// ImageContent is an image; Data is base64 on the wire.
type ImageContent struct {
	Data        []byte       `json:"data"`
	MIMEType    string       `json:"mimeType"`
	Annotations *Annotations `json:"annotations,omitzero"`
	Meta        Meta         `json:"_meta,omitzero"`
}

// AudioContent is sound; Data is base64 on the wire.
type AudioContent struct {
	Data        []byte       `json:"data"`
	MIMEType    string       `json:"mimeType"`
	Annotations *Annotations `json:"annotations,omitzero"`
	Meta        Meta         `json:"_meta,omitzero"`
}

// A ResourceLink points to a resource, which need not be listed.
type ResourceLink struct {
	Resource `json:",embed"`
}

// An EmbeddedResource is the contents of a resource.
type EmbeddedResource struct {
	Resource    ResourceContents `json:"resource"`
	Annotations *Annotations     `json:"annotations,omitzero"`
	Meta        Meta             `json:"_meta,omitzero"`
}

// UnknownContent is a block of a type this revision does not know, kept as it
// came.
type UnknownContent struct {
	Type string
	Raw  jsontext.Value
}

func (*TextContent) contentBlock()      {}
func (*ImageContent) contentBlock()     {}
func (*AudioContent) contentBlock()     {}
func (*ResourceLink) contentBlock()     {}
func (*EmbeddedResource) contentBlock() {}
func (*UnknownContent) contentBlock()   {}

// Text returns a block of text.
func Text(text string) *TextContent { return &TextContent{Text: text} }

var _ = json.Marshal
var _ = fmt.Errorf
var _ = jsonrpc.Member
