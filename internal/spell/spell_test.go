package spell_test

import (
	"strings"
	"testing"

	"github.com/quatrain-mcp/quatrain/internal/spell"
)

func TestNearest(t *testing.T) {
	names := []string{"get_weather", "get_whether", "echo", "add", strings.Repeat("x", 65)}
	for _, test := range []struct{ name, want string }{
		{"get_wether", "get_weather"}, // both are one letter away: the first
		{"ecko", "echo"},
		{"echo", "echo"},
		{"ad", "add"},
		{"adds", "add"},
		{"subtract", ""},
		{"", ""},
		{strings.Repeat("x", 64), ""},
		{strings.Repeat("x", 65), ""},
	} {
		if got := spell.Nearest(test.name, names); got != test.want {
			t.Errorf("%q: got %q, want %q", test.name, got, test.want)
		}
	}
}
