package server

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A MethodOption configures a method.
type MethodOption func(*method)

// Extension says that a method belongs to an extension, by the identifier of
// its capability. A request that does not declare the capability never sees
// the method: it is answered with -32021.
func Extension(identifier string) MethodOption {
	return func(m *method) { m.extension = identifier }
}

// ResultTypes says which result types the method may return besides those of
// the core (RESULT-006).
func ResultTypes(types ...mcp.ResultType) MethodOption {
	return func(m *method) { m.types = types }
}

// AddMethod adds a method that the core does not have, as an extension does.
// The result is encoded and marked like those of the core. It panics when the
// method is one of the core's or has no name.
func AddMethod[P, R any](s *Server, m mcp.Method[P, R], fn func(ctx context.Context, call *Call, params P) (*R, error), opts ...MethodOption) {
	entry := method{serve: func(ctx context.Context, call *Call) (jsontext.Value, error) {
		params, err := m.DecodeParams(call.request.Params)
		if err != nil {
			return nil, err
		}
		result, err := fn(ctx, call, params)
		switch {
		case err != nil:
			return nil, err
		case result == nil:
			return nil, fmt.Errorf("%s: %w", m.Name, errNoResult)
		}
		return m.EncodeResult(*result)
	}}
	for _, opt := range opts {
		opt(&entry)
	}
	if _, core := s.core()[m.Name]; core || m.Name == "" || strings.HasPrefix(m.Name, "notifications/") {
		panic(fmt.Sprintf("server: add method %q: the name is the core's", m.Name))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	methods := maps.Clone(*s.methods.Load())
	methods[m.Name] = entry
	s.methods.Store(&methods)
}

// DeclareExtension declares an extension in the server's capabilities, with
// its settings, a JSON object; nil stands for the empty one.
func (s *Server) DeclareExtension(identifier string, settings jsontext.Value) {
	if settings == nil {
		settings = jsontext.Value("{}")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	extensions := map[string]jsontext.Value{}
	if old := s.extensions.Load(); old != nil {
		maps.Copy(extensions, *old)
	}
	extensions[identifier] = slices.Clone(settings)
	s.extensions.Store(&extensions)
}
