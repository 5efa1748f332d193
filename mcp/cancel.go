package mcp

import "github.com/quatrain-mcp/quatrain/jsonrpc"

// CancelledParams are those of notifications/cancelled.
type CancelledParams struct {
	RequestID jsonrpc.ID `json:"requestId"`
	Reason    string     `json:"reason,omitzero"`
	Meta      Meta       `json:"_meta,omitzero"`
}
