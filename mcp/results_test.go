package mcp_test

import (
	"testing"

	"github.com/quatrain-mcp/quatrain/mcp"
)

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
