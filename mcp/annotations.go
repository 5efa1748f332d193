package mcp

// Annotations tell a client how to use an object.
type Annotations struct {
	Audience     []Role   `json:"audience,omitempty"`
	Priority     *float64 `json:"priority,omitzero"`     // 0 to 1
	LastModified string   `json:"lastModified,omitzero"` // ISO 8601
}

// A Role is who says something.
type Role string

// The two roles.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)
