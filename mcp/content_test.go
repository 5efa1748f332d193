package mcp_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// compareMeta lets cmp look into Meta.
var compareMeta = cmp.Comparer(func(a, b mcp.Meta) bool { return string(a.Raw()) == string(b.Raw()) })

func TestContent(t *testing.T) {
	const text = `[{"type":"text","text":"t","_meta":{"com.example/a":1}},` +
		`{"type":"image","data":"AAE=","mimeType":"image/png"},` +
		`{"type":"audio","data":"","mimeType":"audio/wav"},` +
		`{"type":"resource_link","uri":"file:///a","name":"a"},` +
		`{"type":"resource","resource":{"uri":"x:a","text":""}},` +
		`{"type":"tool_use","id":"u","name":"t","input":{}},` +
		`{"type":"com.example.future","x":1.0,"_meta":{"k":3}}]`
	want := mcp.Content{
		&mcp.TextContent{Text: "t", Meta: metaOf(`{"com.example/a":1}`)},
		mcp.Image([]byte{0, 1}, "image/png"),
		mcp.Audio([]byte{}, "audio/wav"),
		&mcp.ResourceLink{Resource: mcp.Resource{URI: "file:///a", Name: "a"}},
		&mcp.EmbeddedResource{Resource: &mcp.TextResourceContents{URI: "x:a"}},
		&mcp.UnknownContent{Type: "tool_use", Raw: raw(`{"type":"tool_use","id":"u","name":"t","input":{}}`)},
		&mcp.UnknownContent{Type: "com.example.future", Raw: raw(`{"type":"com.example.future","x":1.0,"_meta":{"k":3}}`)},
	}
	var got mcp.Content
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, compareMeta); diff != "" {
		t.Errorf("decoded (-want +got):\n%s", diff)
	}
	if again, err := json.Marshal(want); err != nil || string(again) != text {
		t.Errorf("encoded, %v:\ngot  %s\nwant %s", err, again, text)
	}
}

func TestContentMeta(t *testing.T) {
	t.Run("BR-059", func(t *testing.T) {
		result, err := mcp.ToolsCall.DecodeResult(raw(`{"resultType":"complete","content":[{"type":"text","text":"t","_meta":{"com.example/a":1}},` +
			`{"type":"resource_link","uri":"file:///a","name":"a","_meta":{"com.example/b":2}},{"type":"com.example.future","x":1,"_meta":{"k":3}}]}`))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, block := range result.Content {
			switch block := block.(type) {
			case *mcp.TextContent:
				got = append(got, string(block.Meta.Get("com.example/a")))
			case *mcp.ResourceLink:
				got = append(got, string(block.Meta.Get("com.example/b")))
			case *mcp.UnknownContent:
				got = append(got, string(jsonrpc.Member(jsonrpc.Member(block.Raw, "_meta"), "k")))
			}
		}
		if diff := cmp.Diff([]string{"1", "2", "3"}, got); diff != "" {
			t.Errorf("_meta of the blocks (-want +got):\n%s", diff)
		}
	})
}

func TestContentIsNeverNull(t *testing.T) {
	for name, v := range map[string]any{
		"content":      mcp.CallToolResult{},
		"contents":     mcp.ReadResourceResult{},
		"tool result":  &mcp.ToolResultContent{},
		"messages":     mcp.GetPromptResult{},
		"tools":        mcp.ListToolsResult{},
		"values":       mcp.CompleteResult{},
		"versions":     mcp.DiscoverResult{},
		"properties":   mcp.FormSchema{},
		"roots":        mcp.ListRootsResult{},
		"unsupported":  mcp.UnsupportedVersionData{},
		"content list": mcp.Content(nil),
	} {
		if text := encoded(v); strings.Contains(string(text), "null") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

func TestNilBlocks(t *testing.T) {
	for name, v := range map[string]any{
		"nil":               mcp.Content{nil},
		"nil text":          mcp.Content{(*mcp.TextContent)(nil)},
		"nil image":         mcp.Content{(*mcp.ImageContent)(nil)},
		"nil audio":         mcp.Content{(*mcp.AudioContent)(nil)},
		"nil link":          mcp.Content{(*mcp.ResourceLink)(nil)},
		"nil resource":      mcp.Content{(*mcp.EmbeddedResource)(nil)},
		"nil tool use":      mcp.Content{(*mcp.ToolUseContent)(nil)},
		"nil tool result":   mcp.Content{(*mcp.ToolResultContent)(nil)},
		"nil unknown":       mcp.Content{(*mcp.UnknownContent)(nil)},
		"unknown of no raw": mcp.Content{&mcp.UnknownContent{Type: "x"}},
		"embedded nothing":  mcp.Content{&mcp.EmbeddedResource{}},
		"embedded nil text": mcp.Content{&mcp.EmbeddedResource{Resource: (*mcp.TextResourceContents)(nil)}},
		"contents":          mcp.Contents{nil},
		"nil blob":          mcp.Contents{(*mcp.BlobResourceContents)(nil)},
		"prompt message":    mcp.PromptMessage{Role: mcp.RoleUser},
		"sampling message":  mcp.SamplingMessage{Content: mcp.SamplingBlocks(nil)},
		"property":          mcp.FormProperties{{Name: "p"}},
		"nil property":      mcp.FormProperties{{Name: "p", Schema: (*mcp.NumberSchema)(nil)}},
	} {
		if text, err := json.Marshal(v); err == nil {
			t.Errorf("%s is encoded as %s", name, text)
		}
	}
	result := mcp.CallToolResult{Content: mcp.Content{mcp.Text("a"), nil}}
	if _, err := mcp.ToolsCall.EncodeResult(result); err == nil || !strings.Contains(err.Error(), "content 1") {
		t.Errorf("encoding a nil block: %v, want an error that says which", err)
	}
}

func TestBinary(t *testing.T) {
	t.Run("BR-121 writing", func(t *testing.T) {
		blob := append([]byte{0xfb, 0xef, 0xbe}, make([]byte, 57)...)
		text := encoded(mcp.Contents{&mcp.BlobResourceContents{URI: "x:a", Blob: blob}})
		want := `[{"uri":"x:a","blob":"++++` + strings.Repeat("A", 76) + `"}]`
		if string(text) != want {
			t.Errorf("got  %s\nwant %s", text, want)
		}
	})
	t.Run("BR-122", func(t *testing.T) {
		png := []byte{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}
		for _, v := range []any{
			mcp.Contents{&mcp.BlobResourceContents{URI: "x:a", Blob: png}},
			mcp.Content{mcp.Image(png, "image/png")},
		} {
			if text := encoded(v); !strings.Contains(string(text), `"iVBORw0KGgo="`) {
				t.Errorf("got %s, want one encoding", text)
			}
		}
		const gzip = `[{"uri":"x:a","mimeType":"application/gzip","blob":"H4sIAA=="}]`
		var contents mcp.Contents
		if err := json.Unmarshal([]byte(gzip), &contents); err != nil {
			t.Fatal(err)
		}
		if blob, ok := contents[0].(*mcp.BlobResourceContents); !ok || string(blob.Blob) != "\x1f\x8b\x08\x00" {
			t.Errorf("decoded %#v", contents[0])
		}
		if again := encoded(contents); string(again) != gzip {
			t.Errorf("got %s, want %s", again, gzip)
		}
	})
	t.Run("empty blob and empty text", func(t *testing.T) {
		const text = `[{"uri":"x:a","text":""},{"uri":"x:a","blob":""}]`
		var contents mcp.Contents
		if err := json.Unmarshal([]byte(text), &contents); err != nil {
			t.Fatal(err)
		}
		if again := encoded(contents); string(again) != text {
			t.Errorf("got %s, want %s", again, text)
		}
	})
}

func TestSamplingContentKeepsItsForm(t *testing.T) {
	for _, text := range []string{
		`{"role":"user","content":{"type":"text","text":"a"}}`,
		`{"role":"user","content":[{"type":"text","text":"a"}]}`,
		`{"role":"user","content":[]}`,
		`{"role":"user","content":[{"type":"text","text":"a"},{"type":"x","y":1}]}`,
	} {
		var message mcp.SamplingMessage
		if err := json.Unmarshal([]byte(text), &message); err != nil {
			t.Fatal(err)
		}
		if again := encoded(message); string(again) != text {
			t.Errorf("got %s, want %s", again, text)
		}
	}
}

func TestSamplingBlocks(t *testing.T) {
	const text = `[{"type":"tool_use","id":"u","name":"t","input":{"a":1}},{"type":"tool_result","toolUseId":"u","content":[{"type":"tool_result","x":1}]}]`
	want := mcp.SamplingBlocks(
		&mcp.ToolUseContent{ID: "u", Name: "t", Input: raw(`{"a":1}`)},
		&mcp.ToolResultContent{ToolUseID: "u", Content: mcp.Content{&mcp.UnknownContent{Type: "tool_result", Raw: raw(`{"type":"tool_result","x":1}`)}}},
	)
	var got mcp.SamplingContent
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, compareMeta); diff != "" {
		t.Errorf("decoded (-want +got):\n%s", diff)
	}
	if again := encoded(want); string(again) != text {
		t.Errorf("got %s, want %s", again, text)
	}
}

func FuzzContent(f *testing.F) {
	for _, list := range []mcp.Content{everyBlock, {toolUse, toolResult}} {
		f.Add([]byte(encoded(list)))
	}
	f.Add([]byte(`[{"type":"com.example.future","x":[{"type":"text"}]}]`))
	f.Add([]byte(`[{"type":"resource","resource":{"uri":"","blob":"AA=="}},{"type":"text","text":"\ud83d"}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var first mcp.SamplingContent
		if json.Unmarshal(text, &first) != nil {
			return
		}
		again, err := json.Marshal(first)
		if err != nil {
			t.Fatalf("%s decodes and does not encode: %v", text, err)
		}
		var second mcp.SamplingContent
		if err := json.Unmarshal(again, &second); err != nil {
			t.Fatalf("%s is encoded as %s: %v", text, again, err)
		}
		if third := encoded(second); string(third) != string(again) {
			t.Fatalf("%s is encoded as %s and then as %s", text, again, third)
		}
	})
}
