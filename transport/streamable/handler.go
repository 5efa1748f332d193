package streamable

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Handler serves an MCP endpoint at whatever path it is mounted. It is safe
// for concurrent use.
type Handler struct {
	next     mcp.Handler
	notified mcp.Notified // next, if it is one
	config   handlerConfig
	guard    guard
	buffers  bufferPool
	counter  atomic.Uint64 // of exchanges, for the tap
	open     openRequests
}

// methodListen is the one method whose requests stay open without end.
const methodListen = "subscriptions/listen"

// NewHandler returns a Handler that answers with next. If next is an
// [mcp.Notified] it gets the notifications that clients POST.
func NewHandler(next mcp.Handler, opts ...HandlerOption) *Handler {
	h := &Handler{next: next, config: handlerConfig{
		settings:  settings{logger: slog.New(slog.DiscardHandler), names: coreNames()},
		openAfter: 15 * time.Second,
		keepAlive: 15 * time.Second,
		patience:  30 * time.Second,
	}}
	for _, opt := range opts {
		opt.applyToHandler(&h.config)
	}
	h.notified, _ = next.(mcp.Notified)
	h.guard = newGuard(&h.config)
	return h
}

// ServeHTTP answers one HTTP request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{h: h, w: w, r: r}
	if h.config.tap != nil {
		x.number = h.counter.Add(1)
	}
	if reason := h.guard.check(r); reason != "" {
		x.turnAway(http.StatusForbidden, reason)
		return
	}
	allowPage(w, r)
	switch r.Method {
	case http.MethodPost:
		if h.open.enter() {
			defer h.open.leave()
			x.post()
			return
		}
		w.Header().Set("Retry-After", "1")
		x.turnAway(http.StatusServiceUnavailable, "the server shuts down")
	case http.MethodOptions:
		preflight(w, r)
	default: // there are no sessions to get or to delete (HTTP-008)
		w.Header().Set("Allow", allowed)
		x.turnAway(http.StatusMethodNotAllowed, "an MCP endpoint accepts POST only")
	}
}

// post answers a POST: one message, read once and decoded once.
func (x *exchange) post() {
	h := x.h
	if types := x.r.Header["Content-Type"]; len(types) != 1 || !isJSON(types[0]) || len(x.r.Header["Content-Encoding"]) > 0 {
		x.turnAway(http.StatusUnsupportedMediaType, "the body must have Content-Type: application/json and no Content-Encoding")
		return
	}
	x.accept = parseAccept(x.r.Header["Accept"])
	if x.accept == (accept{}) {
		x.turnAway(http.StatusNotAcceptable, "the answer is application/json or text/event-stream, and Accept names neither")
		return
	}
	body := h.buffers.get()
	defer h.buffers.put(body)
	var err error
	*body, err = readAll(*body, x.r.Body, x.r.ContentLength, sizeLimit(h.config.limits))
	switch {
	case errors.Is(err, ErrTooLarge):
		// What is left of the body is not worth reading, so neither is the
		// connection worth keeping.
		x.w.Header().Set("Connection", "close")
		x.turnAway(http.StatusRequestEntityTooLarge, "the body is too large")
		return
	case err != nil:
		x.turnAway(http.StatusBadRequest, "the body could not be read to its end")
		return
	}
	x.message(*body)
}

// message answers a message.
func (x *exchange) message(frame []byte) {
	h := x.h
	m, err := jsonrpc.Decode(frame, h.config.limits)
	x.tapIn(frame, err)
	if err != nil {
		x.refuseFrame(err)
		return
	}
	if m.Shape != jsonrpc.Request && m.Shape != jsonrpc.Notification {
		x.refuse(jsonrpc.ID{}, jsonrpc.Errorf(jsonrpc.InvalidRequest, "a client sends no responses")) // HTTP-012
		return
	}
	if err := h.checkHeaders(x.r.Header, &m); err != nil {
		x.refuse(m.ID, err)
		return
	}
	if m.Shape == jsonrpc.Notification {
		x.notification(&m)
		return
	}
	x.request(&m)
}

// request answers a request with what the mcp.Handler says.
func (x *exchange) request(m *jsonrpc.Message) {
	ctx := x.r.Context()
	if m.Method == methodListen {
		if !x.accept.stream {
			x.writeError(http.StatusNotAcceptable, m.ID,
				jsonrpc.Errorf(jsonrpc.InvalidRequest, "%s needs Accept: text/event-stream", methodListen))
			return
		}
		var cancel context.CancelCauseFunc
		ctx, cancel = context.WithCancelCause(ctx)
		defer cancel(nil)
		defer x.h.open.listen(cancel)()
	}
	x.call = mcp.Request{
		Method: m.Method,
		Params: m.Params,
		ID:     m.ID,
		Mirror: mirrored(x.r.Header),
		Peer:   x.peer(),
	}
	x.start()
	defer x.end() // also if the Handler panics
	response, err := x.h.next.Handle(ctx, &x.call, x)
	x.finish(ctx, response, err)
}

// notification accepts a notification. Cancellation is none that belongs here:
// the end of the response stream is what cancels (HTTP-033).
func (x *exchange) notification(m *jsonrpc.Message) {
	if x.h.notified != nil && m.Method != "notifications/cancelled" {
		x.h.notified.Notified(x.r.Context(), &mcp.Notification{Method: m.Method, Params: m.Params})
	}
	x.w.WriteHeader(http.StatusAccepted)
	x.tapOut(http.StatusAccepted, nil, false)
}

// peer says who asks.
func (x *exchange) peer() mcp.Peer {
	return mcp.Peer{Transport: "http", Remote: x.h.guard.forwarded(x.r).remote}
}
