package client

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// ErrClosed is what a call returns that Close ended, or that came after it.
var ErrClosed = errors.New("the client is closed")

// A closedError is a failure of a call that was open when the client was
// closed.
type closedError struct{ err error }

func (e *closedError) Error() string        { return e.err.Error() }
func (e *closedError) Unwrap() error        { return e.err }
func (e *closedError) Is(target error) bool { return target == ErrClosed }

// A ResultError says that a server sent a result which is none of its
// method's. It is an error of this side (ERROR-016).
type ResultError struct {
	Method string
	Result jsontext.Value // as it came
	Err    error          // what is wrong, and where
}

// Error says what is wrong with the result.
func (e *ResultError) Error() string { return fmt.Sprintf("invalid response: %v", e.Err) }

// Unwrap returns the cause: a *mcp.ResultTypeError for a result of an unknown
// type.
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
	text := "the server asks for input that nobody here can give"
	for i, key := range slices.Sorted(maps.Keys(e.Result.InputRequests)) {
		separator := ", "
		if i == 0 {
			separator = ": "
		}
		text += fmt.Sprintf("%s%s as %q", separator, e.Result.InputRequests[key].Method, clip(key))
	}
	return text
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

// A callError says in an error what was called.
type callError struct {
	method string
	name   string // of the tool or prompt, or the URI; "" if there is none
	err    error
}

// Error begins with the method and the name. Transports name the method too, as
// in "tools/call at http://…", which is not said twice.
func (e *callError) Error() string {
	what := e.method
	if e.name != "" {
		what += " " + clip(e.name)
	}
	text := e.err.Error()
	if rest, named := strings.CutPrefix(text, e.method); named && strings.IndexAny(rest, ": ") == 0 {
		return what + rest
	}
	return what + ": " + text
}

func (e *callError) Unwrap() error { return e.err }

// named says in an error what was called, and with which name or URI among its
// params.
func named(method string, params jsontext.Value, err error) error {
	e := &callError{method: method, err: err}
	for _, member := range []string{"name", "uri"} {
		value := jsonrpc.Member(params, member)
		if text, err := jsontext.AppendUnquote(nil, value); err == nil {
			e.name = string(text)
			break
		}
	}
	return e
}

// fromPeer reports whether an error is, or wraps, an error response.
func fromPeer(err error) bool {
	var wire *jsonrpc.Error
	return errors.As(err, &wire) && wire.FromPeer()
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
