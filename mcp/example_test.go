package mcp_test

import (
	"context"
	"fmt"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A server is a function from a request to a response; what wraps it is one
// too.
func Example() {
	hello := mcp.HandlerFunc(func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
		if req.Method != mcp.ToolsCall.Name {
			return nil, mcp.MethodNotFound(req.Method)
		}
		params, err := mcp.ToolsCall.DecodeParams(req.Params)
		if err != nil {
			return nil, err
		}
		result, err := mcp.ToolsCall.EncodeResult(mcp.CallToolResult{
			ResultType: mcp.Complete,
			Content:    mcp.Content{mcp.Text("Hello from " + params.Name)},
		})
		return &mcp.Response{Result: result}, err
	})
	checked := func(next mcp.Handler) mcp.Handler {
		return mcp.HandlerFunc(func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
			if err := req.Meta().ValidateRequest(); err != nil {
				return nil, mcp.Refuse(err)
			}
			return next.Handle(ctx, req, sink)
		})
	}

	h := mcp.Chain(hello, checked)
	ask := func(meta string) {
		req := &mcp.Request{Method: "tools/call", Params: []byte(`{"name":"greet","_meta":{` + meta + `}}`)}
		resp, err := h.Handle(context.Background(), req, nil)
		if err != nil {
			fmt.Println(mcp.HTTPStatus(err), err)
			return
		}
		fmt.Println(resp.Result)
	}
	ask(`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}`)
	ask(`"io.modelcontextprotocol/protocolVersion":"2026-07-28"`)
	// Output:
	// {"resultType":"complete","content":[{"type":"text","text":"Hello from greet"}]}
	// 400 params._meta lacks io.modelcontextprotocol/clientCapabilities ({} if there is nothing to declare) (-32602)
}

// Content is a closed set of types.
func ExampleContentBlock() {
	result, err := mcp.ToolsCall.DecodeResult([]byte(`{"content":[` +
		`{"type":"text","text":"a chart"},` +
		`{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"},` +
		`{"type":"com.example.hologram","depth":3}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, block := range result.Content {
		switch block := block.(type) {
		case *mcp.TextContent:
			fmt.Println(block.Text)
		case *mcp.ImageContent:
			fmt.Println(block.MIMEType, len(block.Data), "bytes")
		case *mcp.UnknownContent:
			fmt.Println("unknown:", block.Type)
		}
	}
	// Output:
	// a chart
	// image/png 8 bytes
	// unknown: com.example.hologram
}

// What else a peer put into _meta stays as it is.
func ExampleMeta_With() {
	m, err := mcp.ParseMeta([]byte(`{"traceparent":"00-1-2-01","com.example/limit":1.0}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.With(mcp.KeyLogLevel, []byte(`"info"`)).Raw())
	fmt.Println(m.Without(mcp.KeyTraceParent).Raw())
	// Output:
	// {"traceparent":"00-1-2-01","com.example/limit":1.0,"io.modelcontextprotocol/logLevel":"info"}
	// {"com.example/limit":1.0}
}

// A method of an extension is a value like those of the core.
func ExampleMethod() {
	type queryParams struct {
		Text string   `json:"text"`
		Meta mcp.Meta `json:"_meta,omitzero"`
	}
	type queryResult struct {
		ResultType mcp.ResultType `json:"resultType,omitzero"`
		Hits       []string       `json:"hits"`
	}
	query := mcp.Method[queryParams, queryResult]{Name: "com.example/query"}

	_, err := query.DecodeParams([]byte(`{"text":["a"]}`))
	fmt.Println(err)
	result, err := query.EncodeResult(queryResult{ResultType: mcp.Complete})
	fmt.Println(result, err)
	// Output:
	// invalid params: params/text: a string is expected, not an array (-32602)
	// {"resultType":"complete","hits":[]} <nil>
}

func ExampleClientCapabilities_Missing() {
	declared := mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapability{}} // a form
	required := mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapability{URL: &mcp.CapabilityObject{}}}
	if missing, some := declared.Missing(required); some {
		err := mcp.MissingCapability(missing)
		fmt.Println(err.Code, err.Data)
	}
	// Output:
	// -32021 {"requiredCapabilities":{"elicitation":{"url":{}}}}
}

// A form asks a user for a few flat values.
func ExampleFormSchema() {
	form := mcp.FormSchema{
		Properties: mcp.FormProperties{
			{Name: "city", Schema: &mcp.StringSchema{Title: "City"}},
			{Name: "days", Schema: &mcp.NumberSchema{Integer: true}},
		},
		Required: []string{"city"},
	}
	schema, err := form.Value()
	if err != nil {
		fmt.Println(err)
		return
	}
	request, err := mcp.NewInputRequest(mcp.ElicitationCreate, mcp.ElicitParams{Message: "Where to?", RequestedSchema: schema})
	fmt.Println(request.Method, err)
	fmt.Println(request.Params)
	// Output:
	// elicitation/create <nil>
	// {"message":"Where to?","requestedSchema":{"type":"object","properties":{"city":{"type":"string","title":"City"},"days":{"type":"integer"}},"required":["city"]}}
}
