package mcp

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Tool is something a model can call.
type Tool struct {
	Name         string           `json:"name"`
	Title        string           `json:"title,omitzero"`
	Description  string           `json:"description,omitzero"`
	InputSchema  jsontext.Value   `json:"inputSchema"`           // a JSON Schema of type object, never null (TOOL-011, TOOL-012)
	OutputSchema jsontext.Value   `json:"outputSchema,omitzero"` // a JSON Schema of any type (TOOL-014)
	Annotations  *ToolAnnotations `json:"annotations,omitzero"`
	Icons        []Icon           `json:"icons,omitzero"`
	Meta         Meta             `json:"_meta,omitzero"`
}

// noArguments is the schema of a tool without arguments. properties is
// harmless and some hosts look for it (BR-076).
var noArguments = jsontext.Value(`{"type":"object","properties":{}}`)

// MarshalJSONTo writes the tool. Without an InputSchema it has the one of a
// tool without arguments.
func (t Tool) MarshalJSONTo(enc *jsontext.Encoder) error {
	type plain Tool
	if t.InputSchema == nil {
		t.InputSchema = noArguments
	}
	return json.MarshalEncode(enc, plain(t))
}

// ToolAnnotations are hints about a tool's behaviour, never to be trusted
// unless the server is (TOOL-016). Absent is not the same as false.
type ToolAnnotations struct {
	Title           string `json:"title,omitzero"`
	ReadOnlyHint    *bool  `json:"readOnlyHint,omitzero"`    // changes nothing; absent means false
	DestructiveHint *bool  `json:"destructiveHint,omitzero"` // may destroy something; absent means true
	IdempotentHint  *bool  `json:"idempotentHint,omitzero"`  // a repeated call changes nothing more; absent means false
	OpenWorldHint   *bool  `json:"openWorldHint,omitzero"`   // talks to the outside world; absent means true
}

// ListToolsResult is the result of tools/list.
type ListToolsResult struct {
	ResultType ResultType `json:"resultType,omitzero"`
	Tools      []Tool     `json:"tools"`
	NextCursor *string    `json:"nextCursor,omitzero"`
	Cache      `json:",embed"`
	Meta       Meta `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the result; tools is required (TOOL-009).
func (r *ListToolsResult) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ListToolsResult
	return readList(dec, (*plain)(r), "tools", &r.Tools)
}
