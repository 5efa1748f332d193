package jsonrpc

import "github.com/go-json-experiment/json/jsontext"

// AppendRequest appends the frame of a request to dst. params must be a JSON
// object or nil; like result and error data below it is copied as it is.
func AppendRequest(dst []byte, id ID, method string, params jsontext.Value) []byte { panic("TODO") }

// AppendNotification appends the frame of a notification to dst.
func AppendNotification(dst []byte, method string, params jsontext.Value) []byte { panic("TODO") }

// AppendResult appends the frame of a result response to dst. result must be
// a JSON object.
func AppendResult(dst []byte, id ID, result jsontext.Value) []byte { panic("TODO") }

// AppendError appends the frame of an error response to dst. A zero id leaves
// the member out (JSONRPC-018).
func AppendError(dst []byte, id ID, err *Error) []byte { panic("TODO") }

// Append appends the frame of m to dst, by its shape.
func (m Message) Append(dst []byte) []byte { panic("TODO") }

// AppendString appends s as a JSON string. Only what JSON demands is escaped;
// invalid UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte { panic("TODO") }
