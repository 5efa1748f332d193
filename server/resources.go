package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A ResourceFunc reads a resource. What it leaves empty of URI and MIME type is
// filled in. No contents and no error mean that the resource does not exist
// (RESOURCE-024); mcp.ResourceNotFound says the same with an error.
type ResourceFunc func(ctx context.Context, call *Call, uri string) (mcp.Contents, error)

// A ResourceOption configures a resource or a template.
type ResourceOption func(*readable)

// ReadCache says how long and for whom clients may keep what was read. The
// default is not at all, for nobody else.
func ReadCache(ttl time.Duration, scope mcp.CacheScope) ResourceOption {
	return func(r *readable) { r.cache = cacheOf(ttl, scope) }
}

// A readable is what resources and templates have in common.
type readable struct {
	id       string // URI or template
	text     jsontext.Value
	mimeType string
	cache    mcp.Cache
}

func newReadable(id, mimeType string, def any, opts []ResourceOption) (readable, error) {
	r := readable{id: id, mimeType: mimeType, cache: mcp.Cache{CacheScope: mcp.Private}}
	for _, opt := range opts {
		opt(&r)
	}
	var err error
	r.text, err = json.Marshal(def)
	return r, err
}

func (r *readable) key() string            { return r.id }
func (r *readable) listed() jsontext.Value { return r.text }

// A resource is an entry of the list of resources.
type resource struct {
	readable
	read ResourceFunc
}

func (r *resource) member() string { return "resources" }

// AddResource adds a resource, or replaces the one with its URI. It fails for
// one without a name, and for a URI that is not absolute (RESOURCE-022).
func (s *Server) AddResource(def mcp.Resource, read ResourceFunc, opts ...ResourceOption) error {
	r, err := newResource(def, read, opts)
	if err != nil {
		return fmt.Errorf("add resource %q: %w", def.URI, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resources.add(r)
	return nil
}

func newResource(def mcp.Resource, read ResourceFunc, opts []ResourceOption) (*resource, error) {
	if err := errors.Join(checkURI(def.URI), checkAnnotations(def.Annotations)); err != nil {
		return nil, err
	}
	switch {
	case def.Name == "":
		return nil, errors.New("it has no name")
	case read == nil:
		return nil, errors.New("it has no function")
	}
	common, err := newReadable(def.URI, def.MIMEType, def, opts)
	return &resource{common, read}, err
}

// RemoveResources removes resources; URIs that are not there are ignored.
func (s *Server) RemoveResources(uris ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resources.remove(uris...)
}

// hasResources reports whether the resources capability is declared.
func (s *Server) hasResources() bool { return s.resources.used() || s.templates.used() }

// maxURI is how long a URI may be that is matched against templates, so that
// matching cannot be made long.
const maxURI = 8 << 10

// readResource answers resources/read: from the resource with that very URI,
// else from the first template that matches.
func (s *Server) readResource(ctx context.Context, call *Call) (jsontext.Value, error) {
	params, err := mcp.ResourcesRead.DecodeParams(call.request.Params)
	if err != nil {
		return nil, err
	}
	if err := checkState(params.RequestState); err != nil {
		return nil, err
	}
	if r, ok := s.resources.find(params.URI); ok {
		contents, err := r.read(ctx, call, params.URI)
		return r.result(params.URI, contents, err)
	}
	if len(params.URI) > maxURI {
		return nil, mcp.InvalidParams("the URI is longer than %d bytes", maxURI)
	}
	for _, n := range s.templates.load().entries {
		if variables, ok := n.entry.pattern.match(params.URI); ok {
			contents, err := n.entry.read(ctx, call, params.URI, variables)
			return n.entry.result(params.URI, contents, err)
		}
	}
	return nil, mcp.ResourceNotFound(params.URI) // RESOURCE-023
}

// result encodes what was read.
func (r *readable) result(uri string, contents mcp.Contents, err error) (jsontext.Value, error) {
	switch {
	case err != nil:
		return nil, err
	case contents == nil:
		return nil, mcp.ResourceNotFound(uri)
	}
	contents, err = r.complete(uri, contents)
	if err != nil {
		return nil, fmt.Errorf("resource %q: %w", uri, err)
	}
	return mcp.ResourcesRead.EncodeResult(mcp.ReadResourceResult{Contents: contents, Cache: r.cache})
}

// complete returns contents with the URI and MIME type of the resource where
// the function left them empty. What the function returned is not changed: it
// may be shared.
func (r *readable) complete(uri string, contents mcp.Contents) (mcp.Contents, error) {
	out := make(mcp.Contents, len(contents))
	fill := func(at, mimeType *string) {
		if *at == "" {
			*at = uri
		}
		if *mimeType == "" {
			*mimeType = r.mimeType
		}
	}
	for i, c := range contents {
		switch c := c.(type) {
		case *mcp.TextResourceContents:
			if err := checkText(c.Text); err != nil {
				return nil, err
			}
			filled := *c
			fill(&filled.URI, &filled.MIMEType)
			out[i] = &filled
		case *mcp.BlobResourceContents:
			filled := *c
			fill(&filled.URI, &filled.MIMEType)
			out[i] = &filled
		}
	}
	return out, nil
}
