package streamable

import (
	"context"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Client calls an MCP endpoint: it is the [mcp.Handler] on the other side of
// the wire. It is safe for concurrent use.
//
// Ids belong to the hop: the Client numbers its requests itself and ignores
// Request.ID. Notifications reach the sink on the goroutine that called
// Handle.
type Client struct {
	config clientConfig
}

// NewClient returns a Client for the MCP endpoint with the given http or https
// URL. Nothing is sent yet.
func NewClient(endpoint string, opts ...ClientOption) (*Client, error) { panic("TODO") }

// Handle sends one request and returns its response. An error response of the
// peer is, or wraps, a *jsonrpc.Error whose FromPeer is true; every other
// error is local: an *HTTPError for an answer that is no response,
// ErrStreamEnded, ErrTooLarge, ErrClosed, the context's error, or what the
// network said. When ctx ends the response stream is closed, which tells the
// server that nobody waits any more (HTTP-033).
//
// No request is ever sent twice, but for redirects with status 307 or 308
// within the endpoint's origin.
func (c *Client) Handle(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	panic("TODO")
}

// Notify sends a notification. It returns when the server accepted it.
func (c *Client) Notify(ctx context.Context, n *mcp.Notification) error { panic("TODO") }

// Close ends the open calls with ErrClosed and closes idle connections. It
// waits for nobody's network and always returns nil.
func (c *Client) Close() error { panic("TODO") }
