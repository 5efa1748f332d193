package client

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Client is a connection to one server. Dial makes one; it is safe for
// concurrent use. Nothing ties requests to one another: a Client may serve many
// conversations (JSONRPC-034).
type Client struct {
	target  Target
	config  *config
	handler mcp.Handler
	closer  io.Closer
	base    []byte // the members of _meta that every request has, without braces
	tokens  atomic.Int64
	server  atomic.Pointer[mcp.DiscoverResult]
	outputs outputs
}

// Dial connects to a server and, unless SkipDiscovery says otherwise, asks it
// what it is, so that a server that is not there or speaks another revision
// shows at once and not at the first call.
//
// It fails when the target cannot be reached, when the server answers
// server/discover with an error or with a result that is none, and with a
// *VersionError when there is no common revision. ctx bounds Dial alone, not
// the connection.
func Dial(ctx context.Context, target Target, opts ...Option) (*Client, error) {
	config := defaults()
	for _, opt := range opts {
		opt(config)
	}
	base, err := baseMeta(config)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", target, err)
	}
	handler, closer, err := target.open(config)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", target, err)
	}
	c := &Client{
		target:  target,
		config:  config,
		handler: mcp.Chain(handler, config.middleware...),
		closer:  closer,
		base:    base,
		outputs: outputs{byTool: map[string]*output{}, mu: new(sync.Mutex)},
	}
	if !config.discover {
		return c, nil
	}
	if _, err := c.Discover(ctx); err != nil {
		_ = c.Close()
		return nil, fmt.Errorf("dial %s: %w", target, err)
	}
	return c, nil
}

// Close ends the connection, and the command if the target is one. Calls that
// are open fail. It waits for all that belongs to the connection, but no longer
// than the transport's own limits.
func (c *Client) Close() error { return c.closer.Close() }

// baseMeta encodes what this client says of itself with every request.
func baseMeta(config *config) ([]byte, error) {
	capabilities, err := json.Marshal(config.capabilities, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("encode the client's capabilities: %w", err)
	}
	info, err := json.Marshal(config.info)
	if err != nil {
		return nil, fmt.Errorf("encode the client's info: %w", err)
	}
	var base []byte
	for _, member := range []struct {
		key   string
		value jsontext.Value
	}{
		{mcp.KeyProtocolVersion, jsontext.Value(`"` + mcp.Revision + `"`)},
		{mcp.KeyClientInfo, info},
		{mcp.KeyClientCapabilities, capabilities},
	} {
		if base != nil {
			base = append(base, ',')
		}
		base = jsonrpc.AppendString(base, member.key)
		base = append(append(base, ':'), member.value...)
	}
	return base, nil
}

// version returns the version of the module this package is from, as far as
// the program knows it.
func version() string {
	const module = "github.com/quatrain-mcp/quatrain"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if info.Main.Path == module && info.Main.Version != "" {
		return info.Main.Version
	}
	for _, dep := range info.Deps {
		if dep.Path == module {
			return dep.Version
		}
	}
	return "unknown"
}
