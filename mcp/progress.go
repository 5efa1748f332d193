package mcp

import (
	"github.com/go-json-experiment/json/jsontext"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// A ProgressToken ties progress to its request: a string or an integer, with
// the spelling it came with (PROGRESS-001). The zero token is absent.
type ProgressToken struct{ id jsonrpc.ID }

// TokenOf returns the token that is the string or integer of id.
func TokenOf(id jsonrpc.ID) ProgressToken { return ProgressToken{id} }

// ID returns the token as an id, for comparing and for keys.
func (t ProgressToken) ID() jsonrpc.ID { return t.id }

// IsZero reports whether the token is absent.
func (t ProgressToken) IsZero() bool { return t.id.IsZero() }

// String returns the token's JSON text.
func (t ProgressToken) String() string { return t.id.String() }

// MarshalJSONTo writes the token as it came.
func (t ProgressToken) MarshalJSONTo(enc *jsontext.Encoder) error { return t.id.MarshalJSONTo(enc) }

// UnmarshalJSONFrom reads a string or an integer.
func (t *ProgressToken) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return t.id.UnmarshalJSONFrom(dec)
}

// ProgressParams are those of notifications/progress. Progress grows with each
// notification of a token (PROGRESS-005); units are the sender's own.
type ProgressParams struct {
	ProgressToken ProgressToken `json:"progressToken"`
	Progress      float64       `json:"progress"`
	Total         *float64      `json:"total,omitzero"` // what Progress will be at the end, if known
	Message       string        `json:"message,omitzero"`
	Meta          Meta          `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the params; progressToken and progress are required
// (PROGRESS-004).
func (p *ProgressParams) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ProgressParams
	return readObject(dec, (*plain)(p), "progressToken", "progress")
}
