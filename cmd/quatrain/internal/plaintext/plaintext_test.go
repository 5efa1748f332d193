package plaintext_test

import (
	"strings"
	"testing"

	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/plaintext"
)

var texts = []struct{ name, text, want string }{
	{"nothing to do", "Zürich: 12 °C, ☀️\n\tnext", "Zürich: 12 °C, ☀️\n\tnext"},
	{"colour", "\x1b[31mred\x1b[0m", "red"},
	{"cursor and screen", "a\x1b[2J\x1b[1;1Hb", "ab"},
	{"a title ended by BEL", "a\x1b]0;title\x07b", "ab"},
	{"a title ended by ST", "a\x1b]0;title\x1b\\b", "ab"},
	{"a link", "\x1b]8;;https://example.com\x1b\\here\x1b]8;;\x1b\\", "here"},
	{"a device control string", "a\x1bPq#0\x1b\\b", "ab"},
	{"C1 forms", "a\u009b31mb\u009d0;t\u009cc", "abc"},
	{"a charset switch", "a\x1b(0b", "ab"},
	{"a reset", "a\x1bcb", "ab"},
	{"control characters", "a\x00\x08\x0d\x7fb\u0085c", "abc"},
	{"direction", "a\u202etxt\u2066b", "atxtb"},
	{"a sequence that is broken off", "a\x1b[31\nb", "a\nb"},
	{"two escapes", "a\x1b\x1b[31mb", "ab"},
	{"a string without end", "a\x1b]0;b\nc", "a"},
	{"no UTF-8", "a\xffb", "a\ufffdb"},
	{"a lone C1 byte is no C1 character", "a\x9bb", "a\ufffdb"},
}

func TestStrip(t *testing.T) {
	for _, test := range texts {
		t.Run(test.name, func(t *testing.T) {
			if got := plaintext.Strip(test.text); got != test.want {
				t.Errorf("Strip(%q) = %q, want %q", test.text, got, test.want)
			}
		})
	}
}

func TestWriterByteByByte(t *testing.T) {
	for _, test := range texts {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			w := plaintext.NewWriter(&out)
			for i := range len(test.text) {
				if _, err := w.Write([]byte{test.text[i]}); err != nil {
					t.Fatal(err)
				}
			}
			if got := out.String(); got != test.want {
				t.Errorf("written byte by byte, %q became %q, want %q", test.text, got, test.want)
			}
		})
	}
}

func FuzzStrip(f *testing.F) {
	for _, test := range texts {
		f.Add(test.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := plaintext.Strip(text)
		if strings.ContainsFunc(got, func(r rune) bool {
			return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f
		}) {
			t.Errorf("Strip(%q) = %q, which has control characters", text, got)
		}
		if again := plaintext.Strip(got); again != got {
			t.Errorf("Strip(%q) = %q, and once more %q", text, got, again)
		}
	})
}
