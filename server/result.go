package server

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A resultMark is what every result that leaves carries: resultType and the
// server's name in _meta (RESULT-001, META-022). This is the one place that
// writes them, for extensions too.
type resultMark struct {
	info jsontext.Value // an Implementation
	tail []byte         // the member _meta with info alone, and the closing brace
}

const head = `{"resultType":"complete"`

func newResultMark(info mcp.Implementation) resultMark {
	raw, err := json.Marshal(info, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(fmt.Sprintf("server: encode the implementation: %v", err)) // strings encode
	}
	tail := []byte(`,"_meta":{`)
	tail = jsonrpc.AppendString(tail, mcp.KeyServerInfo)
	tail = append(tail, ':')
	tail = append(tail, raw...)
	return resultMark{info: raw, tail: append(tail, "}}"...)}
}

// put returns result with what every result has. A result that already says
// its type keeps it if it is one of the core's or in extra; one with a _meta
// keeps what is there besides the server's name.
func (m resultMark) put(result jsontext.Value, extra []mcp.ResultType) (jsontext.Value, error) {
	if result.Kind() != '{' {
		return nil, fmt.Errorf("a result is an object, not %.20q", result)
	}
	marked := len(head) + len(result) + len(m.tail)
	var (
		resultType jsontext.Value
		meta       mcp.Meta
		err        error
	)
	for name, value := range jsonrpc.Members(result) {
		switch string(name) {
		case "resultType":
			resultType = value
		case "_meta":
			if meta, err = mcp.ParseMeta(value); err != nil {
				return nil, fmt.Errorf("result: %w", err) // RESULT-008
			}
		}
	}
	if resultType == nil && meta.IsZero() {
		out := append(make([]byte, 0, marked), head...)
		if inner := result[1 : len(result)-1]; len(inner) > 0 {
			out = append(append(out, ','), inner...)
		}
		return append(out, m.tail...), nil
	}
	return m.merge(result, resultType, meta, extra)
}

// merge is put for a result that has one of the two members.
func (m resultMark) merge(result, resultType jsontext.Value, meta mcp.Meta, extra []mcp.ResultType) (jsontext.Value, error) {
	out := []byte(head)
	if resultType != nil {
		t, err := mcp.ResultTypeOf(result)
		if err != nil || t != mcp.Complete && t != mcp.InputRequired && !slices.Contains(extra, t) {
			return nil, fmt.Errorf("the method may not return resultType %.40s", resultType) // RESULT-007
		}
		out = append(append([]byte(nil), `{"resultType":`...), resultType...)
	}
	for name, value := range jsonrpc.Members(result) {
		if string(name) == "resultType" || string(name) == "_meta" {
			continue
		}
		out = append(out, ',')
		out = jsonrpc.AppendString(out, string(name))
		out = append(append(out, ':'), value...)
	}
	out = append(out, `,"_meta":`...)
	out = append(out, meta.With(mcp.KeyServerInfo, m.info).Raw()...)
	return append(out, '}'), nil
}
