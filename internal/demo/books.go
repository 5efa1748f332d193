package demo

import (
	"context"
	"fmt"
	"strings"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

func addBooks(s *server.Server) {
	type found struct {
		Books []book `json:"books"`
	}
	server.AddTool(s, mcp.Tool{
		Name:        "search_books",
		Title:       "Library search",
		Description: "Finds books in a small library by a part of their title or author; without one it lists all.",
		Annotations: harmless(),
	}, func(_ context.Context, _ *server.Call, in struct {
		Query string `json:"query,omitzero" jsonschema:"a part of a title or of an author's name"`
	}) (found, error) {
		return found{searchBooks(in.Query)}, nil
	})

	server.AddTool(s, mcp.Tool{
		Name:        "get_book",
		Title:       "Book",
		Description: "Describes a book and links to the resource that holds its first words.",
		Annotations: harmless(),
	}, func(_ context.Context, _ *server.Call, in struct {
		ID string `json:"id" jsonschema:"the id of a book; search_books tells it"`
	}) (mcp.Content, error) {
		b, ok := findBook(in.ID)
		if !ok {
			return nil, unknownBook(in.ID)
		}
		return mcp.Content{
			mcp.Text(fmt.Sprintf("%s by %s, %d.", b.Title, b.Author, b.Year)),
			&mcp.ResourceLink{Resource: mcp.Resource{
				URI: "book://" + b.ID, Name: b.ID, Title: b.Title, MIMEType: "text/plain",
				Description: "The first words of " + b.Title,
			}},
		}, nil
	})
}

func unknownBook(id string) error {
	return fmt.Errorf("there is no book %q; there are %s", id, strings.Join(bookIDs(), ", "))
}

// opening returns the first words of a book as they are read.
func opening(b book) string {
	return fmt.Sprintf("%s\n%s, %d\n\n%s\n", b.Title, b.Author, b.Year, b.Opens)
}
