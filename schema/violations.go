package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/quatrain-mcp/quatrain/internal/spell"
)

// A report turns the validator's error, which is a tree along the schema, into
// violations along the value.
type report struct {
	root   *jsonschema.Schema            // nil if the names of members are not known
	places map[string]*jsonschema.Schema // by location; made when first needed
}

// violations appends the leaves of a tree.
func (r *report) violations(e *jsonschema.ValidationError, all []Violation) []Violation {
	at := pointer(e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		if len(e.Causes) > 0 {
			return append(all, r.alternatives(e))
		}
	case *kind.Contains, *kind.MinContains, *kind.Not:
		return append(all, Violation{at, describe(k)}) // what each entry lacks is no help
	case *kind.PropertyNames:
		for _, cause := range e.Causes {
			for _, v := range r.violations(cause, nil) {
				all = append(all, Violation{at.AppendToken(k.Property), "the name " + v.Message})
			}
		}
		return all
	case *kind.Required:
		for _, name := range k.Missing {
			all = append(all, Violation{at.AppendToken(name), "is missing"})
		}
		return all
	case *kind.DependentRequired:
		return dependent(at, k.Prop, k.Missing, all)
	case *kind.Dependency:
		return dependent(at, k.Prop, k.Missing, all)
	case *kind.AdditionalProperties:
		known := r.members(e.SchemaURL)
		for _, name := range k.Properties {
			message := "is not a known member"
			if meant := spell.Nearest(name, known); meant != "" {
				message += fmt.Sprintf("; did you mean %q?", meant)
			}
			all = append(all, Violation{at.AppendToken(name), message})
		}
		return all
	}
	if len(e.Causes) == 0 {
		return append(all, Violation{at, describe(e.ErrorKind)})
	}
	for _, cause := range e.Causes {
		all = r.violations(cause, all)
	}
	return all
}

// dependent appends the members that another one needs.
func dependent(at jsontext.Pointer, member string, missing []string, all []Violation) []Violation {
	for _, name := range missing {
		all = append(all, Violation{at.AppendToken(name), fmt.Sprintf("is missing, and %q needs it", clip(member))})
	}
	return all
}

// alternatives returns one violation for a choice of which nothing fits: all
// reasons of every branch would say more than anybody wants to know.
func (r *report) alternatives(e *jsonschema.ValidationError) Violation {
	at := pointer(e.InstanceLocation)
	var branches []string
	for _, cause := range e.Causes {
		var parts []string
		for _, v := range r.violations(cause, nil) {
			v.Pointer = jsontext.Pointer(strings.TrimPrefix(string(v.Pointer), string(at)))
			parts = append(parts, v.String())
		}
		branches = append(branches, strings.Join(parts, ", "))
	}
	return Violation{at, "none of the alternatives fits: " + clip(strings.Join(branches, "; or "))}
}

// members returns the names that the schema at a location knows, sorted.
func (r *report) members(url string) []string {
	if r.root == nil {
		return nil
	}
	if r.places == nil {
		r.places = map[string]*jsonschema.Schema{}
		for s := range reachable(r.root) {
			r.places[s.Location] = s
		}
	}
	s, ok := r.places[url]
	if !ok {
		return nil
	}
	return slices.Sorted(maps.Keys(s.Properties))
}

// pointer returns the pointer with the given tokens.
func pointer(tokens []string) jsontext.Pointer {
	var p jsontext.Pointer
	for _, token := range tokens {
		p = p.AppendToken(token)
	}
	return p
}
