package server_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// heard calls a tool and returns the notifications it sent.
func heard(t *testing.T, s *server.Server, members string) []string {
	t.Helper()
	var all []string
	sink := mcp.SinkFunc(func(_ context.Context, n *mcp.Notification) error {
		all = append(all, n.Method+" "+string(n.Params))
		return nil
	})
	if _, err := s.Handle(t.Context(), &mcp.Request{Method: "tools/call", Params: paramsOf(members)}, sink); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestProgress(t *testing.T) {
	s := newServer()
	addRaw(t, s, "works", func(ctx context.Context, call *server.Call) (*mcp.CallToolResult, error) {
		for _, step := range []struct{ done, total float64 }{{1, 3}, {1, 3}, {0.5, 3}, {2, 0}, {3, 3}} {
			if err := call.Progress(ctx, step.done, step.total, ""); err != nil {
				return nil, err
			}
		}
		return done("ok"), call.Progress(ctx, 4, 0, "almost")
	})
	progress := func(token string) []string {
		return []string{
			`notifications/progress {"progressToken":` + token + `,"progress":1,"total":3}`,
			`notifications/progress {"progressToken":` + token + `,"progress":2}`,
			`notifications/progress {"progressToken":` + token + `,"progress":3,"total":3}`,
			`notifications/progress {"progressToken":` + token + `,"progress":4,"message":"almost"}`,
		}
	}
	for _, token := range []string{`"007"`, `7`, `12345678901234567890`, `""`} {
		t.Run("PROGRESS-008 the token is the request's own "+token, func(t *testing.T) {
			if diff := cmp.Diff(progress(token), heard(t, s, metaWith(`"progressToken":`+token)+`,"name":"works"`)); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("PROGRESS-005 progress only increases", func(t *testing.T) {
		if got := heard(t, s, metaWith(`"progressToken":1`)+`,"name":"works"`); len(got) != 4 {
			t.Errorf("%d notifications: %v", len(got), got)
		}
	})
	t.Run("BR-061 a string stays one", func(t *testing.T) {
		got := heard(t, s, metaWith(`"progressToken":"007"`)+`,"name":"works"`)
		if len(got) == 0 || !strings.Contains(got[0], `"progressToken":"007"`) {
			t.Error(got)
		}
	})
	for _, rule := range []string{"PROGRESS-013", "BR-062"} {
		t.Run(rule+" nobody asked", func(t *testing.T) {
			if got := heard(t, s, `"name":"works"`); got != nil {
				t.Error(got)
			}
		})
	}
	t.Run("META-024 progress belongs to no subscription", func(t *testing.T) {
		if got := strings.Join(heard(t, s, metaWith(`"progressToken":1`)+`,"name":"works"`), ""); strings.Contains(got, "subscriptionId") {
			t.Error(got)
		}
	})
	t.Run("PROGRESS-009 after the answer the sink says so", func(t *testing.T) {
		var kept *server.Call
		addRaw(t, s, "keeps", func(_ context.Context, call *server.Call) (*mcp.CallToolResult, error) {
			kept = call
			return done("ok"), nil
		})
		over := false
		sink := mcp.SinkFunc(func(context.Context, *mcp.Notification) error {
			if over {
				return mcp.ErrDone
			}
			return nil
		})
		if _, err := s.Handle(t.Context(), &mcp.Request{Method: "tools/call", Params: paramsOf(metaWith(`"progressToken":1`) + `,"name":"keeps"`)}, sink); err != nil {
			t.Fatal(err)
		}
		over = true
		if err := kept.Progress(t.Context(), 1, 0, ""); !errors.Is(err, mcp.ErrDone) {
			t.Errorf("got %v", err)
		}
	})
}

func TestLog(t *testing.T) {
	logs := func(ctx context.Context, call *server.Call) (*mcp.CallToolResult, error) {
		for _, level := range []mcp.LoggingLevel{mcp.LevelDebug, mcp.LevelInfo, mcp.LevelError} {
			if err := call.Log(ctx, level, "", string(level)); err != nil {
				return nil, err
			}
		}
		return done("ok"), nil
	}
	s := newServer(server.Logging())
	addRaw(t, s, "logs", logs)
	at := func(level string) string {
		return metaWith(`"io.modelcontextprotocol/logLevel":"`+level+`"`) + `,"name":"logs"`
	}
	t.Run("LOG-005 at or above what was asked for", func(t *testing.T) {
		want := []string{
			`notifications/message {"level":"info","data":"info"}`,
			`notifications/message {"level":"error","data":"error"}`,
		}
		if diff := cmp.Diff(want, heard(t, s, at("info"))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("LOG-006 nothing below", func(t *testing.T) {
		if got := heard(t, s, at("critical")); got != nil {
			t.Error(got)
		}
	})
	t.Run("LOG-004 nothing to who did not ask", func(t *testing.T) {
		if got := heard(t, s, `"name":"logs"`); got != nil {
			t.Error(got)
		}
	})
	t.Run("BR-065 the level of one request is not another's", func(t *testing.T) {
		if got := heard(t, s, at("debug")); len(got) != 3 {
			t.Error(got)
		}
		if got := heard(t, s, `"name":"logs"`); got != nil {
			t.Error(got)
		}
	})
	t.Run("LOG-003 nothing without the capability", func(t *testing.T) {
		silent := newServer()
		addRaw(t, silent, "logs", logs)
		if got := heard(t, silent, at("debug")); got != nil {
			t.Error(got)
		}
		isText(t, result(t, s, "server/discover", ""), `{}`, "capabilities", "logging")
		isText(t, result(t, silent, "server/discover", ""), `{"tools":{}}`, "capabilities")
	})
}

func TestWhatCannotBeSent(t *testing.T) {
	s := newServer(server.Logging())
	var fail func(context.Context, *server.Call) error
	addRaw(t, s, "sends", func(ctx context.Context, call *server.Call) (*mcp.CallToolResult, error) {
		return done("ok"), fail(ctx, call)
	})
	gone := errors.New("the peer is gone")
	sink := mcp.SinkFunc(func(context.Context, *mcp.Notification) error { return gone })
	params := paramsOf(metaWith(`"progressToken":1,"io.modelcontextprotocol/logLevel":"debug"`) + `,"name":"sends"`)
	var got error
	for _, test := range []struct {
		name string
		send func(context.Context, *server.Call) error
		want error // nil for any
	}{
		{"LOG-008 a level that is none", func(ctx context.Context, call *server.Call) error { return call.Log(ctx, "loud", "", 1) }, nil},
		{"data that is no JSON", func(ctx context.Context, call *server.Call) error { return call.Log(ctx, mcp.LevelInfo, "", func() {}) }, nil},
		{"progress that is no number", func(ctx context.Context, call *server.Call) error { return call.Progress(ctx, math.NaN(), 0, "") }, nil},
		{"a message to nobody", func(ctx context.Context, call *server.Call) error { return call.Log(ctx, mcp.LevelInfo, "", 1) }, gone},
		{"progress to nobody", func(ctx context.Context, call *server.Call) error { return call.Progress(ctx, 1, 0, "") }, gone},
	} {
		t.Run(test.name, func(t *testing.T) {
			fail = func(ctx context.Context, call *server.Call) error { got = test.send(ctx, call); return nil }
			_, err := s.Handle(t.Context(), &mcp.Request{Method: "tools/call", Params: params}, sink)
			mustAdd(t, err)
			if got == nil || test.want != nil && !errors.Is(got, test.want) {
				t.Errorf("got %v", got)
			}
		})
	}
	t.Run("without a sink nothing is an error", func(t *testing.T) {
		fail = func(ctx context.Context, call *server.Call) error {
			return errors.Join(call.Log(ctx, mcp.LevelInfo, "", 1), call.Progress(ctx, 1, 0, ""))
		}
		_, err := s.Handle(t.Context(), &mcp.Request{Method: "tools/call", Params: params}, nil)
		mustAdd(t, err)
	})
}

func TestFaults(t *testing.T) {
	var log bytes.Buffer
	s := newServer(server.Logger(slog.New(slog.NewTextHandler(&log, nil))))
	addRaw(t, s, "panics", func(context.Context, *server.Call) (*mcp.CallToolResult, error) { panic("secret") })
	addRaw(t, s, "nil", func(context.Context, *server.Call) (*mcp.CallToolResult, error) { return nil, nil })
	addRaw(t, s, "waits", func(ctx context.Context, _ *server.Call) (*mcp.CallToolResult, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	mustAdd(t, s.AddResource(mcp.Resource{URI: "x:panics", Name: "panics"}, func(context.Context, *server.Call, string) (mcp.Contents, error) { panic("secret") }))
	mustAdd(t, s.AddPrompt(mcp.Prompt{Name: "panics"}, func(context.Context, *server.Call, map[string]string) (*mcp.GetPromptResult, error) { panic("secret") }))

	mustAdd(t, s.AddPrompt(mcp.Prompt{Name: "completes", Arguments: []mcp.PromptArgument{{Name: "a"}}},
		func(context.Context, *server.Call, map[string]string) (*mcp.GetPromptResult, error) { return nil, nil }))
	mustAdd(t, s.CompletePrompt("completes", "a", func(context.Context, *server.Call, string, map[string]string) ([]string, error) { panic("secret") }))
	mustAdd(t, s.AddResourceTemplate(mcp.ResourceTemplate{URITemplate: "panics:{x}", Name: "panics"},
		func(context.Context, *server.Call, string, map[string]string) (mcp.Contents, error) { panic("secret") }))
	server.AddTool(s, mcp.Tool{Name: "typed"}, func(context.Context, *server.Call, struct{}) (string, error) { panic(errors.New("secret")) })
	server.AddMethod(s, mcp.Method[struct{}, struct{}]{Name: "com.example/panics"},
		func(context.Context, *server.Call, struct{}) (*struct{}, error) { panic("secret") })
	server.AddMethod(s, mcp.Method[struct{}, struct{}]{Name: "com.example/nil"},
		func(context.Context, *server.Call, struct{}) (*struct{}, error) { return nil, nil })

	for what, request := range map[string][2]string{
		"a tool":       {"tools/call", `"name":"panics"`},
		"a typed tool": {"tools/call", `"name":"typed"`},
		"a resource":   {"resources/read", `"uri":"x:panics"`},
		"a template":   {"resources/read", `"uri":"panics:1"`},
		"a prompt":     {"prompts/get", `"name":"panics"`},
		"completion":   {"completion/complete", `"ref":{"type":"ref/prompt","name":"completes"},"argument":{"name":"a","value":""}`},
		"a method":     {"com.example/panics", ""},
	} {
		method, members := request[0], request[1]
		t.Run("BR-110 a panic in "+what, func(t *testing.T) {
			log.Reset()
			wire := refused(t, s, method, members, jsonrpc.InternalError)
			if text := wire.Error() + string(wire.Data); strings.Contains(text, "secret") || strings.Contains(text, "goroutine") {
				t.Errorf("it tells %s", text)
			}
			if got := log.String(); strings.Count(got, "secret") != 1 || !strings.Contains(got, "calls_test.go") {
				t.Errorf("the log says %s", got)
			}
			result(t, s, "tools/list", "")
		})
	}
	t.Run("BR-110 no result at all", func(t *testing.T) {
		isFault(t, s, "tools/call", `"name":"nil"`)
		isFault(t, s, "com.example/nil", "")
	})
	t.Run("CANCEL-009 the end of the context ends the call", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := s.Handle(ctx, &mcp.Request{Method: "tools/call", Params: paramsOf(`"name":"waits"`)}, nil)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("META-018 what a client calls itself is there to see", func(t *testing.T) {
		var name string
		addRaw(t, s, "who", func(_ context.Context, call *server.Call) (*mcp.CallToolResult, error) {
			info, _ := call.ClientInfo()
			name = info.Name
			return done(call.Principal()), nil
		})
		result(t, s, "tools/call", metaWith(`"io.modelcontextprotocol/clientInfo":{"name":"admin","version":"1"}`)+`,"name":"who"`)
		if name != "admin" {
			t.Errorf("name %q", name)
		}
	})
	t.Run("META-019 and is no authority", func(t *testing.T) {
		got := result(t, s, "tools/call", metaWith(`"io.modelcontextprotocol/clientInfo":{"name":"admin","version":"1"}`)+`,"name":"who"`)
		isText(t, got, `""`, "content", "text")
	})
}
