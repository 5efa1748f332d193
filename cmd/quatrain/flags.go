package main

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/wiretrace"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// talkFlags are the flags of every command that talks to a server.
type talkFlags struct {
	config   string
	json     bool
	trace    bool
	headers  []string
	env      []string
	timeout  time.Duration
	revision string
	logLevel string
	quiet    bool
	color    string
}

func (f *talkFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.config, "config", "", "find the target's name in this servers `file`")
	flags.BoolVar(&f.json, "json", false, "print one JSON document, and nothing else, to standard output")
	flags.BoolVar(&f.trace, "trace", false, "show each message on the wire on standard error; with --json a line of JSON each")
	flags.StringArrayVarP(&f.headers, "header", "H", nil, "add an HTTP header to each request, as in `'K: V'`")
	flags.StringArrayVar(&f.env, "env", nil, "set an environment variable of the program that is started, as `K=V`")
	flags.DurationVar(&f.timeout, "timeout", client.DefaultTimeout, "give up when neither an answer nor progress came for this `time`; 0 means never")
	flags.StringVar(&f.revision, "revision", "auto", "the protocol `revision` to speak: auto or "+mcp.Revision)
	flags.StringVar(&f.logLevel, "log-level", "", "ask the server for log messages from this `level` on: debug, info, notice, warning, error, critical, alert, emergency")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print no progress and no log messages")
	flags.StringVar(&f.color, "color", "auto", "use colours: auto, always or never")
	complete := func(name string, values ...string) {
		// The flag was just defined, so this cannot fail.
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	complete("revision", "auto", mcp.Revision)
	complete("color", "auto", "always", "never")
	complete("log-level", "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
}

// check says what is wrong with the flags' values.
func (f *talkFlags) check() error {
	switch {
	case f.revision != "auto" && f.revision != mcp.Revision:
		return usagef("--revision %s: only %s is spoken so far, earlier revisions come later; leave the flag out or say auto", f.revision, mcp.Revision)
	case !slices.Contains([]string{"auto", "always", "never"}, f.color):
		return usagef("--color %s: say auto, always or never", f.color)
	case f.timeout < 0:
		return usagef("--timeout %v: a time cannot be negative", f.timeout)
	case f.logLevel != "" && !mcp.LoggingLevel(f.logLevel).Valid():
		return usagef("--log-level %s: say debug, info, notice, warning, error, critical, alert or emergency", f.logLevel)
	}
	for _, variable := range f.env {
		if name, _, found := strings.Cut(variable, "="); !found || name == "" {
			return usagef("--env %q: write K=V", variable)
		}
	}
	_, err := f.header()
	return err
}

// header returns the headers that --header adds.
func (f *talkFlags) header() (http.Header, error) {
	header := http.Header{}
	for _, line := range f.headers {
		name, value, found := strings.Cut(line, ":")
		name = strings.TrimSpace(name)
		if !found || name == "" || strings.ContainsAny(name, " \t") {
			return nil, usagef("--header %q: write 'Name: value'", line)
		}
		header.Add(name, strings.TrimSpace(value))
	}
	return header, nil
}

// colors reports whether standard error is to have colours.
func (e *env) colors(choice string) bool { return e.colorsOn(choice, e.stderrTerminal) }

// colorsOn reports whether what is a terminal or not is to have colours.
func (e *env) colorsOn(choice string, terminal bool) bool {
	switch choice {
	case "always":
		return true
	case "never":
		return false
	}
	if value, set := e.lookup("NO_COLOR"); set && value != "" {
		return false
	}
	if value, _ := e.lookup("TERM"); value == "dumb" {
		return false
	}
	return terminal
}

// tap returns what shows the wire, nil without --trace.
func (e *env) tap(f *talkFlags) mcp.Tap {
	switch {
	case !f.trace:
		return nil
	case f.json:
		return wiretrace.NewLines(e.stderr).Tap
	default:
		style := wiretrace.Style{Color: e.colors(f.color), Width: min(e.width, 120), Shown: e.stderrTerminal}
		return wiretrace.NewText(e.stderr, style).Tap
	}
}
