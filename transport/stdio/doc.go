// Package stdio carries MCP over two byte streams, one message a line: the
// standard input and output of a child process, or any other reliable pair.
//
// A server serves an mcp.Handler:
//
//	err := stdio.Serve(ctx, s)
//
// A client starts a program, or connects to one; both are an mcp.Handler:
//
//	process, err := stdio.Start(exec.Command("server"))
//
// # Framing
//
// Each message ends with a newline and has none inside. Line ends between the
// tokens of params or a result, where JSON allows them, are removed on the way
// out (STDIO-001). A line that is too long or no message is reported and costs
// nothing but itself: the next line is read as if nothing had happened.
//
// What a program prints beside its messages belongs on its standard error.
package stdio
