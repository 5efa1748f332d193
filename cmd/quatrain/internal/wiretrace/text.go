package wiretrace

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/plaintext"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// Style is how a Text looks. The zero value is plain text, 100 columns wide.
type Style struct {
	Color bool
	Width int  // columns; 0 means 100
	Shown bool // a terminal shows it: nothing from the peer may reach it as a control sequence
	Brief bool // headers and _meta that are as they were before are left out
}

// A Text writes frames for a person to read. It is safe for concurrent use.
type Text struct {
	style Style

	mu      sync.Mutex // guards w and what follows
	w       io.Writer
	streams map[uint64]bool // exchanges whose stream's head was shown
	before  [2]memory       // what was shown of each direction
}

// A memory is what a reader has seen: headers and members of _meta by name.
type memory map[string]string

// knows reports whether name had that value when it was last shown, and
// remembers it.
func (m memory) knows(name, value string) bool {
	known, seen := m[name]
	m[name] = value
	return seen && known == value
}

// NewText returns a Text that writes to w. Errors of w are ignored: a trace
// that nobody can see must not end a call.
func NewText(w io.Writer, style Style) *Text {
	if style.Width <= 0 {
		style.Width = 100
	}
	return &Text{style: style, w: w, streams: map[uint64]bool{}, before: [2]memory{{}, {}}}
}

// Tap writes one frame. It is an [mcp.Tap] and waits for w.
func (t *Text) Tap(f mcp.Frame) {
	message, err := jsonrpc.Decode(f.Data, jsonrpc.Limits{Size: -1})
	if f.Err == nil && f.Data != nil {
		f.Err = err
	}
	var out bytes.Buffer
	t.mu.Lock()
	defer t.mu.Unlock()
	t.head(&out, f, message)
	t.body(&out, f)
	if !t.streams[f.Exchange] || f.HTTP == nil {
		out.WriteByte('\n')
	}
	_, _ = t.w.Write(out.Bytes())
}

// head writes what a frame is in one line, and the HTTP lines that came with
// it.
func (t *Text) head(out *bytes.Buffer, f mcp.Frame, m jsonrpc.Message) {
	arrow, color := "→", outgoing
	if f.Direction == mcp.In {
		arrow, color = "←", incoming
	}
	if f.Err != nil || m.Shape == jsonrpc.ErrorShape {
		color = wrong
	}
	title := fmt.Sprintf("%s %s", arrow, t.plain(titleOf(f, m)))
	out.WriteString(t.paint(color, title))
	if f.HTTP == nil {
		out.WriteByte('\n')
		return
	}
	again := f.HTTP.Stream && t.streams[f.Exchange]
	if line := httpLine(f.HTTP); line != "" && !again {
		out.WriteString(t.paint(dim, "  "+t.plain(line)))
	}
	out.WriteByte('\n')
	if !again {
		t.headers(out, f)
	}
	if f.HTTP.Stream {
		t.streams[f.Exchange] = true
		if m.Shape == jsonrpc.Result || m.Shape == jsonrpc.ErrorShape {
			delete(t.streams, f.Exchange)
		}
	}
}

// titleOf says what a frame is.
func titleOf(f mcp.Frame, m jsonrpc.Message) string {
	event := ""
	if f.HTTP != nil && f.HTTP.Stream {
		event = " in the stream"
	}
	switch {
	case f.Err != nil && f.Data == nil:
		return "no message: " + f.Err.Error()
	case f.Err != nil:
		return "not a message: " + f.Err.Error()
	case m.Shape == jsonrpc.Request:
		return fmt.Sprintf("request %s %s", m.ID, m.Method)
	case m.Shape == jsonrpc.Notification:
		return "notification " + m.Method + event
	case m.Shape == jsonrpc.Result:
		return fmt.Sprintf("result %s%s", m.ID, event)
	case m.Shape == jsonrpc.ErrorShape && m.ID.IsZero():
		return fmt.Sprintf("error %d%s", m.Error.Code, event)
	case m.Shape == jsonrpc.ErrorShape:
		return fmt.Sprintf("error %s %d%s", m.ID, m.Error.Code, event)
	default:
		return "no body"
	}
}

func httpLine(side *mcp.FrameHTTP) string {
	if side.Status != 0 {
		return fmt.Sprintf("HTTP %d %s", side.Status, http.StatusText(side.Status))
	}
	return strings.TrimSpace(side.Method + " " + side.URL)
}

// usual are headers that every HTTP exchange has and that say nothing about
// the protocol.
var usual = []string{
	"Accept-Encoding", "Connection", "Content-Length", "Date", "Keep-Alive", "Transfer-Encoding", "User-Agent",
}

// headers writes the headers that a reader may want to see.
func (t *Text) headers(out *bytes.Buffer, f mcp.Frame) {
	header := f.HTTP.Header
	for _, name := range sortedNames(header) {
		known := t.before[f.Direction].knows("header "+name, strings.Join(header[name], "\n"))
		if slices.Contains(usual, name) || known && t.style.Brief {
			continue
		}
		for _, value := range shownValues(name, header[name]) {
			fmt.Fprintf(out, "  %s %s\n", t.paint(dim, t.plain(name)+":"), t.plain(value))
		}
	}
}

// body writes the frame itself.
func (t *Text) body(out *bytes.Buffer, f mcp.Frame) {
	switch {
	case f.Data == nil:
	case f.Err != nil:
		fmt.Fprintf(out, "  %s\n", clip(fmt.Sprintf("%q", f.Data)))
	default:
		p := printer{out: out, text: t, before: t.before[f.Direction]}
		p.message(f.Data)
		out.WriteByte('\n')
	}
}

// plain returns text from the peer, fit for what shows it.
func (t *Text) plain(text string) string {
	if t.style.Shown {
		return plaintext.Strip(text)
	}
	return text
}

// A color is a select-graphic-rendition parameter.
type color string

const (
	dim      color = "2"
	outgoing color = "1;34"
	incoming color = "1;32"
	wrong    color = "1;31"
	nameOf   color = "36"
	textOf   color = "32"
	numberOf color = "33"
)

// paint returns text in a colour if the style has colours.
func (t *Text) paint(c color, text string) string {
	if !t.style.Color || text == "" {
		return text
	}
	return "\x1b[" + string(c) + "m" + text + "\x1b[0m"
}
