package client

import (
	"context"
	"fmt"
	"iter"

	"github.com/yosida95/uritemplate/v3"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// resources returns the list of resources; each has a uri and a name
// (RESOURCE-007).
func resources() list[mcp.Resource] {
	return list[mcp.Resource]{mcp.ResourcesList.Name, "resources", []string{"uri", "name"}, nil}
}

// templates returns the list of resource templates; each has a uriTemplate,
// which is one, and a name (RESOURCE-008).
func templates() list[mcp.ResourceTemplate] {
	return list[mcp.ResourceTemplate]{mcp.ResourceTemplatesList.Name, "resourceTemplates", []string{"uriTemplate", "name"},
		func(t *mcp.ResourceTemplate) *EntryError {
			if _, err := uritemplate.New(t.URITemplate); err != nil {
				return &EntryError{Pointer: "/uriTemplate", Err: fmt.Errorf("no URI template: %w", err)}
			}
			return nil
		}}
}

// Resources iterates over all resources of the server, page by page. Entries
// that are none are left out and logged.
func (c *Client) Resources(ctx context.Context, opts ...CallOption) iter.Seq2[mcp.Resource, error] {
	return resources().all(ctx, c, opts)
}

// ListResources returns one page of resources; a nil cursor means the first.
func (c *Client) ListResources(ctx context.Context, cursor *string, opts ...CallOption) (*Page[mcp.Resource], error) {
	return resources().page(ctx, c, cursor, opts)
}

// ResourceTemplates iterates over all resource templates of the server.
func (c *Client) ResourceTemplates(ctx context.Context, opts ...CallOption) iter.Seq2[mcp.ResourceTemplate, error] {
	return templates().all(ctx, c, opts)
}

// ListResourceTemplates returns one page of resource templates; a nil cursor
// means the first.
func (c *Client) ListResourceTemplates(ctx context.Context, cursor *string, opts ...CallOption) (*Page[mcp.ResourceTemplate], error) {
	return templates().page(ctx, c, cursor, opts)
}

// ReadResource reads a resource. IsNotFound tells whether an error is that it
// does not exist.
func (c *Client) ReadResource(ctx context.Context, uri string, opts ...CallOption) (*mcp.ReadResourceResult, error) {
	return Call(ctx, c, mcp.ResourcesRead, mcp.ReadResourceParams{URI: uri}, opts...)
}
