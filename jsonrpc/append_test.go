package jsonrpc_test

import (
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

func TestAppend(t *testing.T) {
	id := jsonrpc.StringID("é")
	fail := jsonrpc.Errorf(jsonrpc.InvalidParams, "unknown tool %q", "x")
	tests := []struct {
		name string
		got  []byte
		want string
	}{
		{"request", jsonrpc.AppendRequest(nil, id, "tools/list", jsontext.Value(`{"a": 1.0}`)),
			`{"jsonrpc":"2.0","id":"é","method":"tools/list","params":{"a": 1.0}}`},
		{"request without params", jsonrpc.AppendRequest(nil, jsonrpc.IntID(-1), "a\"b", nil),
			`{"jsonrpc":"2.0","id":-1,"method":"a\"b"}`},
		{"notification", jsonrpc.AppendNotification(nil, "notifications/x", jsontext.Value(`{}`)),
			`{"jsonrpc":"2.0","method":"notifications/x","params":{}}`},
		{"result", jsonrpc.AppendResult(nil, id, jsontext.Value(`{"a":"\u0061"}`)),
			`{"jsonrpc":"2.0","id":"é","result":{"a":"\u0061"}}`},
		{"result without members", jsonrpc.AppendResult(nil, id, nil), `{"jsonrpc":"2.0","id":"é","result":{}}`},
		{"error", jsonrpc.AppendError(nil, id, fail), `{"jsonrpc":"2.0","id":"é","error":{"code":-32602,"message":"unknown tool \"x\""}}`},
		{"error with data", jsonrpc.AppendError(nil, id, fail.WithData(jsontext.Value(`null`))),
			`{"jsonrpc":"2.0","id":"é","error":{"code":-32602,"message":"unknown tool \"x\"","data":null}}`},
		{"JSONRPC-018 error without id", jsonrpc.AppendError(nil, jsonrpc.ID{}, fail),
			`{"jsonrpc":"2.0","error":{"code":-32602,"message":"unknown tool \"x\""}}`},
		{"invalid", jsonrpc.Message{}.Append(nil), ""},
		{"behind what is there", jsonrpc.AppendNotification([]byte("data: "), "m", nil), `data: {"jsonrpc":"2.0","method":"m"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if string(tt.got) != tt.want {
				t.Errorf("got  %s\nwant %s", tt.got, tt.want)
			}
		})
	}
}

var texts = []struct{ name, text, want string }{
	{"empty", "", `""`},
	{"plain", "get_weather/<b>&'~", `"get_weather/<b>&'~"`},
	{"quotes", `say "\"`, `"say \"\\\""`},
	{"control characters", "\b\f\n\r\t\x00\x1f\x7f", `"\b\f\n\r\t\u0000\u001f` + "\x7f\""},
	{"escape behind eight bytes", "12345678\n12345678\"", `"12345678\n12345678\""`},
	{"BR-025 line separators stay raw", "a\u2028b\u2029c\u0085d", "\"a\u2028b\u2029c\u0085d\""},
	{"BR-026 text from half a surrogate pair is valid UTF-8", "a\xed\xa0\xbd b", "\"a\uFFFD\uFFFD\uFFFD b\""},
	{"JSONRPC-036 invalid UTF-8", "a\xffb\xc3", "\"a\uFFFDb\uFFFD\""},
	{"JSONRPC-036 beyond ASCII", "é€😀\uFFFD", "\"é€😀\uFFFD\""},
}

func TestAppendString(t *testing.T) {
	for _, tt := range texts {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(jsonrpc.AppendString(nil, tt.text)); got != tt.want {
				t.Errorf("AppendString(%q) = %s, want %s", tt.text, got, tt.want)
			}
		})
	}
}

func FuzzAppendString(f *testing.F) {
	for _, tt := range texts {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := jsonrpc.AppendString([]byte("x"), s)
		want, err := jsontext.AppendQuote([]byte("x"), s)
		if (err == nil) != utf8.ValidString(s) {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Fatalf("AppendString(%q) = %s, want %s", s, got, want)
		}
		back, err := jsontext.AppendUnquote(nil, got[1:])
		if err != nil || string(back) != string([]rune(s)) {
			t.Fatalf("%s reads as %q, %v, want %q", got, back, err, s)
		}
	})
}
