package server

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A PromptFunc makes the messages of a prompt. All required arguments are
// there.
type PromptFunc func(ctx context.Context, call *Call, arguments map[string]string) (*mcp.GetPromptResult, error)

// A prompt is an entry of the list of prompts.
type prompt struct {
	def  mcp.Prompt
	text jsontext.Value
	get  PromptFunc
}

func (p *prompt) key() string            { return p.def.Name }
func (p *prompt) listed() jsontext.Value { return p.text }
func (p *prompt) member() string         { return "prompts" }

// AddPrompt adds a prompt, or replaces the one with its name. It fails for one
// without a name, and for arguments without one or with the same.
func (s *Server) AddPrompt(def mcp.Prompt, get PromptFunc) error {
	p, err := newPrompt(def, get)
	if err != nil {
		return fmt.Errorf("add prompt %q: %w", def.Name, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prompts.add(p)
	return nil
}

func newPrompt(def mcp.Prompt, get PromptFunc) (*prompt, error) {
	switch {
	case def.Name == "":
		return nil, errors.New("it has no name")
	case get == nil:
		return nil, errors.New("it has no function")
	}
	seen := map[string]bool{"": true}
	for _, argument := range def.Arguments {
		if seen[argument.Name] {
			return nil, fmt.Errorf("the argument %q has no name or one that is taken", argument.Name)
		}
		seen[argument.Name] = true
	}
	text, err := json.Marshal(def)
	return &prompt{def, text, get}, err
}

// RemovePrompts removes prompts; names that are not there are ignored.
func (s *Server) RemovePrompts(names ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prompts.remove(names...)
}

// getPrompt answers prompts/get.
func (s *Server) getPrompt(ctx context.Context, call *Call) (jsontext.Value, error) {
	params, err := mcp.PromptsGet.DecodeParams(call.request.Params)
	if err != nil {
		return nil, err
	}
	if err := checkState(params.RequestState); err != nil {
		return nil, err
	}
	p, ok := s.prompts.find(params.Name)
	if !ok {
		return nil, unknown("prompt", params.Name, s.prompts.keys()) // PROMPT-018
	}
	if missing := p.missing(params.Arguments); len(missing) > 0 {
		return nil, mcp.InvalidParams("prompt %q: required arguments are missing: %s", p.def.Name, strings.Join(missing, ", "))
	}
	result, err := p.get(ctx, call, params.Arguments)
	switch {
	case err != nil:
		return nil, err
	case result == nil:
		return nil, fmt.Errorf("prompt %q: %w", p.def.Name, errNoResult)
	}
	for i, message := range result.Messages {
		if err := checkPromptContent(message.Content); err != nil {
			return nil, fmt.Errorf("prompt %q: message %d: %w", p.def.Name, i, err)
		}
	}
	return mcp.PromptsGet.EncodeResult(*result)
}

// missing returns the required arguments that are not there (PROMPT-019).
func (p *prompt) missing(arguments map[string]string) []string {
	var missing []string
	for _, argument := range p.def.Arguments {
		if _, ok := arguments[argument.Name]; argument.Required && !ok {
			missing = append(missing, argument.Name)
		}
	}
	return missing
}

// argument reports whether the prompt has an argument of that name.
func (p *prompt) argument(name string) bool {
	for _, argument := range p.def.Arguments {
		if argument.Name == name {
			return true
		}
	}
	return false
}
