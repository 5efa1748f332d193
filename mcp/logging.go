package mcp

import "github.com/go-json-experiment/json/jsontext"

// A LoggingLevel is a syslog level.
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

// rank orders the levels from 1; 0 is no level.
func (l LoggingLevel) rank() int {
	switch l {
	case LevelDebug:
		return 1
	case LevelInfo:
		return 2
	case LevelNotice:
		return 3
	case LevelWarning:
		return 4
	case LevelError:
		return 5
	case LevelCritical:
		return 6
	case LevelAlert:
		return 7
	case LevelEmergency:
		return 8
	default:
		return 0
	}
}

// Valid reports whether l is one of the eight levels.
func (l LoggingLevel) Valid() bool { return l.rank() > 0 }

// AtLeast reports whether l is at or above other; false if either is no level.
func (l LoggingLevel) AtLeast(other LoggingLevel) bool {
	return l.Valid() && other.Valid() && l.rank() >= other.rank()
}

// LoggingMessageParams are those of notifications/message.
type LoggingMessageParams struct {
	Level  LoggingLevel   `json:"level"`
	Logger string         `json:"logger,omitzero"`
	Data   jsontext.Value `json:"data"`
	Meta   Meta           `json:"_meta,omitzero"`
}
