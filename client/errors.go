package client

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A ResultError says that a server sent a result which is none of its method's.
// It is an error of this side.
type ResultError struct {
	Method string
	Err    error // what is wrong, and where
}

// Error says what is wrong with the result.
func (e *ResultError) Error() string {
	return fmt.Sprintf("%s: invalid response: %v", e.Method, e.Err)
}

// Unwrap returns the cause.
func (e *ResultError) Unwrap() error { return e.Err }

// An InputRequiredError says that a server wants input before it goes on, and
// that nobody here can give it. Nothing was lost: the request may be sent again
// with the answers.
type InputRequiredError struct {
	Method string
	Result mcp.InputRequiredResult
}

// Error says what the server wants.
func (e *InputRequiredError) Error() string {
	text := fmt.Sprintf("%s: the server asks for input", e.Method)
	for key, request := range e.Result.InputRequests {
		return fmt.Sprintf("%s (%s as %q)", text, request.Method, key)
	}
	return text
}

// inputRequired returns the error for a result that asks for input.
func inputRequired(method string, result jsontext.Value) error {
	decoded, err := mcp.Method[struct{}, mcp.InputRequiredResult]{Name: method}.DecodeResult(result)
	if err != nil {
		return &ResultError{Method: method, Err: err}
	}
	return &InputRequiredError{Method: method, Result: decoded}
}

// IsNotFound reports whether an error is the peer's word that a resource does
// not exist: an InvalidParams error that names the URI, or the code of earlier
// revisions (ERROR-014, RESOURCE-023).
func IsNotFound(err error) bool {
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || !wire.FromPeer() {
		return false
	}
	return wire.Code == mcp.CodeLegacyResourceNotFound ||
		wire.Code == jsonrpc.InvalidParams && jsonrpc.Member(wire.Data, "uri") != nil
}
