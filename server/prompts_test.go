package server_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// withPrompt returns a server with a prompt that has two arguments.
func withPrompt(t *testing.T) *server.Server {
	t.Helper()
	s := newServer()
	mustAdd(t, s.AddPrompt(mcp.Prompt{Name: "review", Arguments: []mcp.PromptArgument{{Name: "code", Required: true}, {Name: "tone"}}},
		func(_ context.Context, _ *server.Call, arguments map[string]string) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{Messages: []mcp.PromptMessage{
				{Role: mcp.RoleUser, Content: mcp.Text(arguments["code"] + arguments["tone"])},
			}}, nil
		}))
	mustAdd(t, s.AddPrompt(mcp.Prompt{Name: "nil"}, func(context.Context, *server.Call, map[string]string) (*mcp.GetPromptResult, error) {
		return nil, nil
	}))
	return s
}

func TestPrompts(t *testing.T) {
	s := withPrompt(t)
	t.Run("PROMPT-001 prompts are declared", func(t *testing.T) {
		isText(t, result(t, s, "server/discover", ""), `{}`, "capabilities", "prompts")
	})
	t.Run("PROMPT-002 what is declared is listed", func(t *testing.T) {
		isText(t, result(t, s, "prompts/list", ""), `[{"name":"code","required":true},{"name":"tone"}]`, "prompts", "arguments")
	})
	t.Run("PROMPT-010 a prompt is messages", func(t *testing.T) {
		isText(t, result(t, s, "prompts/get", `"name":"review","arguments":{"code":"x"}`),
			`[{"role":"user","content":{"type":"text","text":"x"}}]`, "messages")
	})
	t.Run("PROMPT-018 an unknown prompt", func(t *testing.T) {
		wire := refused(t, s, "prompts/get", `"name":"reviw"`, jsonrpc.InvalidParams)
		if !strings.Contains(wire.Message, `did you mean "review"`) {
			t.Error(wire.Message)
		}
	})
	t.Run("PROMPT-019 a required argument is missing", func(t *testing.T) {
		wire := refused(t, s, "prompts/get", `"name":"review","arguments":{"tone":"y"}`, jsonrpc.InvalidParams)
		if !strings.Contains(wire.Message, "code") {
			t.Error(wire.Message)
		}
	})
	t.Run("PROMPT-008 a name there must be", func(t *testing.T) { refused(t, s, "prompts/get", "", jsonrpc.InvalidParams) })
	t.Run("PROMPT-009 arguments are strings", func(t *testing.T) {
		refused(t, s, "prompts/get", `"name":"review","arguments":{"code":1}`, jsonrpc.InvalidParams)
	})
	t.Run("BR-110 no messages at all", func(t *testing.T) {
		_, err := ask(t, s, "prompts/get", `"name":"nil"`)
		if wire, ok := mcp.AsError(err); ok || wire.Code != jsonrpc.InternalError {
			t.Errorf("got %v", err)
		}
	})
	t.Run("PROMPT-003 the set may become empty", func(t *testing.T) {
		s.RemovePrompts("review", "nil", "other")
		isText(t, result(t, s, "prompts/list", ""), `[]`, "prompts")
	})
	t.Run("PROMPT-007 arguments have names of their own", func(t *testing.T) {
		for _, arguments := range [][]mcp.PromptArgument{{{}}, {{Name: "a"}, {Name: "a"}}} {
			if err := s.AddPrompt(mcp.Prompt{Name: "p", Arguments: arguments}, func(context.Context, *server.Call, map[string]string) (*mcp.GetPromptResult, error) {
				return nil, nil
			}); err == nil {
				t.Errorf("%v is accepted", arguments)
			}
		}
	})
}

func TestCompletion(t *testing.T) {
	s := withPrompt(t)
	mustAdd(t, s.AddResourceTemplate(mcp.ResourceTemplate{URITemplate: "doc://{name}", Name: "doc"},
		func(context.Context, *server.Call, string, map[string]string) (mcp.Contents, error) { return nil, nil }))
	if _, err := ask(t, s, "completion/complete", ""); mcp.HTTPStatus(err) != 404 {
		t.Errorf("COMPLETE-008: without completion its method is known: %v", err)
	}
	many := false
	mustAdd(t, s.CompletePrompt("review", "code", func(_ context.Context, _ *server.Call, typed string, chosen map[string]string) ([]string, error) {
		if many {
			values := make([]string, 250)
			for i := range values {
				values[i] = fmt.Sprint(i)
			}
			return values, nil
		}
		return []string{typed + "1", chosen["tone"]}, nil
	}))
	mustAdd(t, s.CompleteTemplate("doc://{name}", "name", func(context.Context, *server.Call, string, map[string]string) ([]string, error) {
		return []string{"a"}, nil
	}))
	const prompt = `"ref":{"type":"ref/prompt","name":"review"},`
	t.Run("COMPLETE-001 completion is declared", func(t *testing.T) {
		isText(t, result(t, s, "server/discover", ""), `{}`, "capabilities", "completions")
	})
	t.Run("COMPLETE-006 values that fit", func(t *testing.T) {
		isText(t, result(t, s, "completion/complete", prompt+`"argument":{"name":"code","value":"x"},"context":{"arguments":{"tone":"dry"}}`),
			`{"values":["x1","dry"]}`, "completion")
		isText(t, result(t, s, "completion/complete", `"ref":{"type":"ref/resource","uri":"doc://{name}"},"argument":{"name":"name","value":""}`),
			`["a"]`, "completion", "values")
	})
	t.Run("COMPLETE-006 an argument without a function has none", func(t *testing.T) {
		isText(t, result(t, s, "completion/complete", prompt+`"argument":{"name":"tone","value":"x"}`), `[]`, "completion", "values")
	})
	t.Run("COMPLETE-007 at most a hundred", func(t *testing.T) {
		many = true
		got := result(t, s, "completion/complete", prompt+`"argument":{"name":"code","value":""}`)
		if n := strings.Count(string(at(t, got, "completion", "values")), ","); n != 99 {
			t.Errorf("%d values", n+1)
		}
		isText(t, got, "250", "completion", "total")
		isText(t, got, "true", "completion", "hasMore")
	})
	for _, test := range []struct{ name, members string }{
		{"COMPLETE-002 no argument", `"ref":{"type":"ref/prompt","name":"review"}`},
		{"COMPLETE-002 no ref", `"argument":{"name":"code","value":""}`},
		{"COMPLETE-002 a value that is no string", prompt + `"argument":{"name":"code","value":1}`},
		{"COMPLETE-003 a ref of another type", `"ref":{"type":"ref/tool","name":"review"},"argument":{"name":"code","value":""}`},
		{"COMPLETE-004 context that is no strings", prompt + `"argument":{"name":"code","value":""},"context":{"arguments":{"a":1}}`},
		{"COMPLETE-009 an unknown prompt", `"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"code","value":""}`},
		{"COMPLETE-009 an unknown template", `"ref":{"type":"ref/resource","uri":"x:{y}"},"argument":{"name":"y","value":""}`},
		{"COMPLETE-010 an unknown argument", prompt + `"argument":{"name":"x","value":""}`},
		{"COMPLETE-013 an unknown variable", `"ref":{"type":"ref/resource","uri":"doc://{name}"},"argument":{"name":"y","value":""}`},
	} {
		t.Run(test.name, func(t *testing.T) { refused(t, s, "completion/complete", test.members, jsonrpc.InvalidParams) })
	}
	t.Run("what is not there cannot be completed", func(t *testing.T) {
		if s.CompletePrompt("review", "x", nil) == nil || s.CompletePrompt("x", "code", nil) == nil || s.CompleteTemplate("doc://{name}", "x", nil) == nil {
			t.Error("it is accepted")
		}
	})
}
