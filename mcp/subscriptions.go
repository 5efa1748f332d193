package mcp

import "github.com/go-json-experiment/json/jsontext"

// A SubscriptionFilter is which changes a client wants to hear of, or which of
// them a server will tell. What is not named is not subscribed (SUBSCRIBE-003).
type SubscriptionFilter struct {
	ToolsListChanged      bool     `json:"toolsListChanged,omitzero"`
	PromptsListChanged    bool     `json:"promptsListChanged,omitzero"`
	ResourcesListChanged  bool     `json:"resourcesListChanged,omitzero"`
	ResourceSubscriptions []string `json:"resourceSubscriptions,omitzero"` // URIs
}

// ListenParams are the params of subscriptions/listen.
type ListenParams struct {
	Notifications SubscriptionFilter `json:"notifications"`
	Meta          Meta               `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the params; notifications is required
// (SUBSCRIBE-001).
func (p *ListenParams) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ListenParams
	return readObject(dec, (*plain)(p), "notifications")
}

// ListenResult is the result of subscriptions/listen, when the subscription
// ends. Its Meta holds KeySubscriptionID and it has no members of its own
// (SUBSCRIBE-015, SUBSCRIBE-016).
type ListenResult struct {
	ResultType ResultType `json:"resultType,omitzero"`
	Meta       Meta       `json:"_meta,omitzero"`
}

// AcknowledgedParams are those of notifications/subscriptions/acknowledged:
// what of the filter the server honours (SUBSCRIBE-008). Meta holds
// KeySubscriptionID, as in every notification of a subscription (META-023).
type AcknowledgedParams struct {
	Notifications SubscriptionFilter `json:"notifications"`
	Meta          Meta               `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the params; notifications is required.
func (p *AcknowledgedParams) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain AcknowledgedParams
	return readObject(dec, (*plain)(p), "notifications")
}

// ListChangedParams are those of the three list_changed notifications.
type ListChangedParams struct {
	Meta Meta `json:"_meta,omitzero"`
}

// ResourceUpdatedParams are those of notifications/resources/updated.
type ResourceUpdatedParams struct {
	URI  string `json:"uri"`
	Meta Meta   `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the params; uri is required (SUBSCRIBE-022).
func (p *ResourceUpdatedParams) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ResourceUpdatedParams
	return readObject(dec, (*plain)(p), "uri")
}
