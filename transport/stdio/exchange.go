package stdio

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// An exchange is one request at the server's end, from its line to the line of
// its response; it is the request's Sink. Or it is a notification that belongs
// to no request, on its way to the Handler.
type exchange struct {
	s            *server
	running      bool   // counts as running; guarded by the server's lock
	number       uint64 // for the tap
	call         mcp.Request
	notification *mcp.Notification // nil for a request
	key          jsonrpc.ID
	ctx          context.Context
	cancel       context.CancelCauseFunc

	// done says that nothing more may be written. Cancellation sets it without
	// the lock, so that it need not wait for a peer that reads slowly.
	done     atomic.Bool
	mu       sync.Mutex // held while something is written, so that nothing follows the response
	returned bool       // the Handler has; guarded by mu
}

// errCancelled is the cause of a context that the client's cancellation ended.
var errCancelled = errors.New("the client cancelled the request")

// begin opens a request: nil if it was answered at once.
func (s *server) begin(m *jsonrpc.Message) *exchange {
	refuse := func(err *jsonrpc.Error) *exchange {
		s.respond(s.exchange, jsonrpc.AppendError(nil, m.ID, err))
		return nil
	}
	if err := refuseEra(m); err != nil {
		return refuse(err)
	}
	x := &exchange{
		s: s, number: s.exchange, key: m.ID.Canonical(),
		call: mcp.Request{Method: m.Method, Params: m.Params, ID: m.ID, Peer: peer()},
	}
	s.mu.Lock()
	twice := s.open[x.key] != nil
	s.mu.Unlock()
	if twice { // JSONRPC-009
		return refuse(jsonrpc.Errorf(jsonrpc.InvalidRequest, "a request with the id %s is open", m.ID))
	}
	switch s.admit(x) {
	case nil:
		return x
	case errTooMany:
		return refuse(jsonrpc.Errorf(jsonrpc.InternalError, "too many requests at once: %d are open", s.config.concurrency))
	default:
		return nil
	}
}

// errTooMany says that as many requests are with the Handler as may be.
var errTooMany = errors.New("too many requests at once")

// admit lets the worker that read leave reading to another, and makes sure
// that there is one. It fails with errTooMany, and with errEnded when reading
// has ended meanwhile: then nobody is let in any more.
func (s *server) admit(x *exchange) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.over:
		return errEnded
	case s.running >= s.config.concurrency:
		return errTooMany
	}
	s.running++
	x.running = true
	s.answering.Add(1)
	if x.notification == nil {
		x.ctx, x.cancel = context.WithCancelCause(s.ctx)
		s.open[x.key] = x
	}
	if s.idle--; s.idle == 0 {
		s.idle++
		s.workers.Go(s.work)
	}
	return nil
}

// leave takes an exchange off the count and, unless another request has its id
// by now, out of those that are open.
func (x *exchange) leave() {
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	if x.running {
		x.running = false
		x.s.running--
	}
	if x.s.open[x.key] == x {
		delete(x.s.open, x.key)
	}
}

// answer runs the Handler and writes what it says.
func (x *exchange) answer() {
	if x.notification != nil {
		x.s.notified.Notified(x.s.ctx, x.notification)
		return
	}
	defer x.cancel(nil)
	response, err := x.s.next.Handle(x.ctx, &x.call, x)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.returned = true
	if x.done.Swap(true) {
		return
	}
	if err == nil && response != nil {
		x.respond(jsonrpc.AppendResult(make([]byte, 0, len(response.Result)+64), x.call.ID, response.Result))
		return
	}
	if x.ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.Cause(x.ctx))) {
		return // the end of the input, or of everything: nobody waits for it
	}
	if err == nil {
		err = errors.New("the handler returned neither a response nor an error")
	}
	wire, ok := mcp.AsError(err)
	if !ok {
		x.s.config.logger.ErrorContext(x.ctx, "request failed", "method", x.call.Method, "id", x.call.ID.String(), "error", err)
	}
	x.respond(jsonrpc.AppendError(nil, x.call.ID, wire))
}

// respond writes the response. Just before it is on its way the request is
// over: with the response in hand the client may use its id again.
func (x *exchange) respond(frame []byte) {
	x.s.queue(frame, func(line []byte) {
		x.leave()
		x.s.tap(mcp.Out, x.number, line, nil)
	})
}

// abandon ends a request that the client cancelled: nothing more is written for
// it (STDIO-013), and its id may be used again. It counts as running until the
// Handler returns.
func (x *exchange) abandon() {
	x.done.Store(true)
	x.cancel(errCancelled)
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	if x.s.open[x.key] == x {
		delete(x.s.open, x.key)
	}
}

// Notify writes a notification of the request. While the Handler runs on after
// the end of its context, the error is the cause of that.
func (x *exchange) Notify(ctx context.Context, n *mcp.Notification) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case x.returned:
		return mcp.ErrDone
	case ctx.Err() != nil:
		return ctx.Err()
	case x.ctx.Err() != nil:
		return context.Cause(x.ctx)
	case x.done.Load(): // its context is about to end
		return errCancelled
	}
	frame := jsonrpc.AppendNotification(nil, n.Method, n.Params)
	for {
		room, err := x.s.out.write(frame, func(line []byte) { x.s.tap(mcp.Out, x.number, line, nil) })
		if room == nil {
			return err
		}
		select {
		case <-room:
		case <-ctx.Done():
			return ctx.Err()
		case <-x.ctx.Done():
			return context.Cause(x.ctx)
		}
	}
}
