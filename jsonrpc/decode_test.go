package jsonrpc_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// accepted are frames that are messages. The name begins with the rule or the
// case that asks for it; the table also seeds the fuzzer.
var accepted = []struct {
	name, frame string
	want        string // shape, then the frame written anew
}{
	{"JSONRPC-001 request", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`,
		`request {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`},
	{"JSONRPC-001 notification", `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}`,
		`notification {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}`},
	{"JSONRPC-001 result", `{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete"}}`,
		`result {"jsonrpc":"2.0","id":"a","result":{"resultType":"complete"}}`},
	{"JSONRPC-001 error", `{"jsonrpc":"2.0","id":"a","error":{"code":-32603,"message":"internal error"}}`,
		`error {"jsonrpc":"2.0","id":"a","error":{"code":-32603,"message":"internal error"}}`},
	{"JSONRPC-001 members in any order with white space", " \t\r\n{ \"result\" : { } ,\n\"id\":\t1 , \"jsonrpc\" : \"2.0\" } \n",
		`result {"jsonrpc":"2.0","id":1,"result":{ }}`},
	{"JSONRPC-001 escaped names and version", `{"\u006asonrpc":"2\u002e0","i\u0064":1,"\u006dethod":"tools\/\u006cist","p\u0061rams":{"\u0061":1}}`,
		`request {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"\u0061":1}}`},
	{"JSONRPC-001 unknown members", `{"x":[{"id":2}],"jsonrpc":"2.0","ID":null,"id":1,"Error":7,"method":"m"}`,
		`request {"jsonrpc":"2.0","id":1,"method":"m"}`},
	{"JSONRPC-006 string", `{"jsonrpc":"2.0","id":"","method":"m"}`, `request {"jsonrpc":"2.0","id":"","method":"m"}`},
	{"JSONRPC-006 escaped string", `{"jsonrpc":"2.0","id":"\u0061\/","method":"m"}`, `request {"jsonrpc":"2.0","id":"\u0061\/","method":"m"}`},
	{"JSONRPC-006 negative integer", `{"jsonrpc":"2.0","id":-7,"method":"m"}`, `request {"jsonrpc":"2.0","id":-7,"method":"m"}`},
	{"JSONRPC-007 integer by value", `{"jsonrpc":"2.0","id":1.0,"method":"m"}`, `request {"jsonrpc":"2.0","id":1.0,"method":"m"}`},
	{"JSONRPC-007 integer with exponent", `{"jsonrpc":"2.0","id":1.5e1,"method":"m"}`, `request {"jsonrpc":"2.0","id":1.5e1,"method":"m"}`},
	{"JSONRPC-015 any members in a result", `{"jsonrpc":"2.0","id":1,"result":{"x":1,"resultType":"complete","y":[null]}}`,
		`result {"jsonrpc":"2.0","id":1,"result":{"x":1,"resultType":"complete","y":[null]}}`},
	{"JSONRPC-018 error without id", `{"jsonrpc":"2.0","error":{"code":-32700,"message":"parse error"}}`,
		`error {"jsonrpc":"2.0","error":{"code":-32700,"message":"parse error"}}`},
	{"JSONRPC-018 null is read as absent", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}`,
		`error {"jsonrpc":"2.0","error":{"code":-32700,"message":"parse error"}}`},
	{"JSONRPC-020 integer by value", `{"jsonrpc":"2.0","id":1,"error":{"code":-3.2603e4,"message":"x"}}`,
		`error {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x"}}`},
	{"JSONRPC-020 the ends of 64 bits", `{"jsonrpc":"2.0","id":1,"error":{"code":-9223372036854775808,"message":"x"}}`,
		`error {"jsonrpc":"2.0","id":1,"error":{"code":-9223372036854775808,"message":"x"}}`},
	{"JSONRPC-021 empty", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}`, `error {"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}`},
	{"JSONRPC-023 object", `{"jsonrpc":"2.0","id":1,"error":{"data":{"a":[1.50]},"code":1,"message":"x"}}`,
		`error {"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x","data":{"a":[1.50]}}}`},
	{"JSONRPC-023 null", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x","data":null}}`,
		`error {"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x","data":null}}`},
	{"JSONRPC-023 string", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x","data":"\u0061","more":1}}`,
		`error {"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x","data":"\u0061"}}`},
	{"JSONRPC-036 text beyond ASCII", `{"jsonrpc":"2.0","id":"é€😀","method":"m"}`, `request {"jsonrpc":"2.0","id":"é€😀","method":"m"}`},
	{"BR-004 integer value", `{"jsonrpc":"2.0","id":1.0,"method":"m"}`, `request {"jsonrpc":"2.0","id":1.0,"method":"m"}`},
	{"BR-005 beyond 64 bits", `{"jsonrpc":"2.0","id":18446744073709551617,"method":"m"}`, `request {"jsonrpc":"2.0","id":18446744073709551617,"method":"m"}`},
	{"BR-005 beyond 53 bits", `{"jsonrpc":"2.0","id":9007199254740993,"method":"m"}`, `request {"jsonrpc":"2.0","id":9007199254740993,"method":"m"}`},
	{"BR-008 names are case-sensitive", `{"jsonrpc":"2.0","id":1,"Method":"server/discover","method":"tools/call","params":{"name":"echo","Name":"admin"}}`,
		`request {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","Name":"admin"}}`},
	{"BR-011 empty method", `{"jsonrpc":"2.0","id":1,"method":"","params":{}}`, `request {"jsonrpc":"2.0","id":1,"method":"","params":{}}`},
	{"BR-011 empty method without id", `{"jsonrpc":"2.0","method":""}`, `notification {"jsonrpc":"2.0","method":""}`},
	{"BR-017 carriage return", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}\r", `request {"jsonrpc":"2.0","id":1,"method":"m"}`},
	{"BR-019 depth 60", nested(60), "request " + nested(60)},
	{"BR-025 line separators", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"a\u2028b\u2029c\u0085d\"}}",
		"result {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"a\u2028b\u2029c\u0085d\"}}"},
	{"BR-026 half a surrogate pair", `{"jsonrpc":"2.0","id":1,"result":{"text":"a\ud83d b","\udc00":1}}`,
		`result {"jsonrpc":"2.0","id":1,"result":{"text":"a\ud83d b","\udc00":1}}`},
	{"BR-026 in a method", `{"jsonrpc":"2.0","id":1,"method":"a\ud83d\ud83d\ude00"}`, "request {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\uFFFD😀\"}"},
	{"BR-028 numbers as they stand", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"id":9007199254740993,"x":1.10,"y":1E+400,"z":-0}}`,
		`request {"jsonrpc":"2.0","id":1,"method":"m","params":{"id":9007199254740993,"x":1.10,"y":1E+400,"z":-0}}`},
}

// rejected are frames that are no messages.
var rejected = []struct {
	name, frame string
	code        jsonrpc.Code
	reason      jsonrpc.Reason
	offset      int64
	pointer     jsontext.Pointer
	id          string
	shape       jsonrpc.Shape
}{
	{"JSONRPC-001 no shape", `{"foo":1}`, jsonrpc.InvalidRequest, jsonrpc.ReasonNoShape, 0, "", "", jsonrpc.Invalid},
	{"JSONRPC-001 string", ` "text"`, jsonrpc.InvalidRequest, jsonrpc.ReasonNotObject, 1, "", "", jsonrpc.Invalid},
	{"JSONRPC-001 null", `null`, jsonrpc.InvalidRequest, jsonrpc.ReasonNotObject, 0, "", "", jsonrpc.Invalid},
	{"JSONRPC-001 number", `-1.5e-3`, jsonrpc.InvalidRequest, jsonrpc.ReasonNotObject, 0, "", "", jsonrpc.Invalid},
	{"JSONRPC-001 method and result", `{"jsonrpc":"2.0","id":1,"method":"m","result":{}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonMixedShape, 33, "/method", "1", jsonrpc.Invalid},
	{"JSONRPC-001 method and error", `{"jsonrpc":"2.0","id":1,"error":{},"method":"m"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonMixedShape, 44, "/method", "1", jsonrpc.Invalid},
	{"JSONRPC-002 absent", `{"id":1,"method":"tools/list"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonVersion, 0, "", "1", jsonrpc.Request},
	{"JSONRPC-002 other version", `{"jsonrpc":"1.0","id":1,"method":"tools/list"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonVersion, 11, "/jsonrpc", "1", jsonrpc.Request},
	{"JSONRPC-002 number", `{"jsonrpc":2.0,"method":"tools/list"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonVersion, 11, "/jsonrpc", "", jsonrpc.Notification},
	{"JSONRPC-002 other case", `{"JSONRPC":"2.0","id":1,"result":{}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonVersion, 0, "", "1", jsonrpc.Result},
	{"JSONRPC-003 number", `{"jsonrpc":"2.0","id":1,"method":7}`, jsonrpc.InvalidRequest, jsonrpc.ReasonMethod, 33, "/method", "1", jsonrpc.Request},
	{"JSONRPC-003 null", `{"jsonrpc":"2.0","method":null,"id":1}`, jsonrpc.InvalidRequest, jsonrpc.ReasonMethod, 26, "/method", "1", jsonrpc.Request},
	{"JSONRPC-004 array", `{"jsonrpc":"2.0","id":1,"method":"m","params":[]}`, jsonrpc.InvalidRequest, jsonrpc.ReasonParams, 46, "/params", "1", jsonrpc.Request},
	{"JSONRPC-004 null", `{"jsonrpc":"2.0","id":1,"method":"m","params":null}`, jsonrpc.InvalidRequest, jsonrpc.ReasonParams, 46, "/params", "1", jsonrpc.Request},
	{"JSONRPC-004 notification", `{"jsonrpc":"2.0","method":"m","params":"x"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonParams, 39, "/params", "", jsonrpc.Notification},
	{"JSONRPC-006 boolean", `{"jsonrpc":"2.0","id":true,"method":"m"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonID, 22, "/id", "", jsonrpc.Request},
	{"JSONRPC-006 object", `{"jsonrpc":"2.0","id":{},"method":"m"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonID, 22, "/id", "", jsonrpc.Request},
	{"JSONRPC-006 array", `{"jsonrpc":"2.0","id":[1],"result":{}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonID, 22, "/id", "", jsonrpc.Result},
	{"JSONRPC-006 false in an error", `{"jsonrpc":"2.0","id":false,"error":{"code":1,"message":"x"}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonID, 22, "/id", "", jsonrpc.ErrorShape},
	{"JSONRPC-007 fraction", `{"jsonrpc":"2.0","id":1.5,"method":"m"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonID, 22, "/id", "", jsonrpc.Request},
	{"JSONRPC-007 negative exponent", `{"jsonrpc":"2.0","id":15e-1,"method":"m"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonID, 22, "/id", "", jsonrpc.Request},
	{"JSONRPC-008 null in a request", `{"jsonrpc":"2.0","id":null,"method":"m"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonID, 22, "/id", "", jsonrpc.Request},
	{"JSONRPC-012 absent", `{"jsonrpc":"2.0","result":{}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonResult, 0, "", "", jsonrpc.Result},
	{"JSONRPC-012 null", `{"jsonrpc":"2.0","id":null,"result":{}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonID, 22, "/id", "", jsonrpc.Result},
	{"JSONRPC-013 neither result nor error", `{"jsonrpc":"2.0","id":1}`, jsonrpc.InvalidRequest, jsonrpc.ReasonNoShape, 0, "", "1", jsonrpc.Invalid},
	{"JSONRPC-014 array", `{"jsonrpc":"2.0","id":1,"result":[]}`, jsonrpc.InvalidRequest, jsonrpc.ReasonResult, 33, "/result", "1", jsonrpc.Result},
	{"JSONRPC-014 null", `{"jsonrpc":"2.0","id":1,"result":null}`, jsonrpc.InvalidRequest, jsonrpc.ReasonResult, 33, "/result", "1", jsonrpc.Result},
	{"JSONRPC-016 both", `{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonMixedShape, 44, "/error", "1", jsonrpc.ErrorShape},
	{"JSONRPC-019 no message", `{"jsonrpc":"2.0","id":1,"error":{"code":-32603}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonErrorResponse, 32, "/error", "1", jsonrpc.ErrorShape},
	{"JSONRPC-019 no code", `{"jsonrpc":"2.0","error":{"message":"x","Code":1}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonErrorResponse, 25, "/error", "", jsonrpc.ErrorShape},
	{"JSONRPC-019 no object", `{"jsonrpc":"2.0","id":1,"error":"x"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonErrorResponse, 32, "/error", "1", jsonrpc.ErrorShape},
	{"JSONRPC-020 string", `{"jsonrpc":"2.0","id":1,"error":{"code":"-32603","message":"x"}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonErrorResponse, 40, "/error/code", "1", jsonrpc.ErrorShape},
	{"JSONRPC-020 fraction", `{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"x"}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonErrorResponse, 40, "/error/code", "1", jsonrpc.ErrorShape},
	{"JSONRPC-020 beyond 64 bits", `{"jsonrpc":"2.0","id":1,"error":{"code":9223372036854775808,"message":"x"}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonErrorResponse, 40, "/error/code", "1", jsonrpc.ErrorShape},
	{"JSONRPC-020 huge exponent", `{"jsonrpc":"2.0","id":1,"error":{"code":1e999999999,"message":"x"}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonErrorResponse, 40, "/error/code", "1", jsonrpc.ErrorShape},
	{"JSONRPC-021 null", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":null}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonErrorResponse, 52, "/error/message", "1", jsonrpc.ErrorShape},
	{"JSONRPC-036 UTF-16", "\xff\xfe{\x00}\x00", jsonrpc.ParseError, jsonrpc.ReasonEncoding, 0, "", "", jsonrpc.Invalid},
	{"JSONRPC-036 in a name", "{\"jsonrpc\":\"2.0\",\"a\xc3\":1}", jsonrpc.ParseError, jsonrpc.ReasonEncoding, 19, "/jsonrpc", "", jsonrpc.Invalid},
	{"JSONRPC-036 encoded surrogate", "{\"a\":[0,\"\xed\xa0\x80\"]}", jsonrpc.ParseError, jsonrpc.ReasonEncoding, 9, "/a/1", "", jsonrpc.Invalid},
	{"JSONRPC-036 overlong", "{\"a\":\"\xc0\xaf\"}", jsonrpc.ParseError, jsonrpc.ReasonEncoding, 6, "/a", "", jsonrpc.Invalid},
	{"JSONRPC-037 batch", `[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]`, jsonrpc.InvalidRequest, jsonrpc.ReasonBatch, 0, "", "", jsonrpc.Invalid},
	{"JSONRPC-037 empty batch", `[]`, jsonrpc.InvalidRequest, jsonrpc.ReasonBatch, 0, "", "", jsonrpc.Invalid},
	{"ERROR-001 cut off", `{"jsonrpc":`, jsonrpc.ParseError, jsonrpc.ReasonSyntax, 11, "/jsonrpc", "", jsonrpc.Invalid},
	{"ERROR-001 empty", ``, jsonrpc.ParseError, jsonrpc.ReasonSyntax, 0, "", "", jsonrpc.Invalid},
	{"ERROR-001 no id although one stood before", `{"jsonrpc":"2.0","id":1,"method":"m",}`, jsonrpc.ParseError, jsonrpc.ReasonSyntax, 37, "/method", "", jsonrpc.Invalid},
	{"ERROR-001 byte order mark", "\uFEFF{}", jsonrpc.ParseError, jsonrpc.ReasonSyntax, 0, "", "", jsonrpc.Invalid},
	{"ERROR-001 grammar before shape", `[{"a":1,"a":tru}]`, jsonrpc.ParseError, jsonrpc.ReasonSyntax, 12, "/0/a", "", jsonrpc.Invalid},
	{"ERROR-001 grammar before depth", strings.Repeat("[", 300), jsonrpc.ParseError, jsonrpc.ReasonSyntax, 300, jsontext.Pointer(strings.Repeat("/0", 256)), "", jsonrpc.Invalid},
	{"ERROR-001 comma in an array", `{"a":[1,]}`, jsonrpc.ParseError, jsonrpc.ReasonSyntax, 8, "/a/1", "", jsonrpc.Invalid},
	{"ERROR-001 wrong closer", `{"a":[1}}`, jsonrpc.ParseError, jsonrpc.ReasonSyntax, 7, "/a/0", "", jsonrpc.Invalid},
	{"ERROR-001 no colon", `{"a" "b`, jsonrpc.ParseError, jsonrpc.ReasonSyntax, 5, "/a", "", jsonrpc.Invalid},
	{"ERROR-001 unquoted name", `{a:1}`, jsonrpc.ParseError, jsonrpc.ReasonSyntax, 1, "", "", jsonrpc.Invalid},
	{"ERROR-001 needless zero", `{"a":01}`, jsonrpc.ParseError, jsonrpc.ReasonSyntax, 5, "/a", "", jsonrpc.Invalid},
	{"ERROR-001 control character", "{\"a\":\"x\ny\"}", jsonrpc.ParseError, jsonrpc.ReasonSyntax, 7, "/a", "", jsonrpc.Invalid},
	{"ERROR-001 invalid escape", `{"a~/":"\u00g0"}`, jsonrpc.ParseError, jsonrpc.ReasonSyntax, 8, "/a~0~1", "", jsonrpc.Invalid},
	{"ERROR-002 jsonrpc absent", `{"id":1,"method":"tools/list"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonVersion, 0, "", "1", jsonrpc.Request},
	{"ERROR-002 method of wrong type", `{"jsonrpc":"2.0","id":1,"method":[]}`, jsonrpc.InvalidRequest, jsonrpc.ReasonMethod, 33, "/method", "1", jsonrpc.Request},
	{"ERROR-002 id behind the error", `{"method":[],"jsonrpc":"2.0","params":3,"id":"late"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonMethod, 10, "/method", `"late"`, jsonrpc.Request},
	{"BR-001 batch", `[{"jsonrpc":"2.0","id":1,"method":"tools/list"},{"jsonrpc":"2.0","id":2,"method":"tools/list"}]`, jsonrpc.InvalidRequest, jsonrpc.ReasonBatch, 0, "", "", jsonrpc.Invalid},
	{"BR-004 fraction", `{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonID, 22, "/id", "", jsonrpc.Request},
	{"BR-010 in the envelope", `{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonDuplicate, 46, "/method", "1", jsonrpc.Request},
	{"BR-010 in params", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"name":"echo","name":"admin"}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonDuplicate, 61, "/params/name", "1", jsonrpc.Request},
	{"BR-010 deep, spelled two ways", `{"jsonrpc":"2.0","method":"m","params":{"a":[1,{"a":0,"\u0061":{}}]},"id":2}`, jsonrpc.InvalidRequest, jsonrpc.ReasonDuplicate, 54, "/params/a/1/a", "2", jsonrpc.Request},
	{"BR-010 an id that stands twice is none", `{"jsonrpc":"2.0","id":1,"id":1,"method":"m"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonDuplicate, 24, "/id", "", jsonrpc.Request},
	{"BR-010 an id that stands three times is none", `{"jsonrpc":"2.0","id":1,"id":2,"i\u0064":1,"method":"m"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonDuplicate, 24, "/id", "", jsonrpc.Request},
	{"BR-010 halves of surrogate pairs", `{"jsonrpc":"2.0","id":1,"result":{"\ud800":1,"\udfff":2}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonDuplicate, 45, "/result/\uFFFD", "1", jsonrpc.Result},
	{"BR-013 object", `{"hello":"world"}`, jsonrpc.InvalidRequest, jsonrpc.ReasonNoShape, 0, "", "", jsonrpc.Invalid},
	{"BR-013 string", `"text"`, jsonrpc.InvalidRequest, jsonrpc.ReasonNotObject, 0, "", "", jsonrpc.Invalid},
	{"BR-013 not JSON", `{not json`, jsonrpc.ParseError, jsonrpc.ReasonSyntax, 1, "", "", jsonrpc.Invalid},
	{"BR-017 two values", `{"jsonrpc":"2.0","id":1,"method":"m"} {"jsonrpc":"2.0","id":2,"method":"m"}`, jsonrpc.ParseError, jsonrpc.ReasonTrailing, 38, "", "", jsonrpc.Invalid},
	{"BR-017 closed twice", `{"jsonrpc":"2.0","id":1,"method":"m"}}`, jsonrpc.ParseError, jsonrpc.ReasonTrailing, 37, "", "", jsonrpc.Invalid},
	{"BR-019 depth 100000", nested(100_000), jsonrpc.InvalidRequest, jsonrpc.ReasonDepth, 1338,
		jsontext.Pointer("/params/arguments" + strings.Repeat("/x", 254)), "1", jsonrpc.Request},
	{"BR-020 invalid UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"text\":\"x\xff\xfe\"}}", jsonrpc.ParseError, jsonrpc.ReasonEncoding, 65, "/params/text", "", jsonrpc.Invalid},
	{"BR-158 neither", `{"jsonrpc":"2.0","id":7}`, jsonrpc.InvalidRequest, jsonrpc.ReasonNoShape, 0, "", "7", jsonrpc.Invalid},
	{"BR-158 both", `{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete"},"error":{"code":-32603,"message":"x"}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonMixedShape, 67, "/error", "7", jsonrpc.ErrorShape},
	{"BR-158 code", `{"jsonrpc":"2.0","id":7,"error":{"code":"-32603","message":"x"}}`, jsonrpc.InvalidRequest, jsonrpc.ReasonErrorResponse, 40, "/error/code", "7", jsonrpc.ErrorShape},
	{"BR-158 result", `{"jsonrpc":"2.0","id":7,"result":[]}`, jsonrpc.InvalidRequest, jsonrpc.ReasonResult, 33, "/result", "7", jsonrpc.Result},
}

// nested returns a request whose arguments are n objects deep.
func nested(n int) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":` +
		strings.Repeat(`{"x":`, n) + "1" + strings.Repeat("}", n) + "}}"
}

func TestDecodeAccepts(t *testing.T) {
	for _, tt := range accepted {
		t.Run(tt.name, func(t *testing.T) {
			m, err := jsonrpc.Decode([]byte(tt.frame), jsonrpc.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Shape.String() + " " + string(m.Append(nil)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if m.Error != nil && !m.Error.FromPeer() {
				t.Error("the decoded error says that this side made it")
			}
		})
	}
}

func TestDecodeRejects(t *testing.T) {
	for _, tt := range rejected {
		t.Run(tt.name, func(t *testing.T) {
			m, got := decodeError(t, tt.frame, jsonrpc.Limits{})
			if m.Shape != jsonrpc.Invalid {
				t.Errorf("message beside the error: %v", m)
			}
			if got.Detail == "" {
				t.Error("no detail")
			}
			want := jsonrpc.DecodeError{Code: tt.code, Reason: tt.reason, Detail: got.Detail, Offset: tt.offset, Pointer: tt.pointer, Shape: tt.shape}
			if tt.id != "" {
				want.ID = mustParseID(t, tt.id)
			}
			if diff := cmp.Diff(want, *got, cmp.Comparer(jsonrpc.ID.Equal)); diff != "" {
				t.Errorf("%v (-want +got):\n%s", got, diff)
			}
		})
	}
}

func TestDecodeLimits(t *testing.T) {
	const frame = `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[[]]}}`
	tests := []struct {
		name   string
		frame  string
		limits jsonrpc.Limits
		want   jsonrpc.Reason // "" if the frame is accepted
		id     string
	}{
		{"size met", frame, jsonrpc.Limits{Size: len(frame)}, "", "1"},
		{"size exceeded", frame, jsonrpc.Limits{Size: len(frame) - 1}, jsonrpc.ReasonSize, ""},
		{"size comes before grammar", "}}}", jsonrpc.Limits{Size: 2}, jsonrpc.ReasonSize, ""},
		{"default size met", frame + strings.Repeat(" ", jsonrpc.DefaultSize-len(frame)), jsonrpc.Limits{}, "", "1"},
		{"default size exceeded", frame + strings.Repeat(" ", jsonrpc.DefaultSize-len(frame)+1), jsonrpc.Limits{}, jsonrpc.ReasonSize, ""},
		{"no bound of size", frame + strings.Repeat(" ", jsonrpc.DefaultSize), jsonrpc.Limits{Size: -1}, "", "1"},
		{"depth met", frame, jsonrpc.Limits{Depth: 4}, "", "1"},
		{"depth exceeded", frame, jsonrpc.Limits{Depth: 3}, jsonrpc.ReasonDepth, "1"},
		{"default depth met", nested(jsonrpc.DefaultDepth - 2), jsonrpc.Limits{}, "", "1"},
		{"default depth exceeded", nested(jsonrpc.DefaultDepth - 1), jsonrpc.Limits{}, jsonrpc.ReasonDepth, "1"},
		{"no bound of depth", nested(200_000), jsonrpc.Limits{Depth: -1}, "", "1"},
		{"depth comes before what is wrong at that depth",
			`{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":{"b":1,"b":1}}}`, jsonrpc.Limits{Depth: 2}, jsonrpc.ReasonDepth, "1"},
		{"id behind what is too deep", `{"params":[[[{"id":7}]]],"id":"late","method":"m"}`, jsonrpc.Limits{Depth: 2}, jsonrpc.ReasonDepth, `"late"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := jsonrpc.Decode([]byte(tt.frame), tt.limits)
			id := m.ID
			var got jsonrpc.Reason
			if e := (*jsonrpc.DecodeError)(nil); errors.As(err, &e) {
				id, got = e.ID, e.Reason
			}
			if got != tt.want || id.String() != tt.id {
				t.Errorf("reason %q, id %q, want %q, %q", got, id, tt.want, tt.id)
			}
		})
	}
}

// Objects with few and with many names go different ways.
func TestDecodeDuplicateAmongMany(t *testing.T) {
	for _, n := range []int{2, 15, 16, 17, 18, 31, 32, 33, 64, 100_000} {
		for _, second := range []int{1, n / 2, n - 1} {
			var b strings.Builder
			b.WriteString(`{"jsonrpc":"2.0","id":1,"method":"m","params":{"deep":[{`)
			want := 0
			for i := range n {
				if i > 0 {
					b.WriteByte(',')
				}
				if i == second {
					want = b.Len()
					b.WriteString(`"\u006e0":0`)
				} else {
					b.WriteString(`"n` + strconv.Itoa(i) + `":{"n0":1}`)
				}
			}
			b.WriteString(`}]}}`)
			_, err := decodeError(t, b.String(), jsonrpc.Limits{})
			if err.Reason != jsonrpc.ReasonDuplicate || err.Offset != int64(want) || err.Pointer != "/params/deep/0/n0" {
				t.Errorf("%d names, the one of index %d like the first: %v, want a duplicate at byte %d", n, second, err, want)
			}
			if _, err := jsonrpc.Decode([]byte(strings.Replace(b.String(), `"\u006e0"`, `"other"`, 1)), jsonrpc.Limits{}); err != nil {
				t.Errorf("%d names, all different: %v", n, err)
			}
		}
	}
}

func TestDecodeErrorSpeaks(t *testing.T) {
	const secret = "hunter2"
	tests := []struct{ frame, text, response string }{
		{`{"jsonrpc":"2.0","id":1,"method":"m","params":{"key":"` + secret + `","key":"` + secret + `"}}`,
			`invalid request: a member stands twice in one object at byte 63 (/params/key)`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"invalid request: a member stands twice in one object","data":{"reason":"duplicate-key","offset":63,"pointer":"/params/key"}}}`},
		{`{"jsonrpc":` + secret + `}`,
			`parse error: a value is expected at byte 11 (/jsonrpc)`,
			`{"jsonrpc":"2.0","error":{"code":-32700,"message":"parse error: a value is expected","data":{"reason":"syntax","offset":11,"pointer":"/jsonrpc"}}}`},
		{`{"` + strings.Repeat("long", 100) + `":` + secret + `}`,
			`parse error: a value is expected at byte 404`,
			`{"jsonrpc":"2.0","error":{"code":-32700,"message":"parse error: a value is expected","data":{"reason":"syntax","offset":404}}}`},
	}
	for _, tt := range tests {
		_, err := decodeError(t, tt.frame, jsonrpc.Limits{})
		if got := err.Error(); got != tt.text {
			t.Errorf("Error() = %s\nwant      %s", got, tt.text)
		}
		if got := string(jsonrpc.AppendError(nil, err.ID, err.Response())); got != tt.response {
			t.Errorf("Response() = %s\nwant         %s", got, tt.response)
		}
	}
}

func TestCloneSharesNothing(t *testing.T) {
	for _, tt := range accepted {
		frame := []byte(tt.frame)
		m, err := jsonrpc.Decode(frame, jsonrpc.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		c := m.Clone()
		want := string(m.Append(nil))
		clear(frame)
		if got := string(c.Append(nil)); got != want {
			t.Errorf("%s: the clone changed with the frame: %s", tt.name, got)
		}
	}
}

func decodeError(t *testing.T, frame string, limits jsonrpc.Limits) (jsonrpc.Message, *jsonrpc.DecodeError) {
	t.Helper()
	m, err := jsonrpc.Decode([]byte(frame), limits)
	var e *jsonrpc.DecodeError
	if !errors.As(err, &e) {
		t.Fatalf("Decode: got error %v, want a *DecodeError", err)
	}
	return m, e
}

func mustParseID(t *testing.T, text string) jsonrpc.ID {
	t.Helper()
	id, err := jsonrpc.ParseID([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return id
}
