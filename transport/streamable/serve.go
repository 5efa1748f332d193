package streamable

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
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

// TLS serves over TLS; config must have a certificate. HTTP/2 comes with it.
func TLS(config *tls.Config) ServeOption { return func(c *serveConfig) { c.tls = config } }

// Wrap puts a handler around the whole HTTP server, for example an access log
// or further paths beside the MCP endpoint.
func Wrap(wrap func(http.Handler) http.Handler) ServeOption {
	return func(c *serveConfig) { c.wrap = wrap }
}

// How long the HTTP server waits for a client. There is no bound on writing a
// response as a whole, since a stream may stay open for days; WriteTimeout
// bounds each message.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = time.Minute
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 128 << 10
)

// Listen listens on a TCP address. An address without host, such as ":3000",
// means this machine only, 127.0.0.1 (HTTP-005); name 0.0.0.0 or [::] to be
// reached from others.
func Listen(ctx context.Context, addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("listen on %q: %w", addr, err)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	var config net.ListenConfig
	return config.Listen(ctx, "tcp", net.JoinHostPort(host, port))
}

// ListenAndServe is Listen and Serve.
func ListenAndServe(ctx context.Context, addr string, h *Handler, opts ...ServeOption) error {
	ln, err := Listen(ctx, addr)
	if err != nil {
		return err
	}
	return Serve(ctx, ln, h, opts...)
}

// Serve serves h on ln until ctx ends, then shuts down gracefully: no new
// requests, open listens end with their result, other requests have their
// grace. It closes ln, and returns nil after a shutdown that left no request
// behind. What net/http has to say goes to the Handler's Logger.
func Serve(ctx context.Context, ln net.Listener, h *Handler, opts ...ServeOption) error {
	config := serveConfig{path: "/mcp", grace: 10 * time.Second}
	for _, opt := range opts {
		opt(&config)
	}
	server := &http.Server{
		Handler:           config.handler(h),
		TLSConfig:         config.tls,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(h.config.logger.Handler(), slog.LevelError),
		// Requests outlive ctx by their grace.
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	served := make(chan error, 1)
	go func() {
		if config.tls != nil {
			served <- server.ServeTLS(ln, "", "")
		} else {
			served <- server.Serve(ln)
		}
	}()
	select {
	case err := <-served:
		_ = server.Close() // the listener failed; what is open ends with it
		return fmt.Errorf("serve on %s: %w", ln.Addr(), err)
	case <-ctx.Done():
	}
	err := shutDown(context.WithoutCancel(ctx), server, h, config.grace)
	<-served
	return err
}

// shutDown ends the server within the grace, or else cuts off what is open.
func shutDown(ctx context.Context, server *http.Server, h *Handler, grace time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	err := h.Shutdown(ctx)
	err = errors.Join(err, server.Shutdown(ctx))
	if err == nil {
		return nil
	}
	_ = server.Close()
	return fmt.Errorf("shut down: requests were still open after %s: %w", grace, ctx.Err())
}

// handler returns what the HTTP server serves.
func (c *serveConfig) handler(h *Handler) http.Handler {
	mux := http.NewServeMux()
	path := "/" + strings.Trim(c.path, "/")
	if path == "/" {
		mux.Handle("/{$}", h)
	} else {
		mux.Handle(path, h)
		mux.Handle(path+"/{$}", h)
	}
	if c.wrap == nil {
		return mux
	}
	return c.wrap(mux)
}
