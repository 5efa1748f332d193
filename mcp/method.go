package mcp

import (
	"github.com/go-json-experiment/json/jsontext"
)

// A Method is a method of the protocol as a typed value: its name with the
// types of its params and its result. A call, a registration at a server and
// an extension are each one generic function over it; the core's own methods
// are declared with nothing a third party could not use.
type Method[Params, Result any] struct {
	Name string
}

// DecodeParams decodes the params of a request; nil counts as {}. What does
// not fit is an InvalidParams error that says where. The result may alias
// params.
func (m Method[Params, Result]) DecodeParams(params jsontext.Value) (Params, error) {
	return decodeParams[Params](params)
}

// EncodeParams encodes the params of a request. It fails for values that are
// no JSON, such as a malformed jsontext.Value or a content block that is nil.
func (m Method[Params, Result]) EncodeParams(params Params) (jsontext.Value, error) {
	return encodeNamed(m.Name+" params", params)
}

// DecodeResult decodes a result whose resultType is Complete, see
// CheckResultType. Its error says what does not fit and where; it is an error
// of this side and no *jsonrpc.Error.
func (m Method[Params, Result]) DecodeResult(result jsontext.Value) (Result, error) {
	var r Result
	if err := decode(result, &r); err != nil {
		return r, explain(m.Name+" result", err)
	}
	return r, nil
}

// EncodeResult encodes a result; it fails as EncodeParams does.
func (m Method[Params, Result]) EncodeResult(result Result) (jsontext.Value, error) {
	if appender, ok := any(&result).(interface{ AppendTo([]byte) ([]byte, error) }); ok {
		return appender.AppendTo(nil)
	}
	return encodeNamed(m.Name+" result", result)
}

// An Event is a notification method with the type of its params.
type Event[Params any] struct {
	Name string
}

// DecodeParams decodes the params of a notification; nil counts as {}.
// Notifications are not answered, so its error is for the logs.
func (e Event[Params]) DecodeParams(params jsontext.Value) (Params, error) {
	return decodeParams[Params](params)
}

// Notification returns the notification with the given params. It fails as
// Method.EncodeParams does.
func (e Event[Params]) Notification(params Params) (*Notification, error) {
	value, err := encodeNamed(e.Name+" params", params)
	if err != nil {
		return nil, err
	}
	return &Notification{Method: e.Name, Params: value}, nil
}

func decodeParams[Params any](params jsontext.Value) (Params, error) {
	var p Params
	if params == nil {
		params = jsontext.Value("{}")
	}
	if parser, ok := any(&p).(interface{ parse(jsontext.Value) error }); ok {
		if err := parser.parse(params); err != nil {
			return p, InvalidParams("invalid params: %v", explain("params", err))
		}
		return p, nil
	}
	if err := decode(params, &p); err != nil {
		return p, InvalidParams("invalid params: %v", explain("params", err))
	}
	return p, nil
}

func encodeNamed(name string, v any) (jsontext.Value, error) {
	value, err := encode(v)
	if err != nil {
		return nil, explain("encode "+name, err)
	}
	return value, nil
}
