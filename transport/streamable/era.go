package streamable

import (
	"net/http"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// This file is the only one of the package that looks at protocol versions.
// The package speaks the modern era alone, in which each request names its
// version twice. What earlier eras kept between requests means nothing here:
// Mcp-Session-Id and Last-Event-ID are not looked at and never sent (BR-047,
// HTTP-029).

// checkVersion compares MCP-Protocol-Version with the version in _meta. Whether
// the version is one this server speaks, and whether a request may lack the
// one in _meta, is for the Handler, which comes later in the order of checks.
func checkVersion(header http.Header, m *jsonrpc.Message) *jsonrpc.Error {
	version, err := single(header, headerVersion, m)
	if err != nil || version == nil {
		return err
	}
	inBody := jsonrpc.Member(jsonrpc.Member(m.Params, "_meta"), mcp.KeyProtocolVersion)
	if isString(inBody) && !says(inBody, *version) {
		return mcp.HeaderMismatch("MCP-Protocol-Version is %s, the version in _meta is %s",
			quote(*version), quote(textOf(inBody)))
	}
	return nil
}

// versionOf returns what a Client writes into MCP-Protocol-Version: the version
// in _meta (HEADER-002), or, where there is none, as in notifications, that of
// this module.
func versionOf(m *jsonrpc.Message) string {
	version := jsonrpc.Member(jsonrpc.Member(m.Params, "_meta"), mcp.KeyProtocolVersion)
	if text := textOf(version); text != "" && isPlainValue(text) {
		return text
	}
	return mcp.Revision
}
