package server

import (
	"errors"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// A fault is an error of the program that a tool is part of. It is no failure
// that a model could mend, so it is not told to it.
type fault struct{ err error }

func (f *fault) Error() string { return f.err.Error() }

func (f *fault) Unwrap() error { return f.err }

// isOurs reports whether an error of a tool is an answer of the protocol's, or
// a fault, and not the tool's own failure.
func isOurs(err error) bool {
	var (
		wire  *jsonrpc.Error
		fault *fault
	)
	return errors.As(err, &wire) || errors.As(err, &fault)
}
