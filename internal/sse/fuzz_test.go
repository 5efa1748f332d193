package sse_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/internal/sse"
)

// chunked gives n bytes at a time.
type chunked struct {
	rest []byte
	n    int
}

func (c *chunked) Read(p []byte) (int, error) {
	if len(c.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, c.rest[:min(c.n, len(c.rest))])
	c.rest = c.rest[n:]
	return n, nil
}

// FuzzReader: how a stream is cut makes no difference, offsets lie in order
// within the stream, and no event is larger than the limit.
func FuzzReader(f *testing.F) {
	for _, test := range streams {
		f.Add([]byte(test.stream), uint16(3), uint16(0))
		f.Add([]byte(test.stream), uint16(4099), uint16(10))
	}
	f.Fuzz(func(t *testing.T, stream []byte, n, limit uint16) {
		want, wantErr := read(sse.NewReader(bytes.NewReader(stream), int(limit)))
		for _, size := range []int{1, int(n)%64 + 1, int(n) + 1} {
			got, err := read(sse.NewReader(&chunked{rest: stream, n: size}, int(limit)))
			if diff := cmp.Diff(want, got); diff != "" || err != wantErr {
				t.Fatalf("in chunks of %d: error %v, want %v; events (-whole +chunks):\n%s", size, err, wantErr, diff)
			}
		}
		var at int64
		for _, event := range want {
			if event.Start < at || event.End <= event.Start || event.End > int64(len(stream)) {
				t.Fatalf("event at %d to %d after %d of %d", event.Start, event.End, at, len(stream))
			}
			at = event.End
			if limit > 0 && len(event.Data) > int(limit) {
				t.Fatalf("an event of %d bytes, limit %d", len(event.Data), limit)
			}
		}
	})
}

// FuzzAppend: what Append writes, a Reader reads.
func FuzzAppend(f *testing.F) {
	for _, data := range []string{"", "{}", "a\nb", "a\r\nb", "a\rb\n", ":x", " x"} {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		written := sse.AppendComment(sse.AppendData(nil, data), "end")
		event, err := sse.NewReader(bytes.NewReader(written), 0).Next()
		if err != nil {
			t.Fatal(err)
		}
		want := bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
		want = bytes.ReplaceAll(want, []byte("\r"), []byte("\n"))
		if !bytes.Equal(event.Data, want) {
			t.Fatalf("got %q, want %q", event.Data, want)
		}
	})
}
