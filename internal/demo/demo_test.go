package demo_test

import (
	"bytes"
	"context"
	"image/png"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/quatrain-mcp/quatrain/internal/demo"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// An asker sends requests to a server in this process.
type asker struct {
	t *testing.T
	h mcp.Handler
}

func newAsker(t *testing.T, fixtures bool) asker {
	t.Helper()
	s, err := demo.New()
	if err != nil {
		t.Fatal(err)
	}
	if fixtures {
		if err := demo.AddFixtures(s); err != nil {
			t.Fatal(err)
		}
	}
	return asker{t, s}
}

// meta is the _meta of every request, with what more a test wants in it.
func meta(t *testing.T, more string) mcp.Meta {
	t.Helper()
	m, err := mcp.ParseMeta(jsontext.Value(`{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":{}` + more + `}`))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// ask sends a request and decodes its result.
func ask[P, R any](a asker, m mcp.Method[P, R], params P, sink mcp.Sink) (R, error) {
	a.t.Helper()
	var none R
	raw, err := m.EncodeParams(params)
	if err != nil {
		a.t.Fatal(err)
	}
	response, err := a.h.Handle(a.t.Context(), &mcp.Request{Method: m.Name, Params: raw}, sink)
	if err != nil {
		return none, err
	}
	return m.DecodeResult(response.Result)
}

// call calls a tool that must answer.
func (a asker) call(tool, arguments string) mcp.CallToolResult {
	a.t.Helper()
	result, err := ask(a, mcp.ToolsCall, mcp.CallToolParams{
		Name: tool, Arguments: jsontext.Value(arguments), Meta: meta(a.t, ""),
	}, nil)
	if err != nil {
		a.t.Fatalf("calling %s: %v", tool, err)
	}
	return result
}

// textOf returns the text blocks of a result.
func textOf(result mcp.CallToolResult) string {
	var text []string
	for _, block := range result.Content {
		if t, ok := block.(*mcp.TextContent); ok {
			text = append(text, t.Text)
		}
	}
	return strings.Join(text, "\n")
}

func TestTools(t *testing.T) {
	a := newAsker(t, false)
	tested := map[string]bool{}
	for _, test := range []struct {
		name, tool, arguments string
		text                  string // part of it
		fails                 bool
	}{
		{"weather", "get_weather", `{"location":"Seattle"}`, "Seattle, United States: light rain, 16 °C, humidity 78 %, wind 11 km/h", false},
		{"weather in the other unit", "get_weather", `{"location":"Oslo, Norway","unit":"fahrenheit"}`, "52 °F", false},
		{"weather without accents", "get_weather", `{"location":"sao paulo"}`, "São Paulo, Brazil", false},
		{"weather elsewhere", "get_weather", `{"location":"Springfield"}`, "São Paulo, Seattle, Seoul, Sydney", true},
		{"weather far from any city", "get_weather", `{"location":"Quito"}`, "list_cities", true},
		{"weather nowhere", "get_weather", `{}`, "location", true},
		{"weather in a wrong unit", "get_weather", `{"location":"Oslo","unit":"kelvin"}`, "unit", true},
		{"cities", "list_cities", `{}`, `"Amsterdam","Athens"`, false},
		{"sum", "add", `{"a":1,"b":2.5}`, `{"sum":3.5}`, false},
		{"sum of words", "add", `{"a":"one","b":2}`, "/a", true},
		{"quotient", "divide", `{"a":1,"b":4}`, "1 / 4 = 0.25", false},
		{"quotient by 0", "divide", `{"a":1,"b":0}`, "call divide again with another b", true},
		{"echo", "echo", `{"text":"hello\nworld"}`, "hello\nworld", false},
		{"books", "search_books", `{"query":"SHELLEY"}`, "Frankenstein", false},
		{"no books", "search_books", `{"query":"zzz"}`, `{"books":[]}`, false},
		{"book", "get_book", `{"id":"emma"}`, "Emma by Jane Austen, 1815.", false},
		{"no book", "get_book", `{"id":"zzz"}`, "alice, emma, frankenstein", true},
		{"picture", "paint", `{"color":"green"}`, "A green disc", false},
		{"no picture", "paint", `{"color":"mauve"}`, "blue, green, orange", true},
		{"too many dice", "roll_dice", `{"count":21,"sides":1}`, "count is 21, and must be 1 to 20; sides is 1", true},
		{"dice", "roll_dice", `{"count":3,"sides":2}`, `"total":`, false},
		{"too long a countdown", "countdown", `{"from":61}`, "must be 1 to 60", true},
		{"too slow a countdown", "countdown", `{"pause_ms":10001}`, "must be 1 to 10000", true},
	} {
		tested[test.tool] = true
		t.Run(test.name, func(t *testing.T) {
			result := asker{t, a.h}.call(test.tool, test.arguments)
			if result.IsError != test.fails {
				t.Errorf("isError is %v, want %v", result.IsError, test.fails)
			}
			if text := textOf(result); !strings.Contains(text, test.text) {
				t.Errorf("the text is %q, want it to contain %q", text, test.text)
			}
		})
	}
	for _, tool := range listTools(a) {
		if !tested[tool.Name] {
			t.Errorf("no test calls %s", tool.Name)
		}
	}
}

func listTools(a asker) []mcp.Tool {
	a.t.Helper()
	list, err := ask(a, mcp.ToolsList, mcp.ListParams{Meta: meta(a.t, "")}, nil)
	if err != nil {
		a.t.Fatal(err)
	}
	return list.Tools
}

func TestToolsAreDescribed(t *testing.T) {
	tools := listTools(newAsker(t, true))
	for _, tool := range tools {
		if len(tool.Description) < 10 {
			t.Errorf("%s is described as %q", tool.Name, tool.Description)
		}
	}
	// The suite calls the first one with {}, which must not be an error response.
	if first := newAsker(t, true).call(tools[0].Name, `{}`); len(first.Content) == 0 {
		t.Errorf("%s answers {} with nothing", tools[0].Name)
	}
}

func TestDiceRepeatWithASeed(t *testing.T) {
	a := newAsker(t, false)
	const arguments = `{"count":20,"sides":100,"seed":7}`
	one, two := textOf(a.call("roll_dice", arguments)), textOf(a.call("roll_dice", arguments))
	if one != two {
		t.Errorf("the same seed rolled %s and %s", one, two)
	}
	if other := textOf(a.call("roll_dice", `{"count":20,"sides":100,"seed":8}`)); other == one {
		t.Errorf("another seed rolled %s too", other)
	}
}

func TestPictureIsPNG(t *testing.T) {
	result := newAsker(t, false).call("paint", `{"color":"red"}`)
	image, ok := result.Content[1].(*mcp.ImageContent)
	if !ok || image.MIMEType != "image/png" {
		t.Fatalf("the second block is %#v, want a PNG image", result.Content[1])
	}
	if _, err := png.Decode(bytes.NewReader(image.Data)); err != nil {
		t.Error(err)
	}
}

func TestCountdownReportsProgressAndLogs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsker(t, false)
		var seen []string
		sink := mcp.SinkFunc(func(_ context.Context, n *mcp.Notification) error {
			seen = append(seen, n.Method)
			return nil
		})
		began := time.Now()
		result, err := ask(a, mcp.ToolsCall, mcp.CallToolParams{
			Name: "countdown", Arguments: jsontext.Value(`{"from":2,"pause_ms":1000}`),
			Meta: meta(t, `,"progressToken":1,"io.modelcontextprotocol/logLevel":"info"`),
		}, sink)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{
			mcp.EventProgress.Name, mcp.EventLoggingMessage.Name,
			mcp.EventProgress.Name, mcp.EventLoggingMessage.Name,
			mcp.EventProgress.Name,
		}
		if diff := cmp.Diff(want, seen); diff != "" {
			t.Errorf("notifications (-want +got):\n%s", diff)
		}
		if text := textOf(result); text != "Counted down from 2. Liftoff!" {
			t.Errorf("the text is %q", text)
		}
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("it took %v, want 2s", took)
		}
	})
}

func TestCountdownStopsWhenCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsker(t, false)
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		params, err := mcp.ToolsCall.EncodeParams(mcp.CallToolParams{
			Name: "countdown", Arguments: jsontext.Value(`{"from":60,"pause_ms":1000}`), Meta: meta(t, ""),
		})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if response, err := a.h.Handle(ctx, &mcp.Request{Method: mcp.ToolsCall.Name, Params: params}, nil); err == nil {
			t.Errorf("a cancelled countdown answered %s", response.Result)
		}
		if took := time.Since(began); took != 1500*time.Millisecond {
			t.Errorf("it went on until %v, want 1.5s", took)
		}
	})
}

func TestResources(t *testing.T) {
	a := newAsker(t, true)
	for _, test := range []struct{ uri, mimeType, text string }{
		{"demo:///about.md", "text/markdown", "# The demonstration server"},
		{"demo:///cities.txt", "text/plain", "Zürich\n"},
		{"weather://Oslo", "text/plain", "Oslo, Norway: overcast, 11 °C"},
		{"weather://S%C3%A3o%20Paulo", "text/plain", "São Paulo, Brazil"},
		{"book://moby-dick", "text/plain", "Call me Ishmael."},
		{"test://static-text", "text/plain", "static text resource"},
		{"test://template/123/data", "application/json", `"id":"123"`},
	} {
		t.Run(test.uri, func(t *testing.T) {
			result, err := ask(asker{t, a.h}, mcp.ResourcesRead, mcp.ReadResourceParams{URI: test.uri, Meta: meta(t, "")}, nil)
			if err != nil {
				t.Fatal(err)
			}
			text, ok := result.Contents[0].(*mcp.TextResourceContents)
			if !ok || text.MIMEType != test.mimeType || !strings.Contains(text.Text, test.text) {
				t.Errorf("read %#v, want %s with %q", result.Contents[0], test.mimeType, test.text)
			}
		})
	}
	for _, uri := range []string{"weather://Atlantis", "book://none", "demo:///none", "test://nonexistent-resource-for-conformance-testing"} {
		if result, err := ask(a, mcp.ResourcesRead, mcp.ReadResourceParams{URI: uri, Meta: meta(t, "")}, nil); err == nil {
			t.Errorf("reading %s: %v, want an error", uri, result)
		}
	}
	for _, uri := range []string{"demo:///logo.png", "test://static-binary"} {
		result, err := ask(a, mcp.ResourcesRead, mcp.ReadResourceParams{URI: uri, Meta: meta(t, "")}, nil)
		if err != nil {
			t.Fatal(err)
		}
		blob, ok := result.Contents[0].(*mcp.BlobResourceContents)
		if !ok {
			t.Fatalf("%s is %#v, want a blob", uri, result.Contents[0])
		}
		if _, err := png.Decode(bytes.NewReader(blob.Blob)); err != nil {
			t.Errorf("%s: %v", uri, err)
		}
	}
}

func TestPrompts(t *testing.T) {
	a := newAsker(t, true)
	for _, test := range []struct {
		name      string
		arguments map[string]string
		messages  int
		first     string // part of the first text
	}{
		{"plan_trip", map[string]string{"city": "lisbon"}, 1, "2 days to Lisbon. The weather there is: Lisbon, Portugal: clear, 24 °C"},
		{"plan_trip", map[string]string{"city": "Lisbon", "days": "5"}, 1, "5 days"},
		{"review_text", map[string]string{"text": "x"}, 2, "Be friendly."},
		{"continue_book", map[string]string{"id": "walden"}, 2, "Go on from here"},
		{"test_simple_prompt", nil, 1, "simple prompt"},
		{"test_prompt_with_arguments", map[string]string{"arg1": "x", "arg2": "y"}, 1, "arg1='x', arg2='y'"},
		{"test_prompt_with_embedded_resource", map[string]string{"resourceUri": "test://r"}, 2, "embedded resource above"},
		{"test_prompt_with_image", nil, 2, "image above"},
	} {
		t.Run(test.name, func(t *testing.T) {
			result, err := ask(asker{t, a.h}, mcp.PromptsGet, mcp.GetPromptParams{Name: test.name, Arguments: test.arguments, Meta: meta(t, "")}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(result.Messages) != test.messages {
				t.Errorf("there are %d messages, want %d", len(result.Messages), test.messages)
			}
			if !slices.ContainsFunc(result.Messages, func(m mcp.PromptMessage) bool {
				text, ok := m.Content.(*mcp.TextContent)
				return ok && strings.Contains(text.Text, test.first)
			}) {
				t.Errorf("no message says %q", test.first)
			}
		})
	}
	for name, arguments := range map[string]map[string]string{
		"plan_trip":     {"city": "Atlantis"},
		"continue_book": {"id": "none"},
		"review_text":   {},
	} {
		if result, err := ask(a, mcp.PromptsGet, mcp.GetPromptParams{Name: name, Arguments: arguments, Meta: meta(t, "")}, nil); err == nil {
			t.Errorf("%s with %v: %v, want an error", name, arguments, result)
		}
	}
}

func TestCompletion(t *testing.T) {
	a := newAsker(t, true)
	for _, test := range []struct {
		ref             mcp.CompletionRef
		argument, typed string
		want            []string
	}{
		{mcp.PromptRef("plan_trip"), "city", "SE", []string{"Seattle", "Seoul"}},
		{mcp.PromptRef("plan_trip"), "city", "sa", []string{"São Paulo"}},
		{mcp.PromptRef("plan_trip"), "city", "x", []string{}},
		{mcp.PromptRef("plan_trip"), "days", "", []string{}},
		{mcp.PromptRef("review_text"), "tone", "", []string{"brief", "friendly", "strict"}},
		{mcp.ResourceRef("weather://{city}"), "city", "Zu", []string{"Zürich"}},
		{mcp.ResourceRef("book://{id}"), "id", "e", []string{"emma"}},
		{mcp.PromptRef("test_prompt_with_arguments"), "arg1", "test", []string{"testValue1", "testValue2"}},
	} {
		result, err := ask(a, mcp.CompletionComplete, mcp.CompleteParams{
			Ref: test.ref, Argument: mcp.CompleteArgument{Name: test.argument, Value: test.typed}, Meta: meta(t, ""),
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, result.Completion.Values); diff != "" {
			t.Errorf("%s of %v, typed %q (-want +got):\n%s", test.argument, test.ref, test.typed, diff)
		}
	}
}

// The texts of the fixtures are the suite's, so only their kinds are held here.
func TestFixtureTools(t *testing.T) {
	a := newAsker(t, true)
	for _, test := range []struct{ tool, kinds string }{
		{"test_simple_text", "text"},
		{"test_image_content", "image"},
		{"test_audio_content", "audio"},
		{"test_embedded_resource", "resource"},
		{"test_multiple_content_types", "text image resource"},
		{"test_logging_tool", "text"},
	} {
		var kinds []string
		for _, block := range a.call(test.tool, `{}`).Content {
			switch block.(type) {
			case *mcp.TextContent:
				kinds = append(kinds, "text")
			case *mcp.ImageContent:
				kinds = append(kinds, "image")
			case *mcp.AudioContent:
				kinds = append(kinds, "audio")
			case *mcp.EmbeddedResource:
				kinds = append(kinds, "resource")
			}
		}
		if got := strings.Join(kinds, " "); got != test.kinds {
			t.Errorf("%s returns %s, want %s", test.tool, got, test.kinds)
		}
	}
	if !a.call("test_error_handling", `{}`).IsError {
		t.Error("test_error_handling does not fail")
	}
	if !a.call("json_schema_2020_12_tool", `{"contactMethod":"phone"}`).IsError {
		t.Error("a phone contact without a phone is taken")
	}
	if a.call("json_schema_2020_12_tool", `{"contactMethod":"phone","phone":"1"}`).IsError {
		t.Error("a phone contact with a phone is refused")
	}
	if _, err := ask(a, mcp.ToolsCall, mcp.CallToolParams{Name: "test_missing_capability", Meta: meta(t, "")}, nil); err == nil {
		t.Error("test_missing_capability runs for a client that cannot sample")
	}
}

func TestOptionsComeAfterItsOwn(t *testing.T) {
	s, err := demo.New(server.Instructions("mine"))
	if err != nil {
		t.Fatal(err)
	}
	result, err := ask(asker{t, s}, mcp.ServerDiscover, mcp.DiscoverParams{Meta: meta(t, "")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if result.Instructions != "mine" {
		t.Errorf("the instructions are %q", result.Instructions)
	}
}
