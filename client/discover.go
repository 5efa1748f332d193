package client

import (
	"context"
	"errors"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// Discover asks the server what it is: server/discover. Server returns the
// answer from then on.
//
// It fails with a *VersionError when the server does not name this client's
// revision among those it supports (DISCOVER-005).
func (c *Client) Discover(ctx context.Context, opts ...CallOption) (*mcp.DiscoverResult, error) {
	m := mcp.ServerDiscover
	response, err := c.Do(ctx, m.Name, nil, opts...) // _meta is all there is (DISCOVER-006)
	if err != nil {
		return nil, err
	}
	result, err := decodeComplete(m, response)
	if err == nil {
		err = checkDiscovery(response.Result, result)
	}
	if err != nil {
		return nil, named(m.Name, nil, err)
	}
	c.server.Store(result)
	return result, nil
}

// checkDiscovery checks that a result is that of a server of this revision
// (DISCOVER-001, DISCOVER-002). Other servers answer methods they do not know
// with {}.
func checkDiscovery(raw jsontext.Value, result *mcp.DiscoverResult) error {
	switch {
	case jsonrpc.Member(raw, "supportedVersions").Kind() != '[':
		return &ResultError{Method: mcp.ServerDiscover.Name, Result: raw, Err: errors.New("supportedVersions is no array")}
	case jsonrpc.Member(raw, "capabilities").Kind() != '{':
		return &ResultError{Method: mcp.ServerDiscover.Name, Result: raw, Err: errors.New("capabilities is no object")}
	case !slices.Contains(result.SupportedVersions, mcp.Revision):
		return &VersionError{Supported: result.SupportedVersions}
	}
	return nil
}

// Server returns what the server said of itself when it was last asked; zero
// if it never was. What it names itself is in Meta: for logs and screens, never
// for decisions.
func (c *Client) Server() mcp.DiscoverResult {
	if result := c.server.Load(); result != nil {
		return *result
	}
	return mcp.DiscoverResult{}
}
