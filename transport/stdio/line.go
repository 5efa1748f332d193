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
		if err == nil || errors.Is(err, errTooLong) || len(line) > 0 && err == io.EOF {
			line = bytes.TrimSuffix(line, []byte("\r"))
			if err == io.EOF {
				err = nil
			}
			if len(bytes.TrimSpace(line)) > 0 {
				return line, err
			}
			dst = line
			continue
		}
		return nil, err
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
		case ended && (tooLong || len(bytes.TrimSuffix(dst, []byte("\r"))) > l.limit):
			return dst, errTooLong
		case ended:
			return dst, nil
		case err == io.EOF && tooLong:
			return dst, errTooLong
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return dst, err
		}
	}
}
