// Package streamable is the Streamable HTTP transport of the Model Context
// Protocol, both ends: [Handler] turns HTTP requests into calls of an
// [mcp.Handler], and [Client] is an mcp.Handler whose answers come from an MCP
// endpoint.
//
//	h := streamable.NewHandler(server)
//	err := streamable.ListenAndServe(ctx, "127.0.0.1:3000", h)
//
//	c, err := streamable.NewClient("http://127.0.0.1:3000/mcp")
//	response, err := c.Handle(ctx, request, nil)
//
// Each message is a POST of its own. A response is plain JSON until the
// handler notifies and becomes a stream of Server-Sent Events at the first
// notification, or when the handler stays silent for long; nobody configures
// it. A response stream that the client closes cancels the handler's context:
// that is what cancellation is on this transport (HTTP-031, HTTP-033).
//
// The package moves messages and mirrors parts of them into headers. It never
// writes _meta, resultType or any other member of params and result, and it
// keeps nothing between requests.
//
// # The way of a request
//
// Everything that fixes an HTTP status is decided in one order before the
// mcp.Handler runs: Host and Origin, HTTP method, media types, size, JSON,
// shape, headers. What the Handler's error means as a status is said by
// [mcp.HTTPStatus] alone. Once a stream began, an error rides in it.
package streamable
