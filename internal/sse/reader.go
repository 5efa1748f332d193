package sse

import (
	"bytes"
	"io"
)

// A Reader reads the events of a stream. It is not safe for concurrent use.
type Reader struct {
	// Comment, if set, is called with each comment, without the colon and one
	// space behind it, and the offset of the colon. The text is valid during
	// the call.
	Comment func(text []byte, offset int64)

	source io.Reader
	limit  int

	buffer  []byte // what was read; buffer[next:] is not consumed yet
	next    int    // start of the line being read
	scanned int    // no line end lies in buffer[next:scanned]
	offset  int64  // of buffer[0] in the stream
	skipLF  bool   // the line before ended with CR: an LF now belongs to it
	err     error  // what ended the stream

	event   Event
	begun   bool // event has a field
	hasData bool // event has a data field, if an empty one
}

const (
	chunk   = 4 << 10 // bytes of room for one read, at least
	slack   = 16      // what a line may have beyond the limit: a field's name
	patient = 100     // reads in a row that may give neither bytes nor an error
)

// NewReader returns a Reader of the stream. limit bounds, in bytes, the data of
// an event and the length of a line; 0 or less means no bound.
func NewReader(stream io.Reader, limit int) *Reader {
	return &Reader{source: stream, limit: limit}
}

// Next returns the next event that has data. It returns io.EOF when the stream
// ended, ErrTooLarge, or the stream's own error, and from then on always the
// same. If the stream ended, in whatever way, inside an event, that event comes
// first and is Unterminated.
func (r *Reader) Next() (Event, error) {
	r.reset()
	for {
		line, start, err := r.line()
		switch {
		case err != nil && err != ErrTooLarge && r.hasData:
			r.hasData = false
			r.event.Unterminated = true
			return r.finished(), nil
		case err != nil:
			return Event{}, err
		case len(line) > 0:
			if err := r.field(line, start); err != nil {
				r.err = err
				return Event{}, err
			}
		case r.hasData:
			return r.finished(), nil
		default:
			r.reset() // without data it is no event, whatever else it had
		}
	}
}

func (r *Reader) reset() {
	r.event = Event{Data: r.event.Data[:0]}
	r.begun, r.hasData = false, false
}

// finished returns the event, which ends where the reader stands.
func (r *Reader) finished() Event {
	r.event.End = r.offset + int64(r.next)
	return r.event
}

// field takes one line that is not blank.
func (r *Reader) field(line []byte, start int64) error {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	if len(name) == 0 {
		if r.Comment != nil {
			r.Comment(value, start)
		}
		return nil
	}
	if !r.begun {
		r.begun, r.event.Start = true, start
	}
	switch string(name) {
	case "data":
		if r.hasData {
			r.event.Data = append(r.event.Data, '\n')
		}
		r.hasData = true
		r.event.Data = append(r.event.Data, value...)
		if r.limit > 0 && len(r.event.Data) > r.limit {
			return ErrTooLarge
		}
	case "event":
		r.event.Type = string(value)
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			r.event.ID, r.event.HasID = string(value), true
		}
	case "retry":
		if isDigits(value) {
			r.event.Retry = string(value)
		}
	}
	return nil
}

// line returns the next line without its end, and its offset. What follows the
// last line end is a line too, unless it is empty. The line is valid until the
// next call.
func (r *Reader) line() (line []byte, start int64, err error) {
	for {
		if r.skipLF && r.next < len(r.buffer) {
			r.skipLF = false
			if r.buffer[r.next] == '\n' {
				r.next++
				r.scanned = r.next
			}
		}
		end := len(r.buffer)
		i := lineEnd(r.buffer[r.scanned:])
		if i >= 0 {
			end = r.scanned + i
		}
		if r.limit > 0 && end-r.next > r.limit+slack {
			r.err = ErrTooLarge
			return nil, 0, r.err
		}
		if i >= 0 {
			r.skipLF = r.buffer[end] == '\r'
			line, start = r.take(end, end+1)
			return line, start, nil
		}
		r.scanned = end
		if r.err != nil {
			if r.next == len(r.buffer) || r.err == ErrTooLarge {
				return nil, 0, r.err
			}
			line, start = r.take(len(r.buffer), len(r.buffer))
			return line, start, nil
		}
		r.fill()
	}
}

// take consumes the line that ends at end; the next one begins at next. A byte
// order mark at the start of the stream is no part of its line.
func (r *Reader) take(end, next int) (line []byte, start int64) {
	line, start = r.buffer[r.next:end], r.offset+int64(r.next)
	r.next, r.scanned = next, next
	if start == 0 {
		if rest, ok := bytes.CutPrefix(line, []byte("\uFEFF")); ok {
			return rest, int64(len(line) - len(rest))
		}
	}
	return line, start
}

// fill reads more, making room first: by moving what is left to the front, or
// if that is not enough by growing.
func (r *Reader) fill() {
	if r.next > 0 && cap(r.buffer)-len(r.buffer) < chunk {
		n := copy(r.buffer, r.buffer[r.next:])
		r.buffer = r.buffer[:n]
		r.offset += int64(r.next)
		r.next, r.scanned = 0, r.scanned-r.next
	}
	if cap(r.buffer)-len(r.buffer) < chunk {
		grown := make([]byte, len(r.buffer), 2*cap(r.buffer)+chunk)
		copy(grown, r.buffer)
		r.buffer = grown
	}
	for range patient {
		n, err := r.source.Read(r.buffer[len(r.buffer):cap(r.buffer)])
		r.buffer = r.buffer[:len(r.buffer)+n]
		r.err = err
		if n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}

// lineEnd returns the index of the first CR or LF, -1 if there is none.
func lineEnd(b []byte) int {
	lf := bytes.IndexByte(b, '\n')
	if lf >= 0 {
		b = b[:lf]
	}
	if cr := bytes.IndexByte(b, '\r'); cr >= 0 {
		return cr
	}
	return lf
}

func isDigits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0
}
