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
	Supported []string       // by the server; nil if it does not say
	Refusal   *jsonrpc.Error // what the server said; nil if it merely listed others
}

// Error names the revisions of both sides.
func (e *VersionError) Error() string {
	theirs := "does not say which revisions it speaks"
	switch {
	case slices.Contains(e.Supported, mcp.Revision):
		theirs = "names " + mcp.Revision + " as supported but refuses it"
	case len(e.Supported) > 0:
		theirs = "speaks " + clip(strings.Join(e.Supported, ", "))
	}
	return fmt.Sprintf("no common revision: the server %s; this client speaks %s", theirs, mcp.Revision)
}

// Unwrap returns what the server said.
func (e *VersionError) Unwrap() error {
	if e.Refusal == nil {
		return nil
	}
	return e.Refusal
}

// send sends a request. If the server refuses its version and yet names it
// among those it supports, the request is sent once more: it was not run
// (VERSION-002, VERSION-003).
func (c *Client) send(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	response, err := c.sendOnce(ctx, req, sink)
	refusal := refusedVersion(req, err)
	if refusal == nil {
		return response, err
	}
	if !slices.Contains(refusal.Supported, mcp.Revision) {
		return nil, refusal
	}
	response, err = c.sendOnce(ctx, req, sink)
	if again := refusedVersion(req, err); again != nil {
		return nil, again
	}
	return response, err
}

// sendOnce sends a request and tells what a closed client's failures mean.
func (c *Client) sendOnce(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	if c.closed.Load() {
		return nil, ErrClosed
	}
	response, err := c.handler.Handle(ctx, req, sink)
	if err != nil && c.closed.Load() && !fromPeer(err) {
		return nil, &closedError{err}
	}
	return response, err
}

// refusedVersion returns the server's refusal of the version of a request, nil
// if err is something else, or if the request names a version that is not this
// client's: then the caller negotiates.
func refusedVersion(req *mcp.Request, err error) *VersionError {
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || !wire.FromPeer() || wire.Code != mcp.CodeUnsupportedProtocolVersion {
		return nil
	}
	if named, _, _ := req.Meta().ProtocolVersion(); named != mcp.Revision {
		return nil
	}
	var data mcp.UnsupportedVersionData
	if json.Unmarshal(wire.Data, &data) != nil {
		data.Supported = nil // then nothing is in common
	}
	return &VersionError{data.Supported, wire}
}
