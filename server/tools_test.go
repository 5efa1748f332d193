package server_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/schema"
	"github.com/quatrain-mcp/quatrain/server"
)

func TestToolCapability(t *testing.T) {
	t.Run("ERROR-004 without tools their methods are unknown", func(t *testing.T) {
		for _, method := range []string{"tools/list", "tools/call", "resources/list", "resources/templates/list",
			"resources/read", "prompts/list", "prompts/get", "completion/complete"} {
			_, err := ask(t, newServer(), method, `"name":"x","uri":"x:y"`)
			if mcp.HTTPStatus(err) != 404 {
				t.Errorf("%s: %v", method, err)
			}
			refused(t, newServer(), method, "", jsonrpc.MethodNotFound)
		}
	})
	t.Run("ERROR-003 a method nobody knows", func(t *testing.T) {
		for _, method := range []string{"no/such", "", "Tools/list", "notifications/cancelled", "subscriptions/listen", "ping"} {
			refused(t, newServer(), method, "", jsonrpc.MethodNotFound)
		}
	})
	s := newServer()
	isText(t, result(t, s, "server/discover", ""), `{}`, "capabilities")
	addEcho(s)
	t.Run("TOOL-003 tools are declared", func(t *testing.T) {
		isText(t, result(t, s, "server/discover", ""), `{}`, "capabilities", "tools")
	})
	t.Run("TOOL-004 what is declared is listed", func(t *testing.T) {
		isText(t, result(t, s, "tools/list", ""), `"echo"`, "tools", "name")
	})
	t.Run("TOOL-005 the last one gone, the list is empty", func(t *testing.T) {
		s.RemoveTools("echo", "nobody")
		isText(t, result(t, s, "tools/list", ""), `[]`, "tools")
		isText(t, result(t, s, "server/discover", ""), `{}`, "capabilities", "tools")
	})
}

func TestToolCall(t *testing.T) {
	s := newServer()
	addEcho(s)
	ran := 0
	addRaw(t, s, "counts", func(context.Context, *server.Call) (*mcp.CallToolResult, error) { ran++; return done("ok"), nil })
	addRaw(t, s, "fails", func(context.Context, *server.Call) (*mcp.CallToolResult, error) {
		return nil, errors.New("the moon is not in reach; try a city on Earth")
	})
	addRaw(t, s, "refuses", func(context.Context, *server.Call) (*mcp.CallToolResult, error) {
		return nil, fmt.Errorf("wrapped: %w", jsonrpc.Errorf(42, "quota"))
	})

	t.Run("TOOL-038 a failure is a result", func(t *testing.T) {
		got := result(t, s, "tools/call", `"name":"fails"`)
		isText(t, got, "true", "isError")
		isText(t, got, `"the moon is not in reach; try a city on Earth"`, "content", "text")
	})
	t.Run("TOOL-039 an unknown tool is an error response", func(t *testing.T) {
		wire := refused(t, s, "tools/call", `"name":"ecko"`, jsonrpc.InvalidParams)
		if !strings.Contains(wire.Message, `did you mean "echo"`) {
			t.Error(wire.Message)
		}
		isText(t, wire.Data, `"echo"`, "didYouMean")
		wire = refused(t, s, "tools/call", `"name":"something else"`, jsonrpc.InvalidParams)
		if strings.Contains(wire.Message, "did you mean") {
			t.Error(wire.Message)
		}
	})
	t.Run("TOOL-018 names are case-sensitive", func(t *testing.T) {
		refused(t, s, "tools/call", `"name":"Echo","arguments":{"text":"x"}`, jsonrpc.InvalidParams)
	})
	t.Run("TOOL-023 a name there must be", func(t *testing.T) {
		refused(t, s, "tools/call", `"arguments":{}`, jsonrpc.InvalidParams)
	})
	t.Run("TOOL-024 arguments are an object", func(t *testing.T) {
		for _, arguments := range []string{`[1]`, `"{}"`, `null`, `7`} {
			refused(t, s, "tools/call", `"name":"counts","arguments":`+arguments, jsonrpc.InvalidParams)
		}
	})
	t.Run("TOOL-040 what is no tools/call is an error response", func(t *testing.T) {
		refused(t, s, "tools/call", `"name":5`, jsonrpc.InvalidParams)
	})
	t.Run("ERROR-005 wrong params say where", func(t *testing.T) {
		wire := refused(t, s, "tools/call", `"name":5`, jsonrpc.InvalidParams)
		if !strings.Contains(wire.Message, "name") {
			t.Error(wire.Message)
		}
	})
	t.Run("BR-088 no arguments are empty ones", func(t *testing.T) {
		ran = 0
		result(t, s, "tools/call", `"name":"counts"`)
		result(t, s, "tools/call", `"name":"counts","arguments":{}`)
		if ran != 2 {
			t.Errorf("it ran %d times, want 2", ran)
		}
	})
	t.Run("ERROR-015 an application's own error passes as it is", func(t *testing.T) {
		refused(t, s, "tools/call", `"name":"refuses"`, 42)
	})
	t.Run("JSONRPC-035 state that nobody here gave is refused", func(t *testing.T) {
		ran = 0
		refused(t, s, "tools/call", `"name":"counts","requestState":"forged"`, jsonrpc.InvalidParams)
		if ran != 0 {
			t.Error("it ran")
		}
	})
}

func TestToolArguments(t *testing.T) {
	s := newServer()
	ran := false
	type order struct {
		City string   `json:"city"`
		Days int      `json:"days,omitzero"`
		Note *string  `json:"note,omitzero"`
		Tags []string `json:"tags,omitzero"`
	}
	server.AddTool(s, mcp.Tool{Name: "order"}, func(_ context.Context, _ *server.Call, in order) (string, error) {
		ran = true
		return fmt.Sprint(in.City, in.Days), nil
	})
	tests := []struct{ name, arguments, says string }{
		{"a member is missing", `{}`, "/city"},
		{"a number for a string", `{"city":5}`, "/city"},
		{"a fraction for an integer", `{"city":"a","days":1.5}`, "/days"},
		{"a member too many", `{"city":"a","sity":"b"}`, "/sity"},
		{"a list entry of another type", `{"city":"a","tags":["x",1]}`, "/tags/1"},
		{"another case", `{"City":"a"}`, "/city"},
	}
	for _, test := range tests {
		t.Run("TOOL-041 "+test.name, func(t *testing.T) {
			ran = false
			got := result(t, s, "tools/call", `"name":"order","arguments":`+test.arguments)
			isText(t, got, "true", "isError")
			if text := string(at(t, got, "content", "text")); !strings.Contains(text, test.says) {
				t.Errorf("it says %s, want %s named", text, test.says)
			}
			if ran {
				t.Error("it ran")
			}
		})
	}
	t.Run("TOOL-045 what fits runs", func(t *testing.T) {
		ran = false
		got := result(t, s, "tools/call", `"name":"order","arguments":{"city":"Oslo","days":2,"tags":[],"note":null}`)
		isText(t, got, `"Oslo2"`, "content", "text")
		if !ran {
			t.Error("it did not run")
		}
	})
	t.Run("TOOL-041 what fits the schema and not the type", func(t *testing.T) {
		type small struct {
			N int8 `json:"n"`
		}
		server.AddTool(s, mcp.Tool{Name: "small", InputSchema: jsontext.Value(`{"type":"object"}`)},
			func(context.Context, *server.Call, small) (string, error) { return "", nil })
		got := string(at(t, result(t, s, "tools/call", `"name":"small","arguments":{"n":1e400}`), "content", "text"))
		if !strings.Contains(got, "/n") || strings.Contains(got, "int8") {
			t.Error(got)
		}
	})
	t.Run("BR-028 integers keep their digits", func(t *testing.T) {
		type id struct {
			ID int64 `json:"id"`
		}
		server.AddTool(s, mcp.Tool{Name: "id"}, func(_ context.Context, _ *server.Call, in id) (id, error) { return in, nil })
		isText(t, result(t, s, "tools/call", `"name":"id","arguments":{"id":9007199254740993}`),
			"9007199254740993", "structuredContent", "id")
	})
	t.Run("BR-008 only exact names count", func(t *testing.T) {
		addEcho(s)
		got := result(t, s, "tools/call", `"name":"echo","Name":"order","arguments":{"text":"hi"},"Arguments":{}`)
		isText(t, got, `"hi"`, "content", "text")
	})
}

func TestToolResult(t *testing.T) {
	type sum struct {
		Sum int `json:"sum"`
	}
	s := newServer()
	none := struct{}{}
	server.AddTool(s, mcp.Tool{Name: "sum"}, func(context.Context, *server.Call, struct{}) (sum, error) { return sum{3}, nil })
	server.AddTool(s, mcp.Tool{Name: "list"}, func(context.Context, *server.Call, struct{}) ([]int, error) { return nil, nil })
	server.AddTool(s, mcp.Tool{Name: "nothing"}, func(context.Context, *server.Call, struct{}) (struct{}, error) { return none, nil })
	server.AddTool(s, mcp.Tool{Name: "content"}, func(context.Context, *server.Call, struct{}) (mcp.Content, error) {
		return mcp.Content{mcp.Image([]byte{0xfb, 0xef, 0xbe}, "image/png")}, nil
	})
	t.Run("TOOL-033 structured content is there as text too", func(t *testing.T) {
		got := result(t, s, "tools/call", `"name":"sum"`)
		isText(t, got, `{"sum":3}`, "structuredContent")
		isText(t, got, `"{\"sum\":3}"`, "content", "text")
	})
	t.Run("TOOL-014 an output schema may have any type", func(t *testing.T) {
		isText(t, result(t, s, "tools/call", `"name":"list"`), `[]`, "structuredContent")
		if got := string(result(t, s, "tools/list", "")); !strings.Contains(got, `"outputSchema":{"type":"array"`) {
			t.Error(got)
		}
	})
	t.Run("BR-083 without structured content there is no member", func(t *testing.T) {
		for _, name := range []string{"nothing", "content"} {
			if got := result(t, s, "tools/call", `"name":"`+name+`"`); at(t, got, "structuredContent") != nil {
				t.Errorf("%s: %s", name, got)
			}
		}
	})
	t.Run("TOOL-025 content is a list, if an empty one", func(t *testing.T) {
		isText(t, result(t, s, "tools/call", `"name":"nothing"`), `[]`, "content")
	})
	t.Run("BR-121 bytes leave in the standard alphabet", func(t *testing.T) {
		isText(t, result(t, s, "tools/call", `"name":"content"`), `"++++"`, "content", "data")
	})
	output := jsontext.Value(`{"type":"object","properties":{"sum":{"type":"integer"}},"required":["sum"]}`)
	var returned *mcp.CallToolResult
	if err := s.AddRawTool(mcp.Tool{Name: "raw", OutputSchema: output},
		func(context.Context, *server.Call, jsontext.Value) (*mcp.CallToolResult, error) { return returned, nil }); err != nil {
		t.Fatal(err)
	}
	t.Run("TOOL-035 structured content fits the output schema", func(t *testing.T) {
		returned = &mcp.CallToolResult{StructuredContent: jsontext.Value(`{"sum":1}`)}
		result(t, s, "tools/call", `"name":"raw"`)
		for _, returned = range []*mcp.CallToolResult{
			{StructuredContent: jsontext.Value(`[]`)},
			{StructuredContent: jsontext.Value(`null`)},
			{},
		} {
			value, err := ask(t, s, "tools/call", `"name":"raw"`)
			if _, wire := mcp.AsError(err); err == nil || wire {
				t.Errorf("got %s, %v, want an internal error", value, err)
			}
		}
	})
	t.Run("BR-085 a failure need not fit", func(t *testing.T) {
		returned = &mcp.CallToolResult{IsError: true, StructuredContent: jsontext.Value(`{"code":"RATE"}`)}
		isText(t, result(t, s, "tools/call", `"name":"raw"`), `"RATE"`, "structuredContent", "code")
	})
}

func TestToolCapabilityNeeded(t *testing.T) {
	s := newServer()
	ran := false
	needed := mcp.ClientCapabilities{Sampling: &mcp.SamplingCapability{}}
	addRaw(t, s, "samples", func(context.Context, *server.Call) (*mcp.CallToolResult, error) { ran = true; return done("ok"), nil },
		server.RequireCapabilities(needed))
	addRaw(t, s, "asks", func(_ context.Context, call *server.Call) (*mcp.CallToolResult, error) {
		if err := call.Require(needed); err != nil {
			return nil, err
		}
		return done("ok"), nil
	})
	declared := strings.Replace(meta, `Capabilities":{}`, `Capabilities":{"sampling":{}}`, 1)
	for _, name := range []string{"samples", "asks"} {
		t.Run("ERROR-017 "+name, func(t *testing.T) {
			wire := refused(t, s, "tools/call", `"name":"`+name+`"`, mcp.CodeMissingRequiredCapability)
			isText(t, wire.Data, `{"sampling":{}}`, "requiredCapabilities")
			if ran {
				t.Error("it ran")
			}
		})
	}
	t.Run("META-020 each request declares for itself", func(t *testing.T) {
		result(t, s, "tools/call", declared+`,"name":"samples"`)
		refused(t, s, "tools/call", `"name":"samples"`, mcp.CodeMissingRequiredCapability)
	})
}

func TestAddTool(t *testing.T) {
	mustPanic := func(t *testing.T, add func(*server.Server)) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		add(newServer())
	}
	fn := func(context.Context, *server.Call, struct{}) (string, error) { return "", nil }
	t.Run("TOOL-010 a tool has a name", func(t *testing.T) {
		mustPanic(t, func(s *server.Server) { server.AddTool(s, mcp.Tool{}, fn) })
	})
	t.Run("TOOL-011 an input schema is a schema", func(t *testing.T) {
		mustPanic(t, func(s *server.Server) {
			server.AddTool(s, mcp.Tool{Name: "x", InputSchema: jsontext.Value(`null`)}, fn)
		})
	})
	t.Run("TOOL-012 its type is object", func(t *testing.T) {
		for _, text := range []string{`{"properties":{}}`, `{"type":"string"}`, `true`, `{"type":["object","null"]}`} {
			mustPanic(t, func(s *server.Server) {
				server.AddTool(s, mcp.Tool{Name: "x", InputSchema: jsontext.Value(text)}, fn)
			})
		}
		mustPanic(t, func(s *server.Server) {
			server.AddTool(s, mcp.Tool{Name: "x"}, func(context.Context, *server.Call, string) (string, error) { return "", nil })
		})
	})
	t.Run("SCHEMA-007 a schema is valid under its dialect", func(t *testing.T) {
		err := newServer().AddRawTool(mcp.Tool{Name: "x", InputSchema: jsontext.Value(`{"type":"object","required":"name"}`)},
			func(context.Context, *server.Call, jsontext.Value) (*mcp.CallToolResult, error) { return nil, nil })
		var wrong *schema.Error
		if !errors.As(err, &wrong) || wrong.Pointer != "/required" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("TOOL-020 one name, one tool", func(t *testing.T) {
		s := newServer()
		addEcho(s)
		addRaw(t, s, "other", func(context.Context, *server.Call) (*mcp.CallToolResult, error) { return done("other"), nil })
		addRaw(t, s, "echo", func(context.Context, *server.Call) (*mcp.CallToolResult, error) { return done("new"), nil })
		if got := strings.Count(string(result(t, s, "tools/list", "")), `"name":"echo"`); got != 1 {
			t.Errorf("echo is listed %d times", got)
		}
		isText(t, result(t, s, "tools/call", `"name":"echo"`), `"new"`, "content", "text")
	})
	t.Run("TOOL-013 a tool without arguments takes none", func(t *testing.T) {
		s := newServer()
		addRaw(t, s, "none", func(context.Context, *server.Call) (*mcp.CallToolResult, error) { return done(""), nil })
		isText(t, result(t, s, "tools/call", `"name":"none","arguments":{"x":1}`), "true", "isError")
	})
	t.Run("BR-076 nothing empty is null", func(t *testing.T) {
		s := newServer()
		addRaw(t, s, "none", func(context.Context, *server.Call) (*mcp.CallToolResult, error) { return done(""), nil })
		server.AddTool(s, mcp.Tool{Name: "empty"}, fn)
		got := string(result(t, s, "tools/list", ""))
		if strings.Contains(got, "null") || strings.Count(got, `"properties":{}`) != 2 || strings.Count(got, `"type":"object"`) != 2 {
			t.Error(got)
		}
	})
	t.Run("BR-080 a schema stays as it was written", func(t *testing.T) {
		const text = `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"n":{"$ref":"#/definitions/N"}},"x-own":1.0,"definitions":{"N":{"type":"object"}}}`
		s := newServer()
		server.AddTool(s, mcp.Tool{Name: "x", InputSchema: jsontext.Value(text)}, fn)
		isText(t, result(t, s, "tools/list", ""), text, "tools", "inputSchema")
	})
	t.Run("BR-089 what the author set is there", func(t *testing.T) {
		s, no := newServer(), false
		server.AddTool(s, mcp.Tool{Name: "x", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: &no, DestructiveHint: &no}}, fn)
		isText(t, result(t, s, "tools/list", ""), `{"readOnlyHint":false,"destructiveHint":false}`, "tools", "annotations")
	})
}
