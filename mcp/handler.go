package mcp

import "context"

// A Handler answers one request. A server is a Handler; so is a dialled
// connection to one: what wraps one side wraps the other.
//
// Handle returns when the request is answered. Until then it may send
// notifications that belong to the request to sink, which delivers them in
// order and ahead of the response. When ctx is cancelled the caller no longer
// wants an answer: Handle stops as soon as practical and what it returns is
// not sent.
//
// Exactly one of response and error is nil. An error that is, or wraps, a
// *jsonrpc.Error becomes that error response as it is; any other error is for
// the logs of this side, and the peer learns only that there was an internal
// error. A Handler is safe for concurrent use.
//
// A sink that is nil discards. req and what it refers to are valid until
// Handle returns; Request.Clone keeps them. The Response belongs to the caller.
type Handler interface {
	Handle(ctx context.Context, req *Request, sink Sink) (*Response, error)
}

// HandlerFunc lets a function be a Handler.
type HandlerFunc func(ctx context.Context, req *Request, sink Sink) (*Response, error)

// Handle calls f.
func (f HandlerFunc) Handle(ctx context.Context, req *Request, sink Sink) (*Response, error) {
	return f(ctx, req, sink)
}

// A Sink takes the notifications that belong to one request, in order, before
// its response.
//
// Notify may block until the peer keeps up, returns the context's error when
// ctx ends first, and ErrDone once Handle has returned. The notification is
// valid until Notify returns. A Sink is safe for concurrent use. Middleware
// that cares for notifications wraps the Sink it hands on.
type Sink interface {
	Notify(ctx context.Context, n *Notification) error
}

// SinkFunc lets a function be a Sink.
type SinkFunc func(ctx context.Context, n *Notification) error

// Notify calls f.
func (f SinkFunc) Notify(ctx context.Context, n *Notification) error { return f(ctx, n) }

// Notify is a Sink's Notify for a sink that may be nil: it sends n to sink,
// or drops it when there is none.
func Notify(ctx context.Context, sink Sink, n *Notification) error {
	if sink == nil {
		return nil
	}
	return sink.Notify(ctx, n)
}

// A Notified is a Handler that also wants the notifications which belong to no
// request, such as those an extension defines. A transport looks for it once;
// without it such notifications are accepted and dropped.
//
// Cancellation is not among them: a transport turns it into the end of the
// request's context.
type Notified interface {
	Notified(ctx context.Context, n *Notification)
}

// Middleware wraps a Handler in another: tracing, checking, recording,
// limiting. It needs no registration and is tested with a HandlerFunc.
type Middleware func(Handler) Handler

// Chain wraps h in the middleware so that the first one sees a request first.
// A Notified among the wrapped Handlers stays reachable only if each
// middleware around it passes Notified on.
func Chain(h Handler, middleware ...Middleware) Handler {
	for i := len(middleware) - 1; i >= 0; i-- {
		h = middleware[i](h)
	}
	return h
}
