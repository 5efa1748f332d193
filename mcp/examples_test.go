package mcp_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// exampleCodecs says for each folder of official examples what they are.
var exampleCodecs = map[string]codec{
	"AudioContent":         block,
	"EmbeddedResource":     block,
	"ImageContent":         block,
	"ResourceLink":         block,
	"TextContent":          block,
	"ToolResultContent":    block,
	"ToolUseContent":       block,
	"BlobResourceContents": contents,
	"TextResourceContents": contents,

	"BooleanSchema":                  property,
	"NumberSchema":                   property,
	"StringSchema":                   property,
	"TitledMultiSelectEnumSchema":    property,
	"TitledSingleSelectEnumSchema":   property,
	"UntitledMultiSelectEnumSchema":  property,
	"UntitledSingleSelectEnumSchema": property,

	"ClientCapabilities": as[mcp.ClientCapabilities](),
	"ServerCapabilities": as[mcp.ServerCapabilities](),
	"InputRequests":      as[mcp.InputRequests](),
	"InputResponses":     as[mcp.InputResponses](),
	"ModelPreferences":   as[mcp.ModelPreferences](),
	"Resource":           as[mcp.Resource](),
	"Root":               as[mcp.Root](),
	"SamplingMessage":    as[mcp.SamplingMessage](),
	"Tool":               as[mcp.Tool](),

	"CallToolRequestParams":             as[mcp.CallToolParams](),
	"CancelledNotificationParams":       as[mcp.CancelledParams](),
	"CompleteRequestParams":             as[mcp.CompleteParams](),
	"CreateMessageRequestParams":        as[mcp.CreateMessageParams](),
	"ElicitRequestFormParams":           as[mcp.ElicitParams](),
	"ElicitRequestURLParams":            as[mcp.ElicitParams](),
	"GetPromptRequestParams":            as[mcp.GetPromptParams](),
	"LoggingMessageNotificationParams":  as[mcp.LoggingMessageParams](),
	"PaginatedRequestParams":            as[mcp.ListParams](),
	"ProgressNotificationParams":        as[mcp.ProgressParams](),
	"ResourceUpdatedNotificationParams": as[mcp.ResourceUpdatedParams](),

	"CallToolRequest":              request(mcp.ToolsCall),
	"CompleteRequest":              request(mcp.CompletionComplete),
	"DiscoverRequest":              request(mcp.ServerDiscover),
	"GetPromptRequest":             request(mcp.PromptsGet),
	"ListPromptsRequest":           request(mcp.PromptsList),
	"ListResourceTemplatesRequest": request(mcp.ResourceTemplatesList),
	"ListResourcesRequest":         request(mcp.ResourcesList),
	"ListToolsRequest":             request(mcp.ToolsList),
	"ReadResourceRequest":          request(mcp.ResourcesRead),
	"SubscriptionsListenRequest":   request(mcp.SubscriptionsListen),

	"CreateMessageRequest": input(mcp.SamplingCreateMessage),
	"ElicitRequest":        input(mcp.ElicitationCreate),
	"ListRootsRequest":     input(mcp.RootsList),
	"CreateMessageResult":  as[mcp.CreateMessageResult](),
	"ElicitResult":         as[mcp.ElicitResult](),
	"ListRootsResult":      as[mcp.ListRootsResult](),

	"CallToolResult":              result(mcp.ToolsCall),
	"CompleteResult":              result(mcp.CompletionComplete),
	"DiscoverResult":              result(mcp.ServerDiscover),
	"GetPromptResult":             result(mcp.PromptsGet),
	"ListPromptsResult":           result(mcp.PromptsList),
	"ListResourceTemplatesResult": result(mcp.ResourceTemplatesList),
	"ListResourcesResult":         result(mcp.ResourcesList),
	"ListToolsResult":             result(mcp.ToolsList),
	"ReadResourceResult":          result(mcp.ResourcesRead),
	"SubscriptionsListenResult":   result(mcp.SubscriptionsListen),
	"InputRequiredResult":         as[mcp.InputRequiredResult](),

	"CallToolResultResponse":              response(mcp.ToolsCall),
	"CompleteResultResponse":              response(mcp.CompletionComplete),
	"DiscoverResultResponse":              response(mcp.ServerDiscover),
	"GetPromptResultResponse":             response(mcp.PromptsGet),
	"ListPromptsResultResponse":           response(mcp.PromptsList),
	"ListResourceTemplatesResultResponse": response(mcp.ResourceTemplatesList),
	"ListResourcesResultResponse":         response(mcp.ResourcesList),
	"ListToolsResultResponse":             response(mcp.ToolsList),
	"ReadResourceResultResponse":          response(mcp.ResourcesRead),
	"SubscriptionsListenResultResponse":   response(mcp.SubscriptionsListen),

	"CancelledNotification":                 notification(mcp.EventCancelled),
	"LoggingMessageNotification":            notification(mcp.EventLoggingMessage),
	"ProgressNotification":                  notification(mcp.EventProgress),
	"PromptListChangedNotification":         notification(mcp.EventPromptsListChanged),
	"ResourceListChangedNotification":       notification(mcp.EventResourcesListChanged),
	"ResourceUpdatedNotification":           notification(mcp.EventResourceUpdated),
	"SubscriptionsAcknowledgedNotification": notification(mcp.EventSubscriptionsAcknowledged),
	"ToolListChangedNotification":           notification(mcp.EventToolsListChanged),

	"HeaderMismatchError":                  errorResponse[jsontext.Value],
	"MissingRequiredClientCapabilityError": errorResponse[mcp.MissingCapabilityData],
	"UnsupportedProtocolVersionError":      errorResponse[mcp.UnsupportedVersionData],
	"InternalError":                        errorObject,
	"InvalidParamsError":                   errorObject,
	"MethodNotFoundError":                  errorObject,
	"ParseError":                           errorObject,
}

// equivalent are the examples that are encoded otherwise than they are
// written, each with the edit that says how and the reason.
var equivalent = map[string]struct {
	edit func(example map[string]any)
	why  string
}{
	"CallToolResult/result-with-unstructured-text": {
		func(example map[string]any) { delete(example, "isError") },
		"isError is false, which is what its absence means (TOOL-037)",
	},
	"CallToolResultResponse/call-tool-result-response": {
		func(example map[string]any) { delete(example["result"].(map[string]any), "isError") },
		"isError is false, which is what its absence means (TOOL-037)",
	},
	"ListRootsRequest/list-roots-request": {
		func(example map[string]any) { delete(example, "id") },
		"an input request has no id (MRTR-008)",
	},
	"ReadResourceResultResponse/read-resource-result-response": {
		func(example map[string]any) {
			result := example["result"].(map[string]any)
			result["ttlMs"], result["cacheScope"] = number("0"), "private"
		},
		"the example lacks what every such result has (CACHE-001)",
	},
}

// Every official example decodes, and encodes to the same JSON again.
func TestOfficialExamples(t *testing.T) {
	examples := filepath.Join(officialDir(t), "examples")
	seen := map[string]bool{}
	err := fs.WalkDir(os.DirFS(examples), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".json" {
			return err
		}
		folder := path.Dir(name)
		seen[folder] = true
		t.Run(strings.TrimSuffix(name, ".json"), func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(examples, filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			again := exampleCodecs[folder]
			if again == nil {
				t.Fatalf("no codec for the examples of %s", folder)
			}
			got, err := again(text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			want := tree(t, text)
			if other, ok := equivalent[strings.TrimSuffix(name, ".json")]; ok {
				if cmp.Equal(want, tree(t, got)) {
					t.Errorf("no exception is needed any more: %s", other.why)
				}
				other.edit(want.(map[string]any))
			}
			if diff := cmp.Diff(want, tree(t, got)); diff != "" {
				t.Errorf("the encoding differs (-example +got):\n%s", diff)
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder := range exampleCodecs {
		if !seen[folder] {
			t.Errorf("there are no examples of %s any more", folder)
		}
	}
}

// number is the text of a number in a tree.
type number string

// tree returns a JSON text as maps and slices, without order and white space
// but with numbers as they are written.
func tree(t *testing.T, text jsontext.Value) any {
	t.Helper()
	if !text.IsValid() {
		t.Fatalf("not JSON: %s", text)
	}
	switch text.Kind() {
	case '{':
		object := map[string]any{}
		for name, value := range jsonrpc.Members(text) {
			object[string(name)] = tree(t, value)
		}
		return object
	case '[':
		array := []any{}
		dec := jsontext.NewDecoder(bytes.NewReader(text))
		if _, err := dec.ReadToken(); err != nil {
			t.Fatal(err)
		}
		for dec.PeekKind() != ']' {
			value, err := dec.ReadValue()
			if err != nil {
				t.Fatal(err)
			}
			array = append(array, tree(t, value.Clone()))
		}
		return array
	case '"':
		unquoted, err := jsontext.AppendUnquote(nil, text)
		if err != nil {
			t.Fatal(err)
		}
		return string(unquoted)
	case '0':
		return number(strings.TrimSpace(text.String()))
	case 't', 'f':
		return text.Kind() == 't'
	default:
		return nil
	}
}
