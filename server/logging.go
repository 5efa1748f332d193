package server

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// Log sends the client a log message that belongs to this request. data is any
// value that encodes as JSON; logger names where it comes from and may be
// empty.
//
// It does nothing unless the server has the option Logging and the request
// asked for messages of at least this level (LOG-003 to LOG-006). Put no
// secrets into it (LOG-012). It fails for a level that is none and for data
// that does not encode, and otherwise as Progress does.
//
// Deprecated: the revision deprecates log messages to the client. Write to
// stderr, or trace with OpenTelemetry.
func (c *Call) Log(ctx context.Context, level mcp.LoggingLevel, logger string, data any) error {
	if !level.Valid() {
		return fmt.Errorf("log at level %q: it is none of the eight levels", level) // LOG-008
	}
	if !c.server.config.logging {
		return nil
	}
	least, ok, _ := c.meta.LogLevel()
	if !ok || !level.AtLeast(least) {
		return nil
	}
	value, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("encode a log message: %w", err)
	}
	n, err := mcp.EventLoggingMessage.Notification(mcp.LoggingMessageParams{Level: level, Logger: logger, Data: value})
	if err != nil {
		return err
	}
	return mcp.Notify(ctx, c.sink, n)
}
