package server

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// unknown returns the error for a name that is not there, with the name that
// was likely meant if there is one.
func unknown(what, name string, names []string) *jsonrpc.Error {
	meant := nearest(name, names)
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

// nearest returns the name closest to name, "" if none is close: at most a
// third of its letters may differ. What a peer sends costs little: long names
// are not looked at, and neither are those of another length.
func nearest(name string, names []string) string {
	const longest = 64
	best, most := "", (len(name)+2)/3
	if len(name) > longest {
		return ""
	}
	for _, other := range names {
		if len(other) > longest || len(other)-len(name) > most || len(name)-len(other) > most {
			continue
		}
		if d := distance(name, other); d <= most && (best == "" || d < distance(name, best)) {
			best = other
		}
	}
	return best
}

// distance counts the letters to insert, delete or replace to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
