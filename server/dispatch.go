package server

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A method is an entry of the method table. Its function returns the result's
// JSON text without what every result has.
type method struct {
	offered   func() bool // nil means always; else the method is unknown while false (ERROR-004)
	extension string      // identifier a request must declare, "" for the core
	types     []mcp.ResultType
	serve     func(ctx context.Context, call *Call) (jsontext.Value, error)
}

// core returns the methods of the revision.
func (s *Server) core() map[string]method {
	return map[string]method{
		mcp.ServerDiscover.Name:        {serve: s.discover},
		mcp.ToolsList.Name:             {serve: listOf(s, &s.tools), offered: s.tools.used},
		mcp.ToolsCall.Name:             {serve: s.callTool, offered: s.tools.used},
		mcp.ResourcesList.Name:         {serve: listOf(s, &s.resources), offered: s.hasResources},
		mcp.ResourceTemplatesList.Name: {serve: listOf(s, &s.templates), offered: s.hasResources},
		mcp.ResourcesRead.Name:         {serve: s.readResource, offered: s.hasResources},
		mcp.PromptsList.Name:           {serve: listOf(s, &s.prompts), offered: s.prompts.used},
		mcp.PromptsGet.Name:            {serve: s.getPrompt, offered: s.prompts.used},
		mcp.CompletionComplete.Name:    {serve: s.complete, offered: s.completes},
	}
}

// dispatch checks a request and hands it to its method. The order of checks is
// fixed: _meta, version, method, extension; params, then what the method needs
// to know of them, are the method's.
func (s *Server) dispatch(ctx context.Context, call *Call) (jsontext.Value, error) {
	if err := call.meta.ValidateRequest(); err != nil {
		return nil, mcp.Refuse(err) // META-013
	}
	if err := checkVersion(call.meta); err != nil {
		return nil, err
	}
	m, ok := (*s.methods.Load())[call.request.Method]
	if !ok || m.offered != nil && !m.offered() {
		return nil, mcp.MethodNotFound(call.request.Method)
	}
	if m.extension != "" {
		if err := call.Require(requireExtension(m.extension)); err != nil {
			return nil, err
		}
	}
	result, err := m.serve(ctx, call)
	if err != nil {
		return nil, err
	}
	return s.mark.put(result, m.types)
}
