package mcp

import "github.com/go-json-experiment/json/jsontext"

// An InputRequest is something a server asks the client for in its result.
type InputRequest struct {
	Method string         `json:"method"`
	Params jsontext.Value `json:"params,omitzero"`
}

// InputRequests are input requests by keys the server chose.
type InputRequests map[string]InputRequest

// InputResponses are the answers, by the same keys; each is an ElicitResult,
// CreateMessageResult or ListRootsResult.
type InputResponses map[string]jsontext.Value

// InputRequiredResult is the result of a request that needs input (RESULT-005).
type InputRequiredResult struct {
	ResultType    ResultType    `json:"resultType,omitzero"`
	InputRequests InputRequests `json:"inputRequests,omitzero"`
	RequestState  *string       `json:"requestState,omitzero"`
	Meta          Meta          `json:"_meta,omitzero"`
}
