package client

import (
	"context"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// Complete asks for values of an argument of a prompt or a variable of a
// resource template: ref is mcp.PromptRef or mcp.ResourceRef, typed what is
// there of the value, chosen the other arguments as far as they are known
// (COMPLETE-005).
func (c *Client) Complete(ctx context.Context, ref mcp.CompletionRef, argument, typed string, chosen map[string]string, opts ...CallOption) (*mcp.Completion, error) {
	params := mcp.CompleteParams{Ref: ref, Argument: mcp.CompleteArgument{Name: argument, Value: typed}}
	if len(chosen) > 0 {
		params.Context = &mcp.CompleteContext{Arguments: chosen}
	}
	result, err := Call(ctx, c, mcp.CompletionComplete, params, opts...)
	if err != nil {
		return nil, err
	}
	return &result.Completion, nil
}
