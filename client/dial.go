package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Client talks to one server. Dial makes one; it is safe for concurrent use.
// Nothing ties requests to one another: a Client may serve many conversations
// (JSONRPC-034).
type Client struct {
	config  *config
	handler mcp.Handler // the transport with the middleware around it
	closer  io.Closer   // of the transport
	closed  atomic.Bool
	own     []byte // the members of _meta that every request has, without braces
	server  atomic.Pointer[mcp.DiscoverResult]
	tokens  tokens
	outputs outputs
}

// Dial connects to a server and, unless SkipDiscovery says otherwise, asks it
// what it is, so that a server that is not there or speaks another revision
// shows at once and not at the first call.
//
// It fails when the target cannot be reached, when the server answers
// server/discover with an error or with a result that is none (*ResultError),
// and with a *VersionError when there is no common revision. ctx and the
// client's timeouts bound Dial alone, not the connection.
func Dial(ctx context.Context, target Target, opts ...Option) (*Client, error) {
	c, err := open(target, opts)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", target, err)
	}
	if !c.config.discover {
		return c, nil
	}
	if _, err := c.Discover(ctx); err != nil {
		_ = c.Close() // the reason it is closed for is what matters
		return nil, fmt.Errorf("dial %s: %w", target, err)
	}
	return c, nil
}

// open returns a Client that has not said a word.
func open(target Target, opts []Option) (*Client, error) {
	if target.open == nil {
		return nil, errors.New("the target is zero; URL, Command, Cmd, Stream and InProcess make one")
	}
	config := defaults()
	for _, opt := range opts {
		opt(config)
	}
	own, err := ownMeta(config)
	if err != nil {
		return nil, err
	}
	handler, closer, err := target.open(config)
	if err != nil {
		return nil, err
	}
	return &Client{
		config:  config,
		handler: mcp.Chain(handler, config.middleware...),
		closer:  closer,
		own:     own,
	}, nil
}

// Close ends the connection, and the command if the target is one, and waits
// for all that belongs to it, but no longer than the transport's own limits.
// Open calls fail with ErrClosed, unless the server is in process: those end
// with their context. Calls after Close fail with ErrClosed. It may be called
// more than once.
func (c *Client) Close() error {
	c.closed.Store(true)
	return c.closer.Close()
}
