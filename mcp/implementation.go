package mcp

// An Implementation is how a client or server names itself. It is
// self-reported: for logs and screens, never for decisions (META-018, -019).
type Implementation struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitzero"`
	Version     string `json:"version"`
	Description string `json:"description,omitzero"`
	WebsiteURL  string `json:"websiteUrl,omitzero"`
	Icons       []Icon `json:"icons,omitzero"`
}

// An Icon is an image that stands for something on a screen.
type Icon struct {
	Src      string   `json:"src"` // an https: or data: URI
	MIMEType string   `json:"mimeType,omitzero"`
	Sizes    []string `json:"sizes,omitzero"` // "48x48", or "any"
	Theme    string   `json:"theme,omitzero"` // "light" or "dark"
}
