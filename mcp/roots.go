package mcp

import "github.com/go-json-experiment/json/jsontext"

// A Root is a place the client lets the server work in. The revision
// deprecates roots: new servers take paths as tool arguments or from their
// configuration.
type Root struct {
	URI  string `json:"uri"` // a file: URI (ROOTS-006)
	Name string `json:"name,omitzero"`
	Meta Meta   `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the root; uri is required (ROOTS-005).
func (r *Root) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain Root
	return readObject(dec, (*plain)(r), "uri")
}

// ListRootsParams are the params of roots/list.
type ListRootsParams struct {
	Meta Meta `json:"_meta,omitzero"`
}

// ListRootsResult is the answer to a roots/list input request.
type ListRootsResult struct {
	Roots []Root `json:"roots"`
	Meta  Meta   `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the result; roots is required (ROOTS-005).
func (r *ListRootsResult) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ListRootsResult
	return readObject(dec, (*plain)(r), "roots")
}
