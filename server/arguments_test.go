package server_test

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// everything has a field of each kind that may be refused although the schema
// fits.
type everything struct {
	N   int64          `json:"n,omitzero"`
	F   float32        `json:"f,omitzero"`
	At  time.Time      `json:"at,omitzero"`
	IP  netip.Addr     `json:"ip,omitzero"`
	B   []byte         `json:"b,omitzero"`
	M   map[string]int `json:"m,omitzero"`
	L   []int          `json:"l,omitzero"`
	Any any            `json:"any,omitzero"`
	Ptr *string        `json:"ptr,omitzero"`
}

func TestArgumentsThatCannotBeRead(t *testing.T) {
	s := newServer()
	ran := false
	server.AddTool(s, mcp.Tool{Name: "all"}, func(context.Context, *server.Call, everything) (string, error) { ran = true; return "", nil })
	for _, test := range []struct{ arguments, says string }{
		{`{"n":99999999999999999999}`, "/n: is a number that is too large or has a fraction"},
		{`{"f":1e100}`, "/f: is a number that is too large or has a fraction"},
		{`{"m":{"a":1,"b":1e30}}`, "/m/b: is a number that is too large or has a fraction"},
		{`{"at":"tomorrow"}`, "/at: is no date and time such as 2026-07-28T12:00:00Z"},
		{`{"ip":"localhost"}`, `/ip: ParseAddr("localhost"): unable to parse IP`},
		{`{"b":"*"}`, "/b: illegal base64 data at input byte 0"},
	} {
		t.Run("TOOL-041 "+test.arguments, func(t *testing.T) {
			got := result(t, s, "tools/call", `"name":"all","arguments":`+test.arguments)
			isText(t, got, "true", "isError")
			isText(t, got, string(jsonrpc.AppendString(nil, "invalid arguments: "+test.says)), "content", "text")
			if ran {
				t.Error("it ran")
			}
		})
	}
}

func TestArgumentsAsGoValues(t *testing.T) {
	s := newServer()
	var got string
	server.AddTool(s, mcp.Tool{Name: "all"}, func(_ context.Context, _ *server.Call, in everything) (string, error) {
		got = fmt.Sprint(in.N, in.F, in.M, in.L, in.Any, in.Ptr != nil)
		return "", nil
	})
	for _, test := range []struct{ arguments, want string }{
		{`{"n":1.0,"l":[2e2,-3.0],"f":1.5}`, "1 1.5 map[] [200 -3] <nil> false"},
		{`{"n":7,"any":{"a":[1,"x"]},"ptr":null}`, "7 0 map[] [] map[a:[1 x]] false"},
		{`{"ptr":"","m":{"a":1.0}}`, "0 0 map[a:1] [] <nil> true"},
	} {
		t.Run(test.arguments, func(t *testing.T) {
			if value := result(t, s, "tools/call", `"name":"all","arguments":`+test.arguments); at(t, value, "isError") != nil {
				t.Fatal(string(value))
			}
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
	t.Run("a map takes any members", func(t *testing.T) {
		var got map[string]int
		server.AddTool(s, mcp.Tool{Name: "map"}, func(_ context.Context, _ *server.Call, in map[string]int) (string, error) { got = in; return "", nil })
		result(t, s, "tools/call", `"name":"map","arguments":{"a":1,"b":2}`)
		if len(got) != 2 || got["b"] != 2 {
			t.Errorf("got %v", got)
		}
		isText(t, result(t, s, "tools/call", `"name":"map","arguments":{"a":"x"}`), "true", "isError")
	})
	t.Run("an embedded struct is its members", func(t *testing.T) {
		type order struct {
			echoArguments
			Days int `json:"days"`
		}
		server.AddTool(s, mcp.Tool{Name: "order"}, func(_ context.Context, _ *server.Call, in order) (string, error) {
			return fmt.Sprint(in.Text, in.Days), nil
		})
		isText(t, result(t, s, "tools/call", `"name":"order","arguments":{"text":"x","days":2}`), `"x2"`, "content", "text")
	})
}

// addWith adds a tool with arguments In and a result Out, and returns what the
// panic says.
func addWith[In, Out any](def mcp.Tool) (said string) {
	defer func() {
		if v := recover(); v != nil {
			said = fmt.Sprint(v)
		}
	}()
	server.AddTool(newServer(), def, func(context.Context, *server.Call, In) (out Out, err error) { return out, nil })
	return ""
}

func TestAddToolTypes(t *testing.T) {
	given := mcp.Tool{Name: "x", InputSchema: jsontext.Value(`{"type":"object"}`)}
	type node struct{ Next *node }
	for name, test := range map[string]struct{ got, want string }{
		"a string":             {addWith[string, string](given), "no struct and no map"},
		"a list":               {addWith[[]int, string](given), "no struct and no map"},
		"any":                  {addWith[any, string](given), "no struct and no map"},
		"a pointer":            {addWith[*struct{}, string](given), "no struct and no map"},
		"a map by numbers":     {addWith[map[int]string, string](given), "no struct and no map"},
		"JSON":                 {addWith[jsontext.Value, string](given), "AddRawTool"},
		"a channel":            {addWith[struct{ C chan int }, string](mcp.Tool{Name: "x"}), "chan"},
		"a result without end": {addWith[struct{}, node](mcp.Tool{Name: "x"}), "cycle"},
		"a duration":           {addWith[struct{}, time.Duration](mcp.Tool{Name: "x"}), "Duration"},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(test.got, test.want) || !strings.HasPrefix(test.got, `server: add tool "x": `) {
				t.Errorf("it says %q, want %q in it", test.got, test.want)
			}
		})
	}
}

func TestPointerResult(t *testing.T) {
	type sum struct {
		Sum int `json:"sum"`
	}
	s := newServer()
	var returned *sum
	server.AddTool(s, mcp.Tool{Name: "sum"}, func(context.Context, *server.Call, struct{}) (*sum, error) { return returned, nil })
	t.Run("BR-083 nil is no structured content", func(t *testing.T) { isFault(t, s, "tools/call", `"name":"sum"`) })
	t.Run("a pointer is what it points to", func(t *testing.T) {
		returned = &sum{3}
		isText(t, result(t, s, "tools/call", `"name":"sum"`), `{"sum":3}`, "structuredContent")
		isText(t, result(t, s, "tools/list", ""), `"object"`, "tools", "outputSchema", "type")
	})
}
