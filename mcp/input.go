package mcp

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// An InputRequest is something a server asks the client for within its
// result. It is no JSON-RPC request: no id answers to it, but the key it has in
// InputRequests (MRTR-008).
type InputRequest struct {
	Method string         `json:"method"`
	Params jsontext.Value `json:"params,omitzero"` // an object; nil if absent
}

// NewInputRequest returns an input request for one of the methods
// ElicitationCreate, SamplingCreateMessage and RootsList (MRTR-007), or for
// that of an extension. It fails as Method.EncodeParams does.
func NewInputRequest[Params, Result any](method Method[Params, Result], params Params) (InputRequest, error) {
	value, err := method.EncodeParams(params)
	return InputRequest{Method: method.Name, Params: value}, err
}

// UnmarshalJSONFrom reads the request; method is required (MRTR-005).
func (r *InputRequest) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain InputRequest
	return readObject(dec, (*plain)(r), "method")
}

// InputRequests are input requests by keys that the server chose. An empty map
// is {} on the wire, a nil one is absent.
type InputRequests map[string]InputRequest

// InputResponses are the answers by the keys of the requests: each the bare
// result of its method, an ElicitResult, CreateMessageResult or ListRootsResult
// (MRTR-030, MRTR-031). They are decoded by whoever knows the request; see
// Method.DecodeInput.
type InputResponses map[string]jsontext.Value

// UnmarshalJSONFrom reads an object of objects (MRTR-031, MRTR-032).
func (r *InputResponses) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var body map[string]jsontext.Value
	if err := readObject(dec, &body); err != nil {
		return err
	}
	for key, value := range body {
		if value.Kind() != '{' {
			return fmt.Errorf("the response to %q is %s, not an object", clip(key), kindName(value.Kind()))
		}
	}
	*r = body
	return nil
}

// DecodeInput decodes the response to an input request of this method. What
// does not fit is an InvalidParams error that says where (MRTR-034).
func (m Method[Params, Result]) DecodeInput(response jsontext.Value) (Result, error) {
	var r Result
	if err := decode(response, &r); err != nil {
		return r, InvalidParams("invalid params: %v", explain("input response to "+m.Name, err))
	}
	return r, nil
}

// InputRequiredResult is the result of a request that cannot be answered
// before the client has sent more (RESULT-005). At least one of InputRequests
// and RequestState is there (MRTR-004).
type InputRequiredResult struct {
	ResultType    ResultType    `json:"resultType,omitzero"`
	InputRequests InputRequests `json:"inputRequests,omitzero"`
	RequestState  *string       `json:"requestState,omitzero"` // goes back with the retry as it is; nil if absent
	Meta          Meta          `json:"_meta,omitzero"`
}

// ParseInputRequired decodes a result whose resultType is InputRequired and
// checks that it is one (RESULT-005, MRTR-004).
func ParseInputRequired(result jsontext.Value) (*InputRequiredResult, error) {
	var r InputRequiredResult
	if err := decode(result, &r); err != nil {
		return nil, explain("result", err)
	}
	if r.InputRequests == nil && r.RequestState == nil {
		return nil, errors.New("an input_required result has neither inputRequests nor requestState")
	}
	return &r, nil
}
