package mcp

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// An ElicitMode is how a user is asked.
type ElicitMode string

// The two modes. An absent mode is FormMode (ELICIT-013).
const (
	FormMode ElicitMode = "form" // in the client, by a form
	URLMode  ElicitMode = "url"  // out of the client's sight, on a page of the server
)

// ElicitParams are the params of elicitation/create: a question to the user.
type ElicitParams struct {
	Mode            ElicitMode     `json:"mode,omitzero"`            // FormMode if absent
	Message         string         `json:"message"`                  // what the user reads
	RequestedSchema jsontext.Value `json:"requestedSchema,omitzero"` // FormMode: a FormSchema
	URL             string         `json:"url,omitzero"`             // URLMode: the page to open
	Meta            Meta           `json:"_meta,omitzero"`
}

// Form returns the RequestedSchema in FormMode. It fails for a schema that is
// not flat or has a property of no type the revision allows (ELICIT-015,
// ELICIT-016).
func (p *ElicitParams) Form() (*FormSchema, error) {
	var form FormSchema
	if err := decode(p.RequestedSchema, &form); err != nil {
		return nil, explain("requestedSchema", err)
	}
	return &form, nil
}

// UnmarshalJSONFrom reads the params. message is required, and by the mode
// requestedSchema or url (ELICIT-010, ELICIT-011, ELICIT-014, ELICIT-022).
func (p *ElicitParams) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ElicitParams
	if err := readObject(dec, (*plain)(p), "message"); err != nil {
		return err
	}
	switch p.Mode {
	case "", FormMode:
		switch {
		case p.RequestedSchema == nil:
			return errors.New("requestedSchema is missing")
		case p.RequestedSchema.Kind() != '{':
			return fmt.Errorf("requestedSchema is %s, not an object", kindName(p.RequestedSchema.Kind()))
		}
	case URLMode:
		if p.URL == "" {
			return errors.New("url is missing")
		}
	default:
		return fmt.Errorf("mode is %q, not %s or %s", clip(string(p.Mode)), FormMode, URLMode)
	}
	return nil
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

// UnmarshalJSONFrom reads the result. action must be one of the three
// (ELICIT-026). content means something only for Accept, and then, unless it is
// null, is an object (ELICIT-027, ELICIT-028, BR-071).
func (r *ElicitResult) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ElicitResult
	if err := readObject(dec, (*plain)(r), "action"); err != nil {
		return err
	}
	switch r.Action {
	case Accept, Decline, Cancel:
	default:
		return fmt.Errorf("action is %q, not %s, %s or %s", clip(string(r.Action)), Accept, Decline, Cancel)
	}
	if r.Content.Kind() == 'n' || r.Action != Accept {
		r.Content = nil
	}
	if r.Content != nil && r.Content.Kind() != '{' {
		return fmt.Errorf("content is %s, not an object", kindName(r.Content.Kind()))
	}
	return nil
}
