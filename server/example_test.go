package server_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// show sends a request to a server and prints members of the result. A client
// does this over a transport.
func show(s *server.Server, method, params string, members ...string) {
	response, err := s.Handle(context.Background(), &mcp.Request{Method: method, Params: paramsOf(params)}, nil)
	if err != nil {
		fmt.Println("error:", err)
		return
	}
	for _, member := range members {
		fmt.Printf("%s\n", jsonrpc.Member(response.Result, member))
	}
}

func ExampleNew() {
	s := server.New(mcp.Implementation{Name: "greeter", Version: "1.0.0"},
		server.Instructions("Greets people by name."))
	show(s, "server/discover", "", "supportedVersions", "instructions")
	// Output:
	// ["2026-07-28"]
	// "Greets people by name."
}

func ExampleAddTool() {
	type numbers struct {
		A int `json:"a" jsonschema:"the first number"`
		B int `json:"b" jsonschema:"the second number"`
	}
	type sum struct {
		Sum int `json:"sum"`
	}
	s := server.New(mcp.Implementation{Name: "adder", Version: "1.0.0"})
	server.AddTool(s, mcp.Tool{Name: "add", Description: "Adds two numbers"},
		func(_ context.Context, _ *server.Call, in numbers) (sum, error) {
			return sum{in.A + in.B}, nil
		})
	show(s, "tools/call", `"name":"add","arguments":{"a":2,"b":40}`, "structuredContent")
	show(s, "tools/call", `"name":"add","arguments":{"a":2,"c":40}`, "content", "isError")
	// Output:
	// {"sum":42}
	// [{"type":"text","text":"invalid arguments: /b: is missing; /c: is not a known member; did you mean \"a\"?"}]
	// true
}

func ExampleServer_AddRawTool() {
	s := server.New(mcp.Implementation{Name: "store", Version: "1.0.0"})
	err := s.AddRawTool(
		mcp.Tool{Name: "put", InputSchema: jsontext.Value(`{"type":"object","required":["value"]}`)},
		func(_ context.Context, _ *server.Call, arguments jsontext.Value) (*mcp.CallToolResult, error) {
			value := jsonrpc.Member(arguments, "value") // its digits as they came
			return &mcp.CallToolResult{Content: mcp.Content{mcp.Text("kept " + string(value))}}, nil
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	show(s, "tools/call", `"name":"put","arguments":{"value":1.000000000000000000001}`, "content")
	// Output:
	// [{"type":"text","text":"kept 1.000000000000000000001"}]
}

func ExampleServer_AddResource() {
	s := server.New(mcp.Implementation{Name: "notes", Version: "1.0.0"})
	err := s.AddResource(mcp.Resource{URI: "note:today", Name: "today", MIMEType: "text/plain"},
		func(context.Context, *server.Call, string) (mcp.Contents, error) {
			return mcp.Contents{&mcp.TextResourceContents{Text: "water the plants"}}, nil
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	show(s, "resources/read", `"uri":"note:today"`, "contents")
	// Output:
	// [{"uri":"note:today","mimeType":"text/plain","text":"water the plants"}]
}

func ExampleServer_AddResourceTemplate() {
	notes := map[string]string{"a/b": "nested"}
	s := server.New(mcp.Implementation{Name: "notes", Version: "1.0.0"})
	err := s.AddResourceTemplate(mcp.ResourceTemplate{URITemplate: "note:{name}", Name: "notes"},
		func(_ context.Context, _ *server.Call, uri string, variables map[string]string) (mcp.Contents, error) {
			text, ok := notes[variables["name"]]
			if !ok {
				return nil, mcp.ResourceNotFound(uri)
			}
			return mcp.Contents{&mcp.TextResourceContents{Text: text}}, nil
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	show(s, "resources/read", `"uri":"note:a%2Fb"`, "contents")
	show(s, "resources/read", `"uri":"note:c"`)
	// Output:
	// [{"uri":"note:a%2Fb","text":"nested"}]
	// error: resource not found: note:c (-32602)
}

// withReview returns a server with a prompt.
func withReview() (*server.Server, error) {
	s := server.New(mcp.Implementation{Name: "reviewer", Version: "1.0.0"})
	return s, s.AddPrompt(
		mcp.Prompt{Name: "review", Arguments: []mcp.PromptArgument{{Name: "language", Required: true}}},
		func(_ context.Context, _ *server.Call, arguments map[string]string) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{Messages: []mcp.PromptMessage{
				{Role: mcp.RoleUser, Content: mcp.Text("Review this " + arguments["language"] + " code.")},
			}}, nil
		})
}

func ExampleServer_AddPrompt() {
	s, err := withReview()
	if err != nil {
		fmt.Println(err)
		return
	}
	show(s, "prompts/get", `"name":"review","arguments":{"language":"Go"}`, "messages")
	// Output:
	// [{"role":"user","content":{"type":"text","text":"Review this Go code."}}]
}

func ExampleServer_CompletePrompt() {
	s, err := withReview()
	if err != nil {
		fmt.Println(err)
		return
	}
	err = s.CompletePrompt("review", "language",
		func(_ context.Context, _ *server.Call, typed string, _ map[string]string) ([]string, error) {
			var fitting []string
			for _, language := range []string{"Go", "Gleam", "Rust"} {
				if strings.HasPrefix(language, typed) {
					fitting = append(fitting, language)
				}
			}
			return fitting, nil
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	show(s, "completion/complete",
		`"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"language","value":"G"}`, "completion")
	// Output:
	// {"values":["Go","Gleam"]}
}

func ExampleAddMethod() {
	type params struct {
		Name string `json:"name"`
	}
	type greeting struct {
		Text string `json:"text"`
	}
	greet := mcp.Method[params, greeting]{Name: "com.example/greet"}

	s := server.New(mcp.Implementation{Name: "greeter", Version: "1.0.0"})
	server.AddMethod(s, greet, func(_ context.Context, _ *server.Call, in params) (*greeting, error) {
		return &greeting{"Hello, " + in.Name}, nil
	})
	show(s, greet.Name, `"name":"Ada"`, "resultType", "text")
	// Output:
	// "complete"
	// "Hello, Ada"
}

func ExampleCall_Progress() {
	s := server.New(mcp.Implementation{Name: "copier", Version: "1.0.0"})
	server.AddTool(s, mcp.Tool{Name: "copy"},
		func(ctx context.Context, call *server.Call, _ struct{}) (string, error) {
			for file := range 2 {
				if err := call.Progress(ctx, float64(file+1), 2, "copied a file"); err != nil {
					return "", err
				}
			}
			return "done", nil
		})
	sink := mcp.SinkFunc(func(_ context.Context, n *mcp.Notification) error {
		fmt.Printf("%s\n", n.Params)
		return nil
	})
	request := &mcp.Request{Method: "tools/call", Params: paramsOf(metaWith(`"progressToken":7`) + `,"name":"copy"`)}
	if _, err := s.Handle(context.Background(), request, sink); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"progressToken":7,"progress":1,"total":2,"message":"copied a file"}
	// {"progressToken":7,"progress":2,"total":2,"message":"copied a file"}
}
