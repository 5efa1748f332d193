package client

import (
	"context"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// Discover asks the server what it is: server/discover. Server returns the
// answer from then on.
func (c *Client) Discover(ctx context.Context, opts ...CallOption) (*mcp.DiscoverResult, error) {
	result, err := Call(ctx, c, mcp.ServerDiscover, mcp.DiscoverParams{}, opts...)
	if err != nil {
		return nil, err
	}
	c.server.Store(result)
	return result, nil
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
