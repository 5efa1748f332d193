package mcp

// DiscoverParams are the params of server/discover: nothing but _meta
// (DISCOVER-006).
type DiscoverParams struct {
	Meta Meta `json:"_meta,omitzero"`
}

// DiscoverResult is the result of server/discover. Reading demands no member,
// so that a peer of another era can be told from a broken one: without
// SupportedVersions it is no server of this revision (DISCOVER-001).
type DiscoverResult struct {
	ResultType        ResultType         `json:"resultType,omitzero"`
	SupportedVersions []string           `json:"supportedVersions"` // revisions, such as Revision
	Capabilities      ServerCapabilities `json:"capabilities"`
	Instructions      string             `json:"instructions,omitzero"` // how to use the server, for a model
	Cache             `json:",embed"`
	Meta              Meta `json:"_meta,omitzero"`
}
