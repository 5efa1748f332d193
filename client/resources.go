package client

import (
	"context"
	"errors"
	"iter"

	"github.com/quatrain-mcp/quatrain/mcp"
)

func resources() list[mcp.Resource] {
	return list[mcp.Resource]{mcp.ResourcesList.Name, "resources", func(r *mcp.Resource) error {
		if r.URI == "" || r.Name == "" {
			return errors.New("a resource without uri or name") // RESOURCE-007
		}
		return nil
	}}
}

func templates() list[mcp.ResourceTemplate] {
	return list[mcp.ResourceTemplate]{mcp.ResourceTemplatesList.Name, "resourceTemplates", func(t *mcp.ResourceTemplate) error {
		if t.URITemplate == "" || t.Name == "" {
			return errors.New("a resource template without uriTemplate or name") // RESOURCE-008
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
