package client_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// names drains an iterator.
func names[E any](entries iter.Seq2[E, error], name func(E) string) (got []string, err error) {
	for entry, err := range entries {
		if err != nil {
			return got, err
		}
		got = append(got, name(entry))
	}
	return got, nil
}

func toolNames(t *testing.T, c *client.Client) ([]string, error) {
	return names(c.Tools(t.Context()), func(tool mcp.Tool) string { return tool.Name })
}

// cursors returns the cursors that were sent, "none" for none.
func cursors(f *fake) (got []string) {
	for _, req := range f.requests() {
		cursor := jsonrpc.Member(req.Params, "cursor")
		if cursor == nil {
			cursor = []byte("none")
		}
		got = append(got, string(cursor))
	}
	return got
}

const (
	toolA = `{"name":"a","inputSchema":{"type":"object"}}`
	toolB = `{"name":"b","inputSchema":{"type":"object"}}`
	toolC = `{"name":"c","inputSchema":{"type":"object"}}`
)

func TestPages(t *testing.T) {
	for _, test := range []struct {
		name    string
		pages   []string
		want    []string
		cursors []string
	}{
		{"PAGE-001 pages of any size", []string{
			`{"tools":[` + toolA + `,` + toolB + `],"nextCursor":"1"}`, `{"tools":[],"nextCursor":"2"}`, `{"tools":[` + toolC + `]}`,
		}, []string{"a", "b", "c"}, []string{"none", `"1"`, `"2"`}},
		{"PAGE-002 null is absent", []string{`{"tools":[` + toolA + `],"nextCursor":null}`}, []string{"a"}, []string{"none"}},
		{"PAGE-005", []string{`{"tools":[` + toolA + `]}`}, []string{"a"}, []string{"none"}},
		{"PAGE-006", []string{`{"tools":[` + toolA + `],"nextCursor":"1"}`, `{"tools":[` + toolB + `]}`}, []string{"a", "b"}, []string{"none", `"1"`}},
		{"PAGE-007 as it came", []string{
			`{"tools":[],"nextCursor":" =\u003d\n\u00e9/+? "}`, `{"tools":[` + toolA + `]}`,
		}, []string{"a"}, []string{"none", `" ==\né/+? "`}},
		{"PAGE-008", []string{`{"tools":[` + toolA + `],"nextCursor":""}`, `{"tools":[` + toolB + `]}`}, []string{"a", "b"}, []string{"none", `""`}},
		{"BR-113", []string{
			`{"resultType":"complete","tools":[{"name":"first","inputSchema":{"type":"object"}}],"nextCursor":"","ttlMs":0,"cacheScope":"public"}`,
			`{"resultType":"complete","tools":[{"name":"second","inputSchema":{"type":"object"}}],"ttlMs":0,"cacheScope":"public"}`,
		}, []string{"first", "second"}, []string{"none", `""`}},
		{"TOOL-005 none at all", []string{`{"tools":[]}`}, nil, []string{"none"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := results(test.pages...)
			got, err := toolNames(t, dial(t, f))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.cursors, cursors(f)); diff != "" {
				t.Errorf("cursors (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAllLists(t *testing.T) {
	resource := func(name string) string { return fmt.Sprintf(`{"uri":"a:%[1]s","name":%[1]q}`, name) }
	t.Run("RESOURCE-003", func(t *testing.T) {
		c := dial(t, results(`{"resources":[`+resource("x")+`],"nextCursor":"1"}`, `{"resources":[`+resource("y")+`]}`, `{"resources":[]}`))
		for _, want := range []string{"[a:x a:y]", "[]"} {
			got, err := names(c.Resources(t.Context()), func(r mcp.Resource) string { return r.URI })
			if fmt.Sprint(got) != want || err != nil {
				t.Errorf("got %v, %v, want %s", got, err, want)
			}
		}
	})
	t.Run("templates", func(t *testing.T) {
		c := dial(t, results(`{"resourceTemplates":[{"uriTemplate":"a:{x}","name":"x"}],"nextCursor":"1"}`, `{"resourceTemplates":[{"uriTemplate":"b:{y}","name":"y"}]}`))
		got, err := names(c.ResourceTemplates(t.Context()), func(r mcp.ResourceTemplate) string { return r.URITemplate })
		if fmt.Sprint(got) != "[a:{x} b:{y}]" || err != nil {
			t.Errorf("got %v, %v", got, err)
		}
	})
	for _, id := range []string{"PROMPT-003", "PROMPT-021"} {
		t.Run(id, func(t *testing.T) {
			c := dial(t, results(`{"prompts":[{"name":"p"}],"nextCursor":"1"}`, `{"prompts":[{"name":"q"}]}`, `{"prompts":[]}`))
			for _, want := range []string{"[p q]", "[]"} {
				got, err := names(c.Prompts(t.Context()), func(p mcp.Prompt) string { return p.Name })
				if fmt.Sprint(got) != want || err != nil {
					t.Errorf("got %v, %v, want %s", got, err, want)
				}
			}
		})
	}
}

func TestOnePage(t *testing.T) {
	f := results(`{"tools":[` + toolA + `],"nextCursor":"n","ttlMs":5,"cacheScope":"public","_meta":{"k":1}}`)
	cursor := "c"
	page, err := dial(t, f).ListTools(t.Context(), &cursor)
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Entries) != 1 || *page.NextCursor != "n" || page.Cache != (mcp.Cache{TTLMs: 5, CacheScope: mcp.Public}) || string(page.Meta.Get("k")) != "1" {
		t.Errorf("the page is %+v", page)
	}
	if diff := cmp.Diff([]string{`"c"`}, cursors(f)); diff != "" {
		t.Errorf("cursors (-want +got):\n%s", diff)
	}
}

func TestPagesThatGoRound(t *testing.T) {
	got, err := toolNames(t, dial(t, results(`{"tools":[`+toolA+`],"nextCursor":"1"}`)))
	var invalid *client.ResultError
	if !errors.As(err, &invalid) {
		t.Errorf("got %v, want a ResultError", err)
	}
	if diff := cmp.Diff([]string{"a", "a"}, got); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}

func TestPagesAreAskedForWhenNeeded(t *testing.T) {
	f := results(`{"tools":[` + toolA + `,` + toolB + `],"nextCursor":"1"}`)
	for range dial(t, f).Tools(t.Context()) {
		break
	}
	if n := len(f.requests()); n != 1 {
		t.Errorf("asked for %d pages", n)
	}
}

func TestPageThatFails(t *testing.T) {
	f := &fake{}
	f.answer = func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
		if len(f.requests()) == 1 {
			return &mcp.Response{Result: []byte(`{"tools":[` + toolA + `],"nextCursor":"1"}`)}, nil
		}
		return nil, mcp.InvalidParams("bad cursor")
	}
	got, err := toolNames(t, dial(t, f))
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || !wire.FromPeer() || len(got) != 1 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestEntriesThatAreNone(t *testing.T) {
	lists := map[string]func(t *testing.T, c *client.Client) (kept []string, dropped []*client.EntryError, err error){
		"tools": func(t *testing.T, c *client.Client) (kept []string, dropped []*client.EntryError, err error) {
			page, err := c.ListTools(t.Context(), nil)
			return keep(page, err, func(e mcp.Tool) string { return e.Name })
		},
		"resources": func(t *testing.T, c *client.Client) (kept []string, dropped []*client.EntryError, err error) {
			page, err := c.ListResources(t.Context(), nil)
			return keep(page, err, func(e mcp.Resource) string { return e.Name })
		},
		"resourceTemplates": func(t *testing.T, c *client.Client) (kept []string, dropped []*client.EntryError, err error) {
			page, err := c.ListResourceTemplates(t.Context(), nil)
			return keep(page, err, func(e mcp.ResourceTemplate) string { return e.Name })
		},
		"prompts": func(t *testing.T, c *client.Client) (kept []string, dropped []*client.EntryError, err error) {
			page, err := c.ListPrompts(t.Context(), nil)
			return keep(page, err, func(e mcp.Prompt) string { return e.Name })
		},
	}
	good := map[string]string{
		"tools":             `{"name":"good","inputSchema":{"type":"object"}}`,
		"resources":         `{"name":"good","uri":"a:b"}`,
		"resourceTemplates": `{"name":"good","uriTemplate":"a:{b}"}`,
		"prompts":           `{"name":"good"}`,
	}
	for _, test := range []struct{ name, member, bad, pointer, reason string }{
		{"TOOL-010 missing", "tools", `{"inputSchema":{"type":"object"}}`, "", "name is missing"},
		{"TOOL-010 null", "tools", `{"name":null,"inputSchema":{"type":"object"}}`, "/name", "null"},
		{"TOOL-011 missing", "tools", `{"name":"t"}`, "", "inputSchema is missing"},
		{"TOOL-011 null", "tools", `{"name":"t","inputSchema":null}`, "/inputSchema", "null"},
		{"TOOL-011 no schema", "tools", `{"name":"t","inputSchema":{"type":"object","properties":[]}}`, "/inputSchema/properties", "invalid-schema"},
		{"TOOL-012 no type", "tools", `{"name":"t","inputSchema":{"properties":{}}}`, "/inputSchema", "object"},
		{"TOOL-012 array", "tools", `{"name":"t","inputSchema":{"type":"array"}}`, "/inputSchema", "object"},
		{"TOOL-015", "tools", `{"name":"t","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"yes"}}`, "/annotations/readOnlyHint", "type"},
		{"SCHEMA-007", "tools", `{"name":"t","inputSchema":{"type":"object","required":"name"}}`, "/inputSchema/required", "invalid-schema"},
		{"BR-074", "tools", `{"name":"bad","inputSchema":{"type":"object","properties":{},"required":null}}`, "/inputSchema/required", "invalid-schema"},
		{"BR-077", "tools", `null`, "", "null"},
		{"RESOURCE-007 no name", "resources", `{"uri":"file:///a"}`, "", "name is missing"},
		{"RESOURCE-007 no uri", "resources", `{"name":"a"}`, "", "uri is missing"},
		{"RESOURCE-009", "resources", `{"name":"a","uri":"a:b","size":"12"}`, "/size", "type"},
		{"RESOURCE-008 no template", "resourceTemplates", `{"name":"x","uriTemplate":"file:///{"}`, "/uriTemplate", "URI template"},
		{"RESOURCE-008 no name", "resourceTemplates", `{"uriTemplate":"a:{b}"}`, "", "name is missing"},
		{"PROMPT-006", "prompts", `{"title":"x"}`, "", "name is missing"},
		{"PROMPT-007", "prompts", `{"name":"p","arguments":[{"name":"a","required":"yes"}]}`, "/arguments/0/required", "type"},
		{"a number", "prompts", `7`, "", "7"},
	} {
		t.Run(test.name, func(t *testing.T) {
			logger, log := logged()
			c := dial(t, results(fmt.Sprintf(`{%q:[%s,%s]}`, test.member, test.bad, good[test.member])), logger)
			kept, dropped, err := lists[test.member](t, c)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{"good"}, kept); diff != "" {
				t.Errorf("kept (-want +got):\n%s", diff)
			}
			if len(dropped) != 1 {
				t.Fatalf("dropped %v", dropped)
			}
			want := "/result/" + test.member + "/0" + test.pointer
			if got := string(dropped[0].Pointer); got != want {
				t.Errorf("the pointer is %s, want %s", got, want)
			}
			contains(t, dropped[0].Error(), test.reason)
			contains(t, log.String(), "schema-invalid", "pointer="+want, test.reason)
		})
	}
}

func keep[E any](page *client.Page[E], err error, name func(E) string) ([]string, []*client.EntryError, error) {
	if err != nil {
		return nil, nil, err
	}
	var kept []string
	for _, e := range page.Entries {
		kept = append(kept, name(e))
	}
	return kept, page.Dropped, nil
}

// A schema that this side cannot use, though it may be one, hides no tool.
func TestSchemasOnlyTheServerCanUse(t *testing.T) {
	for name, tool := range map[string]string{
		"another dialect":       `{"name":"t","inputSchema":{"$schema":"urn:unknown","type":"object"}}`,
		"an outside reference":  `{"name":"t","inputSchema":{"type":"object","properties":{"a":{"$ref":"https://x.example/y"}}}}`,
		"TOOL-014 no schema":    `{"name":"t","inputSchema":{"type":"object"},"outputSchema":7}`,
		"TOOL-014 of any type":  `{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":["integer","null"]}}`,
		"an output schema bad":  `{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"nothing"}}`,
		"unknown members":       `{"name":"t","inputSchema":{"type":"object"},"com.example/x":1}`,
		"an argument free tool": `{"name":"t","inputSchema":{"type":"object","additionalProperties":false}}`,
	} {
		t.Run(name, func(t *testing.T) {
			got, err := toolNames(t, dial(t, results(`{"tools":[`+tool+`]}`)))
			if diff := cmp.Diff([]string{"t"}, got); diff != "" || err != nil {
				t.Errorf("%v, tools (-want +got):\n%s", err, diff)
			}
		})
	}
}
