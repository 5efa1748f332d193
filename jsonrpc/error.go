package jsonrpc

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// A Code is the code of an error response. Codes that the Model Context
// Protocol adds are in package mcp.
type Code int64

// The codes of JSON-RPC 2.0.
const (
	ParseError     Code = -32700 // the frame is not JSON
	InvalidRequest Code = -32600 // the frame is JSON but no valid message
	MethodNotFound Code = -32601
	InvalidParams  Code = -32602
	InternalError  Code = -32603
)

// An Error is the error of an error response. It goes onto the wire as it is,
// so Message and Data must hold nothing the peer may not see.
//
// Whether the peer sent it or this side made it is what [Error.FromPeer]
// tells: a local failure is never mistaken for an answer of the peer
// (ERROR-016). errors.As finds an *Error through wrapping; two Errors are
// errors.Is-equal when their codes are.
type Error struct {
	Code    Code
	Message string
	Data    jsontext.Value // any JSON value; nil if absent

	fromPeer bool
}

// Errorf returns an Error of this side with a formatted message and no data.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// WithData returns a copy of e with other data, which must be valid JSON or
// nil. The copy is from the peer if e is.
func (e *Error) WithData(data jsontext.Value) *Error {
	c := *e
	c.Data = data
	return &c
}

// Error returns the message with the code, as in "invalid params (-32602)".
func (e *Error) Error() string {
	message := e.Message
	if message == "" {
		message = "error without a message"
	}
	return fmt.Sprintf("%s (%d)", message, e.Code)
}

// FromPeer reports whether the error was decoded from a frame of the peer.
func (e *Error) FromPeer() bool { return e.fromPeer }

// Is reports whether target is an *Error with the same code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t != nil && t.Code == e.Code
}
