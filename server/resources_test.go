package server_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

func textResource(text string) server.ResourceFunc {
	return func(context.Context, *server.Call, string) (mcp.Contents, error) {
		return mcp.Contents{&mcp.TextResourceContents{Text: text}}, nil
	}
}

func TestResources(t *testing.T) {
	s := newServer()
	mustAdd(t, s.AddResource(mcp.Resource{URI: "x:a", Name: "a", MIMEType: "text/plain"}, textResource("hello")))
	mustAdd(t, s.AddResource(mcp.Resource{URI: "x:png", Name: "png"}, func(context.Context, *server.Call, string) (mcp.Contents, error) {
		return mcp.Contents{&mcp.BlobResourceContents{Blob: []byte("\x89PNG\r\n\x1a\n"), MIMEType: "image/png"}}, nil
	}))
	mustAdd(t, s.AddResource(mcp.Resource{URI: "x:gone", Name: "gone"}, func(context.Context, *server.Call, string) (mcp.Contents, error) {
		return nil, nil
	}))
	mustAdd(t, s.AddResource(mcp.Resource{URI: "x:both", Name: "both"}, func(context.Context, *server.Call, string) (mcp.Contents, error) {
		return mcp.Contents{&mcp.TextResourceContents{URI: "x:both/1"}, &mcp.BlobResourceContents{URI: "x:both/2"}}, nil
	}))
	mustAdd(t, s.AddResource(mcp.Resource{URI: "x:broken", Name: "broken"}, func(context.Context, *server.Call, string) (mcp.Contents, error) {
		return nil, errors.New("password=hunter2")
	}))

	t.Run("RESOURCE-001 resources are declared, and no more than that", func(t *testing.T) {
		isText(t, result(t, s, "server/discover", ""), `{}`, "capabilities", "resources")
	})
	t.Run("RESOURCE-002 what is declared is listed", func(t *testing.T) {
		isText(t, result(t, s, "resources/list", ""), `"x:a"`, "resources", "uri")
		isText(t, result(t, s, "resources/templates/list", ""), `[]`, "resourceTemplates")
	})
	t.Run("RESOURCE-012 contents have a uri and what they hold", func(t *testing.T) {
		isText(t, result(t, s, "resources/read", `"uri":"x:a"`), `[{"uri":"x:a","mimeType":"text/plain","text":"hello"}]`, "contents")
	})
	t.Run("BR-122 bytes are encoded once", func(t *testing.T) {
		isText(t, result(t, s, "resources/read", `"uri":"x:png"`), `"iVBORw0KGgo="`, "contents", "blob")
	})
	t.Run("RESOURCE-013 several contents, of other URIs", func(t *testing.T) {
		isText(t, result(t, s, "resources/read", `"uri":"x:both"`),
			`[{"uri":"x:both/1","text":""},{"uri":"x:both/2","blob":""}]`, "contents")
	})
	t.Run("RESOURCE-023 what does not exist", func(t *testing.T) {
		wire := refused(t, s, "resources/read", `"uri":"x:none"`, jsonrpc.InvalidParams)
		isText(t, wire.Data, `"x:none"`, "uri")
	})
	t.Run("ERROR-012 is not told with the code of earlier revisions", func(t *testing.T) {
		wire := refused(t, s, "resources/read", `"uri":"x:none"`, jsonrpc.InvalidParams)
		if wire.Code == mcp.CodeLegacyResourceNotFound {
			t.Error(wire)
		}
	})
	t.Run("RESOURCE-024 nor with empty contents", func(t *testing.T) {
		refused(t, s, "resources/read", `"uri":"x:gone"`, jsonrpc.InvalidParams)
	})
	t.Run("BR-119 missing resource", func(t *testing.T) {
		_, err := ask(t, s, "resources/read", `"uri":"file:///none"`)
		if wire, ok := mcp.AsError(err); !ok || wire.Code != jsonrpc.InvalidParams || mcp.HTTPStatus(err) != 200 {
			t.Errorf("got %v", err)
		}
	})
	t.Run("RESOURCE-011 a uri there must be", func(t *testing.T) {
		refused(t, s, "resources/read", ``, jsonrpc.InvalidParams)
		refused(t, s, "resources/read", `"uri":7`, jsonrpc.InvalidParams)
	})
	t.Run("ERROR-006 what went wrong inside stays inside", func(t *testing.T) {
		_, err := ask(t, s, "resources/read", `"uri":"x:broken"`)
		wire, ok := mcp.AsError(err)
		if ok || wire.Code != jsonrpc.InternalError || strings.Contains(wire.Message, "hunter2") {
			t.Errorf("got %v, %v", wire, ok)
		}
	})
	t.Run("RESOURCE-003 the set may become empty", func(t *testing.T) {
		s.RemoveResources("x:a", "x:png", "x:gone", "x:both", "x:broken", "x:other")
		isText(t, result(t, s, "resources/list", ""), `[]`, "resources")
	})
	t.Run("RESOURCE-022 a URI has a scheme", func(t *testing.T) {
		for _, uri := range []string{"", "a/b", "//host/x", "x y:z", "%zz", "my_scheme://x"} {
			if err := s.AddResource(mcp.Resource{URI: uri, Name: "n"}, textResource("")); err == nil {
				t.Errorf("%q is accepted", uri)
			}
		}
		if err := s.AddResource(mcp.Resource{URI: "x:y"}, textResource("")); err == nil {
			t.Error("no name is accepted") // RESOURCE-007
		}
	})
}

func TestResourceTemplates(t *testing.T) {
	s := newServer()
	var got map[string]string
	add := func(pattern string) {
		mustAdd(t, s.AddResourceTemplate(mcp.ResourceTemplate{URITemplate: pattern, Name: pattern, MIMEType: "text/plain"},
			func(_ context.Context, _ *server.Call, uri string, variables map[string]string) (mcp.Contents, error) {
				got = variables
				return mcp.Contents{&mcp.TextResourceContents{Text: pattern}}, nil
			}))
	}
	add("doc://{name}")
	add("tree://{+path}")
	add("find://x{?q,r}")
	add("list://{/id*}")
	mustAdd(t, s.AddResource(mcp.Resource{URI: "doc://exact", Name: "exact"}, textResource("exact")))

	tests := []struct {
		uri  string
		want map[string]string // nil if nothing matches
	}{
		{"doc://a", map[string]string{"name": "a"}},
		{"doc://foo%2Fbar", map[string]string{"name": "foo/bar"}},
		{"doc://foo/bar", nil},
		{"tree://a/b%20c", map[string]string{"path": "a/b c"}},
		{"find://x?q=a%26b", map[string]string{"q": "a&b"}},
		{"other://a", nil},
	}
	for _, test := range tests {
		t.Run("BR-124 "+test.uri, func(t *testing.T) {
			got = nil
			_, err := ask(t, s, "resources/read", `"uri":"`+test.uri+`"`)
			if (err == nil) != (test.want != nil) {
				t.Fatalf("error %v", err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("a resource comes before a template", func(t *testing.T) {
		isText(t, result(t, s, "resources/read", `"uri":"doc://exact"`), `"exact"`, "contents", "text")
	})
	t.Run("BR-125 many commas", func(t *testing.T) {
		refusedOrNot(t, s, "list://"+strings.Repeat(",", 8000))
		refusedOrNot(t, s, "list:///"+strings.Repeat(",", 8000))
	})
	t.Run("RESOURCE-025 a URI is not matched at any length", func(t *testing.T) {
		refused(t, s, "resources/read", `"uri":"doc://`+strings.Repeat("a", 9000)+`"`, jsonrpc.InvalidParams)
	})
	t.Run("RESOURCE-008 a template is one of RFC 6570", func(t *testing.T) {
		for _, pattern := range []string{"", "doc://{", "doc://{a", "doc://{ }"} {
			if err := s.AddResourceTemplate(mcp.ResourceTemplate{URITemplate: pattern, Name: "n"},
				func(context.Context, *server.Call, string, map[string]string) (mcp.Contents, error) { return nil, nil }); err == nil {
				t.Errorf("%q is accepted", pattern)
			}
		}
	})
}

// refusedOrNot reads a URI for no other reason than that it ends.
func refusedOrNot(t *testing.T, s *server.Server, uri string) {
	t.Helper()
	if _, err := ask(t, s, "resources/read", `"uri":"`+uri+`"`); err != nil {
		refused(t, s, "resources/read", `"uri":"`+uri+`"`, jsonrpc.InvalidParams)
	}
}
