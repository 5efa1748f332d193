package client

import (
	"errors"
	"fmt"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// checkType refuses a result whose type nobody here knows (RESULT-003,
// RESULT-007). Servers of earlier revisions send none (RESULT-002).
func (c *Client) checkType(method string, response *mcp.Response) error {
	_, err := mcp.CheckResultType(response.Result, c.config.resultTypes...)
	if err == nil {
		return nil
	}
	var unknown *mcp.ResultTypeError
	if !errors.As(err, &unknown) {
		err = fmt.Errorf("%w: %s", err, clip(string(jsonrpc.Member(response.Result, "resultType"))))
	}
	return &ResultError{Method: method, Result: response.Result, Err: err}
}

// requireComplete returns nil if a result is complete, else the error that says
// what it is instead. Its type was checked.
func requireComplete(method string, response *mcp.Response) error {
	switch t := response.Type(); t {
	case mcp.Complete, "":
		return nil
	case mcp.InputRequired:
		result, err := mcp.ParseInputRequired(response.Result)
		if err != nil {
			return &ResultError{Method: method, Result: response.Result, Err: err}
		}
		return &InputRequiredError{Method: method, Result: *result}
	default:
		// An extension's own, which the caller has to read from Do.
		return &ResultError{Method: method, Result: response.Result,
			Err: &mcp.ResultTypeError{Type: t, Known: []mcp.ResultType{mcp.Complete, mcp.InputRequired}}}
	}
}

// decodeComplete decodes a result that is complete.
func decodeComplete[P, R any](m mcp.Method[P, R], response *mcp.Response) (*R, error) {
	if err := requireComplete(m.Name, response); err != nil {
		return nil, err
	}
	result, err := m.DecodeResult(response.Result)
	if err != nil {
		return nil, &ResultError{Method: m.Name, Result: response.Result, Err: err}
	}
	return &result, nil
}
