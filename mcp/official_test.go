package mcp_test

import (
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/internal/peer"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// officialDir returns the folder of the official schema of the revision and
// its examples.
func officialDir(t *testing.T) string {
	t.Helper()
	return filepath.Join(peer.FindSpec(t), "schema", mcp.Revision)
}

// A codec decodes a JSON text into a type of this package and encodes it again.
type codec func(text jsontext.Value) (jsontext.Value, error)

// as is the codec of a type that has no envelope.
func as[T any]() codec {
	return func(text jsontext.Value) (jsontext.Value, error) {
		var v T
		if err := json.Unmarshal(text, &v); err != nil {
			return nil, err
		}
		return json.Marshal(&v)
	}
}

// property is the codec of one property of a form.
func property(text jsontext.Value) (jsontext.Value, error) {
	form, err := as[mcp.FormSchema]()(jsontext.Value(`{"type":"object","properties":{"p":` + string(text) + `}}`))
	return jsonrpc.Member(jsonrpc.Member(form, "properties"), "p"), err
}

// block is the codec of a content block.
func block(text jsontext.Value) (jsontext.Value, error) {
	list, err := as[mcp.SamplingContent]()(jsontext.Value("[" + string(text) + "]"))
	if err != nil {
		return nil, err
	}
	return list[1 : len(list)-1], nil
}

// contents is the codec of the contents of a resource.
func contents(text jsontext.Value) (jsontext.Value, error) {
	list, err := as[mcp.Contents]()(jsontext.Value("[" + string(text) + "]"))
	if err != nil {
		return nil, err
	}
	return list[1 : len(list)-1], nil
}

// request is the codec of a request with its envelope.
func request[P, R any](method mcp.Method[P, R]) codec {
	return func(text jsontext.Value) (jsontext.Value, error) {
		m, err := jsonrpc.Decode(text, jsonrpc.Limits{})
		if err != nil {
			return nil, err
		}
		if m.Shape != jsonrpc.Request || m.Method != method.Name {
			return nil, errShape(m)
		}
		if err := (&mcp.Request{Params: m.Params}).Meta().ValidateRequest(); err != nil {
			return nil, err
		}
		params, err := method.DecodeParams(m.Params)
		if err != nil {
			return nil, err
		}
		m.Params, err = method.EncodeParams(params)
		return m.Append(nil), err
	}
}

// input is the codec of an input request, which has no envelope.
func input[P, R any](method mcp.Method[P, R]) codec {
	return func(text jsontext.Value) (jsontext.Value, error) {
		var r mcp.InputRequest
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, err
		}
		if r.Method != method.Name {
			return nil, errShape(jsonrpc.Message{Method: r.Method})
		}
		hadParams := r.Params != nil
		params, err := method.DecodeParams(r.Params)
		if err != nil {
			return nil, err
		}
		if r, err = mcp.NewInputRequest(method, params); err != nil {
			return nil, err
		}
		if !hadParams {
			r.Params = nil
		}
		return json.Marshal(r)
	}
}

// response is the codec of a result response with its envelope.
func response[P, R any](method mcp.Method[P, R]) codec {
	return func(text jsontext.Value) (jsontext.Value, error) {
		m, err := jsonrpc.Decode(text, jsonrpc.Limits{})
		if err != nil {
			return nil, err
		}
		if m.Shape != jsonrpc.Result {
			return nil, errShape(m)
		}
		m.Result, err = result(method)(m.Result)
		return m.Append(nil), err
	}
}

// result is the codec of a result.
func result[P, R any](method mcp.Method[P, R]) codec {
	return func(text jsontext.Value) (jsontext.Value, error) {
		if _, err := mcp.CheckResultType(text); err != nil {
			return nil, err
		}
		r, err := method.DecodeResult(text)
		if err != nil {
			return nil, err
		}
		return method.EncodeResult(r)
	}
}

// notification is the codec of a notification with its envelope.
func notification[P any](event mcp.Event[P]) codec {
	return func(text jsontext.Value) (jsontext.Value, error) {
		m, err := jsonrpc.Decode(text, jsonrpc.Limits{})
		if err != nil {
			return nil, err
		}
		if m.Shape != jsonrpc.Notification || m.Method != event.Name {
			return nil, errShape(m)
		}
		params, err := event.DecodeParams(m.Params)
		if err != nil {
			return nil, err
		}
		n, err := event.Notification(params)
		if err != nil {
			return nil, err
		}
		return jsonrpc.AppendNotification(nil, n.Method, n.Params), nil
	}
}

// errorResponse is the codec of an error response whose data is a D.
func errorResponse[D any](text jsontext.Value) (jsontext.Value, error) {
	m, err := jsonrpc.Decode(text, jsonrpc.Limits{})
	if err != nil {
		return nil, err
	}
	if m.Shape != jsonrpc.ErrorShape {
		return nil, errShape(m)
	}
	if m.Error.Data != nil {
		if m.Error.Data, err = as[D]()(m.Error.Data); err != nil {
			return nil, err
		}
	}
	return m.Append(nil), nil
}

// errorObject is the codec of the error in an error response.
func errorObject(text jsontext.Value) (jsontext.Value, error) {
	frame, err := errorResponse[jsontext.Value](jsontext.Value(`{"jsonrpc":"2.0","id":1,"error":` + string(text) + `}`))
	return jsonrpc.Member(frame, "error"), err
}

func errShape(m jsonrpc.Message) error {
	return jsonrpc.Errorf(jsonrpc.InternalError, "not what is expected: a %s %s", m.Shape, m.Method)
}
