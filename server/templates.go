package server

import (
	"context"
	"errors"
	"fmt"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A TemplateFunc reads a resource whose URI matched a template. variables holds
// the values of the template's variables, decoded; those of a list are joined
// with commas. They come from the peer: check them before they become a path
// or a query (RESOURCE-025, RESOURCE-027). For the rest see ResourceFunc.
type TemplateFunc func(ctx context.Context, call *Call, uri string, variables map[string]string) (mcp.Contents, error)

// A template is an entry of the list of resource templates.
type template struct {
	readable
	pattern *uriPattern
	read    TemplateFunc
}

func (t *template) member() string { return "resourceTemplates" }

// AddResourceTemplate adds a family of resources by an RFC 6570 template, or
// replaces the one with the same template. It fails for one without a name and
// for a template that is none.
func (s *Server) AddResourceTemplate(def mcp.ResourceTemplate, read TemplateFunc, opts ...ResourceOption) error {
	t, err := newTemplate(def, read, opts)
	if err != nil {
		return fmt.Errorf("add resource template %q: %w", def.URITemplate, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.templates.add(t)
	return nil
}

func newTemplate(def mcp.ResourceTemplate, read TemplateFunc, opts []ResourceOption) (*template, error) {
	switch {
	case def.URITemplate == "":
		return nil, errors.New("it has no template")
	case def.Name == "":
		return nil, errors.New("it has no name")
	case read == nil:
		return nil, errors.New("it has no function")
	}
	pattern, err := newURIPattern(def.URITemplate)
	if err = errors.Join(err, checkAnnotations(def.Annotations)); err != nil {
		return nil, err
	}
	common, err := newReadable(def.URITemplate, def.MIMEType, def, opts)
	return &template{common, pattern, read}, err
}

// RemoveResourceTemplates removes templates; those that are not there are
// ignored.
func (s *Server) RemoveResourceTemplates(templates ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.templates.remove(templates...)
}
