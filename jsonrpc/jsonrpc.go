// Package jsonrpc reads and writes the four message shapes of JSON-RPC 2.0 as
// the Model Context Protocol narrows them: request, result response, error
// response and notification.
//
// The package knows the envelope and nothing inside it. A message is parsed
// once, strictly: member names are case-sensitive and unique at every depth,
// text is valid UTF-8, size and depth are bounded, nothing follows the value.
// The values of params, result and error.data stay the bytes that came, so
// that a message which only passes through is never rounded, reordered or
// re-encoded.
//
// # Terms
//
// An id is a string or an integer ([ID]). A shape is which of the four
// messages a frame is ([Shape]). A frame is the bytes of one message, without
// the framing of a transport.
//
// Nothing in this package does I/O, starts a goroutine or keeps state; all
// functions are safe for concurrent use.
package jsonrpc

import "github.com/go-json-experiment/json/jsontext"

// Version is the value of the member jsonrpc in each message (JSONRPC-002).
const Version = "2.0"

// Shape says which of the four messages a frame is.
type Shape uint8

// The four shapes. The zero value, Invalid, is what a frame has that is none
// of them.
const (
	Invalid      Shape = iota
	Request            // id, method, params
	Notification       // method, params; never answered
	Result             // id, result
	ErrorShape         // id unless it could not be read, error
)

// String returns the name that explain and the documentation use: "request",
// "notification", "result", "error" or "invalid".
func (s Shape) String() string {
	switch s {
	case Request:
		return "request"
	case Notification:
		return "notification"
	case Result:
		return "result"
	case ErrorShape:
		return "error"
	default:
		return "invalid"
	}
}

// A Message is one decoded frame. Which fields are set follows from Shape.
//
// Params, Result and Error.Data alias the frame that was decoded: they are
// valid for as long as the frame is. Clone makes a copy that stays.
type Message struct {
	Shape  Shape
	ID     ID             // Request, Result; ErrorShape unless the id could not be read
	Method string         // Request, Notification; may be empty if the peer sent ""
	Params jsontext.Value // Request, Notification; an object, nil if absent
	Result jsontext.Value // Result; an object
	Error  *Error         // ErrorShape
}

// Clone returns a copy of m that shares no memory with the decoded frame.
func (m Message) Clone() Message {
	m.Params = m.Params.Clone()
	m.Result = m.Result.Clone()
	if m.Error != nil {
		e := *m.Error
		e.Data = e.Data.Clone()
		m.Error = &e
	}
	return m
}
