package mcp

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// CancelledParams are those of notifications/cancelled: a client gives up a
// request, or a server on stdio ends a subscription (CANCEL-003).
type CancelledParams struct {
	RequestID jsonrpc.ID `json:"requestId"`
	Reason    string     `json:"reason,omitzero"`
	Meta      Meta       `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the params; requestId is required (CANCEL-002).
func (p *CancelledParams) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain CancelledParams
	return readObject(dec, (*plain)(p), "requestId")
}
