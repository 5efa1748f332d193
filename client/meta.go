package client

import (
	"fmt"
	"runtime/debug"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// ownMeta encodes what a client says of itself with every request: its
// revision (META-011), what it can do (META-012) and its name (META-015). It
// returns the members without the braces around them.
func ownMeta(config *config) ([]byte, error) {
	var m mcp.Meta
	m = m.With(mcp.KeyProtocolVersion, jsontext.Value(`"`+mcp.Revision+`"`))
	if config.info.Name != "" {
		info, err := json.Marshal(config.info)
		if err != nil {
			return nil, fmt.Errorf("encode the client's info: %w", err)
		}
		m = m.With(mcp.KeyClientInfo, info)
	}
	capabilities, err := json.Marshal(config.capabilities, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("encode the client's capabilities: %w", err)
	}
	m = m.With(mcp.KeyClientCapabilities, capabilities)
	return m.Raw()[1 : len(m.Raw())-1], nil
}

// withMeta returns params with the _meta that every request needs: the one
// place that writes it, for every method (BR-056). Keys that are there already
// stay as they are, and those of extra win over all. nil params become an
// object (JSONRPC-005).
func (c *Client) withMeta(params jsontext.Value, extra mcp.Meta) (jsontext.Value, error) {
	if params != nil && params.Kind() != '{' {
		return nil, fmt.Errorf("params must be an object, not %s", clip(string(params)))
	}
	given := jsonrpc.Member(params, "_meta")
	if given != nil && given.Kind() != '{' {
		return nil, fmt.Errorf("params._meta must be an object, not %s", clip(string(given)))
	}
	out := make([]byte, 0, len(params)+len(c.own)+len(extra.Raw())+len(`{"_meta":{},}`))
	out = append(out, `{"_meta":{`...)
	if given == nil && extra.IsZero() {
		out = append(out, c.own...)
	} else {
		out = c.appendMerged(out, given, extra)
	}
	out = append(out, '}')
	for name, value := range jsonrpc.Members(params) {
		if string(name) != "_meta" {
			out = appendMember(out, string(name), value)
		}
	}
	return append(out, '}'), nil
}

// appendMerged appends the members of three objects, each name once: those of
// extra before those given before the client's own.
func (c *Client) appendMerged(out []byte, given jsontext.Value, extra mcp.Meta) []byte {
	own := append(append([]byte{'{'}, c.own...), '}')
	for name, value := range jsonrpc.Members(extra.Raw()) {
		out = appendMember(out, string(name), value)
	}
	for name, value := range jsonrpc.Members(given) {
		if extra.Get(string(name)) == nil {
			out = appendMember(out, string(name), value)
		}
	}
	for name, value := range jsonrpc.Members(own) {
		if extra.Get(string(name)) == nil && jsonrpc.Member(given, string(name)) == nil {
			out = appendMember(out, string(name), value)
		}
	}
	return out
}

// appendMember appends a member to an object that is being written.
func appendMember(out []byte, name string, value jsontext.Value) []byte {
	if out[len(out)-1] != '{' {
		out = append(out, ',')
	}
	out = jsonrpc.AppendString(out, name)
	out = append(out, ':')
	return append(out, value...)
}

// version returns the version of the module this package is from, as far as
// the program knows it.
func version() string {
	const module = "github.com/quatrain-mcp/quatrain"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if info.Main.Path == module && info.Main.Version != "" {
		return info.Main.Version
	}
	for _, dep := range info.Deps {
		if dep.Path == module {
			return dep.Version
		}
	}
	return "unknown"
}
