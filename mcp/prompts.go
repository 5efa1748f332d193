package mcp

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Prompt is a template of messages that a user can choose.
type Prompt struct {
	Name        string           `json:"name"`
	Title       string           `json:"title,omitzero"`
	Description string           `json:"description,omitzero"`
	Arguments   []PromptArgument `json:"arguments,omitzero"`
	Icons       []Icon           `json:"icons,omitzero"`
	Meta        Meta             `json:"_meta,omitzero"`
}

// A PromptArgument is an argument of a prompt; its value is always a string.
type PromptArgument struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitzero"`
	Description string `json:"description,omitzero"`
	Required    bool   `json:"required,omitzero"`
}

// ListPromptsResult is the result of prompts/list.
type ListPromptsResult struct {
	ResultType ResultType `json:"resultType,omitzero"`
	Prompts    []Prompt   `json:"prompts"`
	NextCursor *string    `json:"nextCursor,omitzero"`
	Cache      `json:",embed"`
	Meta       Meta `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the result; prompts is required (PROMPT-006).
func (r *ListPromptsResult) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ListPromptsResult
	return readList(dec, (*plain)(r), "prompts", &r.Prompts)
}

// GetPromptParams are the params of prompts/get.
type GetPromptParams struct {
	Name           string            `json:"name"`
	Arguments      map[string]string `json:"arguments,omitzero"`
	InputResponses InputResponses    `json:"inputResponses,omitzero"`
	RequestState   *string           `json:"requestState,omitzero"`
	Meta           Meta              `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the params; name is required (PROMPT-008).
func (p *GetPromptParams) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain GetPromptParams
	return readObject(dec, (*plain)(p), "name")
}

// GetPromptResult is the result of prompts/get.
type GetPromptResult struct {
	ResultType  ResultType      `json:"resultType,omitzero"`
	Description string          `json:"description,omitzero"`
	Messages    []PromptMessage `json:"messages"`
	Meta        Meta            `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the result; messages is required (PROMPT-010).
func (r *GetPromptResult) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain GetPromptResult
	return readList(dec, (*plain)(r), "messages", &r.Messages)
}

// A PromptMessage is one message of a prompt.
type PromptMessage struct {
	Role    Role
	Content ContentBlock // one block, not a list (PROMPT-011)
}

type promptMessage struct {
	Role    Role  `json:"role"`
	Content block `json:"content"`
}

// MarshalJSONTo writes the message; its content must not be nil.
func (m PromptMessage) MarshalJSONTo(enc *jsontext.Encoder) error {
	return json.MarshalEncode(enc, promptMessage{m.Role, block{m.Content}})
}

// UnmarshalJSONFrom reads the message; role and content are required, and
// content is one block (PROMPT-011).
func (m *PromptMessage) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var body promptMessage
	if err := readObject(dec, &body, "role", "content"); err != nil {
		return err
	}
	*m = PromptMessage{body.Role, body.Content.ContentBlock}
	return body.Role.check()
}
