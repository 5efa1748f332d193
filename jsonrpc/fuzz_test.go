package jsonrpc_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// grammar are texts for the comparison with jsontext that are no messages.
var grammar = []string{
	"0", "-0", "-", "1.", "1.e1", ".5", "1e", "1e+", "00", "0x1", "1E5", "--1", "+1", "Infinity", "NaN",
	"tru", "truex", "True", "nul", "false", "[true false]", "[,]", "[1,,2]", "{,}", `{"a"}`, `{"a":}`, `{"a":1,}`, `{"a":1 "b":2}`,
	"[", "]", "{", "}", "[}", "{]", "[[]", `{"a":[{"b":[]}]}`, "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
	`"`, `"\"`, `"\`, `"\x"`, `"\u"`, `"\u12"`, `"\u12g4"`, `"\ud800\u"`, `"\ud800x"`, `"\ud800\ud800"`, `"\udc00\ud800"`, `"\ud83d\ude00"`,
	"\"\x1f\"", "\"\x7f\"", "\"\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xe2\x80\"", "\xe2\x80\xa8[]", "\u00a0[]", "\v[]", "\f1", "\x00", "// c\n1", "'a'",
	`{"a":1,"b":2,"a":3}`, `{"a":{"b":1,"b":2}}`, `[{"":1,"":2}]`, `{"\u0000":1,"\u0000":2}`, `{"a\/":1,"a/":2}`, `{"\ud800":1,"\ufffd":2}`,
	`{"\ud83d\ude00":1,"😀":2}`, `{"a":1,"A":2}`, `{"é":1,"é":2}`,
	`"12345678\n"`, "\"1234567\xff\"", "\"12345678é12345678\"", `"1234567\u00e9"`,
}

func corpus() []string {
	frames := append([]string{toolCall}, grammar...)
	for _, tt := range accepted {
		frames = append(frames, tt.frame)
	}
	for _, tt := range rejected {
		frames = append(frames, tt.frame)
	}
	return frames
}

// TestAgainstJSONText cuts each text of the corpus anywhere and, if it is
// short, puts other bytes in, so that every state of the scanner meets what it
// does not expect.
func TestAgainstJSONText(t *testing.T) {
	for _, text := range corpus() {
		compare(t, text)
		if len(text) > 500 {
			continue
		}
		for i := range text {
			compare(t, text[:i])
			if len(text) > 60 {
				continue
			}
			for _, insert := range []string{`"`, `\`, ",", "}", "]", "{", "[", ":", "0", "e", ".", "-", " ", "\x00", "\xff", "é"} {
				compare(t, text[:i]+insert+text[i:])
				compare(t, text[:i]+insert+text[i+1:])
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, frame := range corpus() {
		if len(frame) < 1<<12 {
			f.Add(frame)
		}
	}
	f.Fuzz(func(t *testing.T, frame string) { compare(t, frame) })
}

// compare decodes a frame and demands that jsontext thinks the same of its
// grammar, and that what was accepted survives being written anew.
func compare(t *testing.T, frame string) {
	t.Helper()
	m, err := jsonrpc.Decode([]byte(frame), jsonrpc.Limits{Size: -1, Depth: 9_000}) // jsontext ends at 10,000
	if err == nil {
		if !utf8.ValidString(frame) {
			t.Fatalf("%q: accepted with invalid UTF-8", frame)
		}
		compareMembers(t, frame)
		compareAgain(t, m)
	}
	e := new(jsonrpc.DecodeError)
	errors.As(err, &e)
	if e.Reason == jsonrpc.ReasonDepth {
		return
	}
	if e.Offset < 0 || e.Offset > int64(len(frame)) || e.Code == jsonrpc.ParseError && !e.ID.IsZero() {
		t.Fatalf("%q: impossible error %+v", frame, e)
	}
	valid := utf8.ValidString(frame) && jsontext.Value(frame).IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if valid != (e.Code != jsonrpc.ParseError) {
		t.Fatalf("%q: jsontext says valid: %t, Decode says %v", frame, valid, err)
	}
	if valid {
		compareDuplicates(t, frame, e)
	}
}

// compareDuplicates compares which name stands twice. The whole frame is read
// by jsontext, in which U+FFFD stands for half a surrogate pair.
func compareDuplicates(t *testing.T, frame string, e *jsonrpc.DecodeError) {
	t.Helper()
	d := jsontext.NewDecoder(strings.NewReader(frame), jsontext.AllowInvalidUTF8(true))
	_, err := d.ReadValue()
	if (err != nil) != (e.Reason == jsonrpc.ReasonDuplicate) {
		if e.Reason == jsonrpc.ReasonBatch {
			return // told instead
		}
		t.Fatalf("%q: jsontext says %v, Decode says %v", frame, err, e)
	}
	if err == nil {
		return
	}
	var want *jsontext.SyntacticError
	if !errors.Is(err, jsontext.ErrDuplicateName) || !errors.As(err, &want) {
		t.Fatal(err)
	}
	if want.ByteOffset != e.Offset || want.JSONPointer != e.Pointer {
		t.Fatalf("%q: Decode found a duplicate at %d %q, jsontext at %d %q", frame, e.Offset, e.Pointer, want.ByteOffset, want.JSONPointer)
	}
}

// compareMembers reads the members of an object and of the objects in it.
func compareMembers(t *testing.T, object string) {
	t.Helper()
	d := jsontext.NewDecoder(strings.NewReader(object), jsontext.AllowInvalidUTF8(true))
	read := func(v any, err error) any {
		if err != nil {
			t.Fatalf("%q: %v", object, err)
		}
		return v
	}
	read(d.ReadToken())
	for name, value := range jsonrpc.Members(jsontext.Value(object)) {
		token := read(d.ReadToken()).(jsontext.Token)
		if got := token.String(); got != string(name) {
			t.Fatalf("%q: Members yields name %q, want %q", object, name, got)
		}
		if want := read(d.ReadValue()).(jsontext.Value); !bytes.Equal(value, want) {
			t.Fatalf("%q: Members yields %q = %q, want %q", object, name, value, want)
		}
		if got := jsonrpc.Member(jsontext.Value(object), string(name)); !bytes.Equal(got, value) {
			t.Fatalf("%q: Member(%q) = %q, want %q", object, name, got, value)
		}
		if value.Kind() == '{' {
			compareMembers(t, string(value))
		}
	}
	if k := d.PeekKind(); k != '}' {
		t.Fatalf("%q: Members ends before %v", object, k)
	}
}

// compareAgain writes a message and decodes it again.
func compareAgain(t *testing.T, m jsonrpc.Message) {
	t.Helper()
	frame := m.Append(nil)
	again, err := jsonrpc.Decode(frame, jsonrpc.Limits{Size: -1, Depth: -1})
	if err != nil {
		t.Fatalf("%q: written by Append, refused by Decode: %v", frame, err)
	}
	if again.Shape != m.Shape || again.ID != m.ID || again.Method != m.Method ||
		!bytes.Equal(again.Params, m.Params) || !bytes.Equal(again.Result, m.Result) {
		t.Fatalf("%q: comes back as another message", frame)
	}
	if m.Error != nil && (again.Error.Code != m.Error.Code || again.Error.Message != m.Error.Message || !bytes.Equal(again.Error.Data, m.Error.Data)) {
		t.Fatalf("%q: comes back as another error", frame)
	}
}
