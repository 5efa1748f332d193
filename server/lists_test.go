package server_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// names returns the names on a page, and the cursor of the next.
func names(t *testing.T, page jsontext.Value) (names []string, cursor jsontext.Value) {
	t.Helper()
	var tools []mcp.Tool
	if err := json.Unmarshal(at(t, page, "tools"), &tools); err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return names, at(t, page, "nextCursor")
}

func addNumbered(t *testing.T, s *server.Server, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		addRaw(t, s, fmt.Sprintf("t%d", i), func(context.Context, *server.Call) (*mcp.CallToolResult, error) { return done("ok"), nil })
	}
}

func TestPages(t *testing.T) {
	s := newServer(server.PageSize(3))
	addNumbered(t, s, 0, 7)
	t.Run("PAGE-010 each page goes on where the last ended", func(t *testing.T) {
		var all, pages []string
		members := ""
		for {
			page, cursor := names(t, result(t, s, "tools/list", members))
			all, pages = append(all, page...), append(pages, fmt.Sprint(len(page)))
			if cursor == nil {
				break
			}
			members = `"cursor":` + string(cursor)
		}
		if got := strings.Join(all, " "); got != "t0 t1 t2 t3 t4 t5 t6" {
			t.Error(got)
		}
		if got := strings.Join(pages, " "); got != "3 3 1" {
			t.Error(got)
		}
	})
	t.Run("PAGE-003 a cursor stays good when entries come and go", func(t *testing.T) {
		_, cursor := names(t, result(t, s, "tools/list", ""))
		s.RemoveTools("t1", "t2", "t3")
		page, _ := names(t, result(t, s, "tools/list", `"cursor":`+string(cursor)))
		if got := strings.Join(page, " "); got != "t4 t5 t6" {
			t.Error(got)
		}
	})
	t.Run("PAGE-009 a cursor nobody gave", func(t *testing.T) {
		for _, cursor := range []string{`"garbage"`, `""`, `"MTo="`, `"MjoxMg"`} {
			refused(t, s, "tools/list", `"cursor":`+cursor, jsonrpc.InvalidParams)
		}
	})
	t.Run("PAGE-002 a cursor is a string", func(t *testing.T) {
		refused(t, s, "tools/list", `"cursor":7`, jsonrpc.InvalidParams)
		result(t, s, "tools/list", `"cursor":null`)
	})
	t.Run("PAGE-011 what is no list has no cursor", func(t *testing.T) {
		if at(t, result(t, s, "server/discover", ""), "nextCursor") != nil {
			t.Error("it has")
		}
	})
}

func TestListOrder(t *testing.T) {
	t.Run("TOOL-008 the order is that of adding, each time", func(t *testing.T) {
		s := newServer()
		addNumbered(t, s, 0, 50)
		first := string(result(t, s, "tools/list", ""))
		for range 3 {
			if got := string(result(t, s, "tools/list", "")); got != first {
				t.Fatal("another order")
			}
		}
	})
	t.Run("TOOL-006 every connection sees the same", func(t *testing.T) {
		s := newServer()
		addNumbered(t, s, 0, 3)
		var seen []string
		for _, peer := range []mcp.Peer{{Transport: "http", Remote: "1"}, {Transport: "stdio"}} {
			response, err := s.Handle(t.Context(), &mcp.Request{Method: "tools/list", Params: paramsOf(""), Peer: peer}, nil)
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, string(response.Result))
			result(t, s, "tools/call", `"name":"t1"`)
		}
		if seen[0] != seen[1] {
			t.Errorf("%s\n%s", seen[0], seen[1])
		}
	})
	t.Run("tools come and go while others are served", func(t *testing.T) {
		s := newServer()
		addNumbered(t, s, 0, 5)
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				for range 200 {
					if page, _ := names(t, result(t, s, "tools/list", "")); len(page) < 5 {
						t.Errorf("a list of %d", len(page))
					}
					result(t, s, "tools/call", `"name":"t0"`)
				}
			})
		}
		for i := range 100 {
			addNumbered(t, s, 10+i, 11+i)
			s.RemoveTools(fmt.Sprintf("t%d", 10+i))
		}
		wait.Wait()
	})
}

func TestCacheHints(t *testing.T) {
	s := newServer(server.ListCache(90*time.Second, mcp.Public))
	addEcho(s)
	text := func(context.Context, *server.Call, string) (mcp.Contents, error) {
		return mcp.Contents{&mcp.TextResourceContents{Text: "x"}}, nil
	}
	mustAdd(t, s.AddResource(mcp.Resource{URI: "x:a", Name: "a"}, text))
	mustAdd(t, s.AddResource(mcp.Resource{URI: "x:b", Name: "b"}, text, server.ReadCache(time.Minute, mcp.Public)))
	mustAdd(t, s.AddPrompt(mcp.Prompt{Name: "p"}, func(context.Context, *server.Call, map[string]string) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []mcp.PromptMessage{}}, nil
	}))
	tests := []struct{ method, members, ttl, scope string }{
		{"server/discover", "", "90000", `"public"`},
		{"tools/list", "", "90000", `"public"`},
		{"prompts/list", "", "90000", `"public"`},
		{"resources/list", "", "90000", `"public"`},
		{"resources/templates/list", "", "90000", `"public"`},
		{"resources/read", `"uri":"x:a"`, "0", `"private"`},
		{"resources/read", `"uri":"x:b"`, "60000", `"public"`},
	}
	for _, test := range tests {
		t.Run("CACHE-001 "+test.method, func(t *testing.T) {
			got := result(t, s, test.method, test.members)
			isText(t, got, test.ttl, "ttlMs")
			isText(t, got, test.scope, "cacheScope")
		})
	}
	t.Run("CACHE-002 others have none", func(t *testing.T) {
		for method, members := range map[string]string{"tools/call": `"name":"echo","arguments":{"text":""}`, "prompts/get": `"name":"p"`} {
			if got := result(t, s, method, members); at(t, got, "ttlMs") != nil || at(t, got, "cacheScope") != nil {
				t.Errorf("%s: %s", method, got)
			}
		}
	})
}

func mustAdd(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
