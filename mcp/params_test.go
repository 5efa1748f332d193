package mcp_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// decoder says whether a text decodes.
type decoder func(text jsontext.Value) error

func paramsOf[P, R any](method mcp.Method[P, R]) decoder {
	return func(text jsontext.Value) error { _, err := method.DecodeParams(text); return err }
}

func resultOf[P, R any](method mcp.Method[P, R]) decoder {
	return func(text jsontext.Value) error { _, err := method.DecodeResult(text); return err }
}

func inputOf[P, R any](method mcp.Method[P, R]) decoder {
	return func(text jsontext.Value) error { _, err := method.DecodeInput(text); return err }
}

func eventOf[P any](event mcp.Event[P]) decoder {
	return func(text jsontext.Value) error { _, err := event.DecodeParams(text); return err }
}

// A fit is a rule about a type: what keeps it decodes, what breaks it does not
// and the error says why.
type fit struct {
	rule   string
	decode decoder
	good   []string
	bad    map[string]string // text to error
}

func (f fit) run(t *testing.T, wire bool) {
	t.Run(f.rule, func(t *testing.T) {
		for _, text := range f.good {
			if err := f.decode(raw(text)); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
		for text, want := range f.bad {
			err := f.decode(raw(text))
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want one with %q", text, err, want)
				continue
			}
			var onWire *jsonrpc.Error
			if errors.As(err, &onWire) != wire || wire && onWire.Code != jsonrpc.InvalidParams {
				t.Errorf("%s: error %#v, want it for the peer: %v", text, err, wire)
			}
		}
	})
}

// What a client sends and does not fit is InvalidParams.
func TestParams(t *testing.T) {
	for _, f := range []fit{
		{"TOOL-023", paramsOf(mcp.ToolsCall), []string{`{"name":"t"}`, `{"name":""}`}, map[string]string{
			`{"arguments":{}}`: "params: name is missing",
			`{"name":null}`:    "params: name is missing",
			`{"name":1}`:       "params: name is a number, not a string",
		}},
		{"TOOL-024,BR-088", paramsOf(mcp.ToolsCall), []string{`{"name":"t","arguments":{"a":[1]}}`, `{"name":"t"}`}, map[string]string{
			`{"name":"t","arguments":[1]}`:  "params: arguments are an array, not an object",
			`{"name":"t","arguments":"{}"}`: "params: arguments are a string, not an object",
		}},
		{"RESOURCE-011", paramsOf(mcp.ResourcesRead), []string{`{"uri":"file:///a"}`}, map[string]string{
			`{}`:        "params: uri is missing",
			`{"uri":1}`: "params/uri: ",
		}},
		{"PROMPT-008", paramsOf(mcp.PromptsGet), []string{`{"name":"p"}`}, map[string]string{
			`{}`:           "params: name is missing",
			`{"name":[1]}`: "params/name: ",
		}},
		{"PROMPT-009", paramsOf(mcp.PromptsGet), []string{`{"name":"p","arguments":{"n":"1"}}`}, map[string]string{
			`{"name":"p","arguments":{"n":1}}`: "params/arguments/n: ",
			`{"name":"p","arguments":["n"]}`:   "params/arguments: ",
		}},
		{"COMPLETE-002", paramsOf(mcp.CompletionComplete), []string{`{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""}}`}, map[string]string{
			`{"ref":{"type":"ref/prompt","name":"p"}}`:                                  "params: argument is missing",
			`{"argument":{"name":"a","value":""}}`:                                      "params: ref is missing",
			`{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a"}}`:          "params/argument: value is missing",
			`{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":1,"value":""}}`: "params/argument/name: ",
		}},
		{"COMPLETE-003", paramsOf(mcp.CompletionComplete), []string{`{"ref":{"type":"ref/resource","uri":"x:{a}"},"argument":{"name":"a","value":""}}`}, map[string]string{
			`{"ref":{"type":"ref/tool","name":"t"},"argument":{"name":"a","value":""}}`:     `params/ref: type is "ref/tool"`,
			`{"ref":{"type":"ref/prompt","uri":"x:a"},"argument":{"name":"a","value":""}}`:  "params/ref: a ref/prompt has no name",
			`{"ref":{"type":"ref/resource","name":"p"},"argument":{"name":"a","value":""}}`: "params/ref: a ref/resource has no uri",
		}},
		{"COMPLETE-004", paramsOf(mcp.CompletionComplete), []string{`{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""},"context":{"arguments":{"b":"c"}}}`}, map[string]string{
			`{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""},"context":{"arguments":{"a":1}}}`: "params/context/arguments/a: ",
		}},
		{"SUBSCRIBE-001", paramsOf(mcp.SubscriptionsListen), []string{`{"notifications":{}}`}, map[string]string{
			`{"_meta":{}}`:         "params: notifications is missing",
			`{"notifications":[]}`: "params/notifications: ",
		}},
		{"SUBSCRIBE-002", paramsOf(mcp.SubscriptionsListen), []string{`{"notifications":{"toolsListChanged":false,"resourceSubscriptions":["x:a"]}}`}, map[string]string{
			`{"notifications":{"toolsListChanged":"yes"}}`:        "params/notifications/toolsListChanged: ",
			`{"notifications":{"resourceSubscriptions":"x:a"}}`:   "params/notifications/resourceSubscriptions: ",
			`{"notifications":{"resourceSubscriptions":[1]}}`:     "params/notifications/resourceSubscriptions/0: ",
			`{"notifications":{"promptsListChanged":{}}}`:         "params/notifications/promptsListChanged: ",
			`{"notifications":{"resourcesListChanged":"public"}}`: "params/notifications/resourcesListChanged: ",
		}},
		{"DISCOVER-006", paramsOf(mcp.ServerDiscover), []string{`{"_meta":{},"x":1}`, `{}`}, nil},
		{"PAGE-002", paramsOf(mcp.ToolsList), []string{`{"cursor":"x"}`, `{"cursor":null}`, `{}`}, map[string]string{
			`{"cursor":1}`: "params/cursor: ",
		}},
		{"META-002", paramsOf(mcp.ResourcesList), []string{`{"_meta":{}}`}, map[string]string{
			`{"_meta":"x"}`:  "params/_meta: _meta is a string, not an object",
			`{"_meta":null}`: "params/_meta: _meta is null, not an object",
		}},
		{"META-002 of a tool call", paramsOf(mcp.ToolsCall), []string{`{"name":"t","_meta":{}}`}, map[string]string{
			`{"name":"t","_meta":[]}`: "params: _meta is an array, not an object",
		}},
		{"MRTR-031", paramsOf(mcp.ToolsCall), []string{`{"name":"t","inputResponses":{"a":{"action":"accept"}}}`}, map[string]string{
			`{"name":"t","inputResponses":{"a":"accept"}}`: `the response to "a" is a string, not an object`,
		}},
		{"MRTR-032", paramsOf(mcp.ResourcesRead), []string{`{"uri":"x:a","inputResponses":{},"requestState":""}`}, map[string]string{
			`{"uri":"x:a","inputResponses":[]}`: "params/inputResponses: an object is expected, not an array",
			`{"uri":"x:a","requestState":{}}`:   "params/requestState: ",
		}},
		{"MRTR-032 of a tool call", paramsOf(mcp.ToolsCall), []string{`{"name":"t","inputResponses":{},"requestState":"s"}`}, map[string]string{
			`{"name":"t","inputResponses":[]}`: "params: inputResponses: an object is expected, not an array",
			`{"name":"t","requestState":{}}`:   "params: requestState is an object, not a string",
		}},
		{"ELICIT-026", inputOf(mcp.ElicitationCreate), []string{`{"action":"accept"}`, `{"action":"decline"}`, `{"action":"cancel"}`}, map[string]string{
			`{"action":"ok"}`:                `action is "ok"`,
			`{}`:                             "action is missing",
			`{"result":{"action":"accept"}}`: "action is missing", // MRTR-031
		}},
		{"BR-071", inputOf(mcp.ElicitationCreate), []string{`{"action":"cancel","content":null}`, `{"action":"decline","content":"x"}`, `{"action":"accept","content":null}`}, map[string]string{
			`{"action":"accept","content":"x"}`: "content is a string, not an object",
		}},
		{"SAMPLING-032", inputOf(mcp.SamplingCreateMessage), []string{`{"role":"assistant","model":"m","content":{"type":"text","text":"x"}}`}, map[string]string{
			`{"role":"assistant","content":{"type":"text","text":"x"}}`: "model is missing",
			`{"role":"assistant","model":"m"}`:                          "content is missing",
			`{"model":"m","content":{"type":"text","text":"x"}}`:        "role is missing",
		}},
		{"ROOTS-005", inputOf(mcp.RootsList), []string{`{"roots":[]}`, `{"roots":[{"uri":"file:///a","name":"a"}]}`}, map[string]string{
			`{"roots":[{"name":"x"}]}`:                     "/roots/0: uri is missing",
			`{"roots":[{"uri":"file:///a","name":["x"]}]}`: "/roots/0/name: ",
			`{}`: "roots is missing",
		}},
		{"CANCEL-002", eventOf(mcp.EventCancelled), []string{`{"requestId":1}`, `{"requestId":"1","reason":"r"}`}, map[string]string{
			`{}`:                          "params: requestId is missing",
			`{"requestId":null}`:          "params: requestId is missing",
			`{"requestId":1.5}`:           "params/requestId: ",
			`{"requestId":1,"reason":{}}`: "params/reason: ",
		}},
		{"PROGRESS-004", eventOf(mcp.EventProgress), []string{`{"progressToken":"a","progress":1}`, `{"progressToken":1,"progress":0.5,"total":1,"message":"m"}`}, map[string]string{
			`{"progress":1}`:                               "params: progressToken is missing",
			`{"progressToken":"a"}`:                        "params: progress is missing",
			`{"progressToken":true,"progress":1}`:          "params/progressToken: ",
			`{"progressToken":1,"progress":"1"}`:           "params/progress: ",
			`{"progressToken":1,"progress":1,"total":"2"}`: "params/total: ",
			`{"progressToken":1,"progress":1,"message":2}`: "params/message: ",
		}},
		{"LOG-008", eventOf(mcp.EventLoggingMessage), []string{`{"level":"info","data":null}`, `{"level":"emergency","data":[1],"logger":"l"}`}, map[string]string{
			`{"level":"warn","data":"x"}`:              `params: level is "warn", none of the eight levels`,
			`{"data":"x"}`:                             "params: level is missing",
			`{"level":"info"}`:                         "params: data is missing",
			`{"level":"info","data":"x","logger":[1]}`: "params/logger: ",
		}},
		{"SUBSCRIBE-008", eventOf(mcp.EventSubscriptionsAcknowledged), []string{`{"notifications":{}}`}, map[string]string{
			`{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}`: "params: notifications is missing",
		}},
		{"SUBSCRIBE-022", eventOf(mcp.EventResourceUpdated), []string{`{"uri":"x:a"}`}, map[string]string{
			`{}`:        "params: uri is missing",
			`{"uri":1}`: "params/uri: ",
		}},
	} {
		f.run(t, true)
	}
}
