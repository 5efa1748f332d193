package mcp_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// ptr returns a pointer to v, for optional members.
func ptr[T any](v T) *T { return &v }

// raw is JSON text.
func raw(text string) jsontext.Value { return jsontext.Value(text) }

// metaOf returns the Meta of an object.
func metaOf(object string) mcp.Meta {
	m, err := mcp.ParseMeta(raw(object))
	if err != nil {
		panic(err)
	}
	return m
}

// Meta as client, server and subscription write it.
var (
	requestMeta = metaOf(`{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},` +
		`"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{}},` +
		`"io.modelcontextprotocol/logLevel":"info","progressToken":7,"traceparent":"00-a-b-01"}`)
	resultMeta       = metaOf(`{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"},"com.example/k":[1.0]}`)
	subscriptionMeta = metaOf(`{"io.modelcontextprotocol/subscriptionId":"listen-1"}`)
	anyMeta          = metaOf(`{"com.example/k":{"v":1e2}}`)
)

// Values of the parts that others are made of.
var (
	icon        = mcp.Icon{Src: "https://example.com/i.png", MIMEType: "image/png", Sizes: []string{"48x48"}, Theme: "dark"}
	annotations = &mcp.Annotations{Audience: []mcp.Role{mcp.RoleUser, mcp.RoleAssistant}, Priority: ptr(0.0), LastModified: "2026-07-28T00:00:00Z"}
	resource    = mcp.Resource{
		URI: "file:///a", Name: "a", Title: "A", Description: "d", MIMEType: "text/plain", Size: ptr(int64(0)),
		Icons: []mcp.Icon{icon}, Annotations: annotations, Meta: anyMeta,
	}
	template = mcp.ResourceTemplate{
		URITemplate: "file:///{path}", Name: "files", Title: "T", Description: "d", MIMEType: "text/plain",
		Icons: []mcp.Icon{icon}, Annotations: annotations, Meta: anyMeta,
	}
	textContents = &mcp.TextResourceContents{URI: "file:///a", MIMEType: "text/plain", Text: "", Meta: anyMeta}
	blobContents = &mcp.BlobResourceContents{URI: "file:///b", Blob: []byte{0xfb, 0xef, 0xbe, 0}}
	textBlock    = &mcp.TextContent{Text: "hi", Annotations: annotations, Meta: anyMeta}
	imageBlock   = &mcp.ImageContent{Data: []byte("i"), MIMEType: "image/png", Annotations: annotations, Meta: anyMeta}
	audioBlock   = &mcp.AudioContent{Data: []byte("a"), MIMEType: "audio/wav", Annotations: annotations, Meta: anyMeta}
	linkBlock    = &mcp.ResourceLink{Resource: resource}
	embedded     = &mcp.EmbeddedResource{Resource: blobContents, Annotations: annotations, Meta: anyMeta}
	toolUse      = &mcp.ToolUseContent{ID: "u", Name: "n", Input: raw(`{"a":1}`), Meta: anyMeta}
	toolResult   = &mcp.ToolResultContent{ToolUseID: "u", Content: mcp.Content{textBlock}, StructuredContent: raw("[null]"), IsError: true, Meta: anyMeta}
	everyBlock   = mcp.Content{textBlock, imageBlock, audioBlock, linkBlock, embedded}
	tool         = mcp.Tool{
		Name: "t", Title: "T", Description: "d", InputSchema: raw(`{"type":"object","required":["a"]}`), OutputSchema: raw(`{"type":"array"}`),
		Annotations: &mcp.ToolAnnotations{Title: "T", ReadOnlyHint: ptr(false), DestructiveHint: ptr(false), IdempotentHint: ptr(true), OpenWorldHint: ptr(false)},
		Icons:       []mcp.Icon{icon}, Meta: anyMeta,
	}
	prompt = mcp.Prompt{
		Name: "p", Title: "P", Description: "d", Arguments: []mcp.PromptArgument{{Name: "a", Title: "A", Description: "d", Required: true}, {Name: "b"}},
		Icons: []mcp.Icon{icon}, Meta: anyMeta,
	}
	clientCapabilities = mcp.ClientCapabilities{
		Elicitation:  &mcp.ElicitationCapability{Form: &mcp.CapabilityObject{}, URL: &mcp.CapabilityObject{Unknown: raw(`{"x":1}`)}},
		Sampling:     &mcp.SamplingCapability{Context: &mcp.CapabilityObject{}, Tools: &mcp.CapabilityObject{}},
		Roots:        &mcp.RootsCapability{},
		Extensions:   map[string]jsontext.Value{"com.example/e": raw("{}")},
		Experimental: map[string]jsontext.Value{"x": raw(`{"y":1}`)},
	}
	serverCapabilities = mcp.ServerCapabilities{
		Tools: &mcp.ToolsCapability{ListChanged: true}, Resources: &mcp.ResourcesCapability{Subscribe: true, ListChanged: true},
		Prompts: &mcp.PromptsCapability{}, Completions: &mcp.CapabilityObject{}, Logging: &mcp.CapabilityObject{},
		Extensions: map[string]jsontext.Value{"com.example/e": raw("{}")},
	}
	implementation = mcp.Implementation{Name: "n", Title: "t", Version: "1", Description: "d", WebsiteURL: "https://example.com", Icons: []mcp.Icon{icon}}
	filter         = mcp.SubscriptionFilter{ToolsListChanged: true, PromptsListChanged: true, ResourcesListChanged: true, ResourceSubscriptions: []string{"file:///a"}}
	options        = []mcp.EnumOption{{Const: "a", Title: "A"}}

	stringSchema       = &mcp.StringSchema{Title: "t", Description: "d", MinLength: ptr(int64(0)), MaxLength: ptr(int64(9)), Format: mcp.FormatDateTime, Default: ptr("")}
	numberSchema       = &mcp.NumberSchema{Title: "t", Description: "d", Minimum: ptr(0.0), Maximum: ptr(1.5), Default: ptr(0.0)}
	integerSchema      = &mcp.NumberSchema{Integer: true}
	booleanSchema      = &mcp.BooleanSchema{Title: "t", Description: "d", Default: ptr(false)}
	untitledSingle     = &mcp.SingleSelectEnumSchema{Title: "t", Description: "d", Enum: []string{"a"}, Default: ptr("a")}
	titledSingle       = &mcp.SingleSelectEnumSchema{OneOf: options}
	legacyTitledSingle = &mcp.SingleSelectEnumSchema{Enum: []string{"a"}, EnumNames: []string{"A"}}
	untitledMulti      = &mcp.MultiSelectEnumSchema{Title: "t", Description: "d", MinItems: ptr(int64(0)), MaxItems: ptr(int64(1)), Items: mcp.EnumItems{Enum: []string{"a"}}, Default: []string{}}
	titledMulti        = &mcp.MultiSelectEnumSchema{Items: mcp.EnumItems{AnyOf: options}}

	formParams = mcp.ElicitParams{Message: "m", RequestedSchema: encoded(mcp.FormSchema{
		Dialect: "https://json-schema.org/draft/2020-12/schema",
		Properties: mcp.FormProperties{
			{Name: "s", Schema: stringSchema}, {Name: "n", Schema: numberSchema}, {Name: "i", Schema: integerSchema}, {Name: "b", Schema: booleanSchema},
			{Name: "us", Schema: untitledSingle}, {Name: "ts", Schema: titledSingle}, {Name: "ls", Schema: legacyTitledSingle},
			{Name: "um", Schema: untitledMulti}, {Name: "tm", Schema: titledMulti},
		},
		Required: []string{"s"},
	})}
	urlParams       = mcp.ElicitParams{Mode: mcp.URLMode, Message: "m", URL: "https://example.com/ask"}
	elicitResult    = mcp.ElicitResult{Action: mcp.Accept, Content: raw(`{"s":"x","i":1,"b":false,"um":["a"]}`)}
	samplingMessage = mcp.SamplingMessage{Role: mcp.RoleUser, Content: mcp.SamplingBlocks(textBlock), Meta: anyMeta}
	samplingList    = mcp.SamplingMessage{Role: mcp.RoleAssistant, Content: mcp.SamplingBlocks(textBlock, imageBlock, audioBlock, toolUse, toolResult)}
	preferences     = &mcp.ModelPreferences{Hints: []mcp.ModelHint{{Name: "m"}, {}}, CostPriority: ptr(0.0), SpeedPriority: ptr(0.5), IntelligencePriority: ptr(1.0)}
	createMessage   = mcp.CreateMessageParams{
		Messages: []mcp.SamplingMessage{samplingMessage, samplingList}, ModelPreferences: preferences, SystemPrompt: "s", IncludeContext: mcp.IncludeNone,
		Temperature: ptr(0.0), MaxTokens: 100, StopSequences: []string{"x"}, Metadata: raw(`{"a":"b"}`), Tools: []mcp.Tool{tool}, ToolChoice: &mcp.ToolChoice{Mode: mcp.ToolRequired},
	}
	createResult = mcp.CreateMessageResult{Role: mcp.RoleAssistant, Content: mcp.SamplingBlocks(textBlock), Model: "m", StopReason: "endTurn", Meta: anyMeta}
	createList   = mcp.CreateMessageResult{Role: mcp.RoleAssistant, Content: mcp.SamplingBlocks(textBlock, toolUse), Model: "m"}
	root         = mcp.Root{URI: "file:///a", Name: "a", Meta: anyMeta}
	listRoots    = mcp.ListRootsResult{Roots: []mcp.Root{root}}

	inputRequests = mcp.InputRequests{
		"a": inputRequest(mcp.ElicitationCreate, formParams), "b": inputRequest(mcp.SamplingCreateMessage, createMessage), "c": inputRequest(mcp.RootsList, mcp.ListRootsParams{}),
	}
	inputResponses = mcp.InputResponses{"a": encoded(elicitResult), "b": encoded(createResult), "c": encoded(listRoots)}
	inputRequired  = mcp.InputRequiredResult{ResultType: mcp.InputRequired, InputRequests: inputRequests, RequestState: ptr(""), Meta: resultMeta}
	cache          = mcp.Cache{TTLMs: 1000, CacheScope: mcp.Public}
)

// Params and results, the least and the most of each.
var (
	listParams     = []mcp.ListParams{{Meta: requestMeta}, {Cursor: ptr(""), Meta: requestMeta}}
	callParams     = []mcp.CallToolParams{{Name: "t", Meta: requestMeta}, {Name: "t", Arguments: raw(`{"a":1}`), InputResponses: inputResponses, RequestState: ptr("s"), Meta: requestMeta}}
	readParams     = []mcp.ReadResourceParams{{URI: "file:///a", Meta: requestMeta}, {URI: "file:///a", InputResponses: inputResponses, RequestState: ptr(""), Meta: requestMeta}}
	promptParams   = []mcp.GetPromptParams{{Name: "p", Meta: requestMeta}, {Name: "p", Arguments: map[string]string{"a": ""}, InputResponses: inputResponses, RequestState: ptr("s"), Meta: requestMeta}}
	completeParams = []mcp.CompleteParams{
		{Ref: mcp.PromptRef("p"), Argument: mcp.CompleteArgument{Name: "a", Value: ""}, Meta: requestMeta},
		{Ref: mcp.ResourceRef("file:///{p}"), Argument: mcp.CompleteArgument{Name: "p"}, Context: &mcp.CompleteContext{Arguments: map[string]string{"b": "c"}}, Meta: requestMeta},
	}
	discoverParams     = []mcp.DiscoverParams{{Meta: requestMeta}}
	listenParams       = []mcp.ListenParams{{Meta: requestMeta}, {Notifications: filter, Meta: requestMeta}}
	toolsResults       = []mcp.ListToolsResult{{ResultType: mcp.Complete}, {ResultType: mcp.Complete, Tools: []mcp.Tool{tool, {Name: "u"}}, NextCursor: ptr(""), Cache: cache, Meta: resultMeta}}
	callResults        = []mcp.CallToolResult{{ResultType: mcp.Complete}, {ResultType: mcp.Complete, Content: everyBlock, StructuredContent: raw("null"), IsError: true, Meta: resultMeta}}
	resourcesResults   = []mcp.ListResourcesResult{{ResultType: mcp.Complete}, {ResultType: mcp.Complete, Resources: []mcp.Resource{resource}, NextCursor: ptr("n"), Cache: cache, Meta: resultMeta}}
	templatesResults   = []mcp.ListResourceTemplatesResult{{ResultType: mcp.Complete}, {ResultType: mcp.Complete, ResourceTemplates: []mcp.ResourceTemplate{template}, Cache: cache, Meta: resultMeta}}
	readResults        = []mcp.ReadResourceResult{{ResultType: mcp.Complete}, {ResultType: mcp.Complete, Contents: mcp.Contents{textContents, blobContents}, Cache: cache, Meta: resultMeta}}
	promptsResults     = []mcp.ListPromptsResult{{ResultType: mcp.Complete}, {ResultType: mcp.Complete, Prompts: []mcp.Prompt{prompt}, Cache: cache, Meta: resultMeta}}
	promptResults      = []mcp.GetPromptResult{{ResultType: mcp.Complete}, {ResultType: mcp.Complete, Description: "d", Messages: []mcp.PromptMessage{{Role: mcp.RoleUser, Content: embedded}}, Meta: resultMeta}}
	completeResults    = []mcp.CompleteResult{{ResultType: mcp.Complete}, {ResultType: mcp.Complete, Completion: mcp.Completion{Values: []string{"a"}, Total: ptr(0), HasMore: ptr(false)}, Meta: resultMeta}}
	discoverResults    = []mcp.DiscoverResult{{ResultType: mcp.Complete}, {ResultType: mcp.Complete, SupportedVersions: []string{mcp.Revision}, Capabilities: serverCapabilities, Instructions: "i", Cache: cache, Meta: resultMeta}}
	listenResults      = []mcp.ListenResult{{ResultType: mcp.Complete, Meta: subscriptionMeta}}
	progressParams     = []mcp.ProgressParams{{ProgressToken: mcp.TokenOf(jsonrpc.StringID("007")), Progress: 0}, {ProgressToken: mcp.TokenOf(jsonrpc.IntID(7)), Progress: 0.5, Total: ptr(1.0), Message: "m"}}
	cancelledParams    = []mcp.CancelledParams{{RequestID: jsonrpc.IntID(1)}, {RequestID: jsonrpc.StringID("a"), Reason: "r", Meta: subscriptionMeta}}
	loggingParams      = []mcp.LoggingMessageParams{{Level: mcp.LevelInfo}, {Level: mcp.LevelEmergency, Logger: "l", Data: raw(`{"a":1}`)}}
	updatedParams      = []mcp.ResourceUpdatedParams{{URI: "file:///a"}, {URI: "file:///a", Meta: subscriptionMeta}}
	acknowledgedParams = []mcp.AcknowledgedParams{{}, {Notifications: filter, Meta: subscriptionMeta}}
	changedParams      = []mcp.ListChangedParams{{}, {Meta: subscriptionMeta}}
)

// encoded encodes v as a caller who does not know this package would.
func encoded(v any) jsontext.Value {
	value, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return value
}

func inputRequest[P, R any](method mcp.Method[P, R], params P) mcp.InputRequest {
	r, err := mcp.NewInputRequest(method, params)
	if err != nil {
		panic(err)
	}
	return r
}

// texts encodes values.
func texts[T any](values ...T) (all []jsontext.Value) {
	for _, v := range values {
		all = append(all, encoded(v))
	}
	return all
}

// blocks encodes content blocks, which are encoded within Content only.
func blocks(blocks ...mcp.ContentBlock) (all []jsontext.Value) {
	for _, b := range blocks {
		list := encoded(mcp.Content{b})
		all = append(all, list[1:len(list)-1])
	}
	return all
}

// requests encodes requests with their envelope.
func requests[P, R any](method mcp.Method[P, R], params []P) (all []jsontext.Value) {
	for _, p := range params {
		value, err := method.EncodeParams(p)
		if err != nil {
			panic(err)
		}
		all = append(all, jsonrpc.AppendRequest(nil, jsonrpc.IntID(1), method.Name, value))
	}
	return all
}

// responses encodes result responses with their envelope.
func responses[P, R any](method mcp.Method[P, R], results []R, more ...jsontext.Value) (all []jsontext.Value) {
	for _, r := range results {
		value, err := method.EncodeResult(r)
		if err != nil {
			panic(err)
		}
		more = append(more, value)
	}
	for _, value := range more {
		all = append(all, jsonrpc.AppendResult(nil, jsonrpc.StringID("a"), value))
	}
	return all
}

// notifications encodes notifications with their envelope.
func notifications[P any](event mcp.Event[P], params []P) (all []jsontext.Value) {
	for _, p := range params {
		n, err := event.Notification(p)
		if err != nil {
			panic(err)
		}
		all = append(all, jsonrpc.AppendNotification(nil, n.Method, n.Params))
	}
	return all
}

// failures encodes error responses with their envelope.
func failures(errors ...*jsonrpc.Error) (all []jsontext.Value) {
	for _, e := range errors {
		all = append(all, jsonrpc.AppendError(nil, jsonrpc.IntID(1), e), jsonrpc.AppendError(nil, jsonrpc.ID{}, e))
	}
	return all
}

// errorTexts encodes the errors of error responses.
func errorTexts(errors ...*jsonrpc.Error) (all []jsontext.Value) {
	for _, e := range errors {
		all = append(all, jsonrpc.Member(jsonrpc.AppendError(nil, jsonrpc.ID{}, e), "error"))
	}
	return all
}

// definition is one definition of the official schema: values of the Go type
// for it, encoded; or the reason why there is none.
type definition struct {
	values []jsontext.Value
	no     string
}

func is(values ...[]jsontext.Value) definition { return definition{values: slices.Concat(values...)} }

func none(reason string) definition { return definition{no: reason} }

// Everything this package encodes is valid by the official schema, and each
// definition of the schema has its type.
func TestOfficialSchema(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(officialDir(t), "schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	defs := definitions()
	for name := range jsonrpc.Members(jsonrpc.Member(text, "$defs")) {
		def, ok := defs[string(name)]
		delete(defs, string(name))
		switch {
		case !ok:
			t.Errorf("no Go type for the definition %s", name)
			continue
		case def.no != "":
			continue
		case len(def.values) == 0:
			t.Errorf("no value for the definition %s", name)
		}
		t.Run(string(name), func(t *testing.T) {
			schema, err := compiler.Compile("schema.json#/$defs/" + string(name))
			if err != nil {
				t.Fatal(err)
			}
			for _, value := range def.values {
				instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
				if err != nil {
					t.Fatalf("%v: %s", err, value)
				}
				if err := schema.Validate(instance); err != nil {
					t.Errorf("%v\nin %s", err, value)
				}
			}
		})
	}
	for name := range defs {
		t.Errorf("the schema has no definition %s", name)
	}
}
