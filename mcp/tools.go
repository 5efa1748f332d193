package mcp

import "github.com/go-json-experiment/json/jsontext"

// A Tool is something a model can call.
type Tool struct {
	Name         string           `json:"name"`
	Title        string           `json:"title,omitzero"`
	Description  string           `json:"description,omitzero"`
	InputSchema  jsontext.Value   `json:"inputSchema"`
	OutputSchema jsontext.Value   `json:"outputSchema,omitzero"`
	Annotations  *ToolAnnotations `json:"annotations,omitzero"`
	Icons        []Icon           `json:"icons,omitempty"`
	Meta         Meta             `json:"_meta,omitzero"`
}

// ToolAnnotations are hints, not to be trusted (TOOL-016). Absent is not false.
type ToolAnnotations struct {
	Title           string `json:"title,omitzero"`
	ReadOnlyHint    *bool  `json:"readOnlyHint,omitzero"`
	DestructiveHint *bool  `json:"destructiveHint,omitzero"`
	IdempotentHint  *bool  `json:"idempotentHint,omitzero"`
	OpenWorldHint   *bool  `json:"openWorldHint,omitzero"`
}

// ListToolsResult is the result of tools/list.
type ListToolsResult struct {
	ResultType ResultType `json:"resultType,omitzero"`
	Tools      []Tool     `json:"tools"`
	NextCursor *string    `json:"nextCursor,omitzero"`
	Cache      `json:",embed"`
	Meta       Meta `json:"_meta,omitzero"`
}

// CallToolParams are the params of tools/call.
type CallToolParams struct {
	Name           string         `json:"name"`
	Arguments      jsontext.Value `json:"arguments,omitzero"` // an object
	InputResponses InputResponses `json:"inputResponses,omitzero"`
	RequestState   *string        `json:"requestState,omitzero"`
	Meta           Meta           `json:"_meta,omitzero"`
}

// CallToolResult is the result of tools/call.
type CallToolResult struct {
	ResultType        ResultType     `json:"resultType,omitzero"`
	Content           Content        `json:"content"`
	StructuredContent jsontext.Value `json:"structuredContent,omitzero"` // any value, null too; nil if absent
	IsError           bool           `json:"isError,omitzero"`
	Meta              Meta           `json:"_meta,omitzero"`
}
