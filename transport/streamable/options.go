package streamable

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A HandlerOption changes how a Handler serves.
type HandlerOption interface{ applyToHandler(*handlerConfig) }

// A ClientOption changes how a Client calls.
type ClientOption interface{ applyToClient(*clientConfig) }

// An Option is one for either end.
type Option interface {
	HandlerOption
	ClientOption
}

// settings is what both ends have.
type settings struct {
	tap    mcp.Tap
	logger *slog.Logger
	limits jsonrpc.Limits
	names  nameTable
}

type handlerConfig struct {
	settings
	origins   []string
	hosts     []string
	proxies   []netip.Prefix
	openAfter time.Duration
	keepAlive time.Duration
	patience  time.Duration
}

type clientConfig struct {
	settings
	http   *http.Client
	header http.Header
	sign   func(context.Context, http.Header) error
}

type eitherOption func(*settings)

func (o eitherOption) applyToHandler(c *handlerConfig) { o(&c.settings) }
func (o eitherOption) applyToClient(c *clientConfig)   { o(&c.settings) }

type handlerOption func(*handlerConfig)

func (o handlerOption) applyToHandler(c *handlerConfig) { o(c) }

type clientOption func(*clientConfig)

func (o clientOption) applyToClient(c *clientConfig) { o(c) }

// Tap shows every frame of either direction to tap, with its HTTP line and
// headers, also the requests that are refused before they become a message. A
// Frame's Connection is 0: HTTP spreads exchanges over connections as it
// likes, so Exchange is what tells them apart.
func Tap(tap mcp.Tap) Option {
	return eitherOption(func(s *settings) { s.tap = tap })
}

// Logger is where the transport tells what no return value can: causes of
// internal errors at the server, peculiarities of a peer's stream at the
// client. By default nothing is logged.
func Logger(logger *slog.Logger) Option {
	return eitherOption(func(s *settings) { s.logger = logger })
}

// Limits bounds one message, whether it is a body or an event of a stream; see
// [jsonrpc.Limits] for the defaults. A larger request is answered 413.
func Limits(limits jsonrpc.Limits) Option {
	return eitherOption(func(s *settings) { s.limits = limits })
}

// MirrorName adds a method to those whose requests carry Mcp-Name: the string
// params[member] is its source. The methods of the core are known already
// (HEADER-008, HEADER-009), and so are those of the Tasks extension.
func MirrorName(method, member string) Option {
	return eitherOption(func(s *settings) { s.names = s.names.with(method, member) })
}

// AllowOrigins lets web pages of these origins, each as in
// "https://app.example", make requests, and answers their CORS preflights.
// "*" allows every origin.
//
// Without it a request is allowed if it has no Origin (it comes from no web
// page), if its origin is this server itself, by its address or a name that
// AllowHosts lists, or if both the origin and the connection are loopback
// (HTTP-002).
func AllowOrigins(origins ...string) HandlerOption {
	return handlerOption(func(c *handlerConfig) { c.origins = append(c.origins, origins...) })
}

// AllowHosts names the hosts this server is known by, with or without a port;
// every other Host header is refused. "*" accepts all of them. Loopback names
// and addresses are always accepted on a loopback connection.
//
// Without it nothing else is accepted there, for a foreign name means that
// somebody's name server points at this machine (DNS rebinding), and anything
// on other connections. Behind a reverse proxy on the same machine the proxy's
// public name belongs here.
func AllowHosts(hosts ...string) HandlerOption {
	return handlerOption(func(c *handlerConfig) { c.hosts = append(c.hosts, hosts...) })
}

// TrustedProxies names the networks of the reverse proxies in front of this
// server. From them, and from nobody else, the headers Forwarded,
// X-Forwarded-For and X-Forwarded-Host are believed: as Peer.Remote, and as
// the host that a same-origin request names.
func TrustedProxies(networks ...netip.Prefix) HandlerOption {
	return handlerOption(func(c *handlerConfig) { c.proxies = append(c.proxies, networks...) })
}

// OpenAfter is how long a handler may be silent before the response becomes a
// stream, so that nobody between takes the connection for dead; by default
// 15 seconds. From then on errors have status 200. Negative means never.
func OpenAfter(d time.Duration) HandlerOption {
	return handlerOption(func(c *handlerConfig) { c.openAfter = d })
}

// KeepAlive is how long an open stream may be silent before a comment is sent
// on it; by default 15 seconds (HTTP-027). Negative means never.
func KeepAlive(d time.Duration) HandlerOption {
	return handlerOption(func(c *handlerConfig) { c.keepAlive = d })
}

// WriteTimeout is how long one message may take to be written to a client that
// does not read; by default 30 seconds. Past it the stream is given up, and
// the handler's context ends. Negative means no bound.
func WriteTimeout(d time.Duration) HandlerOption {
	return handlerOption(func(c *handlerConfig) { c.patience = d })
}

// HTTPClient is what makes the requests. It is copied. Its redirect policy is
// replaced and its Timeout ignored, which would cut off streams: bound a call
// by its context. Without this option the Client has a transport of its own.
func HTTPClient(client *http.Client) ClientOption {
	return clientOption(func(c *clientConfig) { c.http = client })
}

// Header adds fields to every request, such as Authorization. Those that the
// protocol defines are set after them and win.
func Header(header http.Header) ClientOption {
	return clientOption(func(c *clientConfig) {
		if c.header == nil {
			c.header = http.Header{}
		}
		for name, values := range header {
			for _, value := range values {
				c.header.Add(name, value)
			}
		}
	})
}

// HeaderFunc is Header for fields that change: sign is called with the header
// of every request before it is sent, concurrently for concurrent calls. Its
// error fails the call.
func HeaderFunc(sign func(ctx context.Context, header http.Header) error) ClientOption {
	return clientOption(func(c *clientConfig) { c.sign = sign })
}
