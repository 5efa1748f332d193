package stdio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// ErrClosed is what a call returns that Close ended, and every call after it.
var ErrClosed = errors.New("the connection is closed")

// A Conn is the client's end of a pair of byte streams. It is an mcp.Handler,
// safe for concurrent use.
//
// Ids belong to the connection: a request leaves with one of its own, and that
// of the mcp.Request is not looked at. An error that the server sent is a
// *jsonrpc.Error with FromPeer; all others were made here and say why.
type Conn struct {
	config clientConfig
	in     *lineReader
	input  io.Closer
	out    *lineWriter
	output io.Closer

	calls   calls
	workers sync.WaitGroup // one that reads, one that writes
	closing sync.Once
	closed  error // what Close returns
}

// Connect returns the client's end of r, which the server writes, and w, which
// it reads. Close closes both, which must end a Read and a Write under way, as
// it does for pipes and connections.
func Connect(r io.ReadCloser, w io.WriteCloser, opts ...ClientOption) *Conn {
	return connect(r, w, newClientConfig(opts))
}

func newClientConfig(opts []ClientOption) clientConfig {
	config := clientConfig{
		settings: settings{logger: slog.New(slog.DiscardHandler)},
		grace:    5 * time.Second,
		restart:  true,
	}
	for _, opt := range opts {
		opt.applyToClient(&config)
	}
	return config
}

func connect(r io.ReadCloser, w io.WriteCloser, config clientConfig) *Conn {
	c := &Conn{
		config: config,
		in:     newLineReader(r, sizeLimit(config.limits)),
		input:  r,
		out:    newLineWriter(w),
		output: w,
		calls:  newCalls(),
	}
	c.workers.Go(c.read)
	c.workers.Go(c.write)
	return c
}

// Close ends the connection. Open calls fail with ErrClosed; what they sent is
// still written if the server takes it within a second. Close waits for all that
// reads and writes; closing once more does nothing.
func (c *Conn) Close() error {
	c.closing.Do(func() {
		c.calls.fail(ErrClosed)
		c.out.drain(drainTime)
		c.closed = c.output.Close()
		if err := c.input.Close(); c.closed == nil {
			c.closed = err
		}
		c.workers.Wait()
	})
	return c.closed
}

// Handle sends a request and returns its response. Notifications go to sink on
// the goroutine of the caller; if it does not take them, the call fails with
// mcp.ErrSlowConsumer once 1,024 of them or 16 MiB wait. When ctx ends the
// request is cancelled at the server (STDIO-012).
func (c *Conn) Handle(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	call, err := c.calls.open(req)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", req.Method, err)
	}
	defer c.calls.close(call)
	frame := jsonrpc.AppendRequest(nil, call.id, req.Method, call.params)
	if err := c.send(ctx, call, frame); err != nil {
		return nil, fmt.Errorf("%s: %w", req.Method, err)
	}
	response, err := c.wait(ctx, call, sink)
	switch {
	case err == nil:
		return response, nil
	case !call.answered():
		c.cancel(call, err)
	}
	if wire := (*jsonrpc.Error)(nil); errors.As(err, &wire) && wire.FromPeer() || ctx.Err() != nil {
		return nil, err
	}
	return nil, fmt.Errorf("%s: %w", req.Method, err)
}

// wait hands on what comes for a call until its response does.
func (c *Conn) wait(ctx context.Context, call *call, sink mcp.Sink) (*mcp.Response, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-call.wake:
		}
		notifications, message, err := call.take()
		for _, n := range notifications {
			if err := mcp.Notify(ctx, sink, n); err != nil {
				return nil, err
			}
		}
		switch {
		case err != nil:
			return nil, err
		case message == nil:
			continue
		case message.Error != nil:
			return nil, message.Error
		default:
			return &mcp.Response{Result: message.Result}, nil
		}
	}
}

// cancel tells the server that nobody waits for a response any more. It does
// not wait for a server that takes nothing, because the caller does not, and
// if it cannot be told the server is gone.
func (c *Conn) cancel(call *call, cause error) {
	params := mcp.CancelledParams{RequestID: call.id}
	for _, known := range []error{context.Canceled, context.DeadlineExceeded, mcp.ErrSlowConsumer} {
		// What else a Sink fails with is not for the server to read.
		if errors.Is(cause, known) {
			params.Reason = known.Error()
		}
	}
	n, err := mcp.EventCancelled.Notification(params)
	if err != nil {
		return
	}
	c.calls.cancelled(call)
	c.out.force(jsonrpc.AppendNotification(nil, n.Method, n.Params), func(line []byte) { c.tap(mcp.Out, call, line, nil) })
}

// Notify sends a notification that belongs to no request.
func (c *Conn) Notify(ctx context.Context, n *mcp.Notification) error {
	err := c.calls.ended()
	if err == nil {
		err = c.send(ctx, nil, jsonrpc.AppendNotification(nil, n.Method, n.Params))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", n.Method, err)
	}
	return nil
}

// send queues a line, and waits while the server takes too little; the call, if
// there is one, is for the tap. Once writing has failed it waits for the reason,
// which comes soon.
func (c *Conn) send(ctx context.Context, call *call, frame []byte) error {
	for {
		room, err := c.out.write(frame, func(line []byte) { c.tap(mcp.Out, call, line, nil) })
		if room == nil && err == nil {
			return nil
		}
		select {
		case <-room:
		case <-c.calls.over:
			return c.calls.ended()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// write writes what is sent. A server that reads no more may have answers yet,
// and as a rule is about to end, which says more than a broken pipe does.
func (c *Conn) write() {
	err := c.out.run()
	if err == nil {
		return
	}
	timer := time.NewTimer(exitDelay)
	defer timer.Stop()
	select {
	case <-c.calls.over:
	case <-timer.C:
		c.calls.fail(fmt.Errorf("the server takes no more requests: %w", err))
	}
}

func (c *Conn) tap(direction mcp.Direction, call *call, line []byte, err error) {
	if c.config.tap == nil {
		return
	}
	f := mcp.Frame{Time: time.Now(), Direction: direction, Data: line, Err: err, Connection: 1, Peer: peer()}
	if call != nil {
		f.Exchange = call.number
	}
	c.config.tap(f)
}
