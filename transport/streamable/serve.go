package streamable

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

// A ServeOption changes how Serve and ListenAndServe run their HTTP server.
type ServeOption func(*serveConfig)

type serveConfig struct {
	path  string
	grace time.Duration
	tls   *tls.Config
	wrap  func(http.Handler) http.Handler
}

// At is the path of the MCP endpoint, with or without a slash at its end; both
// are served. By default "/mcp".
func At(path string) ServeOption { return func(c *serveConfig) { c.path = path } }

// Grace is how long requests may go on after the context ended; by default 10
// seconds.
func Grace(d time.Duration) ServeOption { return func(c *serveConfig) { c.grace = d } }

// TLS serves over TLS; config must have a certificate.
func TLS(config *tls.Config) ServeOption { return func(c *serveConfig) { c.tls = config } }

// Wrap puts a handler around the whole HTTP server, for example an access log
// or further paths beside the MCP endpoint.
func Wrap(wrap func(http.Handler) http.Handler) ServeOption {
	return func(c *serveConfig) { c.wrap = wrap }
}

// Listen listens on a TCP address. An address without host, such as ":3000",
// means this machine only, 127.0.0.1 (HTTP-005); name 0.0.0.0 or [::] to be
// reached from others.
func Listen(ctx context.Context, addr string) (net.Listener, error) { panic("TODO") }

// Serve serves h on ln until ctx ends, then shuts down gracefully: no new
// requests, open listens end with their result, other requests have their
// grace. It closes ln, and returns nil after a shutdown that left no request
// behind.
func Serve(ctx context.Context, ln net.Listener, h *Handler, opts ...ServeOption) error {
	panic("TODO")
}

// ListenAndServe is Listen and Serve.
func ListenAndServe(ctx context.Context, addr string, h *Handler, opts ...ServeOption) error {
	panic("TODO")
}
