package streamable

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"
)

// values are texts and what they are in a header.
var values = []struct {
	name, text, value string
}{
	{"PARAM-019 a string as it is", "us-west1", "us-west1"},
	{"PARAM-019 an integer", "-7", "-7"},
	{"PARAM-019 a boolean", "false", "false"},
	{"PARAM-020 not ASCII", "Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="},
	{"PARAM-020 white space around", " padded ", "=?base64?IHBhZGRlZCA=?="},
	{"PARAM-020 a line end", "line1\nline2", "=?base64?bGluZTEKbGluZTI=?="},
	{"PARAM-020 a tab", "a\tb", "=?base64?YQli?="},
	{"PARAM-020 DEL", "a\x7f", "=?base64?YX8=?="},
	{"spaces inside pass", "a  b", "a  b"},
	{"PARAM-024 what looks encoded", "=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="},
	{"PARAM-024 what looks encoded and is too short", "=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="},
	{"PARAM-022 another case is no marker", "=?BASE64?eA==?=", "=?BASE64?eA==?="},
	{"PARAM-022 half a marker is none", "=?base64?eA==", "=?base64?eA=="},
	{"an empty text", "", ""},
}

func TestEncodeValue(t *testing.T) {
	for _, test := range values {
		t.Run(test.name, func(t *testing.T) {
			if got := encodeValue(test.text); got != test.value {
				t.Errorf("encode %q: got %q, want %q", test.text, got, test.value)
			}
			if got, ok := decodeValue(test.value); !ok || got != test.text {
				t.Errorf("decode %q: got %q, %t; want %q", test.value, got, ok, test.text)
			}
		})
	}
}

func TestDecodeValue(t *testing.T) {
	for _, test := range []struct {
		name, value, text string
		ok                bool
	}{
		{"a tab inside may come", "a\tb", "a\tb", true},
		{"encoded without need", "=?base64?ZWNobw==?=", "echo", true},
		{"nothing between the markers", "=?base64??=", "", true},
		{"HEADER-016 not Base64", "=?base64?***?=", "", false},
		{"HEADER-016 Base64 for URLs", "=?base64?Pz8_?=", "", false},
		{"HEADER-016 without padding", "=?base64?ZWNobw?=", "", false},
		{"HEADER-016 stray bits", "=?base64?ZWNobx==?=", "", false},
		{"HEADER-016 not UTF-8", "=?base64?//8=?=", "", false},
		{"HEADER-016 raw UTF-8", "größe", "", false},
		{"HEADER-016 a control character", "a\x01b", "", false},
		{"HEADER-016 a line end", "a\r\nb", "", false},
		{"HEADER-016 a line end within Base64", "=?base64?ZWNo\nbw==?=", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if text, ok := decodeValue(test.value); text != test.text || ok != test.ok {
				t.Errorf("got %q, %t; want %q, %t", text, ok, test.text, test.ok)
			}
		})
	}
}

// FuzzValue: every text survives, in a value that net/http sends unchanged; no
// value has two texts, and a valid one is kept or shortened by encoding again.
func FuzzValue(f *testing.F) {
	for _, test := range values {
		f.Add(test.text)
		f.Add(test.value)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if utf8.ValidString(s) {
			value := encodeValue(s)
			if got, ok := decodeValue(value); !ok || got != s {
				t.Fatalf("%q became %q, then %q, %t", s, value, got, ok)
			}
			if strings.TrimSpace(value) != value || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Fatalf("%q became %q, which is no header value", s, value)
			}
		}
		if text, ok := decodeValue(s); ok {
			if again, ok := decodeValue(encodeValue(text)); !ok || again != text {
				t.Fatalf("%q says %q, then %q", s, text, again)
			}
		}
	})
}

func TestParseAccept(t *testing.T) {
	both, onlyJSON, onlyStream, none := accept{true, true}, accept{json: true}, accept{stream: true}, accept{}
	for _, test := range []struct {
		name   string
		fields []string
		want   accept
	}{
		{"none", nil, both},
		{"an empty one", []string{""}, none},
		{"as a client of ours", []string{acceptAll}, both},
		{"the other way round", []string{"text/event-stream,application/json"}, both},
		{"two fields", []string{"text/event-stream", "application/json"}, both},
		{"BR-035 anything", []string{"*/*"}, both},
		{"BR-035 types", []string{"application/*, text/*;q=0.5"}, both},
		{"BR-035 parameters", []string{"application/json;charset=utf-8, text/event-stream;q=0.9"}, both},
		{"case", []string{"Application/JSON"}, onlyJSON},
		{"one type", []string{"text/*"}, onlyStream},
		{"refused by weight", []string{"application/json, text/event-stream;q=0"}, onlyJSON},
		{"refused among all", []string{"*/*, text/event-stream; Q=0.0"}, onlyJSON},
		{"refused before all", []string{"text/event-stream;q=0, */*"}, onlyJSON},
		{"all others refused", []string{"*/*;q=0, application/json"}, onlyJSON},
		{"a weight that is none", []string{"*/*;q=x"}, both},
		{"twice, once wanted", []string{"application/json;v=1;q=0, application/json"}, onlyJSON},
		{"another", []string{"text/html"}, none},
		{"one that begins so", []string{"application/jsonp, text/event-streams"}, none},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := parseAccept(test.fields); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestIsToken(t *testing.T) {
	for s, want := range map[string]bool{
		"Region": true, "x-1_~!": true, "": false, "a b": false, "a:b": false, "a\r\n": false, "ü": false,
	} {
		if got := isToken(s); got != want {
			t.Errorf("%q: got %t", s, got)
		}
	}
}

func TestQuoteClips(t *testing.T) {
	if got := quote(strings.Repeat("ä\x00", 1000)); len(got) > 1000 {
		t.Errorf("got %d bytes", len(got))
	}
}

// TestHeaderNames: what indexes a header directly must be canonical.
func TestHeaderNames(t *testing.T) {
	for _, name := range []string{headerVersion, headerMethod, headerName, prefixParam + "X", "Origin", "Accept", "Content-Type",
		"Content-Encoding", "Forwarded", "X-Forwarded-For", "X-Forwarded-Host"} {
		if canonical := http.CanonicalHeaderKey(name); canonical != name {
			t.Errorf("%s is not %s", name, canonical)
		}
	}
}
