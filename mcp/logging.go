package mcp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// A LoggingLevel is one of the severities of syslog.
type LoggingLevel string

// The eight levels, least severe first (LOG-008).
const (
	LevelDebug     LoggingLevel = "debug"
	LevelInfo      LoggingLevel = "info"
	LevelNotice    LoggingLevel = "notice"
	LevelWarning   LoggingLevel = "warning"
	LevelError     LoggingLevel = "error"
	LevelCritical  LoggingLevel = "critical"
	LevelAlert     LoggingLevel = "alert"
	LevelEmergency LoggingLevel = "emergency"
)

// levels are the eight levels, least severe first.
var levels = [...]LoggingLevel{
	LevelDebug, LevelInfo, LevelNotice, LevelWarning, LevelError, LevelCritical, LevelAlert, LevelEmergency,
}

// rank orders the levels from 0; -1 is no level.
func (l LoggingLevel) rank() int { return slices.Index(levels[:], l) }

// Valid reports whether l is one of the eight levels.
func (l LoggingLevel) Valid() bool { return l.rank() >= 0 }

// AtLeast reports whether l is at or above other; false if either is no level.
func (l LoggingLevel) AtLeast(other LoggingLevel) bool {
	return l.Valid() && other.Valid() && l.rank() >= other.rank()
}

// LoggingMessageParams are those of notifications/message. The revision
// deprecates logging over the protocol: new servers write to standard error or
// to OpenTelemetry.
type LoggingMessageParams struct {
	Level  LoggingLevel   `json:"level"`
	Logger string         `json:"logger,omitzero"`
	Data   jsontext.Value `json:"data"` // any JSON value; nil is null
	Meta   Meta           `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the params. level must be one of the eight levels,
// and data must be there, though it may be null (LOG-008).
func (p *LoggingMessageParams) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain LoggingMessageParams
	if err := readObject(dec, (*plain)(p), "level"); err != nil {
		return err
	}
	switch {
	case !p.Level.Valid():
		return fmt.Errorf("level is %q, none of the eight levels", clip(string(p.Level)))
	case p.Data == nil:
		return errors.New("data is missing")
	}
	return nil
}
