package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// A Target is where a server is. URL, Command, Cmd, Stream and InProcess make
// one; it is dialled once.
type Target struct {
	name string
	open func(c *config) (mcp.Handler, io.Closer, error)
}

// String names the target, for messages.
func (t Target) String() string { return t.name }

// URL is an MCP endpoint over HTTP.
func URL(endpoint string) Target {
	return Target{endpoint, func(c *config) (mcp.Handler, io.Closer, error) {
		conn, err := streamable.NewClient(endpoint, c.http...)
		return conn, conn, err
	}}
}

// Command is a program that speaks stdio; it is run with the given arguments
// and the environment of this process. Close ends it.
func Command(name string, args ...string) Target { return Cmd(exec.Command(name, args...)) }

// Cmd is Command for a program whose folder or environment is set. Stdin and
// Stdout of cmd must be nil, and it must not be used again.
func Cmd(cmd *exec.Cmd) Target {
	return Target{cmd.Path, func(c *config) (mcp.Handler, io.Closer, error) {
		process, err := stdio.Start(cmd, c.stdio...)
		return process, process, err
	}}
}

// Stream is a server at the other end of two byte streams, framed like stdio.
// Close closes both.
func Stream(r io.ReadCloser, w io.WriteCloser) Target {
	return Target{"stream", func(c *config) (mcp.Handler, io.Closer, error) {
		conn := stdio.Connect(r, w, c.stdio...)
		return conn, conn, nil
	}}
}

// InProcess is a server, or anything else that is an mcp.Handler, in this
// process. No bytes are framed and no tap sees any. Close leaves it as it is,
// and a call returns when the Handler does, so it must heed its context.
//
// A *jsonrpc.Error of the Handler is the peer's here as it is at the end of a
// wire; its other errors stay what they are.
func InProcess(h mcp.Handler) Target {
	return Target{"the server in process", func(*config) (mcp.Handler, io.Closer, error) {
		return inProcess{h}, nothingToClose{}, nil
	}}
}

// inProcess makes the errors of a Handler what they are at the end of a
// transport: the peer's.
type inProcess struct{ next mcp.Handler }

func (p inProcess) Handle(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	response, err := p.next.Handle(ctx, req, sink)
	switch {
	case err == nil && response == nil:
		return nil, errors.New("the handler returned neither a response nor an error")
	case err == nil:
		return response, nil
	}
	wire, ok := mcp.AsError(err)
	if !ok || wire.FromPeer() {
		return nil, err
	}
	// Only what was decoded from a frame counts as the peer's, so it is.
	frame := jsonrpc.AppendError(nil, jsonrpc.ID{}, wire)
	message, err := jsonrpc.Decode(frame, jsonrpc.Limits{Size: -1})
	if err != nil {
		return nil, fmt.Errorf("the handler's error cannot be sent: %w", err)
	}
	return nil, message.Error
}

// Notified passes on to a Handler that wants it.
func (p inProcess) Notified(ctx context.Context, n *mcp.Notification) {
	if next, ok := p.next.(mcp.Notified); ok {
		next.Notified(ctx, n)
	}
}

// nothingToClose is the closer of a target that is not the client's.
type nothingToClose struct{}

func (nothingToClose) Close() error { return nil }
