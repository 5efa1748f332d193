package mcp

// A Root is a place the client lets the server work in.
type Root struct {
	URI  string `json:"uri"` // a file: URI
	Name string `json:"name,omitzero"`
	Meta Meta   `json:"_meta,omitzero"`
}

// ListRootsParams are the params of roots/list.
type ListRootsParams struct {
	Meta Meta `json:"_meta,omitzero"`
}

// ListRootsResult is the answer to roots/list.
type ListRootsResult struct {
	Roots []Root `json:"roots"`
}
