package demo

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

func addPictures(s *server.Server) {
	server.AddTool(s, mcp.Tool{
		Name:        "paint",
		Title:       "Painter",
		Description: "Paints a disc in a colour and returns it as a PNG image.",
		Annotations: harmless(),
	}, func(_ context.Context, _ *server.Call, in struct {
		Color string `json:"color" jsonschema:"red, orange, yellow, green, blue or violet"`
	}) (mcp.Content, error) {
		known := swatches()
		c, ok := known[in.Color]
		if !ok {
			names := slices.Sorted(maps.Keys(known))
			return nil, fmt.Errorf("there is no paint of the colour %q; there is %s", in.Color, strings.Join(names, ", "))
		}
		picture, err := disc(c, 64)
		if err != nil {
			return nil, err
		}
		return mcp.Content{
			mcp.Text("A " + in.Color + " disc, 64 by 64 pixels."),
			mcp.Image(picture, "image/png"),
		}, nil
	})
}
