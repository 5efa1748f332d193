package stdio

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A ServeOption configures the server's end.
type ServeOption interface{ applyToServer(*serverConfig) }

// A ClientOption configures the client's end.
type ClientOption interface{ applyToClient(*clientConfig) }

// An Option configures either end.
type Option interface {
	ServeOption
	ClientOption
}

// settings are what both ends have.
type settings struct {
	tap    mcp.Tap
	logger *slog.Logger
	limits jsonrpc.Limits
}

type serverConfig struct {
	settings
	concurrency int
	grace       time.Duration
}

type clientConfig struct {
	settings
	stray          func(line []byte, err error)
	onNotification func(context.Context, *mcp.Notification)
	stderr         io.Writer
	grace          time.Duration
	restart        bool
}

type eitherOption func(*settings)

func (o eitherOption) applyToServer(c *serverConfig) { o(&c.settings) }
func (o eitherOption) applyToClient(c *clientConfig) { o(&c.settings) }

type serveOption func(*serverConfig)

func (o serveOption) applyToServer(c *serverConfig) { o(c) }

type clientOption func(*clientConfig)

func (o clientOption) applyToClient(c *clientConfig) { o(c) }

// Tap lets tap see every line, in the order they are read and written.
func Tap(tap mcp.Tap) Option { return eitherOption(func(s *settings) { s.tap = tap }) }

// Logger sets where an end reports what it survives. The default discards.
func Logger(logger *slog.Logger) Option {
	return eitherOption(func(s *settings) { s.logger = logger })
}

// Limits bounds the size and depth of the messages that are read.
func Limits(limits jsonrpc.Limits) Option {
	return eitherOption(func(s *settings) { s.limits = limits })
}

// Concurrency sets how many requests a server answers at once; the default is
// 1,000. One more is refused with an internal error that says so, because
// whoever reads must go on reading: cancellation comes the same way.
func Concurrency(requests int) ServeOption {
	return serveOption(func(c *serverConfig) { c.concurrency = requests })
}

// Grace sets how long open requests have to finish after the end of the input
// before they are cancelled; the default is a second (BR-106). Of a Process it
// is how long Close waits for the child before it is told to end, and once more
// before it is killed; the default is 5 seconds.
func Grace(d time.Duration) Option { return graceOption(d) }

type graceOption time.Duration

func (o graceOption) applyToServer(c *serverConfig) { c.grace = time.Duration(o) }
func (o graceOption) applyToClient(c *clientConfig) { c.grace = time.Duration(o) }

// OnStray is called with each line that is no message of a server, on the
// goroutine that reads (BR-029). The line is valid until it returns. The
// default is a warning in the log.
func OnStray(fn func(line []byte, err error)) ClientOption {
	return clientOption(func(c *clientConfig) { c.stray = fn })
}

// OnNotification is called with each notification that belongs to no open
// request, on the goroutine that reads: it must not wait for a call. Log
// messages are among them while more than one open request asked for some, for
// a pipe does not say whose they are. The default is a line in the log.
func OnNotification(fn func(context.Context, *mcp.Notification)) ClientOption {
	return clientOption(func(c *clientConfig) { c.onNotification = fn })
}

// Stderr passes on what the child prints on its standard error. Its last lines
// are kept in any case, for the error of calls that its end cuts off.
func Stderr(w io.Writer) ClientOption {
	return clientOption(func(c *clientConfig) { c.stderr = w })
}

// NoRestart lets calls fail for good once the child is gone. By default the
// next call starts it again (STDIO-017).
func NoRestart() ClientOption {
	return clientOption(func(c *clientConfig) { c.restart = false })
}
