package stdio

import (
	"bytes"
	"io"
	"sync"
)

// maxPending is how much may wait to be written before those who write more
// wait as well.
const maxPending = 1 << 20

// A lineWriter writes whole lines from many goroutines. Whoever comes first
// writes what the others add meanwhile, so that a burst of lines takes few
// calls of the system.
type lineWriter struct {
	w io.Writer

	mu      sync.Mutex // guards the rest
	room    sync.Cond  // pending has room again, or writing failed
	pending []byte
	spare   []byte
	writing bool
	err     error
}

func newLineWriter(w io.Writer) *lineWriter {
	l := &lineWriter{w: w}
	l.room.L = &l.mu
	return l
}

// write writes one line. note is called with it when its place among the lines
// is fixed. If another goroutine does the writing, write returns before the
// line is out; an error of that comes with the next line.
func (l *lineWriter) write(frame []byte, note func([]byte)) error {
	frame = withoutLineEnds(frame)
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.writing && len(l.pending) > maxPending && l.err == nil {
		l.room.Wait()
	}
	if l.err != nil {
		return l.err
	}
	if note != nil {
		note(frame)
	}
	l.pending = append(append(l.pending, frame...), '\n')
	if !l.writing {
		l.flush()
	}
	return l.err
}

// flush writes until nothing is pending. The lock is held but for the writing.
func (l *lineWriter) flush() {
	l.writing = true
	for len(l.pending) > 0 && l.err == nil {
		out := l.pending
		l.pending = l.spare[:0]
		l.mu.Unlock()
		_, err := l.w.Write(out)
		l.mu.Lock()
		if l.spare = out; cap(out) > maxPending {
			l.spare = nil
		}
		l.err = err
		l.room.Broadcast()
	}
	l.writing = false
}

// withoutLineEnds removes CR and LF from JSON, in place: between tokens they
// are white space, and inside a string they cannot be (STDIO-001).
func withoutLineEnds(frame []byte) []byte {
	if bytes.IndexByte(frame, '\n') < 0 && bytes.IndexByte(frame, '\r') < 0 {
		return frame
	}
	kept := frame[:0]
	for _, c := range frame {
		if c != '\n' && c != '\r' {
			kept = append(kept, c)
		}
	}
	return kept
}

// failed returns why writing failed, if it did.
func (l *lineWriter) failed() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}
