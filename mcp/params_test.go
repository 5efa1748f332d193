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
			`{"name":"t","inputResponses":[]}`: "an object is expected, not an array",
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

// What a server sends and does not fit is an error of this side.
func TestResults(t *testing.T) {
	for _, f := range []fit{
		{"RESULT-008", resultOf(mcp.ToolsCall), []string{`{"content":[],"_meta":{}}`}, map[string]string{
			`{"content":[],"_meta":[]}`: "tools/call result/_meta: _meta is an array, not an object",
		}},
		{"TOOL-009,BR-077", resultOf(mcp.ToolsList), []string{`{"tools":[]}`, `{"tools":[null]}`}, map[string]string{
			`{}`:             "tools/list result: tools is missing",
			`{"tools":null}`: "tools/list result: tools is missing",
			`{"tools":{}}`:   "tools/list result/tools: ",
		}},
		{"TOOL-015", resultOf(mcp.ToolsList), []string{`{"tools":[{"name":"t","title":"T","annotations":{"title":"T","readOnlyHint":true}}]}`}, map[string]string{
			`{"tools":[{"name":"t","annotations":{"readOnlyHint":"yes"}}]}`: "/tools/0/annotations/readOnlyHint: ",
			`{"tools":[{"name":"t","description":1}]}`:                      "/tools/0/description: ",
		}},
		{"TOOL-025", resultOf(mcp.ToolsCall), []string{`{"content":[]}`}, map[string]string{
			`{"structuredContent":{}}`: "content is missing",
			`{"content":null}`:         "/content: an array is expected, not null",
			`{"content":{}}`:           "/content: an array is expected, not an object",
		}},
		{"TOOL-027", resultOf(mcp.ToolsCall), []string{`{"content":[{"type":"text","text":""}]}`}, map[string]string{
			`{"content":[{"type":"text","text":"a"},{"type":"text"}]}`: "tools/call result/content/1: text is missing",
			`{"content":[{"type":"text","text":1}]}`:                   "tools/call result/content/0/text: ",
			`{"content":[{"text":"x"}]}`:                               "tools/call result/content/0: type is missing",
			`{"content":[{"type":1}]}`:                                 "tools/call result/content/0: type is a number, not a string",
			`{"content":[null]}`:                                       "tools/call result/content/0: an object is expected, not null",
		}},
		{"TOOL-028", resultOf(mcp.ToolsCall), []string{`{"content":[{"type":"image","data":"","mimeType":"image/png"},{"type":"audio","data":"AA==","mimeType":"audio/wav"}]}`}, map[string]string{
			`{"content":[{"type":"image","data":"@@","mimeType":"image/png"}]}`: "tools/call result/content/0/data: ",
			`{"content":[{"type":"image","data":"AA=="}]}`:                      "tools/call result/content/0: mimeType is missing",
			`{"content":[{"type":"audio","mimeType":"audio/wav"}]}`:             "tools/call result/content/0: data is missing",
		}},
		{"TOOL-029", resultOf(mcp.ToolsCall), []string{`{"content":[{"type":"resource_link","uri":"x:a","name":"a"}]}`}, map[string]string{
			`{"content":[{"type":"resource_link","uri":"file:///a"}]}`: "/content/0: name is missing",
			`{"content":[{"type":"resource_link","name":"a"}]}`:        "/content/0: uri is missing",
		}},
		{"TOOL-030", resultOf(mcp.ToolsCall), []string{`{"content":[{"type":"resource","resource":{"uri":"x:a","text":""}},{"type":"resource","resource":{"uri":"x:a","blob":""}}]}`}, map[string]string{
			`{"content":[{"type":"resource","resource":{"uri":"file:///a"}}]}`:               "/content/0/resource: the contents of a resource have either text or blob",
			`{"content":[{"type":"resource","resource":{"uri":"x:a","text":"","blob":""}}]}`: "/content/0/resource: the contents of a resource have either text or blob",
			`{"content":[{"type":"resource","resource":{"text":"x"}}]}`:                      "/content/0/resource: uri is missing",
			`{"content":[{"type":"resource"}]}`:                                              "/content/0: resource is missing",
		}},
		{"TOOL-037", resultOf(mcp.ToolsCall), []string{`{"content":[],"isError":true}`, `{"content":[]}`}, map[string]string{
			`{"content":[],"isError":"true"}`: "/isError: ",
		}},
		{"RESOURCE-009", resultOf(mcp.ResourcesList), []string{`{"resources":[{"uri":"x:a","name":"a","size":12}]}`}, map[string]string{
			`{"resources":[{"uri":"x:a","name":"a","size":"12"}]}`:  "/resources/0/size: ",
			`{"resources":[{"uri":"x:a","name":"a","mimeType":1}]}`: "/resources/0/mimeType: ",
			`{}`: "resources is missing",
		}},
		{"RESOURCE-012", resultOf(mcp.ResourcesRead), []string{`{"contents":[]}`, `{"contents":[{"uri":"x:a","text":"t"},{"uri":"x:b","blob":"AA=="}]}`}, map[string]string{
			`{"contents":[{"uri":"file:///a"}]}`: "resources/read result/contents/0: the contents of a resource have either text or blob",
			`{"contents":[{"text":"t"}]}`:        "resources/read result/contents/0: uri is missing",
			`{"contents":null}`:                  "/contents: an array is expected, not null",
			`{}`:                                 "contents is missing",
		}},
		{"RESOURCE-015", resultOf(mcp.ResourcesRead), []string{`{"contents":[{"uri":"x:a","blob":"+/8="}]}`}, map[string]string{
			`{"contents":[{"uri":"file:///a","blob":"@@@"}]}`: "resources/read result/contents/0/blob: ",
		}},
		{"BR-121 reading", resultOf(mcp.ResourcesRead), nil, map[string]string{
			`{"contents":[{"uri":"x:a","blob":"--__"}]}`:            "resources/read result/contents/0/blob: ", // URL-safe alphabet
			`{"contents":[{"uri":"x:b","blob":"AA"}]}`:              "resources/read result/contents/0/blob: ", // no padding
			`{"contents":[{"uri":"x:b","blob":"AAAA\r\nAAAA"}]}`:    "resources/read result/contents/0/blob: ", // broken into lines
			`{"contents":[{"uri":"x:b","blob":null}]}`:              "blob is missing",
			`{"contents":[{"uri":"x:b","text":"a","blob":"AAAA"}]}`: "either text or blob",
		}},
		{"PROMPT-007", resultOf(mcp.PromptsList), []string{`{"prompts":[{"name":"p","arguments":[{"name":"a","required":true}]}]}`}, map[string]string{
			`{"prompts":[{"name":"p","arguments":[{"name":"a","required":"yes"}]}]}`: "/prompts/0/arguments/0/required: ",
		}},
		{"PROMPT-010", resultOf(mcp.PromptsGet), []string{`{"messages":[]}`}, map[string]string{
			`{"resultType":"complete"}`: "messages is missing",
		}},
		{"PROMPT-011", resultOf(mcp.PromptsGet), []string{`{"messages":[{"role":"user","content":{"type":"text","text":"x"}}]}`}, map[string]string{
			`{"messages":[{"role":"system","content":{"type":"text","text":"x"}}]}`: `/messages/0: role is "system"`,
			`{"messages":[{"role":"user","content":[{"type":"text","text":"x"}]}]}`: "/messages/0/content: an object is expected, not an array",
			`{"messages":[{"role":"user"}]}`:                                        "/messages/0: content is missing",
		}},
		{"PROMPT-015", resultOf(mcp.PromptsGet), []string{`{"messages":[{"role":"user","content":{"type":"resource_link","uri":"x:a","name":"a"}}]}`}, nil},
		{"COMPLETE-006", resultOf(mcp.CompletionComplete), []string{`{"completion":{"values":["a"],"total":1,"hasMore":false}}`}, map[string]string{
			`{"completion":{}}`:                          "/completion: values is missing",
			`{"completion":{"values":[1]}}`:              "/completion/values/0: ",
			`{"completion":{"values":[],"total":"1"}}`:   "/completion/total: ",
			`{"completion":{"values":[],"hasMore":"x"}}`: "/completion/hasMore: ",
			`{}`: "completion is missing",
		}},
		{"DISCOVER-003", resultOf(mcp.ServerDiscover), []string{`{"supportedVersions":["a"],"capabilities":{},"instructions":"i"}`}, map[string]string{
			`{"supportedVersions":["a"],"capabilities":{},"instructions":["a"]}`: "/instructions: ",
			`{"supportedVersions":"a","capabilities":{}}`:                        "/supportedVersions: ",
			`{"supportedVersions":["a"],"capabilities":{"tools":true}}`:          "/capabilities/tools: ",
		}},
		{"PAGE-002 nextCursor", resultOf(mcp.ToolsList), []string{`{"tools":[],"nextCursor":null}`, `{"tools":[],"nextCursor":"a"}`}, map[string]string{
			`{"tools":[],"nextCursor":1}`: "/nextCursor: ",
		}},
	} {
		f.run(t, false)
	}
}

func TestInputRequests(t *testing.T) {
	required := func(text jsontext.Value) error { _, err := mcp.ParseInputRequired(text); return err }
	for _, f := range []fit{
		{"RESULT-005", required, []string{`{"resultType":"input_required","requestState":"s"}`}, map[string]string{
			`{"resultType":"input_required","content":[]}`: "neither inputRequests nor requestState",
		}},
		{"MRTR-004", required, []string{`{"requestState":""}`, `{"inputRequests":{}}`, `{"inputRequests":{},"requestState":"s"}`}, map[string]string{
			`{}`: "neither inputRequests nor requestState",
		}},
		{"MRTR-005", required, []string{`{"inputRequests":{"a":{"method":"roots/list"}}}`}, map[string]string{
			`{"inputRequests":[]}`:                         "result/inputRequests: ",
			`{"inputRequests":{"a":{"params":{}}}}`:        "result/inputRequests/a: method is missing",
			`{"inputRequests":{"a":{"method":["x"]}}}`:     "result/inputRequests/a/method: ",
			`{"inputRequests":{"a":"elicitation/create"}}`: "result/inputRequests/a: an object is expected, not a string",
		}},
		{"MRTR-008", required, []string{`{"inputRequests":{"a":{"jsonrpc":"2.0","id":1,"method":"roots/list"}}}`}, nil},
		{"MRTR-009", required, []string{`{"requestState":"opaque"}`}, map[string]string{
			`{"requestState":{"x":1}}`: "result/requestState: ",
		}},
	} {
		f.run(t, false)
	}
	for _, f := range []fit{
		{"SAMPLING-010", paramsOf(mcp.SamplingCreateMessage), []string{`{"messages":[],"maxTokens":1}`}, map[string]string{
			`{"messages":[]}`:                  "maxTokens is missing",
			`{"maxTokens":1}`:                  "messages is missing",
			`{"messages":{},"maxTokens":1}`:    "params/messages: ",
			`{"messages":[],"maxTokens":"12"}`: "params/maxTokens: ",
		}},
		{"SAMPLING-021", paramsOf(mcp.SamplingCreateMessage), []string{`{"messages":[{"role":"assistant","content":{"type":"tool_use","id":"1","name":"t","input":{}}},{"role":"user","content":[{"type":"tool_result","toolUseId":"1","content":[]}]}],"maxTokens":1}`}, map[string]string{
			`{"messages":[{"role":"assistant","content":{"type":"tool_use","name":"t"}}],"maxTokens":1}`:                    "params/messages/0/content: id is missing",
			`{"messages":[{"role":"assistant","content":{"type":"tool_use","id":"1","name":"t"}}],"maxTokens":1}`:           "params/messages/0/content: input is missing",
			`{"messages":[{"role":"user","content":[{"type":"tool_result","toolUseId":"1"}]}],"maxTokens":1}`:               "params/messages/0/content/0: content is missing",
			`{"messages":[{"role":"user","content":[{"type":"tool_result","content":[]}]}],"maxTokens":1}`:                  "params/messages/0/content/0: toolUseId is missing",
			`{"messages":[{"role":"user","content":[{"type":"tool_result","toolUseId":"1","content":[1]}]}],"maxTokens":1}`: "params/messages/0/content/0/content/0: an object is expected",
		}},
		{"SAMPLING-023", paramsOf(mcp.SamplingCreateMessage), []string{`{"messages":[{"role":"user","content":{"type":"text","text":"x"}},{"role":"assistant","content":[{"type":"text","text":"x"}]}],"maxTokens":1}`}, map[string]string{
			`{"messages":[{"role":"system","content":{"type":"text","text":"x"}}],"maxTokens":1}`: `params/messages/0: role is "system"`,
			`{"messages":[{"role":"user","content":"x"}],"maxTokens":1}`:                          "params/messages/0/content: an object is expected, not a string",
		}},
		{"ELICIT-010", paramsOf(mcp.ElicitationCreate), []string{`{"message":"m","requestedSchema":{}}`}, map[string]string{
			`{"requestedSchema":{}}`:             "params: message is missing",
			`{"message":1,"requestedSchema":{}}`: "params/message: ",
		}},
		{"ELICIT-011", paramsOf(mcp.ElicitationCreate), []string{`{"mode":"url","message":"m","url":"https://example.com"}`}, map[string]string{
			`{"mode":"modal","message":"m","requestedSchema":{}}`: `params: mode is "modal", not form or url`,
		}},
		{"ELICIT-012", paramsOf(mcp.ElicitationCreate), []string{`{"message":"m","requestedSchema":{"type":"object","properties":{}}}`}, nil},
		{"ELICIT-014", paramsOf(mcp.ElicitationCreate), []string{`{"mode":"form","message":"m","requestedSchema":{}}`}, map[string]string{
			`{"message":"x"}`:                         "params: requestedSchema is missing",
			`{"message":"x","requestedSchema":"{}"}`:  "params: requestedSchema is a string, not an object",
			`{"mode":"form","message":"m","url":"x"}`: "params: requestedSchema is missing",
		}},
		{"ELICIT-022", paramsOf(mcp.ElicitationCreate), []string{`{"mode":"url","message":"x","url":"https://example.com"}`}, map[string]string{
			`{"mode":"url","message":"x"}`: "params: url is missing",
		}},
	} {
		f.run(t, true)
	}
}
