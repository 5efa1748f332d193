package demo

import (
	"context"
	"strings"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

const about = `# The demonstration server

It answers with made-up data that never changes:

- weather for a handful of cities: get_weather, weather://{city}
- a library of a few old books: search_books, get_book, book://{id}
- a countdown that reports progress, dice, a painter, and sums

Every tool is harmless. Try wrong arguments too: what comes back should tell
you how they are right.
`

func addResources(s *server.Server) error {
	cache := server.ReadCache(forever, mcp.Public)
	err := s.AddResource(mcp.Resource{
		URI: "demo:///about.md", Name: "about", Title: "About this server", MIMEType: "text/markdown",
		Description: "What this server has to offer.",
		Annotations: &mcp.Annotations{Audience: []mcp.Role{mcp.RoleUser}, Priority: new(1.0)},
	}, text(about), cache)
	if err != nil {
		return err
	}
	err = s.AddResource(mcp.Resource{
		URI: "demo:///cities.txt", Name: "cities", Title: "Cities", MIMEType: "text/plain",
		Description: "The cities that have weather, one a line.",
	}, text(strings.Join(cities(), "\n")+"\n"), cache)
	if err != nil {
		return err
	}
	logo, err := disc(swatches()["blue"], 32)
	if err != nil {
		return err
	}
	return s.AddResource(mcp.Resource{
		URI: "demo:///logo.png", Name: "logo", Title: "Logo", MIMEType: "image/png",
		Description: "A blue disc, 32 by 32 pixels.", Size: new(int64(len(logo))),
	}, blob(logo), cache)
}

// text returns what reads a resource that is always the same text.
func text(s string) server.ResourceFunc {
	return func(context.Context, *server.Call, string) (mcp.Contents, error) {
		return mcp.Contents{&mcp.TextResourceContents{Text: s}}, nil
	}
}

// blob returns what reads a resource that is always the same bytes.
func blob(data []byte) server.ResourceFunc {
	return func(context.Context, *server.Call, string) (mcp.Contents, error) {
		return mcp.Contents{&mcp.BlobResourceContents{Blob: data}}, nil
	}
}

const (
	weatherTemplate = "weather://{city}"
	bookTemplate    = "book://{id}"
)

func addTemplates(s *server.Server) error {
	cache := server.ReadCache(forever, mcp.Public)
	err := s.AddResourceTemplate(mcp.ResourceTemplate{
		URITemplate: weatherTemplate, Name: "weather", Title: "Weather", MIMEType: "text/plain",
		Description: "The weather in a city, in a sentence.",
	}, func(_ context.Context, _ *server.Call, _ string, variables map[string]string) (mcp.Contents, error) {
		r, ok := find(variables["city"])
		if !ok {
			return nil, nil
		}
		return mcp.Contents{&mcp.TextResourceContents{Text: r.in("").String() + "\n"}}, nil
	}, cache)
	if err != nil {
		return err
	}
	return s.AddResourceTemplate(mcp.ResourceTemplate{
		URITemplate: bookTemplate, Name: "book", Title: "Book", MIMEType: "text/plain",
		Description: "The first words of a book.",
	}, func(_ context.Context, _ *server.Call, _ string, variables map[string]string) (mcp.Contents, error) {
		b, ok := findBook(variables["id"])
		if !ok {
			return nil, nil
		}
		return mcp.Contents{&mcp.TextResourceContents{Text: opening(b)}}, nil
	}, cache)
}
