package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"syscall"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// The exit codes. Scripts rely on them.
const (
	exitDone          = 0
	exitFailed        = 1   // the tool ran and reports a failure
	exitUsage         = 2   // the command line is wrong
	exitPeer          = 3   // the peer answered with an error, or wanted input nobody could give
	exitConnection    = 4   // no connection, a timeout, or the peer went away
	exitAuthorization = 6   // authorization is needed and nobody can give it
	exitInterrupted   = 130 // interrupted
)

var (
	// errInterrupted is the cause of a context that a signal ended.
	errInterrupted = errors.New("interrupted")

	// errToolFailed ends a run whose tool reported a failure. The result was
	// printed, so there is nothing left to say.
	errToolFailed = errors.New("the tool reports a failure")
)

// A usageError is a command line that is wrong. Its text says how it is right.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// A verbError is an error of a call, told in the words of the command line.
type verbError struct {
	doing string
	err   error
}

// during returns err with what was being done.
func during(err error, format string, args ...any) error {
	return &verbError{fmt.Sprintf(format, args...), err}
}

// Error leaves out what libraries put in front of what the peer said: doing says
// it already.
func (e *verbError) Error() string {
	var (
		version *client.VersionError
		wire    *jsonrpc.Error
	)
	switch {
	case errors.As(e.err, &version):
		return e.doing + ": " + version.Error()
	case errors.As(e.err, &wire):
		return e.doing + ": " + wire.Error()
	default:
		return e.doing + ": " + e.err.Error()
	}
}

func (e *verbError) Unwrap() error { return e.err }

// A hintedError adds to an error what to do about it.
type hintedError struct {
	err  error
	hint string
}

func (e *hintedError) Error() string { return e.err.Error() }
func (e *hintedError) Unwrap() error { return e.err }

// hinted returns err with what to do about it, if it is the peer's word and
// does not say so itself.
func hinted(err error, hint string) error {
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || strings.Contains(wire.Message, "did you mean") {
		return err
	}
	return &hintedError{err, hint}
}

// A verdict is what an error means to who ran the program.
type verdict struct {
	exit int
	kind string // for --json
	hint string // what to do next, "" if the error says it
}

// judge is the one place that tells errors apart.
func judge(ctx context.Context, err error) verdict {
	var (
		usage  *usageError
		status *streamable.HTTPError
		input  *client.InputRequiredError
		wire   *jsonrpc.Error
	)
	switch {
	case errors.As(err, &usage):
		return verdict{exitUsage, "usage", ""}
	case errors.Is(err, errToolFailed):
		return verdict{exitFailed, "tool", ""}
	case errors.Is(err, errInterrupted), errors.Is(context.Cause(ctx), errInterrupted):
		return verdict{exitInterrupted, "interrupted", ""}
	case errors.As(err, &status) && status.Status == http.StatusUnauthorized:
		return verdict{exitAuthorization, "authorization", "pass a token with --header 'Authorization: Bearer …'"}
	case errors.As(err, &input):
		return verdict{exitPeer, "input", "this program cannot give input yet"}
	case errors.As(err, &wire) && wire.FromPeer(), isBadResult(err):
		return verdict{exitPeer, "peer", ""}
	case errors.Is(err, context.DeadlineExceeded):
		return verdict{exitConnection, "timeout", "--timeout gives it longer"}
	case errors.As(err, &status):
		return verdict{exitConnection, "connection", "is this the URL of an MCP endpoint? Its path is often /mcp"}
	case errors.Is(err, syscall.ECONNREFUSED):
		return verdict{exitConnection, "connection", "is a server listening there?"}
	default:
		return verdict{exitConnection, "connection", ""}
	}
}

// isBadResult reports whether the peer answered, but not as the protocol says.
func isBadResult(err error) bool {
	var (
		result *client.ResultError
		output *client.OutputError
	)
	return errors.As(err, &result) || errors.As(err, &output)
}

// report tells of an error that ended the run, on one line or as JSON, and
// returns the exit code.
func (e *env) report(ctx context.Context, err error, asJSON bool) int {
	v := judge(ctx, err)
	if errors.Is(err, errToolFailed) {
		return v.exit
	}
	text := oneLine(err.Error())
	if v.kind == "interrupted" {
		text = "interrupted"
	}
	var hinted *hintedError
	if errors.As(err, &hinted) {
		v.hint = hinted.hint
	}
	if asJSON {
		e.reportJSON(err, v, text)
		return v.exit
	}
	if v.hint != "" {
		text += "; " + v.hint
	}
	fmt.Fprintln(e.stderr, e.err("quatrain: "+text))
	return v.exit
}

func (e *env) reportJSON(err error, v verdict, text string) {
	type failure struct {
		Kind    string         `json:"kind"`
		Code    jsonrpc.Code   `json:"code,omitzero"`
		Message string         `json:"message"`
		Data    jsontext.Value `json:"data,omitzero"`
		Hint    string         `json:"hint,omitzero"` // what to do next
	}
	f := failure{Kind: v.kind, Message: text, Hint: v.hint}
	var wire *jsonrpc.Error
	if errors.As(err, &wire) && wire.FromPeer() {
		f.Code, f.Message, f.Data = wire.Code, wire.Message, wire.Data
	}
	var input *client.InputRequiredError
	if errors.As(err, &input) {
		// What was decoded encodes.
		f.Data, _ = json.Marshal(input.Result.InputRequests, json.Deterministic(true))
	}
	_ = e.printJSON(struct {
		Error failure `json:"error"`
	}{f})
}

// printJSON writes one JSON document to standard output.
func (e *env) printJSON(v any) error {
	text, err := json.Marshal(v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	value := jsontext.Value(text)
	if err := value.Indent(jsontext.WithIndent("  ")); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	_, err = fmt.Fprintln(e.stdout, string(value))
	return err
}

// oneLine returns text without line breaks.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}
