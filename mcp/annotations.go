package mcp

import "fmt"

// Annotations tell a client how to use an object.
type Annotations struct {
	Audience     []Role   `json:"audience,omitzero"`     // whom it is meant for
	Priority     *float64 `json:"priority,omitzero"`     // from 0, optional, to 1, required
	LastModified string   `json:"lastModified,omitzero"` // ISO 8601, such as 2026-07-28T12:00:00Z
}

// A Role is who says something.
type Role string

// The two roles.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)

// check checks that a message comes from one of the two.
func (r Role) check() error {
	if r != RoleUser && r != RoleAssistant {
		return fmt.Errorf("role is %q, not %s or %s", clip(string(r)), RoleUser, RoleAssistant)
	}
	return nil
}
