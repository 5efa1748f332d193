package mcp

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// A CompletionRef names what is completed. PromptRef and ResourceRef make the
// two kinds there are (COMPLETE-003).
type CompletionRef struct {
	Type  string `json:"type"`           // RefPrompt or RefResource
	Name  string `json:"name,omitzero"`  // RefPrompt: the prompt
	Title string `json:"title,omitzero"` // RefPrompt: its title, if any
	URI   string `json:"uri,omitzero"`   // RefResource: the URI or URI template
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

// UnmarshalJSONFrom reads a reference of one of the two kinds (COMPLETE-003).
func (r *CompletionRef) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain CompletionRef
	if err := readObject(dec, (*plain)(r), "type"); err != nil {
		return err
	}
	switch {
	case r.Type != RefPrompt && r.Type != RefResource:
		return fmt.Errorf("type is %q, not %s or %s", clip(r.Type), RefPrompt, RefResource)
	case r.Type == RefPrompt && r.Name == "":
		return fmt.Errorf("a %s has no name", RefPrompt)
	case r.Type == RefResource && r.URI == "":
		return fmt.Errorf("a %s has no uri", RefResource)
	}
	return nil
}

// CompleteParams are the params of completion/complete.
type CompleteParams struct {
	Ref      CompletionRef    `json:"ref"`
	Argument CompleteArgument `json:"argument"`
	Context  *CompleteContext `json:"context,omitzero"`
	Meta     Meta             `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the params; ref and argument are required
// (COMPLETE-002).
func (p *CompleteParams) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain CompleteParams
	return readObject(dec, (*plain)(p), "ref", "argument")
}

// A CompleteArgument is the argument being typed.
type CompleteArgument struct {
	Name  string `json:"name"`
	Value string `json:"value"` // what there is of it; may be empty
}

// UnmarshalJSONFrom reads the argument; both members are required
// (COMPLETE-002).
func (a *CompleteArgument) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain CompleteArgument
	return readObject(dec, (*plain)(a), "name", "value")
}

// A CompleteContext is what was chosen before: the values of other arguments
// by their names (COMPLETE-004).
type CompleteContext struct {
	Arguments map[string]string `json:"arguments,omitzero"`
}

// CompleteResult is the result of completion/complete.
type CompleteResult struct {
	ResultType ResultType `json:"resultType,omitzero"`
	Completion Completion `json:"completion"`
	Meta       Meta       `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the result; completion and its values are required
// (COMPLETE-006).
func (r *CompleteResult) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain CompleteResult
	return readObject(dec, (*plain)(r), "completion")
}

// MaxCompletionValues is how many values a Completion may hold (COMPLETE-007).
const MaxCompletionValues = 100

// A Completion is the values that fit, best first.
type Completion struct {
	Values  []string `json:"values"`           // at most MaxCompletionValues
	Total   *int     `json:"total,omitzero"`   // how many there are in all, if known
	HasMore *bool    `json:"hasMore,omitzero"` // whether there are more; absent if unknown
}

// UnmarshalJSONFrom reads the completion; values is required.
func (c *Completion) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain Completion
	return readList(dec, (*plain)(c), "values", &c.Values)
}
