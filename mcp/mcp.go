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
package mcp

// Revision is the protocol revision this package speaks.
const Revision = "2026-07-28"
