package server_test

import (
	"context"
	"testing"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// isFault checks that a request fails as a mistake of the program.
func isFault(t *testing.T, s *server.Server, method, members string) {
	t.Helper()
	value, err := ask(t, s, method, members)
	if err == nil {
		t.Fatalf("got %s", value)
	}
	if wire, ok := mcp.AsError(err); ok {
		t.Errorf("the peer is told %v", wire)
	}
}

func TestPromptContent(t *testing.T) {
	s := newServer()
	var block mcp.ContentBlock
	mustAdd(t, s.AddPrompt(mcp.Prompt{Name: "p"}, func(context.Context, *server.Call, map[string]string) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []mcp.PromptMessage{{Role: mcp.RoleUser, Content: block}}}, nil
	}))
	embedded := func(contents mcp.ResourceContents) mcp.ContentBlock { return &mcp.EmbeddedResource{Resource: contents} }
	data := []byte{0xfb, 0xef}
	tests := []struct {
		rule string
		good mcp.ContentBlock
		want string
		bad  []mcp.ContentBlock
	}{
		{"PROMPT-013", mcp.Image(data, "image/png"), `{"type":"image","data":"++8=","mimeType":"image/png"}`,
			[]mcp.ContentBlock{mcp.Image(data, ""), mcp.Image(data, "png")}},
		{"PROMPT-014", mcp.Audio(data, "audio/wav"), `{"type":"audio","data":"++8=","mimeType":"audio/wav"}`,
			[]mcp.ContentBlock{mcp.Audio(data, "")}},
		{"PROMPT-016", embedded(&mcp.BlobResourceContents{URI: "a:b", MIMEType: "x/y", Blob: data}),
			`{"type":"resource","resource":{"uri":"a:b","mimeType":"x/y","blob":"++8="}}`,
			[]mcp.ContentBlock{embedded(&mcp.BlobResourceContents{MIMEType: "x/y"}), embedded(nil),
				embedded(&mcp.TextResourceContents{URI: "b", MIMEType: "x/y"}),
				embedded(&mcp.TextResourceContents{URI: "a:b", MIMEType: "x/y", Text: "\xff"})}},
		{"PROMPT-017", embedded(&mcp.TextResourceContents{URI: "a:b", MIMEType: "text/plain", Text: "x"}),
			`{"type":"resource","resource":{"uri":"a:b","mimeType":"text/plain","text":"x"}}`,
			[]mcp.ContentBlock{embedded(&mcp.TextResourceContents{URI: "a:b", Text: "x"})}},
	}
	for _, test := range tests {
		t.Run(test.rule, func(t *testing.T) {
			block = test.good
			isText(t, result(t, s, "prompts/get", `"name":"p"`), test.want, "messages", "content")
			for _, block = range test.bad {
				isFault(t, s, "prompts/get", `"name":"p"`)
			}
		})
	}
}

func TestResourceContent(t *testing.T) {
	t.Run("RESOURCE-014 text is text", func(t *testing.T) {
		s := newServer()
		mustAdd(t, s.AddResource(mcp.Resource{URI: "x:a", Name: "a"}, textResource("\xff\xfe")))
		isFault(t, s, "resources/read", `"uri":"x:a"`)
	})
	t.Run("RESOURCE-016 annotations", func(t *testing.T) {
		much, some := 2.0, 0.5
		for _, bad := range []*mcp.Annotations{{Priority: &much}, {Audience: []mcp.Role{"system"}}} {
			if newServer().AddResource(mcp.Resource{URI: "x:a", Name: "a", Annotations: bad}, textResource("")) == nil {
				t.Errorf("%+v is accepted", bad)
			}
		}
		s := newServer()
		mustAdd(t, s.AddResource(mcp.Resource{URI: "x:a", Name: "a",
			Annotations: &mcp.Annotations{Priority: &some, Audience: []mcp.Role{mcp.RoleUser}, LastModified: "2026-07-28T00:00:00Z"}}, textResource("")))
		isText(t, result(t, s, "resources/list", ""),
			`{"audience":["user"],"priority":0.5,"lastModified":"2026-07-28T00:00:00Z"}`, "resources", "annotations")
	})
}

// Every connection sees the same, whatever it did before.
func TestSameForAll(t *testing.T) {
	s := withPrompt(t)
	mustAdd(t, s.AddResource(mcp.Resource{URI: "x:a", Name: "a"}, textResource("")))
	for rule, requests := range map[string][3]string{
		"RESOURCE-004": {"resources/list", "resources/read", `"uri":"x:a"`},
		"PROMPT-004":   {"prompts/list", "prompts/get", `"name":"review","arguments":{"code":"x"}`},
	} {
		t.Run(rule, func(t *testing.T) {
			var lists []string
			for _, peer := range []mcp.Peer{{Transport: "http", Remote: "192.0.2.1:5"}, {Transport: "stdio"}} {
				response, err := s.Handle(t.Context(), &mcp.Request{Method: requests[0], Params: paramsOf(""), Peer: peer}, nil)
				mustAdd(t, err)
				lists = append(lists, string(response.Result))
				result(t, s, requests[1], requests[2])
			}
			if lists[0] != lists[1] {
				t.Errorf("%s\n%s", lists[0], lists[1])
			}
		})
	}
}
