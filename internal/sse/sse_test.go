package sse_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quatrain-mcp/quatrain/internal/sse"
)

// streams is the table of the tests and the corpus of the fuzzers.
var streams = []struct {
	name   string
	stream string
	want   []sse.Event
}{
	{"an empty stream", "", nil},
	{"an event", "data: a\n\n", []sse.Event{{Data: []byte("a"), End: 9}}},
	{"no space behind the colon", "data:a\n\n", []sse.Event{{Data: []byte("a"), End: 8}}},
	{"only one space is removed", "data:  a \n\n", []sse.Event{{Data: []byte(" a "), End: 11}}},
	{"several data lines", "data:{\ndata: }\n\n", []sse.Event{{Data: []byte("{\n}"), End: 16}}},
	{"a data field without a colon", "data\ndata\n\n", []sse.Event{{Data: []byte("\n"), End: 11}}},
	{"empty data is data", "id: 1\ndata:\n\n", []sse.Event{{Data: []byte{}, ID: "1", HasID: true, End: 13}}},
	{"CRLF", "data: a\r\ndata: b\r\n\r\n", []sse.Event{{Data: []byte("a\nb"), End: 19}}},
	{"CR", "data: a\rdata: b\r\rdata: c\r\r", []sse.Event{
		{Data: []byte("a\nb"), End: 17},
		{Data: []byte("c"), Start: 17, End: 26},
	}},
	{"the LF of a CRLF counts for neither event", "data: a\r\n\r\ndata: b\r\n\r\n", []sse.Event{
		{Data: []byte("a"), End: 10},
		{Data: []byte("b"), Start: 11, End: 21},
	}},
	{"LF after CR LF is a blank line", "data: a\r\n\ndata: b\n\r", []sse.Event{
		{Data: []byte("a"), End: 10},
		{Data: []byte("b"), Start: 10, End: 19},
	}},
	{"a byte order mark", "\uFEFFdata: a\n\n", []sse.Event{{Data: []byte("a"), Start: 3, End: 12}}},
	{"a byte order mark later is text", "data: a\n\n\uFEFFdata: b\n\n", []sse.Event{{Data: []byte("a"), End: 9}}},
	{"all fields", "event: ping\nid: 7\nretry: 10\ndata: x\n\n", []sse.Event{
		{Type: "ping", ID: "7", HasID: true, Retry: "10", Data: []byte("x"), End: 37},
	}},
	{"an event without data is none", "event: ping\nretry: 10\n\ndata: x\n\n", []sse.Event{
		{Data: []byte("x"), Start: 23, End: 32},
	}},
	{"bad id and retry are ignored", "id: a\x00b\nretry: 1s\nretry:\ndata: x\n\n", []sse.Event{{Data: []byte("x"), End: 34}}},
	{"unknown fields, and names in other case, are ignored", "Data: y\nfoo: z\nbar\ndata: x\n\n", []sse.Event{{Data: []byte("x"), End: 28}}},
	{"comments are skipped", ": hello\n\n:\r\ndata: a\n:between\ndata: b\n\n", []sse.Event{
		{Data: []byte("a\nb"), Start: 12, End: 38},
	}},
	{"U+2028, U+2029 and NEL do not end lines", "data: a\u2028b\u2029c\u0085d\n\n", []sse.Event{
		{Data: []byte("a\u2028b\u2029c\u0085d"), End: 20},
	}},
	{"an unterminated event", "data: a\n\ndata: b\n", []sse.Event{
		{Data: []byte("a"), End: 9},
		{Data: []byte("b"), Start: 9, End: 17, Unterminated: true},
	}},
	{"an unterminated line", "data: a", []sse.Event{{Data: []byte("a"), End: 7, Unterminated: true}}},
	{"a long line", "data: " + strings.Repeat("x", 20000) + "\n\n", []sse.Event{
		{Data: bytes.Repeat([]byte("x"), 20000), End: 20008},
	}},
	{"JSON that is no stream", `{"jsonrpc":"2.0","id":1,"result":{}}`, nil},
}

// read returns all events of a stream and its error.
func read(r *sse.Reader) (events []sse.Event, err error) {
	for {
		event, err := r.Next()
		if err != nil {
			return events, err
		}
		event.Data = bytes.Clone(event.Data)
		events = append(events, event)
	}
}

// oneByOne reads a byte at a time.
func oneByOne(r io.Reader) io.Reader { return iotest.OneByteReader(r) }

// whole reads as much as there is, with the error beside the last bytes.
func whole(r io.Reader) io.Reader { return iotest.DataErrReader(r) }

func TestReader(t *testing.T) {
	for _, test := range streams {
		for chunks, cut := range map[string]func(io.Reader) io.Reader{"one by one": oneByOne, "whole": whole} {
			t.Run(test.name+", "+chunks, func(t *testing.T) {
				got, err := read(sse.NewReader(cut(strings.NewReader(test.stream)), 0))
				if err != io.EOF {
					t.Errorf("got error %v, want io.EOF", err)
				}
				if diff := cmp.Diff(test.want, got, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("events (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// TestReaderDoesNotWait proves that an event is there as soon as the byte that
// ends it is: after it the stream blocks for ever.
func TestReaderDoesNotWait(t *testing.T) {
	for _, stream := range []string{"data: a\n\n", "data: a\r\r", "data: a\r\n\r"} {
		r, w := io.Pipe()
		go func() {
			_, _ = io.WriteString(w, stream)
		}()
		event, err := sse.NewReader(r, 0).Next()
		if err != nil || string(event.Data) != "a" {
			t.Errorf("%q: got %q, %v", stream, event.Data, err)
		}
		_ = r.Close()
	}
}

func TestReaderComments(t *testing.T) {
	type comment struct {
		Text   string
		Offset int64
	}
	var got []comment
	r := sse.NewReader(strings.NewReader(": one\ndata: x\n:two\n\n:\n"), 0)
	r.Comment = func(text []byte, offset int64) { got = append(got, comment{string(text), offset}) }
	if _, err := read(r); err != io.EOF {
		t.Fatal(err)
	}
	want := []comment{{"one", 0}, {"two", 14}, {"", 20}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
}

func TestReaderLimit(t *testing.T) {
	for _, test := range []struct {
		name, stream string
		events       int
		want         error
	}{
		{"data at the limit", "data: 12345678\n\n", 1, io.EOF},
		{"data beyond it", "data: 1\n\ndata: 123456789\n\n", 1, sse.ErrTooLarge},
		{"data lines together beyond it", "data: 1234\ndata: 5678\n\n", 0, sse.ErrTooLarge},
		{"the limit is for an event, not the stream", strings.Repeat("data: 1234\n\n", 9), 9, io.EOF},
		{"a line without end", strings.Repeat("x", 100), 0, sse.ErrTooLarge},
		{"an endless comment", ":" + strings.Repeat("x", 100), 0, sse.ErrTooLarge},
		{"a line without end after data", "data: 1\n" + strings.Repeat("x", 100), 0, sse.ErrTooLarge},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := sse.NewReader(oneByOne(strings.NewReader(test.stream)), 8)
			events, err := read(r)
			if len(events) != test.events || err != test.want {
				t.Errorf("got %d events, %v; want %d, %v", len(events), err, test.events, test.want)
			}
			if _, again := r.Next(); again != err {
				t.Errorf("asked again: got %v, want %v", again, err)
			}
		})
	}
}

func TestReaderKeepsTheStreamsError(t *testing.T) {
	broken := errors.New("connection reset")
	r := sse.NewReader(io.MultiReader(strings.NewReader("data: a\n\ndata: b"), iotest.ErrReader(broken)), 0)
	events, err := read(r)
	if err != broken {
		t.Errorf("got %v, want %v", err, broken)
	}
	if len(events) != 2 || events[0].Unterminated || !events[1].Unterminated {
		t.Errorf("got %+v, want a terminated and an unterminated event", events)
	}
}

func TestReaderGivesUpWithoutProgress(t *testing.T) {
	_, err := sse.NewReader(stuck{}, 0).Next()
	if err != io.ErrNoProgress {
		t.Errorf("got %v, want %v", err, io.ErrNoProgress)
	}
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

func TestAppend(t *testing.T) {
	for _, test := range []struct {
		name  string
		event sse.Event
		want  string
	}{
		{"data only", sse.Event{Data: []byte("{}")}, "data: {}\n\n"},
		{"no data", sse.Event{}, "data: \n\n"},
		{"line ends", sse.Event{Data: []byte("a\nb\r\nc\rd\n")}, "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n"},
		{"all fields", sse.Event{Type: "t", ID: "1", HasID: true, Retry: "5", Data: []byte("x")}, "event: t\nid: 1\nretry: 5\ndata: x\n\n"},
		{"an empty id", sse.Event{HasID: true, Data: []byte("x")}, "id: \ndata: x\n\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := string(test.event.Append([]byte("<"))); got != "<"+test.want {
				t.Errorf("got %q, want %q", got, "<"+test.want)
			}
		})
	}
	if got, want := string(sse.AppendComment(sse.AppendComment(nil, ""), "hi")), ":\n\n: hi\n\n"; got != want {
		t.Errorf("comments: got %q, want %q", got, want)
	}
}
