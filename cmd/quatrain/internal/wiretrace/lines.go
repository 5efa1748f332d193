package wiretrace

import (
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Line is one frame as [Lines] writes it.
type Line struct {
	Time       time.Time      `json:"time"`
	Direction  string         `json:"direction"` // "in" or "out"
	Connection uint64         `json:"connection,omitzero"`
	Exchange   uint64         `json:"exchange,omitzero"`
	Parent     uint64         `json:"parent,omitzero"`
	HTTP       *LineHTTP      `json:"http,omitzero"`
	Message    jsontext.Value `json:"message,omitzero"` // the frame, if it is JSON
	Text       string         `json:"text,omitzero"`    // the frame, if it is not JSON; bytes that are not UTF-8 are replaced
	Problem    string         `json:"problem,omitzero"` // why the frame is no message
}

// LineHTTP is the HTTP side of a Line. Stream says that the frame is an event
// of a stream.
type LineHTTP struct {
	Method string      `json:"method,omitzero"`
	URL    string      `json:"url,omitzero"`
	Status int         `json:"status,omitzero"`
	Header http.Header `json:"header,omitempty"`
	Stream bool        `json:"stream,omitzero"`
}

// Lines writes each frame as a JSON object on a line of its own. It is safe
// for concurrent use.
type Lines struct {
	mu sync.Mutex // guards w
	w  io.Writer
}

// NewLines returns a Lines that writes to w, whose errors are ignored.
func NewLines(w io.Writer) *Lines { return &Lines{w: w} }

// Tap writes one frame. It is an [mcp.Tap] and waits for w.
func (l *Lines) Tap(f mcp.Frame) {
	line := Line{
		Time:       f.Time.UTC(),
		Direction:  f.Direction.String(),
		Connection: f.Connection,
		Exchange:   f.Exchange,
		Parent:     f.Parent,
	}
	if side := f.HTTP; side != nil {
		line.HTTP = &LineHTTP{Method: side.Method, URL: side.URL, Status: side.Status, Stream: side.Stream}
		for _, name := range sortedNames(side.Header) {
			if line.HTTP.Header == nil {
				line.HTTP.Header = http.Header{}
			}
			line.HTTP.Header[name] = shownValues(name, side.Header[name])
		}
	}
	if jsontext.Value(f.Data).IsValid(jsontext.AllowDuplicateNames(true)) {
		line.Message = f.Data
	} else {
		line.Text = string(f.Data)
	}
	if f.Err != nil {
		line.Problem = f.Err.Error()
	}
	text, err := json.Marshal(line, json.Deterministic(true),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true), jsontext.PreserveRawStrings(true))
	if err != nil {
		text = []byte(`{"problem":` + strconv.Quote(err.Error()) + `}`)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = l.w.Write(append(text, '\n'))
}

// formatBytes returns a number of bytes as a person would say it.
func formatBytes(n int) string {
	switch {
	case n >= 1<<20:
		return strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64) + " MiB"
	case n >= 1<<10:
		return strconv.FormatFloat(float64(n)/(1<<10), 'f', 1, 64) + " KiB"
	default:
		return strconv.Itoa(n) + " bytes"
	}
}
