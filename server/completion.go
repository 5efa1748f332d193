package server

import (
	"context"
	"fmt"
	"maps"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A CompleteFunc returns the values that fit what was typed of an argument,
// best first; more than mcp.MaxCompletionValues are cut off and counted
// (COMPLETE-007). chosen holds the values of other arguments as far as they
// are known.
type CompleteFunc func(ctx context.Context, call *Call, typed string, chosen map[string]string) ([]string, error)

// A completerKey says what a CompleteFunc completes.
type completerKey struct {
	refType  string // mcp.RefPrompt or mcp.RefResource
	ref      string // name of the prompt, or the template
	argument string
}

// CompletePrompt completes an argument of a prompt, which must be there. It
// replaces the function that did so before.
func (s *Server) CompletePrompt(name, argument string, complete CompleteFunc) error {
	p, ok := s.prompts.find(name)
	if !ok || !p.argument(argument) {
		return fmt.Errorf("complete argument %q of prompt %q: there is none", argument, name)
	}
	s.addCompleter(completerKey{mcp.RefPrompt, name, argument}, complete)
	return nil
}

// CompleteTemplate completes a variable of a resource template, which must be
// there. It replaces the function that did so before.
func (s *Server) CompleteTemplate(uriTemplate, variable string, complete CompleteFunc) error {
	t, ok := s.templates.find(uriTemplate)
	if !ok || !t.pattern.has(variable) {
		return fmt.Errorf("complete variable %q of template %q: there is none", variable, uriTemplate)
	}
	s.addCompleter(completerKey{mcp.RefResource, uriTemplate, variable}, complete)
	return nil
}

func (s *Server) addCompleter(key completerKey, complete CompleteFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	completers := map[completerKey]CompleteFunc{}
	if old := s.completers.Load(); old != nil {
		maps.Copy(completers, *old)
	}
	completers[key] = complete
	s.completers.Store(&completers)
}

// completes reports whether the completions capability is declared.
func (s *Server) completes() bool { return s.completers.Load() != nil }

// complete answers completion/complete.
func (s *Server) complete(ctx context.Context, call *Call) (jsontext.Value, error) {
	params, err := mcp.CompletionComplete.DecodeParams(call.request.Params)
	if err != nil {
		return nil, err
	}
	key := completerKey{params.Ref.Type, params.Ref.Name, params.Argument.Name}
	if params.Ref.Type == mcp.RefResource {
		key.ref = params.Ref.URI
	}
	if err := s.checkCompletion(key); err != nil {
		return nil, err
	}
	var values []string
	if complete, ok := (*s.completers.Load())[key]; ok {
		var chosen map[string]string
		if params.Context != nil {
			chosen = params.Context.Arguments
		}
		if values, err = complete(ctx, call, params.Argument.Value, chosen); err != nil {
			return nil, err
		}
	}
	return mcp.CompletionComplete.EncodeResult(mcp.CompleteResult{Completion: completionOf(values)})
}

// checkCompletion refuses what there is not to complete (COMPLETE-009). What is
// there but has no function has no values.
func (s *Server) checkCompletion(key completerKey) *jsonrpc.Error {
	if key.refType == mcp.RefPrompt {
		p, ok := s.prompts.find(key.ref)
		switch {
		case !ok:
			return unknown("prompt", key.ref, s.prompts.keys())
		case !p.argument(key.argument):
			return mcp.InvalidParams("prompt %q has no argument %.100q", key.ref, key.argument)
		}
		return nil
	}
	t, ok := s.templates.find(key.ref)
	switch {
	case !ok:
		return unknown("resource template", key.ref, s.templates.keys())
	case !t.pattern.has(key.argument):
		return mcp.InvalidParams("resource template %q has no variable %.100q", key.ref, key.argument)
	}
	return nil
}

// completionOf returns values as a result has them.
func completionOf(values []string) mcp.Completion {
	if values == nil {
		values = []string{}
	}
	c := mcp.Completion{Values: values}
	if total := len(values); total > mcp.MaxCompletionValues {
		more := true
		c.Values, c.Total, c.HasMore = values[:mcp.MaxCompletionValues], &total, &more
	}
	return c
}
