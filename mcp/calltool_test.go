package mcp_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// reflected encodes a result by its fields.
func reflected(t testing.TB, r mcp.CallToolResult) string {
	t.Helper()
	text, err := json.Marshal(r, jsontext.AllowInvalidUTF8(true), jsontext.PreserveRawStrings(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAppendTo(t *testing.T) {
	for name, r := range map[string]mcp.CallToolResult{
		"zero":       {},
		"plain text": {ResultType: mcp.Complete, Content: mcp.Content{mcp.Text("a"), mcp.Text("\"\\\n\u2028é😀")}, Meta: resultMeta},
		"every kind": {Content: everyBlock, IsError: true},
		"structured": {StructuredContent: raw("{ \"a\" :\n [ 1.0 , \"\\u0061\" ] }"), Meta: metaOf("{ \"a\" : 1 }")},
		"null":       {StructuredContent: raw("null")},
		"bad UTF-8":  {Content: mcp.Content{mcp.Text("a\xffb\xed\xa0\xbd")}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := r.AppendTo([]byte("x"))
			if err != nil {
				t.Fatal(err)
			}
			if want := "x" + reflected(t, r); string(got) != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if strings.ContainsRune(string(got), '\n') {
				t.Errorf("not on one line: %s", got)
			}
		})
	}
	for name, r := range map[string]mcp.CallToolResult{
		"structured content": {StructuredContent: raw(`{"a":`)},
		"two values":         {StructuredContent: raw(`1 2`)},
		"_meta":              {Meta: (mcp.Meta{}).With("a", raw(`{`))},
		"_meta of text":      {Content: mcp.Content{&mcp.TextContent{Meta: (mcp.Meta{}).With("a", raw(``))}}},
		"block":              {Content: mcp.Content{(*mcp.TextContent)(nil)}},
	} {
		if got, err := r.AppendTo(nil); err == nil {
			t.Errorf("%s that is no JSON is encoded: %s", name, got)
		}
	}
}

func FuzzAppendTo(f *testing.F) {
	f.Add("text", `{"a":1}`, `{"com.example/a":[]}`, false)
	f.Add("\xff\u2028\"", ` null `, `{}`, true)
	f.Fuzz(func(t *testing.T, text, structured, meta string, isError bool) {
		r := mcp.CallToolResult{ResultType: mcp.Complete, Content: mcp.Content{mcp.Text(text)}, IsError: isError}
		if raw(structured).IsValid() {
			r.StructuredContent = raw(structured)
		}
		if m, err := mcp.ParseMeta(raw(meta)); err == nil && m.Raw().IsValid() {
			r.Meta = m
		}
		got, err := r.AppendTo(nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := reflected(t, r); string(got) != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
	})
}

func TestStructuredContent(t *testing.T) {
	t.Run("BR-083", func(t *testing.T) {
		for text, want := range map[string]string{
			`{"content":[],"structuredContent":null}`:  "null",
			`{"content":[],"structuredContent":false}`: "false",
			`{"content":[],"structuredContent":0}`:     "0",
			`{"content":[]}`:                           "",
		} {
			result, err := mcp.ToolsCall.DecodeResult(raw(text))
			if err != nil {
				t.Fatal(err)
			}
			if got := result.StructuredContent; string(got) != want || (got == nil) != (want == "") {
				t.Errorf("%s: structuredContent is %q, want %q", text, got, want)
			}
			again, err := mcp.ToolsCall.EncodeResult(result)
			if err != nil || string(again) != text {
				t.Errorf("got %s, %v, want %s", again, err, text)
			}
		}
	})
	t.Run("TOOL-034", func(t *testing.T) {
		for _, value := range []string{`null`, `[1,{}]`, `"x"`, `12345678901234567890.10`, `true`, `{}`} {
			result, err := mcp.ToolsCall.DecodeResult(raw(`{"content":[],"structuredContent":` + value + `}`))
			if err != nil || string(result.StructuredContent) != value {
				t.Errorf("got %s, %v, want %s", result.StructuredContent, err, value)
			}
		}
	})
}

func TestCallToolParams(t *testing.T) {
	const text = `{"name":"t","arguments":{"n":12345678901234567890},"inputResponses":{"a":{"action":"accept"}},"requestState":"","_meta":{"a":1},"later":1}`
	want := mcp.CallToolParams{
		Name: "t", Arguments: raw(`{"n":12345678901234567890}`), InputResponses: mcp.InputResponses{"a": raw(`{"action":"accept"}`)},
		RequestState: ptr(""), Meta: metaOf(`{"a":1}`),
	}
	got, err := mcp.ToolsCall.DecodeParams(raw(text))
	if diff := cmp.Diff(want, got, compareMeta); diff != "" || err != nil {
		t.Errorf("DecodeParams: %v (-want +got):\n%s", err, diff)
	}
	var decoded mcp.CallToolParams
	frame := []byte(text)
	if err := json.Unmarshal(frame, &decoded); err != nil {
		t.Fatal(err)
	}
	clear(frame)
	if diff := cmp.Diff(want, decoded, compareMeta); diff != "" {
		t.Errorf("json.Unmarshal aliases the text, or reads otherwise (-want +got):\n%s", diff)
	}
	if none, err := mcp.ToolsList.DecodeParams(nil); err != nil || none.Cursor != nil {
		t.Errorf("absent params are read as %+v, %v", none, err)
	}
}

// Half a surrogate pair passes as JSON; text made of it has U+FFFD, raw values
// keep it.
func TestHalfSurrogates(t *testing.T) {
	t.Run("BR-026", func(t *testing.T) {
		m, err := jsonrpc.Decode([]byte(`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"\ud83d","arguments":{"a":"x\udc00"},"_meta":{"a":"\ud83d"}}}`), jsonrpc.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		params, err := mcp.PromptsGet.DecodeParams(m.Params)
		if err != nil {
			t.Fatal(err)
		}
		if params.Name != "\uFFFD" || params.Arguments["a"] != "x\uFFFD" || string(params.Meta.Get("a")) != `"\ud83d"` {
			t.Errorf("got %+v", params)
		}
		if text, err := mcp.PromptsGet.EncodeParams(params); err != nil || !strings.Contains(string(text), `"_meta":{"a":"\ud83d"}`) {
			t.Errorf("encoded as %s, %v", text, err)
		}
	})
}
