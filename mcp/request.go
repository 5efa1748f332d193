package mcp

import (
	"maps"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// A Request is one request on its way to a Handler. It is a plain value: what
// is only passed on is never decoded, and what is decoded is decoded where the
// type is needed.
type Request struct {
	// Method is the method's name, such as "tools/call".
	Method string

	// Params is the params object as it came, _meta included; nil if the
	// request had none.
	Params jsontext.Value

	// ID is the id on the hop the request came over, for answering and for
	// logs. It is no key beyond its connection, and zero in process.
	ID jsonrpc.ID

	// Mirror holds what Mcp-Param-* headers mirrored of the arguments, by the
	// header's canonical name behind the prefix ("Region"). Transports without
	// headers leave it nil.
	Mirror map[string]Mirrored

	// Peer says who asks.
	Peer Peer
}

// Mirrored is the value of one Mcp-Param-* header.
type Mirrored struct {
	Text      string // decoded if it was in the Base64 form
	Malformed bool   // the header had characters or a Base64 form that is not allowed
}

// A Peer is who sent a request, as far as this side knows.
type Peer struct {
	// Principal is who was authenticated; empty until package auth sets it.
	// What must not be shared between callers is keyed by it.
	Principal string

	// Transport is the transport's short name: "stdio", "http"; "" in process.
	Transport string

	// Remote is the network address of the peer, for logs.
	Remote string
}

// Meta returns the request's _meta. It is zero when params has none; it is
// not checked, see Meta.ValidateRequest.
func (r *Request) Meta() Meta {
	return Meta{raw: jsonrpc.Member(r.Params, "_meta")}
}

// Clone returns a copy that shares no memory with r.
func (r *Request) Clone() *Request {
	c := *r
	c.Params = r.Params.Clone()
	c.Mirror = maps.Clone(r.Mirror)
	return &c
}

// A Response is the result of a request: the result object as it goes over
// the wire, resultType and _meta included.
type Response struct {
	Result jsontext.Value
}

// A Notification is a one-way message, either within a request (see Sink) or
// on its own (see Notified).
type Notification struct {
	Method string
	Params jsontext.Value // an object; nil if absent
}

// Clone returns a copy that shares no memory with n.
func (n *Notification) Clone() *Notification {
	return &Notification{Method: n.Method, Params: n.Params.Clone()}
}
