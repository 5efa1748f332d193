package server

import (
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Call is one request as the function that answers it sees it. It is valid
// until that function returns, and safe for concurrent use until then.
type Call struct {
	server  *Server
	request *mcp.Request
	meta    mcp.Meta
	sink    mcp.Sink

	progress progress
}

// Request returns the request itself, for who needs more than the rest of Call
// offers. It must not be changed.
func (c *Call) Request() *mcp.Request { return c.request }

// Meta returns the request's _meta.
func (c *Call) Meta() mcp.Meta { return c.meta }

// Principal returns who asks as it was authenticated, "" if nobody was.
func (c *Call) Principal() string { return c.request.Peer.Principal }

// ClientInfo returns what the client calls itself, false if it does not say:
// for logs and screens, never for decisions (META-018, META-019).
func (c *Call) ClientInfo() (mcp.Implementation, bool) {
	info, ok, err := c.meta.ClientInfo()
	return info, ok && err == nil
}

// ClientCapabilities returns what the client declared with this very request.
func (c *Call) ClientCapabilities() mcp.ClientCapabilities {
	declared, _, _ := c.meta.ClientCapabilities() // checked in dispatch
	return declared
}

// Require returns nil if the request declared all of the given capabilities,
// else the error to return, which names those it lacks (ERROR-017, META-020).
// A tool that always needs one says so with RequireCapabilities instead, so
// that its function never runs without.
func (c *Call) Require(needed mcp.ClientCapabilities) error {
	if missing, lacks := c.ClientCapabilities().Missing(needed); lacks {
		return mcp.MissingCapability(missing)
	}
	return nil
}

// requireExtension returns the capabilities that declare an extension.
func requireExtension(identifier string) mcp.ClientCapabilities {
	return mcp.ClientCapabilities{Extensions: map[string]jsontext.Value{identifier: jsontext.Value("{}")}}
}

// progress is what a Call remembers of the progress it sent.
type progress struct {
	mu    sync.Mutex // guards last and sent
	last  float64
	sent  bool
	token struct {
		sync.Once
		value mcp.ProgressToken
	}
}

// checkState refuses a requestState: this server issues none, so it is forged
// or another server's (MRTR).
func checkState(state *string) *jsonrpc.Error {
	if state == nil || *state == "" {
		return nil
	}
	return mcp.InvalidParams("requestState was not issued by this server")
}
