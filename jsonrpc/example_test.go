package jsonrpc_test

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

func ExampleDecode() {
	frame := []byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"add"}}`)
	m, err := jsonrpc.Decode(frame, jsonrpc.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Shape, m.ID, m.Method)
	fmt.Println(jsonrpc.Member(m.Params, "name"))
	// Output:
	// request 7 tools/call
	// "add"
}

// A frame that is no message is answered with what the error says, under the
// id if one could be read.
func ExampleDecodeError() {
	frame := []byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"add","name":"admin"}}`)
	_, err := jsonrpc.Decode(frame, jsonrpc.Limits{})
	var broken *jsonrpc.DecodeError
	if errors.As(err, &broken) {
		fmt.Println(broken)
		fmt.Printf("%s\n", jsonrpc.AppendError(nil, broken.ID, broken.Response()))
	}
	// Output:
	// invalid request: a member stands twice in one object at byte 69 (/params/name)
	// {"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"invalid request: a member stands twice in one object","data":{"reason":"duplicate-key","offset":69,"pointer":"/params/name"}}}
}

func ExampleAppendResult() {
	id, err := jsonrpc.ParseID([]byte(`18446744073709551617`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", jsonrpc.AppendResult(nil, id, jsontext.Value(`{"sum":3}`)))
	// Output:
	// {"jsonrpc":"2.0","id":18446744073709551617,"result":{"sum":3}}
}

func ExampleMembers() {
	params := jsontext.Value(`{"name":"add","arguments":{"a":1,"b":2}}`)
	for name, value := range jsonrpc.Members(params) {
		fmt.Printf("%s = %s\n", name, value)
	}
	// Output:
	// name = "add"
	// arguments = {"a":1,"b":2}
}

func ExampleID_Canonical() {
	for _, text := range []string{`7`, `7.0`, `70e-1`, `"7"`, `"\u0037"`} {
		id, err := jsonrpc.ParseID([]byte(text))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(id, "is", id.Canonical())
	}
	// Output:
	// 7 is 7
	// 7.0 is 7
	// 70e-1 is 7
	// "7" is "7"
	// "\u0037" is "7"
}
