package server_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yosida95/uritemplate/v3"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// matching returns a server with one template, and what its last match was.
func matching(t *testing.T, template string) (*server.Server, *map[string]string) {
	t.Helper()
	s, got := newServer(), new(map[string]string)
	mustAdd(t, s.AddResourceTemplate(mcp.ResourceTemplate{URITemplate: template, Name: "n"},
		func(_ context.Context, _ *server.Call, _ string, variables map[string]string) (mcp.Contents, error) {
			*got = variables
			return mcp.Contents{&mcp.TextResourceContents{}}, nil
		}))
	return s, got
}

type values = map[string]string

func TestTemplateMatch(t *testing.T) {
	for _, test := range []struct {
		template, uri string
		want          values // nil if it does not match
	}{
		{"doc://{name}", "doc://foo%2Fbar", values{"name": "foo/bar"}},
		{"doc://{name}", "doc://foo/bar", nil},
		{"doc://{name}", "doc://", values{"name": ""}},
		{"doc://{name}", "doc://a?b", nil},
		{"doc://{name}", "doc://%zz", nil},
		{"doc://{name}", "doc://a,b", values{"name": "a,b"}},
		{"doc://{n}", "doc://%21", values{"n": "!"}},
		{"tree://{+path}", "tree://a/b%20c", values{"path": "a/b c"}},
		{"tree://{+path}/end", "tree://a/end/end", values{"path": "a/end"}},
		{"doc://x{?q,r}", "doc://x?q=a%26b", values{"q": "a&b"}},
		{"doc://x{?q,r}", "doc://x?r=2&q=1", values{"q": "1", "r": "2"}},
		{"doc://x{?q,r}", "doc://x", values{}},
		{"doc://x{?q,r}", "doc://x?q=", values{"q": ""}},
		{"doc://x{?q,r}", "doc://x?other=1", nil},
		{"doc://x{?q,r}", "doc://x?q=1&q=2", nil},
		{"doc://x{?q*}", "doc://x?q=1&q=2", values{"q": "1,2"}},
		{"doc://x{?q*}", "doc://x?a=1&b=2", values{"q": "a=1,b=2"}},
		{"doc://x?fixed=1{&q}", "doc://x?fixed=1&q=2", values{"q": "2"}},
		{"doc://caf\u00e9/{n}", "doc://caf%C3%A9/%C3%A9", values{"n": "\u00e9"}},
		{"doc://caf\u00e9/{n}", "doc://caf\u00e9/\u00e9", values{"n": "\u00e9"}},
		{"doc:{/id*}", "doc:/a/b%2Cc", values{"id": "a,b,c"}},
		{"doc:{/a,b}", "doc:/x/y", values{"a": "x", "b": "y"}},
		{"doc:{/a,b}", "doc:/x", values{"a": "x"}},
		{"doc:{/a*,b}", "doc:/x/y/z", values{"a": "x,y", "b": "z"}},
		{"doc:{a,b}", "doc:x,y", values{"a": "x", "b": "y"}},
		{"doc:x{.ext}", "doc:x.tar.gz", values{"ext": "tar.gz"}},
		{"doc:x{;v,w}", "doc:x;v=1;w", values{"v": "1", "w": ""}},
		{"doc:x{#part}", "doc:x#a/b", values{"part": "a/b"}},
		{"doc:{a:3}", "doc:abc", values{"a": "abc"}},
		{"doc:{a:3}", "doc:abcd", nil},
		{"doc:{a}/{a}", "doc:x/x", values{"a": "x"}},
		{"doc:{a}/{a}", "doc:x/y", nil},
	} {
		t.Run("BR-124 "+test.template+" "+test.uri, func(t *testing.T) {
			s, got := matching(t, test.template)
			_, err := ask(t, s, "resources/read", `"uri":"`+test.uri+`"`)
			if (err == nil) != (test.want != nil) {
				t.Fatalf("got %v, %v", *got, err)
			}
			if diff := cmp.Diff(test.want, *got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Matching finds the values that a template was expanded with. They are ASCII,
// because the library expands no others rightly.
func TestTemplateInverse(t *testing.T) {
	for _, template := range []string{
		"doc://{a}", "doc://{+a}", "doc://{a}/{b}", "doc:x{?a,b}", "doc:x?y{&a,b}", "doc:{/a,b}", "doc:x{;a,b}", "doc:x{#a}", "doc:caf\u00e9{.a}",
	} {
		for _, want := range []values{{"a": "plain", "b": "1"}, {"a": "a b%/?#&=;.", "b": "~!*'()"}, {"a": "100%25", "b": "+"}} {
			t.Run("BR-124 "+template+" "+want["a"], func(t *testing.T) {
				expanded, err := uritemplate.MustNew(template).Expand(uritemplate.Values{"a": uritemplate.String(want["a"]), "b": uritemplate.String(want["b"])})
				mustAdd(t, err)
				s, got := matching(t, template)
				result(t, s, "resources/read", `"uri":"`+expanded+`"`)
				for name, value := range *got {
					if value != want[name] {
						t.Errorf("%s: %s is %q, want %q", expanded, name, value, want[name])
					}
				}
				if (*got)["a"] == "" {
					t.Errorf("%s: no a in %v", expanded, *got)
				}
			})
		}
	}
}

// The work of matching does not grow faster than the URI. What would grow is
// copies of what was found, so they are counted, not the time.
func TestTemplateWork(t *testing.T) {
	for _, template := range []string{"x:{/id*}", "x:{a*}", "x:{a}{b}{c}{d}{e}", "x:{a,b,c,d,e,f,g,h}", "x:{?a*}", "x:{+a}{+b}{+c}"} {
		for _, unit := range []string{",", "/,", "a", "?a=b&"} {
			t.Run("BR-125 "+template+" "+unit, func(t *testing.T) {
				s, _ := matching(t, template)
				req := &mcp.Request{Method: "resources/read", Params: paramsOf(`"uri":"x:` + strings.Repeat(unit, 8000/len(unit)) + `"`)}
				got := testing.AllocsPerRun(1, func() {
					_, _ = s.Handle(t.Context(), req, nil) // whether it matches is no matter here
				})
				if got > 200 {
					t.Errorf("%v allocations", got)
				}
			})
		}
	}
}

func TestTemplateRefused(t *testing.T) {
	for _, template := range []string{"doc:{}", "doc:{+}", "doc:{a", "doc:a}", "doc:{a b}", "doc:{!a}", "doc:{" + strings.Repeat("a,", 100) + "a}"} {
		err := newServer().AddResourceTemplate(mcp.ResourceTemplate{URITemplate: template, Name: "n"},
			func(context.Context, *server.Call, string, map[string]string) (mcp.Contents, error) { return nil, nil })
		if err == nil {
			t.Errorf("%q is accepted", template)
		}
	}
}
