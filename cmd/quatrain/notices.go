package main

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// notices show on standard error what a server tells while a call runs: its
// progress, if that is a terminal, and the log messages that were asked for.
type notices struct {
	env   *env
	flags *talkFlags

	mu    sync.Mutex // guards shown
	shown int        // columns of the progress line that stands there
}

func newNotices(e *env, flags *talkFlags) *notices { return &notices{env: e, flags: flags} }

// options returns what a call needs for its notices.
func (n *notices) options() []client.CallOption {
	var opts []client.CallOption
	// Progress is asked for in any case: it keeps a call from timing out.
	opts = append(opts, client.OnProgress(n.progress))
	if n.flags.logLevel != "" {
		//lint:ignore SA1019 servers still send log messages
		opts = append(opts, client.OnLog(mcp.LoggingLevel(n.flags.logLevel), n.log))
	}
	return opts
}

// barWidth is how many columns the bar has.
const barWidth = 24

// progress shows how far a call is, in place of what was shown before.
func (n *notices) progress(p mcp.ProgressParams) {
	if !n.env.stderrTerminal || n.flags.quiet || n.flags.trace {
		return
	}
	line := fmt.Sprintf("%g", p.Progress)
	if p.Total != nil && *p.Total > 0 {
		part := min(max(p.Progress / *p.Total, 0), 1)
		filled := int(part * barWidth)
		line = fmt.Sprintf("%s%s %3.0f %%", strings.Repeat("█", filled), strings.Repeat("░", barWidth-filled), part*100)
	}
	if p.Message != "" {
		line += "  " + oneLine(p.Message)
	}
	columns := []rune(n.env.err(line))
	if width := n.env.width - 1; width > 0 && len(columns) > width {
		columns = columns[:width]
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	padding := max(n.shown-len(columns), 0)
	n.shown = len(columns)
	fmt.Fprintf(n.env.stderr, "\r%s%s", string(columns), strings.Repeat(" ", padding))
}

// clear takes the progress line away.
func (n *notices) clear() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.shown > 0 {
		fmt.Fprintf(n.env.stderr, "\r%s\r", strings.Repeat(" ", n.shown))
		n.shown = 0
	}
}

// log shows a log message of the server.
func (n *notices) log(m mcp.LoggingMessageParams) {
	if n.flags.quiet {
		return
	}
	text := string(m.Data)
	if said, err := jsontext.AppendUnquote(nil, m.Data); err == nil {
		text = string(said)
	}
	if m.Logger != "" {
		text = m.Logger + ": " + text
	}
	n.clear()
	fmt.Fprintln(n.env.stderr, n.env.err(fmt.Sprintf("[%s] %s", m.Level, oneLine(text))))
}

// warnings returns where the client reports what it survives.
func (e *env) warnings(flags *talkFlags) *slog.Logger {
	if flags.quiet {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(e.foreignStderr(), &slog.HandlerOptions{
		Level: slog.LevelWarn,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey && len(groups) == 0 {
				return slog.Attr{}
			}
			return a
		},
	}))
}
