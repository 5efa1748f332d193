package mcp

// ListParams are the params of the four lists. A cursor may be "" (PAGE-008).
type ListParams struct {
	Cursor *string `json:"cursor,omitzero"`
	Meta   Meta    `json:"_meta,omitzero"`
}
