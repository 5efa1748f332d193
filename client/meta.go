package client

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// withMeta returns params with the _meta that every request needs: the one
// place that writes it (META-011, META-012, META-015, BR-056). What the caller
// put into _meta stays, and wins.
func (c *Client) withMeta(params jsontext.Value, extra mcp.Meta) jsontext.Value {
	out := make([]byte, 0, len(params)+len(c.base)+len(extra.Raw())+len(`{"_meta":{},}`))
	out = append(out, `{"_meta":{`...)
	given := jsonrpc.Member(params, "_meta")
	if given == nil && extra.IsZero() {
		out = append(out, c.base...)
	} else {
		out = c.appendMerged(out, given, extra)
	}
	out = append(out, '}')
	for name, value := range jsonrpc.Members(params) {
		if string(name) == "_meta" {
			continue
		}
		out = append(out, ',')
		out = jsonrpc.AppendString(out, string(name))
		out = append(append(out, ':'), value...)
	}
	return append(out, '}')
}

// appendMerged appends the members of three objects, each name once: those of
// extra before those given before the client's own.
func (c *Client) appendMerged(out []byte, given jsontext.Value, extra mcp.Meta) []byte {
	own := append(append([]byte{'{'}, c.base...), '}')
	first := true
	var seen []string
	for _, object := range []jsontext.Value{extra.Raw(), given, own} {
	members:
		for name, value := range jsonrpc.Members(object) {
			for _, s := range seen {
				if s == string(name) {
					continue members
				}
			}
			seen = append(seen, string(name))
			if !first {
				out = append(out, ',')
			}
			first = false
			out = jsonrpc.AppendString(out, string(name))
			out = append(append(out, ':'), value...)
		}
	}
	return out
}
