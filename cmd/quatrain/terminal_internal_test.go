package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A screen is an env whose standard output and error are terminals.
type screen struct {
	*env
	out, err bytes.Buffer
}

func newScreen(t *testing.T, variables map[string]string) *screen {
	t.Helper()
	t.Cleanup(func() { goleak.VerifyNone(t) })
	s := &screen{}
	s.env = &env{
		stdin: strings.NewReader(""), stdout: &s.out, stderr: &s.err,
		stdoutTerminal: true, stderrTerminal: true, width: 80,
		lookup: func(name string) (string, bool) {
			value, found := variables[name]
			return value, found
		},
		dir: t.TempDir(),
	}
	return s
}

// What a server says reaches a terminal as text, never as a command to it.
func TestTerminalIsNotObedient(t *testing.T) {
	const hostile = "\x1b[2J\x1b]0;owned\x07text\u009b31m"
	s := newScreen(t, nil)
	if err := writeContent(s.foreignStdout(), mcp.Text(hostile)); err != nil {
		t.Fatal(err)
	}
	if got := s.out.String(); got != "text\n" {
		t.Errorf("the terminal got %q, want the text alone", got)
	}
	if _, err := io.WriteString(s.foreignStderr(), hostile+"\n"); err != nil {
		t.Fatal(err)
	}
	s.report(t.Context(), usagef("%s", hostile), false)
	if strings.ContainsAny(s.err.String(), "\x1b\u009b\x07") {
		t.Errorf("standard error got %q", s.err.String())
	}

	// A pipe gets what the server said.
	s.stdoutTerminal = false
	s.out.Reset()
	if err := writeContent(s.foreignStdout(), mcp.Text(hostile)); err != nil {
		t.Fatal(err)
	}
	if got := s.out.String(); got != hostile+"\n" {
		t.Errorf("the pipe got %q, want %q", got, hostile+"\n")
	}
}

func TestErrorsOfATerminalAreNotObedient(t *testing.T) {
	s := newScreen(t, nil)
	code := run(t.Context(), s.env, []string{"call", "demo", "\x1b[31mred"})
	if code != exitPeer || strings.Contains(s.err.String(), "\x1b") {
		t.Errorf("exit %d, and standard error got %q", code, s.err.String())
	}
}

func TestProgressOnATerminal(t *testing.T) {
	s := newScreen(t, nil)
	code := run(t.Context(), s.env, []string{"call", "demo", "countdown", "from=2", "pause_ms=1"})
	if code != exitDone {
		t.Fatalf("exit %d: %s", code, s.err.String())
	}
	frames := strings.Split(s.err.String(), "\r")
	want := []string{
		"",
		"░░░░░░░░░░░░░░░░░░░░░░░░   0 %  2 …",
		"████████████░░░░░░░░░░░░  50 %  1 …",
		"████████████████████████ 100 %  0  ", // two columns of the line before are wiped
		strings.Repeat(" ", len([]rune("████████████████████████ 100 %  0"))),
		"",
	}
	if diff := cmp.Diff(want, frames); diff != "" {
		t.Errorf("the lines that overwrite each other (-want +got):\n%s", diff)
	}
	if got := s.out.String(); got != "Counted down from 2. Liftoff!\n" {
		t.Errorf("standard output got %q", got)
	}
}

func TestProgressIsQuiet(t *testing.T) {
	for _, args := range [][]string{{"--quiet"}, {"--quiet", "--json"}} {
		s := newScreen(t, nil)
		run(t.Context(), s.env, append([]string{"call", "demo", "countdown", "from=1", "pause_ms=1"}, args...))
		if s.err.Len() > 0 {
			t.Errorf("%v: standard error got %q", args, s.err.String())
		}
	}
}

// A message of a server cannot break out of the line it is shown on.
func TestProgressStaysOnItsLine(t *testing.T) {
	s := newScreen(t, nil)
	n := newNotices(s.env, &talkFlags{})
	n.progress(mcp.ProgressParams{Progress: 1, Message: "a\nb\x1b[1A" + strings.Repeat("x", 200)})
	if got := s.err.String(); strings.ContainsAny(got, "\n\x1b") || len([]rune(got)) > s.width {
		t.Errorf("progress wrote %q", got)
	}
	n.log(mcp.LoggingMessageParams{Level: mcp.LevelInfo, Data: jsontext.Value(`"a\n[error] forged"`)})
	if got := s.err.String(); strings.Count(got, "\n") != 1 {
		t.Errorf("one log message is shown as %q", got)
	}
}

func TestBlobIsNothingForATerminal(t *testing.T) {
	s := newScreen(t, nil)
	code := run(t.Context(), s.env, []string{"read", "demo", "demo:///logo.png"})
	if code != exitUsage || !strings.Contains(s.err.String(), "--output FILE") || s.out.Len() > 0 {
		t.Errorf("exit %d, %q on standard output, %q on standard error", code, s.out.String(), s.err.String())
	}
}

func TestColors(t *testing.T) {
	for _, test := range []struct {
		name      string
		variables map[string]string
		choice    string
		terminal  bool
		want      bool
	}{
		{"a terminal", nil, "auto", true, true},
		{"a pipe", nil, "auto", false, false},
		{"a pipe, always", nil, "always", false, true},
		{"a terminal, never", nil, "never", true, false},
		{"NO_COLOR", map[string]string{"NO_COLOR": "1"}, "auto", true, false},
		{"an empty NO_COLOR", map[string]string{"NO_COLOR": ""}, "auto", true, true},
		{"NO_COLOR, but always", map[string]string{"NO_COLOR": "1"}, "always", true, true},
		{"a terminal that has none", map[string]string{"TERM": "dumb"}, "auto", true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := newScreen(t, test.variables).colorsOn(test.choice, test.terminal); got != test.want {
				t.Errorf("colours: %v, want %v", got, test.want)
			}
		})
	}
}
