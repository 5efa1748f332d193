package mcp

// DiscoverParams are the params of server/discover.
type DiscoverParams struct {
	Meta Meta `json:"_meta,omitzero"`
}

// DiscoverResult is the result of server/discover.
type DiscoverResult struct {
	ResultType        ResultType         `json:"resultType,omitzero"`
	SupportedVersions []string           `json:"supportedVersions"`
	Capabilities      ServerCapabilities `json:"capabilities"`
	Instructions      string             `json:"instructions,omitzero"`
	Cache             `json:",embed"`
	Meta              Meta `json:"_meta,omitzero"`
}
