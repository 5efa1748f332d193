package demo

import (
	"fmt"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

const instructions = "Weather and books, made up. list_cities and search_books tell what there is."

// forever is how long clients may keep what never changes.
const forever = time.Hour

// New returns the demonstration server. The options are applied after its own.
func New(opts ...server.Option) (*server.Server, error) {
	own := []server.Option{
		server.Instructions(instructions),
		server.ListCache(forever, mcp.Public),
		//lint:ignore SA1019 what is deprecated is demonstrated too
		server.Logging(),
	}
	s := server.New(mcp.Implementation{
		Name:    "quatrain-demo",
		Title:   "Quatrain demonstration",
		Version: "1.0.0",
	}, append(own, opts...)...)
	addWeather(s)
	addArithmetic(s)
	addCountdown(s)
	addBooks(s)
	addPictures(s)
	for _, add := range []func(*server.Server) error{addResources, addTemplates, addPrompts, addCompletions} {
		if err := add(s); err != nil {
			return nil, fmt.Errorf("the demonstration server: %w", err)
		}
	}
	return s, nil
}

// harmless are the annotations of a tool that changes nothing and reaches
// nothing outside.
func harmless() *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{
		ReadOnlyHint:   new(true),
		IdempotentHint: new(true),
		OpenWorldHint:  new(false),
	}
}
