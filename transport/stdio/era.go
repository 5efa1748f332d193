package stdio

import (
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// This file is the only one of the package that looks at protocol versions.
// The package speaks the modern era alone, in which a request names its version
// itself and a Handler judges it.

// refuseEra answers what only earlier eras know: the handshake. Without this
// its sender would be told of missing _meta, and not why (BR-131).
func refuseEra(m *jsonrpc.Message) *jsonrpc.Error {
	if m.Method != "initialize" || jsonrpc.Member(m.Params, "_meta") != nil {
		return nil
	}
	return mcp.UnsupportedVersion(requestedVersion(m), mcp.Revision)
}

// requestedVersion returns the version a handshake asks for.
func requestedVersion(m *jsonrpc.Message) string {
	id, err := jsonrpc.ParseID(jsonrpc.Member(m.Params, "protocolVersion"))
	if err != nil {
		return ""
	}
	return id.Text()
}
