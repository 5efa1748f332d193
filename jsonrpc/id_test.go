package jsonrpc_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

var ids = []struct {
	name, text      string
	canonical, says string // canonical is "" where text is no id
}{
	{"JSONRPC-006 integer", `7`, `7`, `7`},
	{"JSONRPC-006 negative", `-12`, `-12`, `-12`},
	{"JSONRPC-006 zero", `0`, `0`, `0`},
	{"JSONRPC-006 string", `"7"`, `"7"`, `7`},
	{"JSONRPC-006 empty string", `""`, `""`, ``},
	{"JSONRPC-006 escapes", `"\u0061\/\"\\\n\u0007é"`, `"a/\"\\\n\u0007é"`, "a/\"\\\n\aé"},
	{"JSONRPC-006 surrogate pair", `"\ud83d\ude00"`, `"😀"`, `😀`},
	{"JSONRPC-006 half a surrogate pair", `"\ude00\ud83dx"`, "\"\uFFFD\uFFFDx\"", "\uFFFD\uFFFDx"},
	{"JSONRPC-006 boolean", `true`, ``, ``},
	{"JSONRPC-006 object", `{}`, ``, ``},
	{"JSONRPC-006 array", `[1]`, ``, ``},
	{"JSONRPC-006 nothing", ``, ``, ``},
	{"JSONRPC-006 white space before", ` 1`, ``, ``},
	{"JSONRPC-006 white space behind", `1 `, ``, ``},
	{"JSONRPC-006 two", `"a""b"`, ``, ``},
	{"JSONRPC-006 open string", `"a`, ``, ``},
	{"JSONRPC-006 invalid UTF-8", "\"\xff\"", ``, ``},
	{"JSONRPC-006 plus", `+1`, ``, ``},
	{"JSONRPC-006 needless zero", `01`, ``, ``},
	{"JSONRPC-006 minus alone", `-`, ``, ``},
	{"JSONRPC-007 fraction", `1.5`, ``, ``},
	{"JSONRPC-007 small fraction", `1e-1`, ``, ``},
	{"JSONRPC-007 tiny fraction", `1e-999999999`, ``, ``},
	{"JSONRPC-007 point", `1.0`, `1`, `1`},
	{"JSONRPC-007 exponent", `1E+3`, `1000`, `1000`},
	{"JSONRPC-007 point and exponent", `-1.250e2`, `-125`, `-125`},
	{"JSONRPC-007 negative exponent", `1200e-2`, `12`, `12`},
	{"JSONRPC-007 minus zero", `-0`, `0`, `0`},
	{"JSONRPC-007 zero in many ways", `-0.00e-7`, `0`, `0`},
	{"JSONRPC-007 zero with a huge exponent", `0e999999999999999999`, `0`, `0`},
	{"JSONRPC-007 huge exponent", `1e999999999`, `1e999999999`, `1e999999999`},
	{"JSONRPC-007 the same huge number", `0.00100e1000000002`, `1e999999999`, `1e999999999`},
	{"JSONRPC-007 exponent out of bounds", `1e9999999999999999999`, ``, ``},
	{"JSONRPC-007 exponent with needless zeros", `1e0000000000000000000002`, `100`, `100`},
	{"JSONRPC-008 null", `null`, ``, ``},
	{"BR-005 beyond 64 bits", `18446744073709551617`, `18446744073709551617`, `18446744073709551617`},
	{"BR-005 beyond 64 bits with a point", `18446744073709551617.0`, `18446744073709551617`, `18446744073709551617`},
	{"BR-005 600 digits", strings.Repeat("9", 600), strings.Repeat("9", 600), strings.Repeat("9", 600)},
	{"BR-005 512 zeros", "3" + strings.Repeat("0", 512), "3" + strings.Repeat("0", 512), "3" + strings.Repeat("0", 512)},
	{"BR-005 513 zeros", "3" + strings.Repeat("0", 513), "3e513", "3" + strings.Repeat("0", 513)},
}

func TestParseID(t *testing.T) {
	for _, tt := range ids {
		t.Run(tt.name, func(t *testing.T) {
			id, err := jsonrpc.ParseID([]byte(tt.text))
			if tt.canonical == "" {
				if err == nil || !id.IsZero() {
					t.Fatalf("ParseID(%s) = %s, %v, want an error", tt.text, id, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := id.String(); got != tt.text {
				t.Errorf("String() = %s, want the spelling it came with", got)
			}
			if got := string(id.Append([]byte("x"))); got != "x"+tt.text {
				t.Errorf("Append = %s, want x%s", got, tt.text)
			}
			if got := id.Canonical().String(); got != tt.canonical {
				t.Errorf("Canonical() = %s, want %s", got, tt.canonical)
			}
			if got := id.Text(); got != tt.says {
				t.Errorf("Text() = %q, want %q", got, tt.says)
			}
			if got, want := id.IsString(), tt.text[0] == '"'; got != want {
				t.Errorf("IsString() = %t, want %t", got, want)
			}
		})
	}
}

func TestIDEqual(t *testing.T) {
	for _, a := range ids {
		for _, b := range ids {
			if a.canonical == "" || b.canonical == "" {
				continue
			}
			x, y := mustParseID(t, a.text), mustParseID(t, b.text)
			if got, want := x.Equal(y), a.canonical == b.canonical; got != want {
				t.Errorf("%s equals %s: %t, want %t", x, y, got, want)
			}
		}
	}
	if !(jsonrpc.ID{}).Equal(jsonrpc.ID{}) || jsonrpc.IntID(0).Equal(jsonrpc.ID{}) {
		t.Error("only an absent id equals an absent one")
	}
}

func TestMakeID(t *testing.T) {
	for n, want := range map[int64]string{0: "0", -1: "-1", math.MinInt64: "-9223372036854775808"} {
		if got := jsonrpc.IntID(n); got.String() != want || got != got.Canonical() {
			t.Errorf("IntID(%d) = %s, want %s", n, got, want)
		}
	}
	for s, want := range map[string]string{"": `""`, "a\"\n/": `"a\"\n/"`, "\xff": "\"\uFFFD\""} {
		if got := jsonrpc.StringID(s); got.String() != want || got != got.Canonical() {
			t.Errorf("StringID(%q) = %s, want %s", s, got, want)
		}
	}
	if id := (jsonrpc.ID{}); !id.IsZero() || id.IsString() || id.Text() != "" || id.Canonical() != id {
		t.Error("the zero ID is not absent in every respect")
	}
}

func TestIDInStruct(t *testing.T) {
	type cancelled struct {
		RequestID jsonrpc.ID `json:"requestId,omitzero"`
	}
	for text, want := range map[string]string{
		`{"requestId":18446744073709551617}`: `{"requestId":18446744073709551617}`,
		`{"requestId": "a"}`:                 `{"requestId":"a"}`,
		`{"requestId":1.0}`:                  `{"requestId":1.0}`,
		`{}`:                                 `{}`,
	} {
		var v cancelled
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(v)
		if err != nil || string(got) != want {
			t.Errorf("%s comes back as %s, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{`{"requestId":1.5}`, `{"requestId":null}`, `{"requestId":true}`, `{"requestId":[1]}`} {
		var v cancelled
		if err := json.Unmarshal([]byte(text), &v); err == nil {
			t.Errorf("%s is read as %s, want an error", text, v.RequestID)
		}
	}
	if got, err := json.Marshal(jsonrpc.ID{}); err != nil || string(got) != "null" {
		t.Errorf("an absent id alone is written as %s, %v, want null", got, err)
	}
}

// FuzzID compares with math/big and with jsontext.
func FuzzID(f *testing.F) {
	for _, tt := range ids {
		f.Add(tt.text, "1")
		f.Add(tt.text, tt.canonical)
	}
	f.Add("10e999999999999999999", "0") // its canonical form has one digit more
	f.Add("1e999999999999999999", "10e99999999999999999")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, err := jsonrpc.ParseID([]byte(a))
		if want, known := isID(a); known && (err == nil) != want {
			t.Fatalf("ParseID(%s): error %v, want an id: %t", a, err, want)
		}
		if err != nil {
			return
		}
		c := x.Canonical()
		if c != c.Canonical() || !x.Equal(c) || c != mustParseID(t, c.String()) {
			t.Fatalf("canonical form %s of %s is not canonical", c, a)
		}
		if max := len(a) + 600; len(c.String()) > max {
			t.Fatalf("canonical form of %s is %d bytes long", a, len(c.String()))
		}
		y, err := jsonrpc.ParseID([]byte(b))
		if err != nil {
			return
		}
		if want, known := sameValue(a, b); known && x.Equal(y) != want {
			t.Fatalf("%s equals %s: %t, want %t", x, y, !want, want)
		}
	})
}

// small reports whether the exponent of a number is short enough for math/big.
func small(number string) bool {
	at := strings.IndexAny(number, "eE")
	return at < 0 || len(number)-at <= 5
}

func isID(text string) (is, known bool) {
	value := jsontext.Value(text)
	if !value.IsValid(jsontext.AllowInvalidUTF8(true)) || strings.TrimSpace(text) != text {
		return false, strings.ToValidUTF8(text, "") == text
	}
	switch value.Kind() {
	case '"':
		return true, strings.ToValidUTF8(text, "") == text
	case '0':
		if !small(text) {
			return false, false
		}
		r, ok := new(big.Rat).SetString(text)
		return ok && r.IsInt(), true
	default:
		return false, true
	}
}

func sameValue(a, b string) (same, known bool) {
	kind := jsontext.Value(a).Kind()
	switch {
	case kind != jsontext.Value(b).Kind():
		return false, true
	case kind == '"':
		s, err1 := jsontext.AppendUnquote(nil, a)
		u, err2 := jsontext.AppendUnquote(nil, b)
		return string(s) == string(u), err1 == nil && err2 == nil
	case !small(a) || !small(b):
		return false, false
	default:
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		return x.Cmp(y) == 0, true
	}
}
