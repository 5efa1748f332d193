package server_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/internal/peer"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/schema"
	"github.com/quatrain-mcp/quatrain/server"
)

// official returns a function that checks a value against a definition of the
// official schema.
func official(t *testing.T) func(t *testing.T, definition string, value jsontext.Value) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(peer.FindSpec(t), "schema", mcp.Revision, "schema.json"))
	mustAdd(t, err)
	compiled := map[string]*schema.Schema{}
	return func(t *testing.T, definition string, value jsontext.Value) {
		t.Helper()
		if compiled[definition] == nil {
			rooted := strings.Replace(string(text), "{", `{"$ref":"#/$defs/`+definition+`",`, 1)
			compiled[definition], err = schema.Compile(jsontext.Value(rooted), schema.Bounds{})
			mustAdd(t, err)
		}
		if err := compiled[definition].Validate(value); err != nil {
			t.Errorf("no %s: %v\nin %s", definition, err, value)
		}
	}
}

// everyKind returns a server that has everything a server can have.
func everyKind(t *testing.T) *server.Server {
	t.Helper()
	s := newServer(server.Logging(), server.PageSize(2), server.Instructions("Use it well."))
	addEcho(s)
	addRaw(t, s, "noisy", func(ctx context.Context, call *server.Call) (*mcp.CallToolResult, error) {
		return done("ok"), errors.Join(
			call.Progress(ctx, 0.5, 2, "half of the first"), call.Progress(ctx, 2, 0, ""),
			call.Log(ctx, mcp.LevelWarning, "disk", map[string]int{"full": 97}), call.Log(ctx, mcp.LevelInfo, "", nil))
	})
	addRaw(t, s, "samples", func(context.Context, *server.Call) (*mcp.CallToolResult, error) { return done(""), nil },
		server.RequireCapabilities(mcp.ClientCapabilities{Sampling: &mcp.SamplingCapability{}, Elicitation: &mcp.ElicitationCapability{}}))
	server.AddTool(s, mcp.Tool{Name: "typed", Title: "T", Annotations: &mcp.ToolAnnotations{Title: "T"}},
		func(context.Context, *server.Call, struct{}) ([]float64, error) { return []float64{1, 2.5}, nil })
	server.AddTool(s, mcp.Tool{Name: "blocks"}, func(context.Context, *server.Call, struct{}) (mcp.Content, error) {
		return mcp.Content{mcp.Text("\xff"), mcp.Image([]byte{1}, "image/png"), mcp.Audio(nil, "audio/wav"),
			&mcp.ResourceLink{Resource: mcp.Resource{URI: "x:a", Name: "a"}},
			&mcp.EmbeddedResource{Resource: &mcp.BlobResourceContents{URI: "x:a", Blob: []byte{2}}}}, nil
	})
	mustAdd(t, s.AddResource(mcp.Resource{URI: "x:a", Name: "a", MIMEType: "text/plain"}, textResource("hello")))
	mustAdd(t, s.AddResourceTemplate(mcp.ResourceTemplate{URITemplate: "doc://{name}", Name: "doc"},
		func(context.Context, *server.Call, string, map[string]string) (mcp.Contents, error) {
			return mcp.Contents{&mcp.BlobResourceContents{Blob: []byte{0, 255}}}, nil
		}))
	mustAdd(t, s.AddPrompt(mcp.Prompt{Name: "p", Arguments: []mcp.PromptArgument{{Name: "a", Required: true}}},
		func(context.Context, *server.Call, map[string]string) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{Description: "d", Messages: []mcp.PromptMessage{{Role: mcp.RoleAssistant, Content: mcp.Text("hi")}}}, nil
		}))
	mustAdd(t, s.AddPrompt(mcp.Prompt{Name: "empty"}, func(context.Context, *server.Call, map[string]string) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{}, nil
	}))
	mustAdd(t, s.CompletePrompt("p", "a", func(context.Context, *server.Call, string, map[string]string) ([]string, error) {
		return make([]string, 101), nil
	}))
	s.DeclareExtension("com.example/ext", jsontext.Value(`{"a":1}`))
	return s
}

func TestOfficialResults(t *testing.T) {
	check, s := official(t), everyKind(t)
	for _, test := range []struct{ rule, definition, method, members string }{
		{"DISCOVER-001", "DiscoverResult", "server/discover", ""},
		{"DISCOVER-002", "DiscoverResult", "server/discover", ""},
		{"DISCOVER-003", "DiscoverResult", "server/discover", ""},
		{"CACHE-003", "DiscoverResult", "server/discover", ""},
		{"a list", "ListToolsResult", "tools/list", ""},
		{"a list", "ListResourcesResult", "resources/list", ""},
		{"a list", "ListResourceTemplatesResult", "resources/templates/list", ""},
		{"a list", "ListPromptsResult", "prompts/list", ""},
		{"text", "CallToolResult", "tools/call", `"name":"echo","arguments":{"text":"hi"}`},
		{"a failure", "CallToolResult", "tools/call", `"name":"echo","arguments":{}`},
		{"structured content", "CallToolResult", "tools/call", `"name":"typed"`},
		{"blocks", "CallToolResult", "tools/call", `"name":"blocks"`},
		{"text", "ReadResourceResult", "resources/read", `"uri":"x:a"`},
		{"RESULT-008", "ReadResourceResult", "resources/read", `"uri":"doc://x"`},
		{"messages", "GetPromptResult", "prompts/get", `"name":"p","arguments":{"a":""}`},
		{"no messages", "GetPromptResult", "prompts/get", `"name":"empty"`},
		{"values", "CompleteResult", "completion/complete", `"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""}`},
	} {
		t.Run(test.rule+" "+test.definition, func(t *testing.T) {
			value := result(t, s, test.method, test.members)
			check(t, test.definition, value)
			check(t, test.definition+"Response", jsonrpc.AppendResult(nil, jsonrpc.IntID(1), value))
		})
	}
	t.Run("CACHE-003 a time to live is never below 0", func(t *testing.T) {
		past := newServer(server.ListCache(-5, "nobody"))
		value := result(t, past, "server/discover", "")
		isText(t, value, "0", "ttlMs")
		isText(t, value, `"private"`, "cacheScope")
		check(t, "DiscoverResult", value)
	})
}

func TestOfficialErrors(t *testing.T) {
	check, s := official(t), everyKind(t)
	other := strings.Replace(meta, "2026-07-28", "2025-11-25", 1)
	for _, test := range []struct {
		rule, definition, method, members string
		inside                            bool // the definition is of the error object
	}{
		{"ERROR-003", "MethodNotFoundError", "no/such", "", true},
		{"ERROR-005", "InvalidParamsError", "tools/call", "", true},
		{"ERROR-018", "MissingRequiredClientCapabilityError", "tools/call", `"name":"samples"`, false},
		{"ERROR-020", "UnsupportedProtocolVersionError", "tools/list", other, false},
		{"ERROR-021", "UnsupportedProtocolVersionError", "server/discover", other, false},
		{"META-013", "InvalidParamsError", "tools/list", `"_meta":{}`, true},
		{"RESOURCE-023", "InvalidParamsError", "resources/read", `"uri":"x:none"`, true},
		{"TOOL-039", "InvalidParamsError", "tools/call", `"name":"none"`, true},
	} {
		t.Run(test.rule+" "+test.definition, func(t *testing.T) {
			value, err := ask(t, s, test.method, test.members)
			wire, ok := mcp.AsError(err)
			if !ok {
				t.Fatalf("got %s, %v", value, err)
			}
			response := jsonrpc.AppendError(nil, jsonrpc.IntID(1), wire)
			check(t, "JSONRPCErrorResponse", response)
			if test.inside {
				response = jsonrpc.Member(response, "error")
			}
			check(t, test.definition, response)
			if code := wire.Code; code <= -32000 && code >= -32099 && code != -32020 && code != -32021 && code != -32022 {
				t.Errorf("the code %d is nobody's to send", code) // ERROR-010
			}
		})
	}
}

func TestOfficialNotifications(t *testing.T) {
	check, s := official(t), everyKind(t)
	seen := map[string]int{}
	sink := mcp.SinkFunc(func(_ context.Context, n *mcp.Notification) error {
		definition := map[string]string{
			"notifications/progress": "ProgressNotification", "notifications/message": "LoggingMessageNotification",
		}[n.Method]
		seen[definition]++
		check(t, definition, jsonrpc.AppendNotification(nil, n.Method, n.Params))
		return nil
	})
	request := &mcp.Request{Method: "tools/call", Params: paramsOf(metaWith(`"progressToken":"t","io.modelcontextprotocol/logLevel":"debug"`) + `,"name":"noisy"`)}
	_, err := s.Handle(t.Context(), request, sink)
	mustAdd(t, err)
	for rule, definition := range map[string]string{"PROGRESS-004": "ProgressNotification", "LOG-008": "LoggingMessageNotification"} {
		t.Run(rule, func(t *testing.T) {
			if seen[definition] != 2 {
				t.Errorf("%d were checked, want 2", seen[definition])
			}
		})
	}
}
