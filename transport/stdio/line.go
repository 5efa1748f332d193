package stdio

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// errTooLong says that a line is longer than the limit. The line was read to
// its end.
var errTooLong = errors.New("message-too-large: the line is too large")

// A lineReader reads lines, each into memory of the caller's.
type lineReader struct {
	r     *bufio.Reader
	limit int // bytes of a line without its end
}

func newLineReader(r io.Reader, limit int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// next reads the next line without its end into dst, blank lines left out. The
// last line need not have an end. Of a line beyond the limit it returns the
// beginning and errTooLong; the next call reads the line behind it.
func (l *lineReader) next(dst []byte) ([]byte, error) {
	for {
		line, err := l.line(dst[:0])
		switch {
		case err == errTooLong:
			return line, err
		case err == nil || err == io.EOF && len(line) > 0:
			line = bytes.TrimSuffix(line, []byte("\r"))
			if len(bytes.TrimSpace(line)) > 0 {
				return line, nil
			}
			dst = line
		default:
			return nil, err
		}
	}
}

// line reads up to the next newline.
func (l *lineReader) line(dst []byte) ([]byte, error) {
	tooLong := false
	for {
		part, err := l.r.ReadSlice('\n')
		part, ended := bytes.CutSuffix(part, []byte("\n"))
		if room := l.limit - len(dst); len(part) > room+1 || tooLong {
			// One byte more than the limit may be the CR of the line's end.
			tooLong = true
			part = part[:max(0, min(room, len(part)))]
		}
		dst = append(dst, part...)
		switch {
		case (ended || err == io.EOF) && (tooLong || len(bytes.TrimSuffix(dst, []byte("\r"))) > l.limit):
			return dst[:min(len(dst), l.limit)], errTooLong
		case ended:
			return dst, nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return dst, err
		}
	}
}
