package server

import (
	"context"
	"maps"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// discover answers server/discover (VERSION-004).
func (s *Server) discover(context.Context, *Call) (jsontext.Value, error) {
	return mcp.ServerDiscover.EncodeResult(mcp.DiscoverResult{
		SupportedVersions: supportedVersions(),
		Capabilities:      s.capabilities(),
		Instructions:      s.config.instructions,
		Cache:             s.config.listCache,
	})
}

// capabilities declares what the server offers, and nothing it was not given
// (DISCOVER-007).
func (s *Server) capabilities() mcp.ServerCapabilities {
	var c mcp.ServerCapabilities
	if s.tools.used() {
		c.Tools = &mcp.ToolsCapability{}
	}
	if s.hasResources() {
		c.Resources = &mcp.ResourcesCapability{}
	}
	if s.prompts.used() {
		c.Prompts = &mcp.PromptsCapability{}
	}
	if s.completes() {
		c.Completions = &mcp.CapabilityObject{}
	}
	if s.config.logging {
		c.Logging = &mcp.CapabilityObject{}
	}
	if extensions := s.extensions.Load(); extensions != nil {
		c.Extensions = maps.Clone(*extensions)
	}
	return c
}
