package client

import (
	"context"
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A CallOption configures one call.
type CallOption func(*call)

// Timeout sets for one call what Timeouts sets for all (CANCEL-019).
func Timeout(silence, most time.Duration) CallOption {
	return func(c *call) { c.timeouts = timeouts{silence, most} }
}

// OnProgress asks the server for progress and hands it to fn, one at a time,
// before the call returns. Progress also keeps the call from timing out; how
// often it comes, and whether, is the server's choice (PROGRESS-003).
//
// The token is unique to the call. To choose one put it into _meta with
// Meta(mcp.KeyProgressToken, …).
func OnProgress(fn func(mcp.ProgressParams)) CallOption {
	return func(c *call) { c.onProgress = fn }
}

// OnLog asks the server for log messages of at least a level and hands them to
// fn, one at a time, before the call returns.
//
// Deprecated: the revision deprecates log messages to the client.
func OnLog(level mcp.LoggingLevel, fn func(mcp.LoggingMessageParams)) CallOption {
	return func(c *call) { c.level, c.onLog = level, fn }
}

// OnNotification hands every notification that belongs to the call to fn, one
// at a time, before OnProgress and OnLog see it. It is valid until fn returns.
// An error of fn ends the call, which returns it.
func OnNotification(fn func(context.Context, *mcp.Notification) error) CallOption {
	return func(c *call) { c.onNotification = fn }
}

// Meta puts a value under a key of the request's _meta; keys of the protocol
// may be set as well. The value must encode as JSON, or the call fails.
func Meta(key string, value any) CallOption {
	return func(c *call) {
		extra, err := c.extra.WithValue(key, value)
		if err != nil && c.err == nil {
			c.err = err
		}
		c.extra = extra
	}
}

// A call is what options say of one call.
type call struct {
	timeouts       timeouts
	onProgress     func(mcp.ProgressParams)
	level          mcp.LoggingLevel
	onLog          func(mcp.LoggingMessageParams)
	onNotification func(context.Context, *mcp.Notification) error
	extra          mcp.Meta // goes into _meta
	err            error    // the first one of an option
}

// Call calls any method, also those of extensions. A result is decoded if it is
// complete; for one that a server wants input for it fails with an
// *InputRequiredError. See the package comment for other errors.
func Call[P, R any](ctx context.Context, c *Client, m mcp.Method[P, R], params P, opts ...CallOption) (*R, error) {
	raw, err := m.EncodeParams(params)
	if err != nil {
		return nil, err // it names the method
	}
	response, err := c.Do(ctx, m.Name, raw, opts...)
	if err != nil {
		return nil, err
	}
	result, err := decodeComplete(m, response)
	if err != nil {
		return nil, named(m.Name, raw, err)
	}
	return result, nil
}

// Do calls a method by its name with params as JSON, an object or nil, and
// returns the result undecoded. Its type is one of the core's or of those that
// ResultTypes names; the absence of one is for a complete result.
func (c *Client) Do(ctx context.Context, method string, params jsontext.Value, opts ...CallOption) (*mcp.Response, error) {
	call := &call{timeouts: c.config.timeouts}
	for _, opt := range opts {
		opt(call)
	}
	response, err := call.run(ctx, c, method, params)
	if err == nil {
		err = c.checkType(method, response)
	}
	if err != nil {
		return nil, named(method, params, err)
	}
	return response, nil
}

// Handle makes a Client an mcp.Handler: it writes what is missing of the
// request's _meta and sends it, without a timeout of its own and without a look
// at the result.
func (c *Client) Handle(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	params, err := c.withMeta(req.Params, mcp.Meta{})
	if err != nil {
		return nil, err
	}
	out := *req
	out.Params = params
	return c.send(ctx, &out, sink)
}

// run sends a request and waits for its response within the call's limits.
func (call *call) run(ctx context.Context, c *Client, method string, params jsontext.Value) (*mcp.Response, error) {
	if call.err != nil {
		return nil, call.err
	}
	if err := call.askForLogs(); err != nil {
		return nil, err
	}
	token, err := c.progressToken(call, params)
	if err != nil {
		return nil, err
	}
	defer c.tokens.release(token)
	if params, err = c.withMeta(params, call.extra); err != nil {
		return nil, err
	}

	limited, watch := watchCall(ctx, call.timeouts)
	defer watch.end()
	sink := &callSink{call: call, token: token, watch: watch, logger: c.config.logger}
	response, err := c.send(limited, &mcp.Request{Method: method, Params: params}, sink)
	sink.end()
	if limited.Err() != nil {
		// Whatever came, it came too late: nobody waits for it (CANCEL-012).
		return nil, whyEnded(ctx, limited)
	}
	return response, err
}

// askForLogs puts the level that OnLog wants into _meta.
func (call *call) askForLogs() error {
	if call.onLog == nil {
		return nil
	}
	if !call.level.Valid() {
		return fmt.Errorf("no such log level: %q", call.level)
	}
	value := jsonrpc.AppendString(nil, string(call.level))
	call.extra = call.extra.With(mcp.KeyLogLevel, value)
	return nil
}

// whyEnded returns why the context of a call ended, of which ctx is the
// parent: errors.Is finds what ctx says, and what its owner gave as the cause.
func whyEnded(ctx, limited context.Context) error {
	if ctx.Err() == nil {
		return context.Cause(limited)
	}
	if cause := context.Cause(ctx); cause != ctx.Err() {
		return fmt.Errorf("%w: %w", ctx.Err(), cause)
	}
	return ctx.Err()
}
