package jsonrpc

import (
	"bytes"
	"math/bits"
	"unicode/utf8"
)

// A scanner walks over a frame once. It checks the grammar of RFC 8259 and
// the UTF-8 of every string, counts depth, looks for duplicate names, and
// remembers where the members of the outermost object lie.
//
// It does not recurse: what is open is a stack of the delimiters that will
// close it, one byte a level, so that a frame of a million brackets costs a
// megabyte and no goroutine stack. Neither excess of depth nor a duplicate ends
// the walk, because an error of grammar further on weighs more, and because the
// id may still come.
type scanner struct {
	frame    []byte
	maxDepth int

	closers stack[byte] // the delimiters that close what is open, innermost last
	names   nameStack

	envelope envelope
	member   []byte // name of the envelope member being read, without escapes
	value    int    // where its value begins
}

// scan walks over a frame. Its error is one of grammar.
func scan(frame []byte, maxDepth int) (envelope, *DecodeError) {
	s := scanner{frame: frame, maxDepth: maxDepth}
	err := s.walk()
	return s.envelope, err
}

// walk goes from value to value.
func (s *scanner) walk() *DecodeError {
	if bytes.HasPrefix(s.frame, []byte("\uFEFF")) {
		return syntax(0, "a byte order mark stands before the value")
	}
	for i, more := 0, true; more; {
		var err *DecodeError
		i, more, err = s.begin(i)
		if err == nil && !more {
			i, more, err = s.end(i)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// begin reads a scalar, an empty container, or the opening of a container up
// to where its first value begins; more tells the latter.
func (s *scanner) begin(i int) (next int, more bool, err *DecodeError) {
	i = skipSpace(s.frame, i)
	if i >= len(s.frame) {
		return i, false, syntax(i, "the frame ends where a value is expected")
	}
	if s.closers.len == 1 {
		s.value = i
	}
	switch c := s.frame[i]; c {
	case '"':
		i, _, err = scanString(s.frame, i)
		return i, false, err
	case '{':
		s.open('}', i)
		i = skipSpace(s.frame, i+1)
		if i < len(s.frame) && s.frame[i] == '}' {
			s.close()
			return i + 1, false, nil
		}
		i, err = s.name(i)
		return i, true, err
	case '[':
		s.open(']', i)
		i = skipSpace(s.frame, i+1)
		if i < len(s.frame) && s.frame[i] == ']' {
			s.close()
			return i + 1, false, nil
		}
		return i, true, nil
	case 't':
		i, err = scanLiteral(s.frame, i, "true")
	case 'f':
		i, err = scanLiteral(s.frame, i, "false")
	case 'n':
		i, err = scanLiteral(s.frame, i, "null")
	default:
		if c != '-' && (c < '0' || c > '9') {
			return i, false, unexpected(s.frame, i, "a value is expected")
		}
		i, err = scanNumber(s.frame, i)
	}
	return i, false, err
}

// end reads what follows a value: all that closes there, then either a comma
// and what leads to the next value (more), or the end of the frame.
func (s *scanner) end(i int) (next int, more bool, err *DecodeError) {
	for {
		if s.closers.len == 1 && s.closers.at(0) == '}' {
			s.envelope.set(s.member, span{s.value, i})
		}
		i = skipSpace(s.frame, i)
		open := s.closers.len
		if open == 0 {
			if i < len(s.frame) {
				err = unexpected(s.frame, i, "something follows the value")
				if err.Reason == ReasonSyntax {
					err.Reason = ReasonTrailing
				}
			}
			return i, false, err
		}
		closer := s.closers.at(open - 1)
		switch {
		case i >= len(s.frame):
			return i, false, syntax(i, "the frame ends inside an object or array")
		case s.frame[i] == ',':
			i++
			if closer == '}' {
				i, err = s.name(skipSpace(s.frame, i))
			}
			return i, true, err
		case s.frame[i] == closer:
			s.close()
			i++
		case closer == '}':
			return i, false, unexpected(s.frame, i, "a comma or the end of the object is expected")
		default:
			return i, false, unexpected(s.frame, i, "a comma or the end of the array is expected")
		}
	}
}

// name reads the name of a member and the colon behind it.
func (s *scanner) name(i int) (next int, err *DecodeError) {
	if i >= len(s.frame) {
		return i, syntax(i, "the frame ends where a member name is expected")
	}
	if s.frame[i] != '"' {
		return i, unexpected(s.frame, i, "a member name in quotes is expected")
	}
	at := i
	i, escaped, err := scanString(s.frame, i)
	if err != nil {
		return i, err
	}
	if s.closers.len <= s.maxDepth {
		text := s.frame[at+1 : i-1]
		if escaped {
			text = unescape(nil, text)
		}
		if s.closers.len == 1 {
			s.member = text
		}
		if s.names.add(name{text, at}) {
			s.found(at)
		}
	}
	i = skipSpace(s.frame, i)
	if i >= len(s.frame) {
		return i, syntax(i, "the frame ends where a colon is expected")
	}
	if s.frame[i] != ':' {
		return i, unexpected(s.frame, i, "a colon is expected after a member name")
	}
	return i + 1, nil
}

// open enters a container. Names are no longer kept where it is too deep: the
// frame is lost already, and memory should not grow with it.
func (s *scanner) open(closer byte, at int) {
	s.closers.push(closer)
	switch {
	case s.closers.len > s.maxDepth:
		if s.envelope.tooDeep == 0 {
			s.envelope.tooDeep = at
		}
	case closer == '}':
		s.names.open()
	}
}

// close leaves the innermost container.
func (s *scanner) close() {
	last := s.closers.len - 1
	if s.closers.at(last) == '}' && last < s.maxDepth {
		if at := s.names.close(); at > 0 {
			s.found(at)
		}
	}
	s.closers.cut(last)
}

// found notes the duplicate name at an offset; the first in the frame counts.
func (s *scanner) found(at int) {
	if s.envelope.duplicate == 0 || at < s.envelope.duplicate {
		s.envelope.duplicate = at
	}
}

// skipSpace returns the offset of the first byte from i on that is no JSON
// white space.
func skipSpace(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// scanString reads the string whose opening quote is b[i] and returns the
// offset behind its closing quote. A \u escape may name half a surrogate
// pair: that is within the grammar, and the text is kept as it is.
func scanString(b []byte, i int) (end int, escaped bool, err *DecodeError) {
	i++
	for {
		i += plain(b[i:])
		if i >= len(b) {
			return i, escaped, syntax(i, "the frame ends inside a string")
		}
		switch c := b[i]; {
		case c == '"':
			return i + 1, escaped, nil
		case c == '\\':
			escaped = true
			n := escapeLength(b[i:])
			if n == 0 {
				return i, escaped, syntax(i, "invalid escape in a string")
			}
			i += n
		case c < ' ':
			return i, escaped, syntax(i, "control character in a string")
		default:
			for i < len(b) && b[i] >= utf8.RuneSelf {
				r, n := utf8.DecodeRune(b[i:])
				if r == utf8.RuneError && n == 1 {
					return i, escaped, invalidUTF8(i)
				}
				i += n
			}
		}
	}
}

// plain returns how many bytes at the start of b are ASCII and mean
// themselves within a string: no quote, backslash or control character.
//
// It looks at eight bytes at once. Subtracting n from each byte sets the high
// bit of those below n; a borrow can spoil only bytes above a true match, and
// the lowest match is the one that counts.
func plain[text []byte | string](b text) int {
	const (
		ones   = 0x0101010101010101
		high   = 0x80 * ones
		spaces = ' ' * ones
		quotes = '"' * ones
		slants = '\\' * ones
	)
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := b[i : i+8]
		x := uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
			uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
		if m := (x | (x - spaces) | (x ^ quotes - ones) | (x ^ slants - ones)) & high; m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			break
		}
	}
	return i
}

// escapeLength returns the length of the escape that b begins with, 0 if it
// is none of RFC 8259.
func escapeLength(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := hex4(b[2:]); ok {
			return 6
		}
	}
	return 0
}

// hex4 reads four hexadecimal digits at the start of b.
func hex4(b []byte) (r rune, ok bool) {
	if len(b) < 4 {
		return 0, false
	}
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// scanNumber reads the number that begins at b[i], of any length.
func scanNumber(b []byte, i int) (end int, err *DecodeError) {
	if b[i] == '-' {
		i++
	}
	switch n := digits(b, i); {
	case n == 0:
		return i, unexpected(b, i, "a digit is expected in a number")
	case n > 1 && b[i] == '0':
		return i, syntax(i, "a number begins with a needless 0")
	default:
		i += n
	}
	if i < len(b) && b[i] == '.' {
		i++
		n := digits(b, i)
		if n == 0 {
			return i, unexpected(b, i, "a digit is expected after a decimal point")
		}
		i += n
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		n := digits(b, i)
		if n == 0 {
			return i, unexpected(b, i, "a digit is expected in an exponent")
		}
		i += n
	}
	return i, nil
}

// digits counts the decimal digits from b[i] on.
func digits(b []byte, i int) int {
	from := i
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	return i - from
}

// scanLiteral reads true, false or null.
func scanLiteral(b []byte, i int, word string) (end int, err *DecodeError) {
	if len(b)-i < len(word) || string(b[i:i+len(word)]) != word {
		return i, syntax(i, "a value is expected")
	}
	return i + len(word), nil
}

// syntax returns the error for text that is not JSON.
func syntax(at int, detail string) *DecodeError {
	return &DecodeError{Code: ParseError, Reason: ReasonSyntax, Detail: detail, Offset: int64(at)}
}

// unexpected is syntax, unless the byte there is not even UTF-8.
func unexpected(b []byte, at int, detail string) *DecodeError {
	if at < len(b) {
		if r, n := utf8.DecodeRune(b[at:]); r == utf8.RuneError && n == 1 {
			return invalidUTF8(at)
		}
	}
	return syntax(at, detail)
}

func invalidUTF8(at int) *DecodeError {
	return &DecodeError{Code: ParseError, Reason: ReasonEncoding, Detail: "invalid UTF-8", Offset: int64(at)}
}
