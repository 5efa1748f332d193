package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// A watcher is told what the tools do. It is called concurrently.
type watcher interface {
	toolRan(name string)
	toolCancelled(name string)
}

// nobody watches nothing.
type nobody struct{}

func (nobody) toolRan(string)       {}
func (nobody) toolCancelled(string) {}

// newServer returns the fixture server. w may be nil.
func newServer(logger *slog.Logger, w watcher) (*server.Server, error) {
	if w == nil {
		w = nobody{}
	}
	//lint:ignore SA1019 cases are about log messages
	s := server.New(mcp.Implementation{Name: "casesrv", Version: "1.0.0"}, server.Logger(logger), server.Logging())
	addQuickTools(s, w)
	addSlowTools(s, w)
	if err := addRoutes(s, w); err != nil {
		return nil, err
	}
	err := s.AddResource(mcp.Resource{URI: "file:///a.txt", Name: "a.txt", MIMEType: "text/plain"},
		func(context.Context, *server.Call, string) (mcp.Contents, error) {
			return mcp.Contents{&mcp.TextResourceContents{Text: "a"}}, nil
		})
	if err != nil {
		return nil, err
	}
	err = s.AddResourceTemplate(mcp.ResourceTemplate{URITemplate: "doc://{name}", Name: "doc", MIMEType: "text/plain"},
		func(_ context.Context, _ *server.Call, _ string, variables map[string]string) (mcp.Contents, error) {
			return mcp.Contents{&mcp.TextResourceContents{Text: "This is " + variables["name"] + "."}}, nil
		})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// add adds a tool that is watched.
func add[In, Out any](s *server.Server, w watcher, name string, fn server.ToolFunc[In, Out]) {
	server.AddTool(s, mcp.Tool{Name: name, Description: "See internal/spec/cases.jsonl."},
		func(ctx context.Context, call *server.Call, in In) (Out, error) {
			w.toolRan(name)
			out, err := fn(ctx, call, in)
			if ctx.Err() != nil {
				w.toolCancelled(name)
			}
			return out, err
		})
}

type none struct{}

func addQuickTools(s *server.Server, w watcher) {
	add(s, w, "echo", func(_ context.Context, _ *server.Call, in struct {
		Text string `json:"text"`
	}) (string, error) {
		return in.Text, nil
	})
	add(s, w, "noargs", func(context.Context, *server.Call, none) (string, error) { return "done", nil })
	add(s, w, "strict", func(_ context.Context, _ *server.Call, _ struct {
		N int `json:"n"`
	}) (string, error) {
		return "done", nil
	})
	add(s, w, "fails", func(context.Context, *server.Call, none) (string, error) {
		return "", errors.New("this tool always fails")
	})
	add(s, w, "admin", func(context.Context, *server.Call, none) (string, error) {
		return "", errors.New("this tool must never run")
	})
	add(s, w, "panics", func(context.Context, *server.Call, none) (string, error) { panic("x") })
	add(s, w, "nil", func(context.Context, *server.Call, none) (*mcp.CallToolResult, error) { return nil, nil })
}

// pauses of the slow tools.
const (
	slow200    = 200 * time.Millisecond
	slowStep   = 300 * time.Millisecond
	whoamiSlow = 5 * time.Millisecond
)

func addSlowTools(s *server.Server, w watcher) {
	add(s, w, "slow", func(ctx context.Context, _ *server.Call, _ none) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	})
	add(s, w, "slow_200ms", func(ctx context.Context, _ *server.Call, _ none) (string, error) {
		return "done", wait(ctx, slow200)
	})
	add(s, w, "slow_progress", func(ctx context.Context, call *server.Call, _ none) (string, error) {
		for step := range 3 {
			if err := call.Progress(ctx, float64(step+1), 3, ""); err != nil {
				return "", err
			}
			if err := wait(ctx, slowStep); err != nil {
				return "", err
			}
		}
		return "done", nil
	})
	add(s, w, "log_slow", func(ctx context.Context, call *server.Call, _ none) (string, error) {
		//lint:ignore SA1019 cases are about log messages
		if err := call.Log(ctx, mcp.LevelDebug, "", "began"); err != nil {
			return "", err
		}
		if err := wait(ctx, slow200); err != nil {
			return "", err
		}
		//lint:ignore SA1019 likewise
		return "done", call.Log(ctx, mcp.LevelDebug, "", "ends")
	})
	add(s, w, "whoami_slow", func(ctx context.Context, _ *server.Call, in struct {
		Who string `json:"who"`
	}) (string, error) {
		return in.Who, wait(ctx, whoamiSlow)
	})
}

// addRoutes adds the tools whose arguments must pass through untouched: an id
// that no float holds, and those that headers mirror.
func addRoutes(s *server.Server, w watcher) error {
	raw := func(name, schema string, result func(arguments jsontext.Value) *mcp.CallToolResult) error {
		return s.AddRawTool(mcp.Tool{Name: name, Description: "See internal/spec/cases.jsonl.", InputSchema: jsontext.Value(schema)},
			func(_ context.Context, _ *server.Call, arguments jsontext.Value) (*mcp.CallToolResult, error) {
				w.toolRan(name)
				return result(arguments), nil
			})
	}
	says := func(arguments jsontext.Value) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: mcp.Content{mcp.Text(string(arguments))}}
	}
	return errors.Join(
		raw("echo_id", `{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}`,
			func(arguments jsontext.Value) *mcp.CallToolResult {
				id := jsonrpc.Member(arguments, "id")
				return &mcp.CallToolResult{
					Content:           mcp.Content{mcp.Text(string(id))},
					StructuredContent: append(append(jsontext.Value(`{"id":`), id...), '}'),
				}
			}),
		raw("route", `{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}`, says),
		raw("count", `{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}}`, says),
	)
}

// wait waits, unless ctx ends first.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
