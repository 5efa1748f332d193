package mcp

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// CallToolParams are the params of tools/call.
type CallToolParams struct {
	Name           string         `json:"name"`
	Arguments      jsontext.Value `json:"arguments,omitzero"` // an object; nil if absent
	InputResponses InputResponses `json:"inputResponses,omitzero"`
	RequestState   *string        `json:"requestState,omitzero"` // nil if absent
	Meta           Meta           `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the params. name is required, and arguments, if
// there, an object (TOOL-023, TOOL-024).
func (p *CallToolParams) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	return p.parse(value.Clone())
}

// parse is UnmarshalJSONFrom without reflection and without a copy: what it
// sets aliases value. Every call of a tool comes through here.
func (p *CallToolParams) parse(value jsontext.Value) error {
	if err := checkObject(value, "name"); err != nil {
		return err
	}
	*p = CallToolParams{}
	for name, member := range jsonrpc.Members(value) {
		var err error
		switch string(name) {
		case "name":
			p.Name, err = parseString("name", member)
		case "arguments":
			if member.Kind() != '{' {
				err = fmt.Errorf("arguments are %s, not an object", kindName(member.Kind()))
			}
			p.Arguments = member
		case "inputResponses":
			if err = decode(member, &p.InputResponses); err != nil {
				err = explain("inputResponses", err)
			}
		case "requestState":
			var state string
			state, err = parseString("requestState", member)
			p.RequestState = &state
		case "_meta":
			p.Meta, err = ParseMeta(member)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// CallToolResult is the result of tools/call. A tool's own failure is a result
// with IsError, which a model can read and react to; an error response is for
// the protocol.
type CallToolResult struct {
	ResultType        ResultType     `json:"resultType,omitzero"`
	Content           Content        `json:"content"`
	StructuredContent jsontext.Value `json:"structuredContent,omitzero"` // any JSON value, null too; nil if absent
	IsError           bool           `json:"isError,omitzero"`
	Meta              Meta           `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the result; content is required (TOOL-025).
func (r *CallToolResult) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain CallToolResult
	return readList(dec, (*plain)(r), "content", (*[]ContentBlock)(&r.Content))
}

// AppendTo appends the JSON text of the result to dst: the same bytes that
// encoding it gives, on one line, but without reflection for plain text, which
// most tools return. It fails for a block that is nil and for raw JSON that is
// none; dst is then of no use.
func (r *CallToolResult) AppendTo(dst []byte) ([]byte, error) {
	dst = append(dst, '{')
	if r.ResultType != "" {
		dst = append(dst, `"resultType":`...)
		dst = jsonrpc.AppendString(dst, string(r.ResultType))
		dst = append(dst, ',')
	}
	dst = append(dst, `"content":[`...)
	var err error
	for i, block := range r.Content {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendBlock(dst, block); err != nil {
			return dst, fmt.Errorf("encode content %d: %w", i, err)
		}
	}
	dst = append(dst, ']')
	if r.StructuredContent != nil {
		dst = append(dst, `,"structuredContent":`...)
		if dst, err = jsontext.AppendFormat(dst, r.StructuredContent, preserving); err != nil {
			return dst, fmt.Errorf("encode structuredContent: %w", err)
		}
	}
	if r.IsError {
		dst = append(dst, `,"isError":true`...)
	}
	if dst, err = appendMeta(dst, r.Meta); err != nil {
		return dst, err
	}
	return append(dst, '}'), nil
}

// appendBlock appends a content block.
func appendBlock(dst []byte, block ContentBlock) ([]byte, error) {
	text, ok := block.(*TextContent)
	if !ok || text == nil || text.Annotations != nil {
		value, err := encode(Content{block})
		if err != nil {
			return dst, err
		}
		return append(dst, value[1:len(value)-1]...), nil
	}
	dst = append(dst, `{"type":"text","text":`...)
	dst = jsonrpc.AppendString(dst, text.Text)
	dst, err := appendMeta(dst, text.Meta)
	return append(dst, '}'), err
}

// appendMeta appends the member _meta to an object that has others, if there
// is one.
func appendMeta(dst []byte, m Meta) ([]byte, error) {
	if m.IsZero() {
		return dst, nil
	}
	dst, err := jsontext.AppendFormat(append(dst, `,"_meta":`...), m.raw, preserving)
	if err != nil {
		return dst, fmt.Errorf("encode _meta: %w", err)
	}
	return dst, nil
}
