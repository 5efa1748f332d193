package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSuggest(t *testing.T) {
	known := []string{"get_weather", "list_cities", "add", "echo"}
	for name, want := range map[string]string{
		"get_wether":  "get_weather",
		"getweather":  "get_weather",
		"GET_WEATHER": "get_weather",
		"lits_cities": "list_cities", // two neighbours swapped
		"ad":          "add",
		"weather":     "",
		"zzz":         "",
		"":            "",
	} {
		if got := suggest(name, known); got != want {
			t.Errorf("suggest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestWriteRows(t *testing.T) {
	var out strings.Builder
	err := writeRows(&out, [][2]string{
		{"a", "one two three four five six seven"},
		{"ääää", ""},
		{strings.Repeat("long", 10), "text"},
	}, 68)
	if err != nil {
		t.Fatal(err)
	}
	want := `a                                 one two three four five six seven
ääää
longlonglonglonglonglonglonglonglonglong
                                  text
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 10, []string{""}},
		{"a b  c", 3, []string{"a b", "c"}},
		{"abcdef gh", 4, []string{"abcdef", "gh"}},
		{"ää öö", 5, []string{"ää öö"}},
	} {
		if diff := cmp.Diff(test.want, wrap(test.text, test.width)); diff != "" {
			t.Errorf("wrap(%q, %d) (-want +got):\n%s", test.text, test.width, diff)
		}
	}
}

func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"One.":            "One.",
		"One. Two.":       "One.",
		"One\n  and two.": "One and two.",
		"v1.2 is new":     "v1.2 is new",
	} {
		if got := firstSentence(text); got != want {
			t.Errorf("firstSentence(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestWantsJSON(t *testing.T) {
	for _, test := range []struct {
		args []string
		want bool
	}{
		{[]string{"list", "demo", "--json"}, true},
		{[]string{"list", "--json=true", "demo"}, true},
		{[]string{"list", "--", "server", "--json"}, false},
		{[]string{"list"}, false},
	} {
		if got := wantsJSON(test.args); got != test.want {
			t.Errorf("wantsJSON(%q) = %v, want %v", test.args, got, test.want)
		}
	}
}
