package mcp_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
)

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
