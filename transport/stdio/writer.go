package stdio

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"time"
)

// maxPending is how much may wait to be written before those who write more
// wait as well.
const maxPending = 1 << 20

// drainTime is how long what is still to be written may take when a connection
// is ended.
const drainTime = time.Second

// errEnded is what a write gets after the end of a lineWriter.
var errEnded = errors.New("nothing more is written")

// A lineWriter queues lines of many goroutines for the one that runs it. So
// nobody waits in a Write that the peer holds up, and a burst of lines takes
// few of them.
type lineWriter struct {
	w    io.Writer
	wake chan struct{} // holds one when run has something to look at

	mu      sync.Mutex // guards the rest
	pending []byte
	room    chan struct{} // closed when pending has room again; nil while nobody waits
	err     error         // why no line is taken any more

	written chan struct{} // closed when run has returned
}

func newLineWriter(w io.Writer) *lineWriter {
	return &lineWriter{w: w, wake: make(chan struct{}, 1), written: make(chan struct{})}
}

// write queues one line. note is called with it when its place among the lines
// is fixed. If too much waits already, nothing is done and a channel returned
// that is closed when it is worth another try.
func (l *lineWriter) write(frame []byte, note func([]byte)) (room <-chan struct{}, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return nil, l.err
	}
	if len(l.pending) > maxPending {
		if l.room == nil {
			l.room = make(chan struct{})
		}
		return l.room, nil
	}
	l.add(frame, note)
	return nil, nil
}

// force queues one line however much waits, unless nothing is written any more.
func (l *lineWriter) force(frame []byte, note func([]byte)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.add(frame, note)
	}
}

// add queues a line; the caller holds the lock.
func (l *lineWriter) add(frame []byte, note func([]byte)) {
	frame = withoutLineEnds(frame)
	note(frame)
	l.pending = append(append(l.pending, frame...), '\n')
	l.ring()
}

// run writes what is queued until that fails, or until nothing is left after
// the end.
func (l *lineWriter) run() error {
	defer close(l.written)
	var out []byte
	for {
		var err error
		out, err = l.take(out)
		switch {
		case len(out) > 0:
			if _, err := l.w.Write(out); err != nil {
				l.stop(err)
				return err
			}
		case err != nil:
			return nil
		default:
			<-l.wake
		}
	}
}

// take exchanges what is pending for memory to use next.
func (l *lineWriter) take(spare []byte) ([]byte, error) {
	if cap(spare) > maxPending {
		spare = nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.pending
	l.pending = spare[:0]
	l.makeRoom()
	return out, l.err
}

// end lets run write what is queued, and return.
func (l *lineWriter) end() { l.stop(errEnded) }

// stop takes no more lines.
func (l *lineWriter) stop(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil || l.err == errEnded {
		l.err = err
	}
	l.makeRoom()
	l.ring()
}

// makeRoom wakes those who wait for room; the caller holds the lock.
func (l *lineWriter) makeRoom() {
	if l.room != nil {
		close(l.room)
		l.room = nil
	}
}

// ring wakes run; the caller holds the lock.
func (l *lineWriter) ring() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// drain ends the writer and gives it some time; it reports whether all was
// written, or writing failed.
func (l *lineWriter) drain(limit time.Duration) bool {
	l.end()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-l.written:
		return true
	case <-timer.C:
		return false
	}
}

// failed returns why writing failed, if it did.
func (l *lineWriter) failed() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == errEnded {
		return nil
	}
	return l.err
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
