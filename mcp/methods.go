package mcp

// The methods that a client calls.
var (
	ServerDiscover        = Method[DiscoverParams, DiscoverResult]{"server/discover"}
	ToolsList             = Method[ListParams, ListToolsResult]{"tools/list"}
	ToolsCall             = Method[CallToolParams, CallToolResult]{"tools/call"}
	ResourcesList         = Method[ListParams, ListResourcesResult]{"resources/list"}
	ResourceTemplatesList = Method[ListParams, ListResourceTemplatesResult]{"resources/templates/list"}
	ResourcesRead         = Method[ReadResourceParams, ReadResourceResult]{"resources/read"}
	PromptsList           = Method[ListParams, ListPromptsResult]{"prompts/list"}
	PromptsGet            = Method[GetPromptParams, GetPromptResult]{"prompts/get"}
	CompletionComplete    = Method[CompleteParams, CompleteResult]{"completion/complete"}
	SubscriptionsListen   = Method[ListenParams, ListenResult]{"subscriptions/listen"}
)

// The methods of input requests, which a server makes within its result
// (MRTR-001). See NewInputRequest and Method.DecodeInput.
var (
	ElicitationCreate     = Method[ElicitParams, ElicitResult]{"elicitation/create"}
	SamplingCreateMessage = Method[CreateMessageParams, CreateMessageResult]{"sampling/createMessage"}
	RootsList             = Method[ListRootsParams, ListRootsResult]{"roots/list"}
)

// The notifications. A client sends EventCancelled; all others, and that one to
// end a subscription on stdio, come from servers.
var (
	EventProgress                  = Event[ProgressParams]{"notifications/progress"}
	EventCancelled                 = Event[CancelledParams]{"notifications/cancelled"}
	EventLoggingMessage            = Event[LoggingMessageParams]{"notifications/message"}
	EventToolsListChanged          = Event[ListChangedParams]{"notifications/tools/list_changed"}
	EventPromptsListChanged        = Event[ListChangedParams]{"notifications/prompts/list_changed"}
	EventResourcesListChanged      = Event[ListChangedParams]{"notifications/resources/list_changed"}
	EventResourceUpdated           = Event[ResourceUpdatedParams]{"notifications/resources/updated"}
	EventSubscriptionsAcknowledged = Event[AcknowledgedParams]{"notifications/subscriptions/acknowledged"}
)
