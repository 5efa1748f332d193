package mcp

import (
	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// ValidateRequest checks the _meta of a request: the two keys every request
// must have (META-011, META-012), and the types of the reserved keys it may
// have (META-002, META-016, META-021, PROGRESS-001, LOG-009). It returns nil or
// an InvalidParams error that names the key; META-013 says to refuse the
// request with it. Keys against the grammar are ignored.
//
// It does not compare versions. A request with simple values costs one walk
// over its _meta and no allocation.
func (m Meta) ValidateRequest() *jsonrpc.Error {
	if m.raw == nil {
		return InvalidParams("params._meta is missing; every request needs %s and %s in it", KeyProtocolVersion, KeyClientCapabilities)
	}
	if kind := m.raw.Kind(); kind != '{' {
		return InvalidParams("params._meta is %s, not an object", kindName(m.raw))
	}
	var version, capabilities bool
	for key, value := range jsonrpc.Members(m.raw) {
		var err error
		switch string(key) {
		case KeyProtocolVersion:
			version = true
			_, _, err = m.ProtocolVersion()
		case KeyClientCapabilities:
			capabilities = true
			if string(value) != "{}" {
				_, _, err = m.ClientCapabilities()
			}
		case KeyClientInfo:
			_, _, err = m.ClientInfo()
		case KeyLogLevel:
			_, _, err = m.LogLevel()
		case KeyProgressToken:
			_, _, err = m.ProgressToken()
		}
		if err != nil {
			return InvalidParams("invalid params: %v", err)
		}
	}
	switch {
	case !version:
		return InvalidParams("params._meta lacks %s", KeyProtocolVersion)
	case !capabilities:
		return InvalidParams("params._meta lacks %s ({} if there is nothing to declare)", KeyClientCapabilities)
	}
	return nil
}
