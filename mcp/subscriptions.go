package mcp

// A SubscriptionFilter is which changes a client wants to hear of.
type SubscriptionFilter struct {
	ToolsListChanged      bool     `json:"toolsListChanged,omitzero"`
	PromptsListChanged    bool     `json:"promptsListChanged,omitzero"`
	ResourcesListChanged  bool     `json:"resourcesListChanged,omitzero"`
	ResourceSubscriptions []string `json:"resourceSubscriptions,omitempty"` // URIs
}

// ListenParams are the params of subscriptions/listen.
type ListenParams struct {
	Notifications SubscriptionFilter `json:"notifications"`
	Meta          Meta               `json:"_meta,omitzero"`
}

// ListenResult is the result of subscriptions/listen, at its end.
type ListenResult struct {
	ResultType ResultType `json:"resultType,omitzero"`
	Meta       Meta       `json:"_meta,omitzero"`
}

// AcknowledgedParams are those of notifications/subscriptions/acknowledged.
type AcknowledgedParams struct {
	Notifications SubscriptionFilter `json:"notifications"`
	Meta          Meta               `json:"_meta,omitzero"`
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
