package server

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/internal/spell"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// unknown returns the error for a name that is not there, with the name that
// was likely meant if there is one.
func unknown(what, name string, names []string) *jsonrpc.Error {
	meant := spell.Nearest(name, names)
	text := fmt.Sprintf("unknown %s: %.100q", what, name)
	if meant != "" {
		text += fmt.Sprintf("; did you mean %q?", meant)
	}
	err := mcp.InvalidParams("%s", text)
	err.Data, _ = json.Marshal(struct {
		Name       string `json:"name"`
		DidYouMean string `json:"didYouMean,omitzero"`
	}{name, meant}, jsontext.AllowInvalidUTF8(true))
	return err
}
