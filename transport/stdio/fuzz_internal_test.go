package stdio

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// chunks reads data in pieces whose sizes the fuzzer chose.
type chunks struct{ data, sizes []byte }

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.data) == 0 {
		return 0, io.EOF
	}
	size := len(c.data)
	if len(c.sizes) > 0 {
		size, c.sizes = int(c.sizes[0])+1, c.sizes[1:]
	}
	n := copy(p, c.data[:min(size, len(c.data))])
	c.data = c.data[n:]
	return n, nil
}

// FuzzLines: however the bytes come, the lines are those between the newlines.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nbb\r\n\n \nlonger than it may be\r\nlast"), []byte{0, 1, 2}, uint8(10))
	f.Add([]byte("12345\r\n123456\n12345\r"), []byte{}, uint8(5))
	f.Add(bytes.Repeat([]byte("x"), 70_000), []byte{255}, uint8(255))
	f.Fuzz(func(t *testing.T, data, sizes []byte, limit uint8) {
		lines := newLineReader(&chunks{data, sizes}, int(limit))
		for raw := range bytes.SplitSeq(data, []byte("\n")) {
			want := bytes.TrimSuffix(raw, []byte("\r"))
			tooLong := len(want) > int(limit)
			switch {
			case tooLong:
				want = raw[:limit]
			case len(bytes.TrimSpace(want)) == 0:
				continue
			}
			got, err := lines.next(nil)
			if !bytes.Equal(got, want) || errors.Is(err, errTooLong) != tooLong {
				t.Fatalf("got %q, %v; want %q, too long: %v", got, err, want, tooLong)
			}
		}
		if got, err := lines.next(nil); err != io.EOF {
			t.Fatalf("got %q, %v at the end", got, err)
		}
	})
}
