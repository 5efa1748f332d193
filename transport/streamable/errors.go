package streamable

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

var (
	// ErrClosed is what a call returns that a Client's Close ended, and every
	// call after it.
	ErrClosed = errors.New("the client is closed")

	// ErrStreamEnded is what a call returns whose response stream ended without
	// a response. Whether the server did the work is unknown; a repetition is a
	// new request with a new id (HTTP-030), and the caller's to decide.
	ErrStreamEnded = errors.New("the stream ended without a response")

	// ErrTooLarge is what a call returns whose answer holds a message beyond
	// the Client's Limits.
	ErrTooLarge = errors.New("the message is too large")

	// ErrShutdown is the cause of a context that a Handler's Shutdown ended.
	ErrShutdown = errors.New("the server shuts down")
)

// An HTTPError is an answer that was not the expected response. It is local
// unless Peer is set: no JSON-RPC error of the peer, merely what some HTTP
// server on the way said.
//
// When the body was an error response, Peer holds it and errors.As finds it:
// the call failed by the peer's word, with a status other than 200.
type HTTPError struct {
	Status int
	Header http.Header    // of the answer; WWW-Authenticate is in it for 401 and 403
	Body   []byte         // the beginning of the body, at most 4 KiB; nil with Peer
	Reason string         // what is wrong if it is not the status, else ""
	Peer   *jsonrpc.Error // what the body said, if it was an error response
}

// clipped is how much of a body an HTTPError keeps, shown how much of it the
// text shows.
const (
	clipped = 4 << 10
	shown   = 256
)

// Error returns the peer's text if there is one, else status, reason and the
// beginning of the body.
func (e *HTTPError) Error() string {
	if e.Peer != nil {
		return e.Peer.Error()
	}
	var text strings.Builder
	text.WriteString("HTTP " + strconv.Itoa(e.Status))
	if name := http.StatusText(e.Status); name != "" {
		text.WriteString(" " + name)
	}
	if e.Reason != "" {
		text.WriteString(": " + e.Reason)
	}
	if body := bytes.TrimSpace(e.Body); len(body) > 0 {
		more := ""
		if len(body) > shown {
			body, more = body[:shown], "…"
		}
		fmt.Fprintf(&text, ": %q%s", body, more)
	}
	return text.String()
}

// Unwrap returns the peer's error, nil if there is none.
func (e *HTTPError) Unwrap() error {
	if e.Peer == nil {
		return nil
	}
	return e.Peer
}
