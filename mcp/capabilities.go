package mcp

import (
	"cmp"

	"github.com/go-json-experiment/json/jsontext"
)

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
	Extensions   map[string]jsontext.Value `json:"extensions,omitzero"`
	Experimental map[string]jsontext.Value `json:"experimental,omitzero"`
}

// Missing returns what of required the client did not declare, and whether
// that is anything (ERROR-018). An extension or experimental capability counts
// as declared whatever its settings are.
func (c ClientCapabilities) Missing(required ClientCapabilities) (missing ClientCapabilities, some bool) {
	missing.Elicitation = c.Elicitation.missing(required.Elicitation)
	missing.Sampling = c.Sampling.missing(required.Sampling)
	if c.Roots == nil {
		missing.Roots = required.Roots
	}
	missing.Extensions = missingKeys(c.Extensions, required.Extensions)
	missing.Experimental = missingKeys(c.Experimental, required.Experimental)
	some = missing.Elicitation != nil || missing.Sampling != nil || missing.Roots != nil ||
		missing.Extensions != nil || missing.Experimental != nil
	return missing, some
}

// missingKeys returns the members of required whose keys declared lacks.
func missingKeys(declared, required map[string]jsontext.Value) (missing map[string]jsontext.Value) {
	for key, settings := range required {
		if _, ok := declared[key]; ok {
			continue
		}
		if missing == nil {
			missing = map[string]jsontext.Value{}
		}
		missing[key] = settings
	}
	return missing
}

// ElicitationCapability is support for elicitation. With no mode named, {}, it
// means form mode (ELICIT-006).
type ElicitationCapability struct {
	Form    *CapabilityObject `json:"form,omitzero"`
	URL     *CapabilityObject `json:"url,omitzero"`
	Unknown jsontext.Value    `json:",embed"`
}

// HasForm reports whether users can be asked by a form.
func (c *ElicitationCapability) HasForm() bool { return c != nil && (c.Form != nil || c.URL == nil) }

// HasURL reports whether users can be sent to a page.
func (c *ElicitationCapability) HasURL() bool { return c != nil && c.URL != nil }

func (c *ElicitationCapability) missing(required *ElicitationCapability) *ElicitationCapability {
	form := required.HasForm() && !c.HasForm()
	url := required.HasURL() && !c.HasURL()
	if !form && !url {
		return nil
	}
	missing := new(ElicitationCapability)
	if form {
		missing.Form = cmp.Or(required.Form, new(CapabilityObject))
	}
	if url {
		missing.URL = required.URL
	}
	return missing
}

// SamplingCapability is support for sampling.
type SamplingCapability struct {
	Context *CapabilityObject `json:"context,omitzero"`
	Tools   *CapabilityObject `json:"tools,omitzero"`
	Unknown jsontext.Value    `json:",embed"`
}

func (c *SamplingCapability) missing(required *SamplingCapability) *SamplingCapability {
	if c == nil || required == nil {
		return required
	}
	missing := new(SamplingCapability)
	if c.Context == nil {
		missing.Context = required.Context
	}
	if c.Tools == nil {
		missing.Tools = required.Tools
	}
	if missing.Context == nil && missing.Tools == nil {
		return nil
	}
	return missing
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
	Extensions   map[string]jsontext.Value `json:"extensions,omitzero"`
	Experimental map[string]jsontext.Value `json:"experimental,omitzero"`
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
