// Package client talks to MCP servers.
//
//	c, err := client.Dial(ctx, client.URL("https://example.com/mcp"))
//	if err != nil {
//		return err
//	}
//	defer c.Close()
//	result, err := c.CallTool(ctx, "get_weather", map[string]any{"location": "Seattle"})
//
// A [Target] is where a server is: a URL, a command to run, or any mcp.Handler
// in the same process. Nobody has to write an id, a _meta, a resultType or a
// header: this package writes the _meta that every request needs, the
// transport the rest.
//
// # Failures
//
// A tool that failed is no error of the call: its result says so with IsError,
// for a model to read. An error that the peer sent is, or wraps, a
// *jsonrpc.Error whose FromPeer is true. All other errors were made here: a
// timeout (*TimeoutError), a result that is none of the protocol's
// (*ResultError, *mcp.ResultTypeError), a server that asked for input nobody
// here can give (*InputRequiredError), or what the transport reports.
package client
