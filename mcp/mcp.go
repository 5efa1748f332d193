// Package mcp is revision 2026-07-28 of the Model Context Protocol: its
// methods, params, results, content, metadata, capabilities and errors, and
// the one contract that everything in this module is made of, [Handler].
//
// The package does no I/O and starts no goroutine. It speaks one revision;
// earlier ones are turned into it, and it into them, at the edge (package
// legacy), so nothing here or above compares versions.
//
// # How to read it
//
// A type whose name ends in Params or Result is what the specification calls
// by the same name, without Request, Response and Notification around it: the
// envelope belongs to package jsonrpc. Members that the revision demands but
// that nobody should have to write (resultType, the required _meta keys) are
// written by packages server and client when the value leaves.
//
// One concept has one file, and the same file name in packages server and
// client: tools.go, prompts.go, completion.go. A method is a value with the
// types of its params and result, [ToolsCall] for one; it decodes and encodes
// them:
//
//	params, err := mcp.ToolsCall.DecodeParams(req.Params)
//	if err != nil {
//		return nil, err // an InvalidParams error that says where
//	}
//	result, err := mcp.ToolsCall.EncodeResult(mcp.CallToolResult{
//		ResultType: mcp.Complete,
//		Content:    mcp.Content{mcp.Text("sunny in " + params.Name)},
//	})
//	return &mcp.Response{Result: result}, err
//
// # Absent, empty and null
//
// An optional member is left out when its field is the zero value. Where empty,
// false, 0 or null mean something of their own the field is a pointer, a slice,
// a map or a jsontext.Value, and nil says that the member is absent. Lists and
// maps that are required are never null on the wire.
//
// Members a type does not know are ignored when reading, but for _meta and
// content blocks of unknown types, which are kept. What must pass unchanged is
// passed as it came and not through these types.
//
// Reading is strict with params, which are answered by an InvalidParams error,
// and with what would be silently wrong, such as base64 of another alphabet. It
// is lenient where the revision says what to make of a fault: see [Cache].
package mcp

// Revision is the protocol revision this package speaks.
const Revision = "2026-07-28"
