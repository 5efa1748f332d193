package stdio

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

// tailSize is how much of a child's standard error is kept.
const tailSize = 4 << 10

// A tail passes on what is written to it and keeps the end of it.
type tail struct {
	next io.Writer // nil to keep only

	mu  sync.Mutex // guards end
	end []byte
}

// Write never fails: whoever prints an error should not get one for it.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	t.end = append(t.end, p...)
	if over := len(t.end) - tailSize; over > 0 {
		t.end = append(t.end[:0], t.end[over:]...)
	}
	t.mu.Unlock()
	if t.next != nil {
		_, _ = t.next.Write(p)
	}
	return len(p), nil
}

// String returns what was kept, from the beginning of a line if it is more than
// one, without space around it.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	end := t.end
	if len(end) == tailSize {
		if i := bytes.IndexByte(end, '\n'); i >= 0 && i < len(end)-1 {
			end = end[i+1:]
		}
	}
	return strings.TrimSpace(strings.ToValidUTF8(string(end), "\uFFFD"))
}
