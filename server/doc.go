// Package server builds MCP servers: tools, resources, prompts and completion
// as plain Go functions.
//
//	s := server.New(mcp.Implementation{Name: "greeter", Version: "1.0.0"})
//	server.AddTool(s, mcp.Tool{Name: "greet", Description: "Says hello"},
//		func(ctx context.Context, call *server.Call, in struct {
//			Name string `json:"name" jsonschema:"whom to greet"`
//		}) (string, error) {
//			return "Hello, " + in.Name + "!", nil
//		})
//	err := stdio.Serve(ctx, s)
//
// A [Server] is an mcp.Handler: give it to a transport, wrap it in
// mcp.Middleware, or hand it to a client in the same process. It does no I/O
// and starts no goroutine. Nothing of one request is kept for the next
// (JSONRPC-031): what a function needs to know comes with its [Call].
//
// # Failures
//
// An error that a tool returns becomes a result with isError, whose text is
// the error's (TOOL-038): say what was wrong so that a model can mend it. An
// error that is, or wraps, a *jsonrpc.Error becomes that error response. In
// all other functions any other error is for the logs, the transport's, and
// the peer learns only that there was an internal error. So it is with a panic
// anywhere, which the server logs itself, with its stack.
//
// # Changing what is offered
//
// Tools, resources and prompts may be added and removed while requests are
// served. They are listed in the order they were added; one that replaces
// another of the same name takes its place.
package server
