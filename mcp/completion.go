package mcp

// A CompletionRef names what is completed: PromptRef or ResourceRef.
type CompletionRef struct {
	Type string `json:"type"`          // "ref/prompt" or "ref/resource"
	Name string `json:"name,omitzero"` // of the prompt
	URI  string `json:"uri,omitzero"`  // template of the resource
	// Title is the prompt's title, if any.
	Title string `json:"title,omitzero"`
}

// The types of a CompletionRef.
const (
	RefPrompt   = "ref/prompt"
	RefResource = "ref/resource"
)

// PromptRef refers to a prompt.
func PromptRef(name string) CompletionRef { return CompletionRef{Type: RefPrompt, Name: name} }

// ResourceRef refers to a resource template, or a resource.
func ResourceRef(uri string) CompletionRef { return CompletionRef{Type: RefResource, URI: uri} }

// CompleteParams are the params of completion/complete.
type CompleteParams struct {
	Ref      CompletionRef    `json:"ref"`
	Argument CompleteArgument `json:"argument"`
	Context  *CompleteContext `json:"context,omitzero"`
	Meta     Meta             `json:"_meta,omitzero"`
}

// A CompleteArgument is the argument being typed.
type CompleteArgument struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A CompleteContext is what was chosen before.
type CompleteContext struct {
	Arguments map[string]string `json:"arguments,omitempty"`
}

// CompleteResult is the result of completion/complete.
type CompleteResult struct {
	ResultType ResultType `json:"resultType,omitzero"`
	Completion Completion `json:"completion"`
	Meta       Meta       `json:"_meta,omitzero"`
}

// MaxCompletionValues is how many values a Completion may hold (COMPLETE-007).
const MaxCompletionValues = 100

// A Completion is the values that fit.
type Completion struct {
	Values  []string `json:"values"`
	Total   *int     `json:"total,omitzero"`
	HasMore *bool    `json:"hasMore,omitzero"`
}
