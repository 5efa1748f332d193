package client

import (
	"context"
	"iter"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// prompts returns the list of prompts; each has a name (PROMPT-006).
func prompts() list[mcp.Prompt] {
	return list[mcp.Prompt]{mcp.PromptsList.Name, "prompts", []string{"name"}, nil}
}

// Prompts iterates over all prompts of the server, page by page (PROMPT-021).
// Entries that are none are left out and logged.
func (c *Client) Prompts(ctx context.Context, opts ...CallOption) iter.Seq2[mcp.Prompt, error] {
	return prompts().all(ctx, c, opts)
}

// ListPrompts returns one page of prompts; a nil cursor means the first.
func (c *Client) ListPrompts(ctx context.Context, cursor *string, opts ...CallOption) (*Page[mcp.Prompt], error) {
	return prompts().page(ctx, c, cursor, opts)
}

// GetPrompt gets the messages of a prompt.
func (c *Client) GetPrompt(ctx context.Context, name string, arguments map[string]string, opts ...CallOption) (*mcp.GetPromptResult, error) {
	return Call(ctx, c, mcp.PromptsGet, mcp.GetPromptParams{Name: name, Arguments: arguments}, opts...)
}
