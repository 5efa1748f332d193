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
// What there is for every method there is for those of extensions as well: [Call]
// takes any mcp.Method, [Client.Do] any name and JSON, and [Follow] lets a
// caller range over the notifications of a call. A Client is itself an
// mcp.Handler.
//
// # Failures
//
// A tool that failed is no error of the call: its result says so with IsError,
// for a model to read. An error that the peer sent is, or wraps, a
// *jsonrpc.Error whose FromPeer is true. All other errors were made here
// (ERROR-016):
//
//   - *TimeoutError: it took too long, and was cancelled at the server
//   - *ResultError: the result is none of the protocol's
//   - *OutputError: structured content that does not fit the tool's schema
//   - *InputRequiredError: the server asked for input nobody here can give
//   - *VersionError: no common revision
//   - ErrClosed, the context's error, or what the transport reports
//
// One entry that is wrong does not spoil a list: it is left out, and reported
// with the place and the reason to the [Logger] and in [Page].Dropped.
package client
