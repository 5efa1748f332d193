package mcp

import "github.com/go-json-experiment/json/jsontext"

// A CapabilityObject is a capability without settings of this revision: an
// object whose members, if any, are kept.
type CapabilityObject struct {
	Unknown jsontext.Value `json:",embed"`
}

// ClientCapabilities is what a client can do for the request that declares it
// (META-012). The zero value declares nothing.
type ClientCapabilities struct {
	Elicitation  *ElicitationCapability    `json:"elicitation,omitzero"`
	Sampling     *SamplingCapability       `json:"sampling,omitzero"`
	Roots        *RootsCapability          `json:"roots,omitzero"`
	Extensions   map[string]jsontext.Value `json:"extensions,omitempty"`
	Experimental map[string]jsontext.Value `json:"experimental,omitempty"`
}

// ElicitationCapability is support for elicitation. With no mode named it
// means form mode.
type ElicitationCapability struct {
	Form    *CapabilityObject `json:"form,omitzero"`
	URL     *CapabilityObject `json:"url,omitzero"`
	Unknown jsontext.Value    `json:",embed"`
}

// SamplingCapability is support for sampling.
type SamplingCapability struct {
	Context *CapabilityObject `json:"context,omitzero"`
	Tools   *CapabilityObject `json:"tools,omitzero"`
	Unknown jsontext.Value    `json:",embed"`
}

// RootsCapability is support for listing roots.
type RootsCapability struct {
	Unknown jsontext.Value `json:",embed"`
}

// ServerCapabilities is what a server offers (DISCOVER-002).
type ServerCapabilities struct {
	Tools        *ToolsCapability          `json:"tools,omitzero"`
	Resources    *ResourcesCapability      `json:"resources,omitzero"`
	Prompts      *PromptsCapability        `json:"prompts,omitzero"`
	Completions  *CapabilityObject         `json:"completions,omitzero"`
	Logging      *CapabilityObject         `json:"logging,omitzero"`
	Extensions   map[string]jsontext.Value `json:"extensions,omitempty"`
	Experimental map[string]jsontext.Value `json:"experimental,omitempty"`
}

// ToolsCapability says that a server has tools.
type ToolsCapability struct {
	ListChanged bool `json:"listChanged,omitzero"`
}

// ResourcesCapability says that a server has resources.
type ResourcesCapability struct {
	Subscribe   bool `json:"subscribe,omitzero"`
	ListChanged bool `json:"listChanged,omitzero"`
}

// PromptsCapability says that a server has prompts.
type PromptsCapability struct {
	ListChanged bool `json:"listChanged,omitzero"`
}
