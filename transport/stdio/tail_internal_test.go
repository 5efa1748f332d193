package stdio

import (
	"errors"
	"strings"
	"testing"
)

// A refuser is a writer that takes nothing.
type refuser struct{}

func (refuser) Write([]byte) (int, error) { return 0, errors.New("no") }

// TestTail: the end of what was written, in whole lines, whoever else got it.
func TestTail(t *testing.T) {
	long := strings.Repeat("x", 3*tailSize)
	for _, test := range []struct {
		name   string
		writes []string
		want   string
	}{
		{"nothing", nil, ""},
		{"all", []string{"one\n", "two\n"}, "one\ntwo"},
		{"an end without a newline", []string{"one\ntw", "o"}, "one\ntwo"},
		{"whole lines at once", []string{long + "\nlast\n"}, "last"},
		{"whole lines in pieces", []string{long, "\nlast", " words\n"}, "last words"},
		{"one endless line", []string{long}, long[:tailSize]},
		{"no text", []string{"a\xffb"}, "a\uFFFDb"},
	} {
		t.Run(test.name, func(t *testing.T) {
			kept := &tail{next: refuser{}}
			for _, w := range test.writes {
				if n, err := kept.Write([]byte(w)); n != len(w) || err != nil {
					t.Errorf("Write returned %d, %v", n, err)
				}
			}
			if got := kept.String(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
