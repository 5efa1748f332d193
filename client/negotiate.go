package client

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A VersionError says that client and server speak no common revision
// (VERSION-003).
type VersionError struct {
	Supported []string       // by the server
	Err       *jsonrpc.Error // what the server said
}

// Error names the revisions of both sides.
func (e *VersionError) Error() string {
	return fmt.Sprintf("the server speaks %s; this client speaks %s", strings.Join(e.Supported, ", "), mcp.Revision)
}

// Unwrap returns what the server said.
func (e *VersionError) Unwrap() error { return e.Err }

// send sends a request. If the server refuses its version and names the one
// that was used among those it supports, it is sent once more: it did not run
// (VERSION-002).
func (c *Client) send(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	response, err := c.handler.Handle(ctx, req, sink)
	refusal, ok := refusedVersion(err)
	if !ok {
		return response, err
	}
	if !slices.Contains(refusal.Supported, mcp.Revision) {
		return nil, refusal
	}
	response, err = c.handler.Handle(ctx, req, sink)
	if again, ok := refusedVersion(err); ok {
		return nil, again
	}
	return response, err
}

// refusedVersion reports whether the server refused the version of a request.
func refusedVersion(err error) (*VersionError, bool) {
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || !wire.FromPeer() || wire.Code != mcp.CodeUnsupportedProtocolVersion {
		return nil, false
	}
	var data mcp.UnsupportedVersionData
	if err := json.Unmarshal(wire.Data, &data); err != nil {
		data.Supported = nil // then nothing is in common
	}
	return &VersionError{data.Supported, wire}, true
}
