package streamable

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Client calls an MCP endpoint: it is the [mcp.Handler] on the other side of
// the wire. It is safe for concurrent use.
//
// Ids belong to the hop: the Client numbers its requests itself and ignores
// Request.ID. Notifications reach the sink on the goroutine that called
// Handle.
type Client struct {
	endpoint *url.URL
	config   clientConfig
	http     http.Client
	peer     mcp.Peer

	ids     atomic.Int64
	counter atomic.Uint64 // of exchanges, for the tap

	closing context.Context // ends with Close
	close   context.CancelCauseFunc

	mu       sync.Mutex // guards closed, and that no drain begins after it
	closed   bool
	draining sync.WaitGroup
}

// NewClient returns a Client for the MCP endpoint with the given http or https
// URL. Nothing is sent yet.
func NewClient(endpoint string, opts ...ClientOption) (*Client, error) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return nil, fmt.Errorf("MCP endpoint: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("MCP endpoint %q: not an http or https URL", u.Redacted())
	}
	u.Fragment, u.RawFragment = "", ""
	c := &Client{
		endpoint: u,
		peer:     mcp.Peer{Transport: "http", Remote: u.Host},
		config: clientConfig{
			settings: settings{logger: slog.New(slog.DiscardHandler), names: coreNames()},
		},
	}
	for _, opt := range opts {
		opt.applyToClient(&c.config)
	}
	if c.config.http != nil {
		c.http = *c.config.http
	}
	if c.http.Transport == nil {
		c.http.Transport = newTransport()
	}
	c.http.Timeout = 0
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.closing, c.close = context.WithCancelCause(context.Background())
	return c, nil
}

// newTransport returns a Client's own transport: the default one, with more
// idle connections, since all go to one host, and without compression, for
// whatever compresses a stream on its way also holds events back.
func newTransport() http.RoundTripper {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	t = t.Clone()
	t.MaxIdleConnsPerHost = t.MaxIdleConns
	t.DisableCompression = true
	return t
}

// Handle sends one request and returns its response. An error response of the
// peer is, or wraps, a *jsonrpc.Error whose FromPeer is true; every other
// error is local: an *HTTPError for an answer that is no response,
// ErrStreamEnded, ErrTooLarge, ErrClosed, the context's error, the sink's, or
// what the network said. When ctx ends the response stream is closed, which
// tells the server that nobody waits any more (HTTP-033).
//
// No request is ever sent twice, but for redirects with status 307 or 308
// within the endpoint's origin.
func (c *Client) Handle(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	m := jsonrpc.Message{
		Shape:  jsonrpc.Request,
		ID:     jsonrpc.IntID(c.ids.Add(1)),
		Method: req.Method,
		Params: req.Params,
	}
	call := c.begin(ctx)
	defer call.end()
	answer, err := call.post(&m, req.Mirror)
	if err == nil {
		var response *mcp.Response
		if response, err = call.response(answer, m.ID, sink); err == nil {
			return response, nil
		}
	}
	return nil, call.failure(req.Method, err)
}

// Notify sends a notification. It returns when the server accepted it; errors
// are those of Handle.
func (c *Client) Notify(ctx context.Context, n *mcp.Notification) error {
	m := jsonrpc.Message{Shape: jsonrpc.Notification, Method: n.Method, Params: n.Params}
	call := c.begin(ctx)
	defer call.end()
	answer, err := call.post(&m, nil)
	if err == nil {
		err = call.accepted(answer)
	}
	if err != nil {
		return call.failure(n.Method, err)
	}
	return nil
}

// Close ends the open calls with ErrClosed and closes idle connections. It
// waits for nobody's network and always returns nil.
func (c *Client) Close() error {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.close(ErrClosed)
	c.draining.Wait()
	if c.config.http == nil {
		c.http.CloseIdleConnections()
	}
	return nil
}

// A clientCall is one call of a Client under way.
type clientCall struct {
	c      *Client
	number uint64 // of the exchange, for the tap
	caller context.Context

	// ctx is that of the HTTP request. It ends with the caller's or with the
	// Client, whichever is first, but can be taken off the former.
	ctx    context.Context
	cancel context.CancelCauseFunc
	detach [2]func() bool
	kept   bool // the HTTP request goes on beyond the call
}

// begin returns a call that has not sent anything.
func (c *Client) begin(caller context.Context) *clientCall {
	call := &clientCall{c: c, caller: caller}
	if c.config.tap != nil {
		call.number = c.counter.Add(1)
	}
	call.ctx, call.cancel = context.WithCancelCause(context.WithoutCancel(caller))
	call.detach[0] = context.AfterFunc(caller, func() { call.cancel(caller.Err()) })
	call.detach[1] = context.AfterFunc(c.closing, func() { call.cancel(ErrClosed) })
	return call
}

// end lets go of the call: what still comes for it is not wanted.
func (call *clientCall) end() {
	call.detach[0]()
	if !call.kept {
		call.detach[1]()
		call.cancel(nil)
	}
}

// because returns why the network failed: if the call was ended that is the
// reason, whatever the network says of it.
func (call *clientCall) because(err error) error {
	if call.ctx.Err() != nil {
		return context.Cause(call.ctx)
	}
	return err
}

// ended returns why the call must not begin, nil if it may.
func (call *clientCall) ended() error {
	if err := call.caller.Err(); err != nil {
		return err
	}
	return context.Cause(call.c.closing)
}

// failure returns the error of a call: the peer's word as it is, everything
// else with what was being done.
func (call *clientCall) failure(method string, err error) error {
	var peer *jsonrpc.Error
	if errors.As(err, &peer) && peer.FromPeer() {
		return err
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err // it repeats the method and the URL
	}
	return fmt.Errorf("%s at %s: %w", method, call.c.endpoint.Redacted(), err)
}
