package client

import (
	"context"
	"fmt"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A CallOption configures one call.
type CallOption func(*call)

// Timeout sets for one call what Timeouts sets for all.
func Timeout(silence, most time.Duration) CallOption {
	return func(c *call) { c.timeouts = timeouts{silence, most} }
}

// OnProgress asks the server for progress and hands it to fn, on the goroutine
// of the call. Progress also keeps the call from timing out.
func OnProgress(fn func(mcp.ProgressParams)) CallOption {
	return func(c *call) { c.onProgress = fn }
}

// OnLog asks the server for log messages of at least a level and hands them to
// fn, on the goroutine of the call.
//
// Deprecated: the revision deprecates log messages to the client.
func OnLog(level mcp.LoggingLevel, fn func(mcp.LoggingMessageParams)) CallOption {
	return func(c *call) { c.level, c.onLog = level, fn }
}

// OnNotification hands every notification that belongs to the call to fn, on
// the goroutine of the call, before OnProgress and OnLog see it. It is valid
// until fn returns. An error of fn ends the call.
func OnNotification(fn func(context.Context, *mcp.Notification) error) CallOption {
	return func(c *call) { c.onNotification = fn }
}

// Meta puts a value under a key of the request's _meta; keys of the protocol
// may be set as well. The value must encode as JSON.
func Meta(key string, value any) CallOption {
	return func(c *call) {
		extra, err := c.extra.WithValue(key, value)
		if err != nil && c.err == nil {
			c.err = err
		}
		c.extra = extra
	}
}

// A call is what options say of one call, and what is known while it runs.
type call struct {
	timeouts       timeouts
	onProgress     func(mcp.ProgressParams)
	level          mcp.LoggingLevel
	onLog          func(mcp.LoggingMessageParams)
	onNotification func(context.Context, *mcp.Notification) error
	extra          mcp.Meta
	err            error // of an option

	token jsonrpc.ID // zero without onProgress
}

// Call calls any method, also those of extensions. A result is decoded if it is
// complete; for one that a server wants input for it fails with an
// *InputRequiredError. See the package comment for other errors.
func Call[P, R any](ctx context.Context, c *Client, m mcp.Method[P, R], params P, opts ...CallOption) (*R, error) {
	raw, err := m.EncodeParams(params)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	response, err := c.Do(ctx, m.Name, raw, opts...)
	if err != nil {
		return nil, err
	}
	return decodeComplete(m, response)
}

// decodeComplete decodes a result that is complete.
func decodeComplete[P, R any](m mcp.Method[P, R], response *mcp.Response) (*R, error) {
	switch t := response.Type(); t {
	case mcp.Complete, "":
	case mcp.InputRequired:
		return nil, inputRequired(m.Name, response.Result)
	default:
		return nil, fmt.Errorf("%s: %w", m.Name, &mcp.ResultTypeError{Type: t, Known: []mcp.ResultType{mcp.Complete}})
	}
	result, err := m.DecodeResult(response.Result)
	if err != nil {
		return nil, &ResultError{Method: m.Name, Err: err}
	}
	return &result, nil
}

// Do calls a method by its name with params as JSON, an object or nil, and
// returns the result undecoded. Its type is one of the core's or of those that
// ResultTypes names; the absence of one is for a complete result.
func (c *Client) Do(ctx context.Context, method string, params jsontext.Value, opts ...CallOption) (*mcp.Response, error) {
	call := &call{timeouts: c.config.timeouts}
	for _, opt := range opts {
		opt(call)
	}
	if call.err != nil {
		return nil, fmt.Errorf("%s: %w", method, call.err)
	}
	if err := call.ask(c); err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	req := &mcp.Request{Method: method, Params: c.withMeta(params, call.extra)}
	response, err := call.run(ctx, c, req)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	if _, err := mcp.CheckResultType(response.Result, c.config.resultTypes...); err != nil {
		return nil, &ResultError{Method: method, Err: err}
	}
	return response, nil
}

// Handle makes a Client an mcp.Handler: it completes the _meta of a request and
// sends it, without a timeout of its own and without a look at the result.
func (c *Client) Handle(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	out := *req
	out.Params = c.withMeta(req.Params, mcp.Meta{})
	return c.send(ctx, &out, sink)
}

// ask writes into _meta what the callbacks need the server to send.
func (call *call) ask(c *Client) error {
	if call.onProgress != nil {
		// Unique among what this client has open (PROGRESS-002).
		call.token = jsonrpc.IntID(c.tokens.Add(1))
		call.extra = call.extra.With(mcp.KeyProgressToken, jsontext.Value(call.token.String()))
	}
	if call.onLog != nil {
		if !call.level.Valid() {
			return fmt.Errorf("no such log level: %q", call.level)
		}
		value, err := json.Marshal(call.level)
		if err != nil {
			return err
		}
		call.extra = call.extra.With(mcp.KeyLogLevel, value)
	}
	return nil
}

// run sends a request and waits for its response within the call's limits.
func (call *call) run(ctx context.Context, c *Client, req *mcp.Request) (*mcp.Response, error) {
	limited, watch := watchCall(ctx, req.Method, call.timeouts)
	defer watch.end()
	response, err := c.send(limited, req, mcp.SinkFunc(func(ctx context.Context, n *mcp.Notification) error {
		watch.alive()
		return call.notified(ctx, n)
	}))
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return nil, context.Cause(limited)
	}
	return response, err
}

// notified hands a notification to the callbacks that want it.
func (call *call) notified(ctx context.Context, n *mcp.Notification) error {
	if call.onNotification != nil {
		if err := call.onNotification(ctx, n); err != nil {
			return err
		}
	}
	switch n.Method {
	case mcp.EventProgress.Name:
		params, err := mcp.EventProgress.DecodeParams(n.Params)
		// What is not for this call, or is no progress, is not worth ending it.
		if err == nil && call.onProgress != nil && params.ProgressToken.ID().Equal(call.token) {
			call.onProgress(params)
		}
	case mcp.EventLoggingMessage.Name:
		params, err := mcp.EventLoggingMessage.DecodeParams(n.Params)
		if err == nil && call.onLog != nil && params.Level.AtLeast(call.level) {
			call.onLog(params)
		}
	}
	return nil
}
