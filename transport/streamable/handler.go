package streamable

import (
	"context"
	"net/http"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Handler serves an MCP endpoint at whatever path it is mounted. It is safe
// for concurrent use.
type Handler struct {
	next   mcp.Handler
	config handlerConfig
}

// NewHandler returns a Handler that answers with next. If next is an
// [mcp.Notified] it gets the notifications that clients POST.
func NewHandler(next mcp.Handler, opts ...HandlerOption) *Handler {
	h := &Handler{next: next}
	for _, opt := range opts {
		opt.applyToHandler(&h.config)
	}
	return h
}

// ServeHTTP answers one HTTP request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { panic("TODO") }

// Shutdown ends the service gracefully: new requests are answered 503, the
// contexts of open subscriptions/listen requests end with the cause
// ErrShutdown, so that what their handlers return then, the closing result,
// is still written, and the others are waited for. It returns when no request
// is open, or with the context's error when ctx ends first.
func (h *Handler) Shutdown(ctx context.Context) error { panic("TODO") }
