package mcp

import (
	"errors"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// The codes the revision adds to those of JSON-RPC. -32020 to -32099 belongs
// to the specification; -32000 to -32019 is legacy and is never sent by this
// module; an application's own codes lie outside -32768 to -32000 (ERROR-007,
// ERROR-010, ERROR-015).
const (
	CodeHeaderMismatch             jsonrpc.Code = -32020
	CodeMissingRequiredCapability  jsonrpc.Code = -32021
	CodeUnsupportedProtocolVersion jsonrpc.Code = -32022
)

// CodeLegacyResourceNotFound is what servers of earlier revisions answer for a
// resource that does not exist. Clients understand it (ERROR-014); nothing
// here sends it (ERROR-012).
const CodeLegacyResourceNotFound jsonrpc.Code = -32002

var (
	// ErrDone is what a Sink's Notify returns after the request was answered.
	ErrDone = errors.New("the request is already answered")

	// ErrSlowConsumer ends a call whose notifications were not taken in time.
	ErrSlowConsumer = errors.New("notifications of the call were not taken in time")
)

// MissingCapabilityData is the data of a -32021 error (ERROR-018).
type MissingCapabilityData struct {
	RequiredCapabilities ClientCapabilities `json:"requiredCapabilities"`
}

// UnsupportedVersionData is the data of a -32022 error (ERROR-020, -021).
type UnsupportedVersionData struct {
	Supported []string `json:"supported"`
	Requested string   `json:"requested"`
}

// MissingCapability returns the -32021 error for capabilities a request did
// not declare and would need (ERROR-017, ERROR-018).
func MissingCapability(required ClientCapabilities) *jsonrpc.Error {
	return errorWithData(CodeMissingRequiredCapability,
		"the request needs a client capability it did not declare",
		MissingCapabilityData{RequiredCapabilities: required})
}

// UnsupportedVersion returns the -32022 error (VERSION-001, VERSION-002).
func UnsupportedVersion(requested string, supported ...string) *jsonrpc.Error {
	return errorWithData(CodeUnsupportedProtocolVersion,
		"unsupported protocol version; see data.supported",
		UnsupportedVersionData{Supported: supported, Requested: requested})
}

// HeaderMismatch returns a -32020 error with a formatted message (HEADER-014).
func HeaderMismatch(format string, args ...any) *jsonrpc.Error {
	return jsonrpc.Errorf(CodeHeaderMismatch, format, args...)
}

// MethodNotFound returns the -32601 error for method (ERROR-003).
func MethodNotFound(method string) *jsonrpc.Error {
	return jsonrpc.Errorf(jsonrpc.MethodNotFound, "method not found: %s", clip(method))
}

// InvalidParams returns a -32602 error with a formatted message (ERROR-005).
func InvalidParams(format string, args ...any) *jsonrpc.Error {
	return jsonrpc.Errorf(jsonrpc.InvalidParams, format, args...)
}

// ResourceNotFound returns the -32602 error for a resource that does not
// exist, with data.uri (RESOURCE-023).
func ResourceNotFound(uri string) *jsonrpc.Error {
	return errorWithData(jsonrpc.InvalidParams, "resource not found: "+clip(uri), struct {
		URI string `json:"uri"`
	}{uri})
}

// errorWithData returns an Error whose data is a value of this package, all of
// which encode.
func errorWithData(code jsonrpc.Code, message string, data any) *jsonrpc.Error {
	e := jsonrpc.Errorf(code, "%s", message)
	e.Data, _ = json.Marshal(data, jsontext.AllowInvalidUTF8(true), json.Deterministic(true))
	return e
}

// clip shortens what a peer sent before it is quoted in a message.
func clip(s string) string {
	const most = 200
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// A Refusal is an error decided before a request was dispatched to its
// method: its shape, its _meta. Only transports care: where an HTTP status
// depends on the stage, a refusal is 400 and a method's own failure 200.
type Refusal struct {
	Err *jsonrpc.Error
}

// Refuse marks err as decided before dispatch.
func Refuse(err *jsonrpc.Error) error { return &Refusal{Err: err} }

func (r *Refusal) Error() string { return r.Err.Error() }

// Unwrap returns the error itself.
func (r *Refusal) Unwrap() error { return r.Err }

// AsError returns what goes onto the wire for an error that a Handler
// returned: the *jsonrpc.Error it is or wraps, else an internal error that
// discloses nothing (ERROR-006) and false, for then the cause is to be logged.
func AsError(err error) (wire *jsonrpc.Error, ok bool) {
	if errors.As(err, &wire) {
		return wire, true
	}
	return jsonrpc.Errorf(jsonrpc.InternalError, "internal error"), false
}

// HTTPStatus returns the HTTP status of an error response that a Handler's
// error becomes when no stream has begun. It is the one table of statuses:
//
//	-32700, -32600         400 (ERROR-001, ERROR-002)
//	-32601                 404 (HTTP-034)
//	-32602 as a Refusal    400 (META-014)
//	-32020, -32021, -32022 400 (HEADER-014, ERROR-019, HEADER-004)
//	all others             200
func HTTPStatus(err error) int {
	wire, _ := AsError(err)
	switch wire.Code {
	case jsonrpc.ParseError, jsonrpc.InvalidRequest,
		CodeHeaderMismatch, CodeMissingRequiredCapability, CodeUnsupportedProtocolVersion:
		return 400
	case jsonrpc.MethodNotFound:
		return 404
	case jsonrpc.InvalidParams:
		var refusal *Refusal
		if errors.As(err, &refusal) {
			return 400
		}
	}
	return 200
}
