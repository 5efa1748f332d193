package mcp_test

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// definitions maps the definitions of the official schema to values.
func definitions() map[string]definition {
	all := map[string]definition{}
	for _, part := range []map[string]definition{parts(), methods(), events(), envelopes()} {
		for name, def := range part {
			all[name] = def
		}
	}
	return all
}

// parts are the definitions that others are made of.
func parts() map[string]definition {
	return map[string]definition{
		"Annotations":            is(texts(mcp.Annotations{}, *annotations)),
		"Icon":                   is(texts(icon, mcp.Icon{Src: "data:image/png;base64,AA=="})),
		"Icons":                  none("the member icons of those that have it"),
		"BaseMetadata":           none("the members name and title of those that have them"),
		"Implementation":         is(texts(implementation, mcp.Implementation{})),
		"Role":                   is(texts(mcp.RoleUser, mcp.RoleAssistant)),
		"LoggingLevel":           is(texts(mcp.LevelDebug, mcp.LevelInfo, mcp.LevelNotice, mcp.LevelWarning, mcp.LevelError, mcp.LevelCritical, mcp.LevelAlert, mcp.LevelEmergency)),
		"ProgressToken":          is(texts(mcp.TokenOf(jsonrpc.IntID(1)), mcp.TokenOf(jsonrpc.StringID("1")))),
		"RequestId":              is(texts(jsonrpc.IntID(1), jsonrpc.StringID("1"))),
		"Cursor":                 none("a *string in ListParams and the results of lists"),
		"ResultType":             is(texts(mcp.Complete, mcp.InputRequired)),
		"JSONValue":              is(texts(raw("1"), raw(`{"a":[]}`))),
		"JSONObject":             is(texts(mcp.CapabilityObject{}, mcp.CapabilityObject{Unknown: raw(`{"a":1}`)})),
		"JSONArray":              none("always within a jsontext.Value"),
		"MetaObject":             is(texts(anyMeta, mcp.Meta{})),
		"RequestMetaObject":      is(texts(requestMeta)),
		"ResultMetaObject":       is(texts(resultMeta)),
		"NotificationMetaObject": is(texts(subscriptionMeta, anyMeta)),

		"SubscriptionsListenResultMetaObject": is(texts(subscriptionMeta)),

		"TextContent":       is(blocks(textBlock, mcp.Text(""))),
		"ImageContent":      is(blocks(imageBlock, mcp.Image(nil, ""))),
		"AudioContent":      is(blocks(audioBlock, mcp.Audio(nil, ""))),
		"ResourceLink":      is(blocks(linkBlock)),
		"EmbeddedResource":  is(blocks(embedded, &mcp.EmbeddedResource{Resource: textContents})),
		"ToolUseContent":    is(blocks(toolUse)),
		"ToolResultContent": is(blocks(toolResult, &mcp.ToolResultContent{})),
		"ContentBlock":      is(blocks(everyBlock...)),

		"SamplingMessageContentBlock": is(blocks(textBlock, imageBlock, audioBlock, toolUse, toolResult)),

		"ResourceContents":     is(texts[mcp.ResourceContents](textContents, blobContents)),
		"TextResourceContents": is(texts(textContents)),
		"BlobResourceContents": is(texts(blobContents, &mcp.BlobResourceContents{URI: "file:///empty"})),

		"ClientCapabilities": is(texts(clientCapabilities, mcp.ClientCapabilities{}, mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapability{}})),
		"ServerCapabilities": is(texts(serverCapabilities, mcp.ServerCapabilities{})),
		"SubscriptionFilter": is(texts(filter, mcp.SubscriptionFilter{})),

		"Tool":             is(texts(tool, mcp.Tool{})),
		"ToolAnnotations":  is(texts(*tool.Annotations, mcp.ToolAnnotations{})),
		"ToolChoice":       is(texts(mcp.ToolChoice{}, mcp.ToolChoice{Mode: mcp.ToolAuto}, mcp.ToolChoice{Mode: mcp.ToolNone})),
		"Resource":         is(texts(resource)),
		"ResourceTemplate": is(texts(template)),
		"Prompt":           is(texts(prompt, mcp.Prompt{})),
		"PromptArgument":   is(texts(prompt.Arguments...)),
		"PromptMessage":    is(texts(mcp.PromptMessage{Role: mcp.RoleUser, Content: textBlock})),
		"Root":             is(texts(root)),
		"ModelHint":        is(texts(preferences.Hints...)),
		"ModelPreferences": is(texts(*preferences, mcp.ModelPreferences{})),
		"SamplingMessage":  is(texts(samplingMessage, samplingList)),
		"PromptReference":  is(texts(mcp.PromptRef("p"), mcp.CompletionRef{Type: mcp.RefPrompt, Name: "p", Title: "P"})),
		"InputRequest":     is(texts(inputRequests["a"], inputRequests["b"], inputRequests["c"])),
		"InputRequests":    is(texts(inputRequests, mcp.InputRequests{})),
		"InputResponse":    is(texts(inputResponses["a"], inputResponses["b"], inputResponses["c"])),
		"InputResponses":   is(texts(inputResponses, mcp.InputResponses{})),

		"ResourceTemplateReference": is(texts(mcp.ResourceRef("file:///{p}"))),

		"StringSchema":                   is(texts(stringSchema, &mcp.StringSchema{})),
		"NumberSchema":                   is(texts(numberSchema, integerSchema)),
		"BooleanSchema":                  is(texts(booleanSchema, &mcp.BooleanSchema{})),
		"UntitledSingleSelectEnumSchema": is(texts(untitledSingle)),
		"TitledSingleSelectEnumSchema":   is(texts(titledSingle)),
		"LegacyTitledEnumSchema":         is(texts(legacyTitledSingle)),
		"UntitledMultiSelectEnumSchema":  is(texts(untitledMulti)),
		"TitledMultiSelectEnumSchema":    is(texts(titledMulti)),
		"SingleSelectEnumSchema":         is(texts(untitledSingle, titledSingle)),
		"MultiSelectEnumSchema":          is(texts(untitledMulti, titledMulti)),
		"EnumSchema":                     is(texts[mcp.PrimitiveSchema](untitledSingle, titledSingle, legacyTitledSingle, untitledMulti, titledMulti)),
		"PrimitiveSchemaDefinition":      is(texts[mcp.PrimitiveSchema](stringSchema, numberSchema, integerSchema, booleanSchema, titledSingle, titledMulti)),
	}
}

// methods are the definitions of params, results and their envelopes.
func methods() map[string]definition {
	needInput := encoded(inputRequired)
	return map[string]definition{
		"RequestParams":              is(texts(discoverParams...)),
		"PaginatedRequestParams":     is(texts(listParams...)),
		"PaginatedRequest":           is(requests(mcp.ToolsList, listParams)),
		"PaginatedResult":            is(texts(toolsResults...)),
		"CacheableResult":            is(texts(readResults...)),
		"InputResponseRequestParams": is(texts(callParams...)),
		"InputRequiredResult":        is(texts(inputRequired, mcp.InputRequiredResult{ResultType: mcp.InputRequired})),
		"ResourceRequestParams":      is(texts(readParams...)),

		"ListToolsRequest":             is(requests(mcp.ToolsList, listParams)),
		"ListToolsResult":              is(texts(toolsResults...)),
		"ListToolsResultResponse":      is(responses(mcp.ToolsList, toolsResults)),
		"CallToolRequest":              is(requests(mcp.ToolsCall, callParams)),
		"CallToolRequestParams":        is(texts(callParams...)),
		"CallToolResult":               is(texts(callResults...)),
		"CallToolResultResponse":       is(responses(mcp.ToolsCall, callResults, needInput)),
		"ListResourcesRequest":         is(requests(mcp.ResourcesList, listParams)),
		"ListResourcesResult":          is(texts(resourcesResults...)),
		"ListResourcesResultResponse":  is(responses(mcp.ResourcesList, resourcesResults)),
		"ListResourceTemplatesRequest": is(requests(mcp.ResourceTemplatesList, listParams)),
		"ListResourceTemplatesResult":  is(texts(templatesResults...)),
		"ReadResourceRequest":          is(requests(mcp.ResourcesRead, readParams)),
		"ReadResourceRequestParams":    is(texts(readParams...)),
		"ReadResourceResult":           is(texts(readResults...)),
		"ReadResourceResultResponse":   is(responses(mcp.ResourcesRead, readResults, needInput)),
		"ListPromptsRequest":           is(requests(mcp.PromptsList, listParams)),
		"ListPromptsResult":            is(texts(promptsResults...)),
		"ListPromptsResultResponse":    is(responses(mcp.PromptsList, promptsResults)),
		"GetPromptRequest":             is(requests(mcp.PromptsGet, promptParams)),
		"GetPromptRequestParams":       is(texts(promptParams...)),
		"GetPromptResult":              is(texts(promptResults...)),
		"GetPromptResultResponse":      is(responses(mcp.PromptsGet, promptResults, needInput)),
		"CompleteRequest":              is(requests(mcp.CompletionComplete, completeParams)),
		"CompleteRequestParams":        is(texts(completeParams...)),
		"CompleteResult":               is(texts(completeResults...)),
		"CompleteResultResponse":       is(responses(mcp.CompletionComplete, completeResults)),
		"DiscoverRequest":              is(requests(mcp.ServerDiscover, discoverParams)),
		"DiscoverResult":               is(texts(discoverResults...)),
		"DiscoverResultResponse":       is(responses(mcp.ServerDiscover, discoverResults)),
		"SubscriptionsListenRequest":   is(requests(mcp.SubscriptionsListen, listenParams)),
		"SubscriptionsListenResult":    is(texts(listenResults...)),

		"ListResourceTemplatesResultResponse": is(responses(mcp.ResourceTemplatesList, templatesResults)),
		"SubscriptionsListenRequestParams":    is(texts(listenParams...)),
		"SubscriptionsListenResultResponse":   is(responses(mcp.SubscriptionsListen, listenResults)),

		"ElicitRequest":              is(texts(inputRequest(mcp.ElicitationCreate, formParams), inputRequest(mcp.ElicitationCreate, urlParams))),
		"ElicitRequestParams":        is(texts(formParams, urlParams)),
		"ElicitRequestFormParams":    is(texts(formParams)),
		"ElicitRequestURLParams":     is(texts(urlParams)),
		"ElicitResult":               is(texts(elicitResult, mcp.ElicitResult{Action: mcp.Decline}, mcp.ElicitResult{Action: mcp.Cancel})),
		"CreateMessageRequest":       is(texts(inputRequest(mcp.SamplingCreateMessage, createMessage))),
		"CreateMessageRequestParams": is(texts(createMessage, mcp.CreateMessageParams{})),
		"CreateMessageResult":        is(texts(createResult, createList)),
		"ListRootsRequest":           is(texts(inputRequest(mcp.RootsList, mcp.ListRootsParams{}), mcp.InputRequest{Method: mcp.RootsList.Name})),
		"ListRootsResult":            is(texts(listRoots, mcp.ListRootsResult{})),
	}
}

// events are the definitions of notifications.
func events() map[string]definition {
	return map[string]definition{
		"NotificationParams":                is(texts(changedParams...)),
		"CancelledNotification":             is(notifications(mcp.EventCancelled, cancelledParams)),
		"CancelledNotificationParams":       is(texts(cancelledParams...)),
		"ProgressNotification":              is(notifications(mcp.EventProgress, progressParams)),
		"ProgressNotificationParams":        is(texts(progressParams...)),
		"LoggingMessageNotification":        is(notifications(mcp.EventLoggingMessage, loggingParams)),
		"LoggingMessageNotificationParams":  is(texts(loggingParams...)),
		"ResourceUpdatedNotification":       is(notifications(mcp.EventResourceUpdated, updatedParams)),
		"ResourceUpdatedNotificationParams": is(texts(updatedParams...)),
		"ToolListChangedNotification":       is(notifications(mcp.EventToolsListChanged, changedParams)),
		"PromptListChangedNotification":     is(notifications(mcp.EventPromptsListChanged, changedParams)),
		"ResourceListChangedNotification":   is(notifications(mcp.EventResourcesListChanged, changedParams)),

		"SubscriptionsAcknowledgedNotification":       is(notifications(mcp.EventSubscriptionsAcknowledged, acknowledgedParams)),
		"SubscriptionsAcknowledgedNotificationParams": is(texts(acknowledgedParams...)),
	}
}

// envelopes are the definitions of messages in general and of errors.
func envelopes() map[string]definition {
	var (
		call    = requests(mcp.ToolsCall, callParams)
		notify  = notifications(mcp.EventProgress, progressParams)
		answer  = responses(mcp.ToolsCall, callResults)
		results = slices.Concat(texts(callResults...), texts(inputRequired))
		fail    = jsonrpc.Errorf(jsonrpc.InternalError, "internal error").WithData(raw("null"))
	)
	return map[string]definition{
		"Request":               is(call),
		"Notification":          is(notify),
		"Result":                is(results),
		"EmptyResult":           is([]jsontext.Value{raw(`{"resultType":"complete"}`)}),
		"ClientRequest":         is(call),
		"ClientNotification":    is(notifications(mcp.EventCancelled, cancelledParams)),
		"ClientResult":          is(results),
		"ServerNotification":    is(notify),
		"ServerResult":          is(results),
		"JSONRPCMessage":        is(call, notify, answer, failures(fail)),
		"JSONRPCRequest":        is(call),
		"JSONRPCNotification":   is(notify),
		"JSONRPCResponse":       is(answer, failures(fail)),
		"JSONRPCResultResponse": is(answer),
		"JSONRPCErrorResponse":  is(failures(fail)),
		"Error":                 is(errorTexts(fail)),
		"ParseError":            is(errorTexts(jsonrpc.Errorf(jsonrpc.ParseError, "not JSON"))),
		"InvalidRequestError":   is(errorTexts(jsonrpc.Errorf(jsonrpc.InvalidRequest, "no request"))),
		"MethodNotFoundError":   is(errorTexts(mcp.MethodNotFound("x"))),
		"InvalidParamsError":    is(errorTexts(mcp.InvalidParams("x"), mcp.ResourceNotFound("x:y"))),
		"InternalError":         is(errorTexts(fail)),
		"HeaderMismatchError":   is(failures(mcp.HeaderMismatch("x"))),

		"MissingRequiredClientCapabilityError": is(failures(mcp.MissingCapability(clientCapabilities), mcp.MissingCapability(mcp.ClientCapabilities{}))),
		"UnsupportedProtocolVersionError":      is(failures(mcp.UnsupportedVersion("1900-01-01", mcp.Revision), mcp.UnsupportedVersion(""))),
	}
}
