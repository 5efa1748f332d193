package client

import (
	"log/slog"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// An Option configures a Client.
type Option func(*config)

type config struct {
	info         mcp.Implementation
	capabilities mcp.ClientCapabilities
	logger       *slog.Logger
	timeouts     timeouts
	middleware   []mcp.Middleware
	resultTypes  []mcp.ResultType
	discover     bool
	checkOutput  bool
	http         []streamable.ClientOption
	stdio        []stdio.ClientOption
}

func defaults() *config {
	return &config{
		info:        mcp.Implementation{Name: "quatrain", Version: version()},
		logger:      slog.Default(),
		timeouts:    timeouts{silence: DefaultTimeout, most: DefaultMaxTimeout},
		discover:    true,
		checkOutput: true,
	}
}

// Info sets what the client calls itself, for the logs of servers (META-015).
// The default is this module and its version; one without a Name says nothing.
func Info(info mcp.Implementation) Option { return func(c *config) { c.info = info } }

// Capabilities declares what the client can do, with every request. The
// default is nothing: a server must not ask for what nobody here can answer
// (BR-073).
func Capabilities(capabilities mcp.ClientCapabilities) Option {
	return func(c *config) { c.capabilities = capabilities }
}

// Logger sets where the client reports what it survives: entries of a list that
// it leaves out, and what its transport sees. By default the transport is
// silent and the client itself uses slog.Default, for a tool that is missing
// without a word costs people hours.
func Logger(logger *slog.Logger) Option {
	return func(c *config) {
		c.logger = logger
		c.http = append(c.http, streamable.Logger(logger))
		c.stdio = append(c.stdio, stdio.Logger(logger))
	}
}

// Timeouts sets how long a call may go without a sign of life, that is an answer
// or progress, and how long it may take at most whatever progress it makes
// (CANCEL-017, CANCEL-020). The defaults are DefaultTimeout and
// DefaultMaxTimeout; 0 means no limit.
func Timeouts(silence, most time.Duration) Option {
	return func(c *config) { c.timeouts = timeouts{silence, most} }
}

// Middleware wraps the transport; the first one sees a request first, with its
// _meta written.
func Middleware(middleware ...mcp.Middleware) Option {
	return func(c *config) { c.middleware = append(c.middleware, middleware...) }
}

// ResultTypes lets results have types that an extension defines. Declare the
// extension with Capabilities too (RESULT-006, RESULT-007).
func ResultTypes(types ...mcp.ResultType) Option {
	return func(c *config) { c.resultTypes = append(c.resultTypes, types...) }
}

// SkipDiscovery lets Dial return without a word to the server (VERSION-005).
// Server then knows nothing until Discover is called.
func SkipDiscovery() Option { return func(c *config) { c.discover = false } }

// SkipOutputValidation leaves structured content unchecked that does not fit
// the output schema of its tool; else CallTool fails (TOOL-036).
func SkipOutputValidation() Option { return func(c *config) { c.checkOutput = false } }

// Tap lets tap see every frame of the connection.
func Tap(tap mcp.Tap) Option {
	return func(c *config) {
		c.http = append(c.http, streamable.Tap(tap))
		c.stdio = append(c.stdio, stdio.Tap(tap))
	}
}

// HTTP passes options on to the transport of a URL.
func HTTP(opts ...streamable.ClientOption) Option {
	return func(c *config) { c.http = append(c.http, opts...) }
}

// Stdio passes options on to the transport of a command or a stream.
func Stdio(opts ...stdio.ClientOption) Option {
	return func(c *config) { c.stdio = append(c.stdio, opts...) }
}
