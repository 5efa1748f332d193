package server_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

func TestRequestMeta(t *testing.T) {
	s := newServer()
	addEcho(s)
	tests := []struct {
		name   string
		params string
		names  string // what the message must name
	}{
		{"META-002 _meta is no object", `"_meta":"x"`, "_meta"},
		{"META-011 no version", `"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}`, "protocolVersion"},
		{"META-012 no capabilities", `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`, "clientCapabilities"},
		{"META-013 an empty _meta", `"_meta":{}`, "protocolVersion"},
		{"META-016 clientInfo without version", metaWith(`"io.modelcontextprotocol/clientInfo":{"name":"x"}`), "clientInfo"},
		{"META-021 no such log level", metaWith(`"io.modelcontextprotocol/logLevel":"verbose"`), "logLevel"},
		{"LOG-009 no such log level", metaWith(`"io.modelcontextprotocol/logLevel":"warn"`), "logLevel"},
		{"PROGRESS-001 a boolean as token", metaWith(`"progressToken":true`), "progressToken"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, method := range []string{"tools/list", "server/discover", "tools/call"} {
				_, err := ask(t, s, method, test.params)
				var wire *jsonrpc.Error
				if !errors.As(err, &wire) || wire.Code != jsonrpc.InvalidParams || !strings.Contains(wire.Message, test.names) {
					t.Errorf("%s: got %v, want -32602 that names %s", method, err, test.names)
				}
				if got := mcp.HTTPStatus(err); got != 400 {
					t.Errorf("%s: HTTP status %d, want 400", method, got)
				}
			}
		})
	}
	t.Run("META-013 no params", func(t *testing.T) {
		_, err := s.Handle(t.Context(), &mcp.Request{Method: "tools/list"}, nil)
		var wire *jsonrpc.Error
		if !errors.As(err, &wire) || wire.Code != jsonrpc.InvalidParams || mcp.HTTPStatus(err) != 400 {
			t.Errorf("got %v, want -32602 with 400", err)
		}
	})
	t.Run("META-015 without clientInfo it is served", func(t *testing.T) {
		result(t, s, "tools/list", meta)
	})
	t.Run("META-001 what a client made up is not looked at", func(t *testing.T) {
		result(t, s, "tools/list", metaWith(`"io.modelcontextprotocol/unheardOf":[1],"com..bad/ key":null,"traceparent":7`))
	})
	t.Run("JSONRPC-031 nothing of an earlier request counts", func(t *testing.T) {
		result(t, s, "tools/list", meta)
		refused(t, s, "tools/list", `"_meta":{}`, jsonrpc.InvalidParams)
	})
}

func TestVersion(t *testing.T) {
	s := newServer()
	addEcho(s)
	other := strings.Replace(meta, "2026-07-28", "1900-01-01", 1)
	t.Run("VERSION-001 another version is refused", func(t *testing.T) {
		wire := refused(t, s, "tools/list", other, mcp.CodeUnsupportedProtocolVersion)
		isText(t, wire.Data, `["2026-07-28"]`, "supported")
		isText(t, wire.Data, `"1900-01-01"`, "requested")
	})
	t.Run("VERSION-002 the version that was asked for is not among those supported", func(t *testing.T) {
		wire := refused(t, s, "server/discover", other, mcp.CodeUnsupportedProtocolVersion)
		if strings.Contains(string(at(t, wire.Data, "supported")), "1900-01-01") {
			t.Error(string(wire.Data))
		}
	})
	t.Run("VERSION-004 discovery is there without anything else", func(t *testing.T) {
		isText(t, result(t, newServer(), "server/discover", ""), `["2026-07-28"]`, "supportedVersions")
	})
	t.Run("VERSION-005 nobody need discover first", func(t *testing.T) {
		fresh := newServer()
		addEcho(fresh)
		result(t, fresh, "tools/call", `"name":"echo","arguments":{"text":"hi"}`)
	})
	t.Run("VERSION-006 each request by its own version", func(t *testing.T) {
		result(t, s, "tools/list", meta)
		refused(t, s, "tools/list", other, mcp.CodeUnsupportedProtocolVersion)
		result(t, s, "tools/list", meta)
		refused(t, s, "initialize", meta, jsonrpc.MethodNotFound)
	})
}

func TestResultMark(t *testing.T) {
	s := newServer()
	addEcho(s)
	method := mcp.Method[struct{}, jsontext.Value]{Name: "com.example/anything"}
	var answer string
	server.AddMethod(s, method, func(context.Context, *server.Call, struct{}) (*jsontext.Value, error) {
		value := jsontext.Value(answer)
		return &value, nil
	}, server.ResultTypes("task"))

	t.Run("RESULT-001 every result has its type", func(t *testing.T) {
		for _, method := range []string{"server/discover", "tools/list"} {
			isText(t, result(t, s, method, ""), `"complete"`, "resultType")
		}
		answer = `{}`
		isText(t, result(t, s, method.Name, ""), `"complete"`, "resultType")
	})
	t.Run("META-022 every result names the server", func(t *testing.T) {
		for _, answer = range []string{`{}`, `{"a":1}`, `{"_meta":{}}`, `{"_meta":{"x":1},"b":[]}`, `{ "resultType" : "task" }`} {
			got := result(t, s, method.Name, "")
			isText(t, got, `{"name":"test","version":"1.2.3"}`, "_meta", mcp.KeyServerInfo)
			for name, value := range jsonrpc.Members(jsontext.Value(answer)) {
				if string(name) != "_meta" {
					isText(t, got, string(value), string(name))
				}
			}
		}
		answer = `{"_meta":{"x":1}}`
		isText(t, result(t, s, method.Name, ""), "1", "_meta", "x")
	})
	t.Run("RESULT-007 only types that were registered", func(t *testing.T) {
		answer = `{"resultType":"task"}`
		isText(t, result(t, s, method.Name, ""), `"task"`, "resultType")
		for _, answer = range []string{`{"resultType":"other"}`, `{"resultType":7}`, `[]`, `{"_meta":[]}`} {
			if value, err := ask(t, s, method.Name, ""); err == nil {
				t.Errorf("%s left as %s", answer, value)
			} else if _, wire := mcp.AsError(err); wire {
				t.Errorf("%s: %v is told to the peer", answer, err)
			}
		}
	})
	t.Run("RESULT-004 what is finished is complete", func(t *testing.T) {
		got := result(t, s, "tools/call", `"name":"echo","arguments":{"text":"hi"}`)
		isText(t, got, `"complete"`, "resultType")
		isText(t, got, `"hi"`, "content", "text")
	})
}

func TestExtensionMethod(t *testing.T) {
	s := newServer()
	ran := false
	server.AddMethod(s, mcp.Method[struct{}, struct{}]{Name: "com.example/do"},
		func(context.Context, *server.Call, struct{}) (*struct{}, error) { ran = true; return &struct{}{}, nil },
		server.Extension("com.example/ext"))
	s.DeclareExtension("com.example/ext", nil)

	t.Run("META-020 not without the capability", func(t *testing.T) {
		wire := refused(t, s, "com.example/do", "", mcp.CodeMissingRequiredCapability)
		isText(t, wire.Data, `{}`, "requiredCapabilities", "extensions", "com.example/ext")
		if ran {
			t.Error("it ran")
		}
	})
	t.Run("ERROR-011 with the capability it is no matter of codes", func(t *testing.T) {
		declared := strings.Replace(meta, `Capabilities":{}`, `Capabilities":{"extensions":{"com.example/ext":{}}}`, 1)
		result(t, s, "com.example/do", declared)
		if !ran {
			t.Error("it did not run")
		}
	})
	t.Run("DISCOVER-007 it is declared", func(t *testing.T) {
		isText(t, result(t, s, "server/discover", ""), `{}`, "capabilities", "extensions", "com.example/ext")
	})
	t.Run("a method of the core cannot be replaced", func(t *testing.T) {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		server.AddMethod(s, mcp.Method[struct{}, struct{}]{Name: "tools/call"},
			func(context.Context, *server.Call, struct{}) (*struct{}, error) { return nil, nil })
	})
}
