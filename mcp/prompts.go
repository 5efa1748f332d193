package mcp

// A Prompt is a template of messages.
type Prompt struct {
	Name        string           `json:"name"`
	Title       string           `json:"title,omitzero"`
	Description string           `json:"description,omitzero"`
	Arguments   []PromptArgument `json:"arguments,omitempty"`
	Icons       []Icon           `json:"icons,omitempty"`
	Meta        Meta             `json:"_meta,omitzero"`
}

// A PromptArgument is an argument of a prompt.
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

// GetPromptParams are the params of prompts/get.
type GetPromptParams struct {
	Name           string            `json:"name"`
	Arguments      map[string]string `json:"arguments,omitempty"`
	InputResponses InputResponses    `json:"inputResponses,omitzero"`
	RequestState   *string           `json:"requestState,omitzero"`
	Meta           Meta              `json:"_meta,omitzero"`
}

// GetPromptResult is the result of prompts/get.
type GetPromptResult struct {
	ResultType  ResultType      `json:"resultType,omitzero"`
	Description string          `json:"description,omitzero"`
	Messages    []PromptMessage `json:"messages"`
	Meta        Meta            `json:"_meta,omitzero"`
}

// A PromptMessage is one message of a prompt.
type PromptMessage struct {
	Role    Role         `json:"role"`
	Content ContentBlock `json:"content"`
}
