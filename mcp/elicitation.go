package mcp

import "github.com/go-json-experiment/json/jsontext"

// An ElicitMode is how a user is asked.
type ElicitMode string

// The two modes. An absent mode is FormMode (ELICIT-013).
const (
	FormMode ElicitMode = "form" // in the client, by a form
	URLMode  ElicitMode = "url"  // out of the client's sight, on a page of the server
)

// ElicitParams are the params of elicitation/create: a question to the user.
type ElicitParams struct {
	Mode            ElicitMode     `json:"mode,omitzero"`
	Message         string         `json:"message"`                  // what the user reads
	RequestedSchema jsontext.Value `json:"requestedSchema,omitzero"` // FormMode: a FormSchema
	URL             string         `json:"url,omitzero"`             // URLMode: the page to open
	Meta            Meta           `json:"_meta,omitzero"`
}

// An ElicitAction is what the user did with a question.
type ElicitAction string

// The three actions.
const (
	Accept  ElicitAction = "accept"  // answered, or agreed to open the page
	Decline ElicitAction = "decline" // said no
	Cancel  ElicitAction = "cancel"  // went away without a choice
)

// ElicitResult is the answer to an elicitation/create input request.
type ElicitResult struct {
	Action  ElicitAction   `json:"action"`
	Content jsontext.Value `json:"content,omitzero"` // Accept in FormMode: an object that fits RequestedSchema
	Meta    Meta           `json:"_meta,omitzero"`
}
