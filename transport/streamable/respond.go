package streamable

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/quatrain-mcp/quatrain/internal/sse"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// An exchange is one POST and its answer. It is the Sink of its request: the
// answer is JSON until somebody notifies, or nothing happened for long, and a
// stream from then on.
type exchange struct {
	h      *Handler
	w      http.ResponseWriter
	r      *http.Request
	accept accept
	number uint64 // of the exchange, for the tap
	tapped bool   // the tap saw what came in
	call   mcp.Request

	mu     sync.Mutex // guards what follows, and w while the Handler runs
	phase  phase
	timer  *time.Timer              // calls tick; nil if nothing is to happen
	stream *http.ResponseController // of w, once the stream is open
	failed error                    // why the stream can be written to no more
}

// A phase is how far the answer to a request is.
type phase uint8

const (
	waiting   phase = iota // nothing is written
	streaming              // status and header of a stream are written
	answered               // the Handler returned
)

// start begins the wait for the Handler.
func (x *exchange) start() {
	if !x.accept.stream || x.h.config.openAfter <= 0 {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.timer = time.AfterFunc(x.h.config.openAfter, x.tick)
}

// tick breaks the silence: it opens the stream, or keeps an open one alive.
func (x *exchange) tick() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.phase == answered || x.failed != nil {
		return
	}
	x.openStream()
	x.failed = x.write(sse.AppendComment(nil, ""))
	x.rearm()
}

// rearm lets tick come after the next silence.
func (x *exchange) rearm() {
	switch wait := x.h.config.keepAlive; {
	case wait <= 0:
		if x.timer != nil {
			x.timer.Stop()
		}
	case x.timer == nil:
		x.timer = time.AfterFunc(wait, x.tick)
	default:
		x.timer.Reset(wait)
	}
}

// Notify sends a notification on the stream, which it opens if need be. To a
// client that takes no stream it sends nothing.
func (x *exchange) Notify(ctx context.Context, n *mcp.Notification) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case x.phase == answered:
		return mcp.ErrDone
	case ctx.Err() != nil:
		return ctx.Err()
	case x.failed != nil || !x.accept.stream:
		return x.failed
	}
	x.openStream()
	frame := x.h.buffers.get()
	defer x.h.buffers.put(frame)
	*frame = jsonrpc.AppendNotification(*frame, n.Method, n.Params)
	x.failed = x.event(*frame)
	x.rearm()
	return x.failed
}

// end lets nobody write any more.
func (x *exchange) end() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.phase = answered
	if x.timer != nil {
		x.timer.Stop()
	}
}

// finish writes the response and ends the exchange. If the client went away
// there is nothing to write (HTTP-032).
func (x *exchange) finish(ctx context.Context, response *mcp.Response, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	before := x.phase
	x.phase = answered
	if x.timer != nil {
		x.timer.Stop()
	}
	if x.r.Context().Err() != nil || x.failed != nil {
		return
	}
	status := http.StatusOK
	frame := x.h.buffers.get()
	defer x.h.buffers.put(frame)
	if err == nil && response != nil {
		*frame = jsonrpc.AppendResult(*frame, x.call.ID, response.Result)
	} else {
		status = mcp.HTTPStatus(err)
		*frame = jsonrpc.AppendError(*frame, x.call.ID, x.wireError(ctx, err))
	}
	switch {
	case before == streaming:
		x.failed = x.event(*frame)
	case status == http.StatusOK && !x.accept.json:
		x.openStream()
		x.failed = x.event(*frame)
	default:
		x.writeJSON(status, *frame)
	}
}

// wireError returns the error response for what the Handler returned, and logs
// what the client must not see.
func (x *exchange) wireError(ctx context.Context, err error) *jsonrpc.Error {
	if errors.Is(err, context.Canceled) && errors.Is(context.Cause(ctx), ErrShutdown) {
		return jsonrpc.Errorf(jsonrpc.InternalError, "the server shuts down")
	}
	if err == nil {
		err = errors.New("the handler returned neither a response nor an error")
	}
	wire, ok := mcp.AsError(err)
	if !ok {
		x.h.config.logger.ErrorContext(ctx, "request failed",
			"method", x.call.Method, "id", x.call.ID.String(), "remote", x.call.Peer.Remote, "error", err)
	}
	return wire
}

// openStream writes status and header of a stream, unless it is open.
func (x *exchange) openStream() {
	if x.phase == streaming {
		return
	}
	if x.phase == waiting {
		x.phase = streaming
	}
	header := x.w.Header()
	header.Set("Content-Type", sse.MediaType)
	header.Set("Cache-Control", "no-cache, no-transform")
	header.Set("X-Accel-Buffering", "no") // HTTP-026
	x.stream = http.NewResponseController(x.w)
	x.w.WriteHeader(http.StatusOK)
}

// event writes a message as an event of the stream. A frame of ours may hold
// line ends only between tokens, where params or a result came with them; they
// are left out, because there are readers that take but one data line
// (BR-091).
func (x *exchange) event(frame []byte) error {
	frame = withoutLineEnds(frame)
	event := x.h.buffers.get()
	defer x.h.buffers.put(event)
	*event = sse.AppendData(*event, frame)
	err := x.write(*event)
	x.tapOut(http.StatusOK, frame, true)
	return err
}

// write writes to the stream so that the client has it at once (BR-055). A
// client that does not read is given up after a while; net/http then ends the
// request's context.
func (x *exchange) write(text []byte) error {
	x.hurry(x.stream)
	if _, err := x.w.Write(text); err != nil {
		return err
	}
	if err := x.stream.Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// hurry bounds the time that the next writes may take, if the connection can.
func (x *exchange) hurry(w *http.ResponseController) {
	if patience := x.h.config.patience; patience > 0 {
		_ = w.SetWriteDeadline(time.Now().Add(patience))
	}
}

// withoutLineEnds removes CR and LF from JSON, in place.
func withoutLineEnds(frame []byte) []byte {
	if bytes.IndexByte(frame, '\n') < 0 && bytes.IndexByte(frame, '\r') < 0 {
		return frame
	}
	kept := frame[:0]
	for _, c := range frame {
		if c != '\n' && c != '\r' {
			kept = append(kept, c)
		}
	}
	return kept
}

// refuseFrame answers a body that is no message, with the id if it was a
// request's and could be read (JSONRPC-017, JSONRPC-018).
func (x *exchange) refuseFrame(err error) {
	var broken *jsonrpc.DecodeError
	if !errors.As(err, &broken) {
		x.refuse(jsonrpc.ID{}, jsonrpc.Errorf(jsonrpc.InvalidRequest, "the body is no message"))
		return
	}
	id := broken.ID
	if broken.Shape == jsonrpc.Result || broken.Shape == jsonrpc.ErrorShape {
		id = jsonrpc.ID{} // it would name a request of ours, and we make none
	}
	x.refuse(id, broken.Response())
}

// refuse answers with an error that was decided before dispatch.
func (x *exchange) refuse(id jsonrpc.ID, err *jsonrpc.Error) {
	x.writeError(mcp.HTTPStatus(mcp.Refuse(err)), id, err)
}

// turnAway answers a request before its body is looked at.
func (x *exchange) turnAway(status int, reason string) {
	err := jsonrpc.Errorf(jsonrpc.InvalidRequest, "%s", reason)
	x.tapIn(nil, err)
	x.writeError(status, jsonrpc.ID{}, err)
}

// writeError writes an error response as JSON.
func (x *exchange) writeError(status int, id jsonrpc.ID, err *jsonrpc.Error) {
	frame := x.h.buffers.get()
	defer x.h.buffers.put(frame)
	*frame = jsonrpc.AppendError(*frame, id, err)
	x.writeJSON(status, *frame)
}

// smallAnswer is what surely fits the buffers of a connection, so that no
// client can hold up who writes it.
const smallAnswer = 64 << 10

// writeJSON writes a whole answer in one Write. If the client is gone, nobody
// is left to tell.
func (x *exchange) writeJSON(status int, frame []byte) {
	header := x.w.Header()
	header.Set("Content-Type", mediaJSON)
	header.Set("Content-Length", strconv.Itoa(len(frame)))
	x.w.WriteHeader(status)
	if len(frame) > smallAnswer {
		x.hurry(http.NewResponseController(x.w))
	}
	_, _ = x.w.Write(frame)
	x.tapOut(status, frame, false)
}
