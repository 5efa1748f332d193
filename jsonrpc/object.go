package jsonrpc

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// Members iterates over the members of a JSON object that is known to be
// valid, such as the Params of a decoded message: names without quotes and
// escapes, values as they stand. It checks nothing again and allocates nothing
// unless a name has escapes. For anything that is no object it yields nothing.
func Members(object jsontext.Value) iter.Seq2[[]byte, jsontext.Value] { panic("TODO") }

// Member returns the value of one member of a valid JSON object, nil if it is
// not there.
func Member(object jsontext.Value, name string) jsontext.Value { panic("TODO") }
