package mcp

// ListParams are the params of the four lists. Cursor is the NextCursor of the
// page before, nil for the first page. A cursor is opaque and may be "", so
// that only nil means there is no other page (PAGE-007, PAGE-008); null is
// read as absent (PAGE-002).
type ListParams struct {
	Cursor *string `json:"cursor,omitzero"`
	Meta   Meta    `json:"_meta,omitzero"`
}
