package jsonrpc

import (
	"bytes"
	"iter"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Members iterates over the members of a JSON object that is known to be
// valid, such as the Params of a decoded message: names without quotes and
// escapes, values as they stand. It checks nothing again and allocates nothing
// unless a name has escapes. For anything that is no object it yields nothing.
//
// Names and values alias object and must not be written to.
func Members(object jsontext.Value) iter.Seq2[[]byte, jsontext.Value] {
	return func(yield func([]byte, jsontext.Value) bool) {
		for i := 0; ; {
			name, value, ok := nextMember(object, i)
			if !ok || !yield(textOf(name.in(object)), value.in(object)) {
				return
			}
			i = value.end
		}
	}
}

// Member returns the value of one member of a valid JSON object, nil if it is
// not there. The value aliases object.
func Member(object jsontext.Value, name string) jsontext.Value {
	for i := 0; ; {
		at, value, ok := nextMember(object, i)
		if !ok {
			return nil
		}
		if string(textOf(at.in(object))) == name {
			return value.in(object)
		}
		i = value.end
	}
}

// nextMember returns where the next member of a valid object lies: its name
// with quotes, and its value. i is the offset of the opening brace, or of the
// end of the value before.
func nextMember(b []byte, i int) (name, value span, ok bool) {
	i = skipSpace(b, i)
	if i >= len(b) || b[i] != '{' && b[i] != ',' {
		return span{}, span{}, false
	}
	i = skipSpace(b, i+1)
	if i >= len(b) || b[i] != '"' {
		return span{}, span{}, false
	}
	name = span{i, skipString(b, i)}
	i = skipSpace(b, name.end)
	i = skipSpace(b, i+1) // behind the colon
	return name, span{i, skipValue(b, i)}, true
}

// skipValue returns the end of the valid value that begins at b[i].
func skipValue(b []byte, i int) int {
	if i >= len(b) {
		return i
	}
	switch b[i] {
	case '"':
		return skipString(b, i)
	case '{', '[':
		for depth := 0; i < len(b); i++ {
			switch b[i] {
			case '"':
				i = skipString(b, i) - 1
			case '{', '[':
				depth++
			case '}', ']':
				depth--
				if depth == 0 {
					return i + 1
				}
			}
		}
		return len(b)
	default:
		for i < len(b) && b[i] > ' ' && b[i] != ',' && b[i] != '}' && b[i] != ']' {
			i++
		}
		return i
	}
}

// skipString returns the end of the valid string whose opening quote is b[i].
func skipString(b []byte, i int) int {
	for i++; i < len(b); i++ {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			break
		}
		i += n
		slants := 0
		for b[i-1-slants] == '\\' {
			slants++
		}
		if slants%2 == 0 {
			return i + 1
		}
	}
	return len(b)
}

// textOf returns what a valid JSON string says, without quotes and escapes. It
// aliases value unless there are escapes.
func textOf(value []byte) []byte {
	inner := value[1 : len(value)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return inner
	}
	return unescape(nil, inner)
}

// unescape appends the inside of a valid JSON string to dst with its escapes
// resolved; half a surrogate pair becomes U+FFFD.
func unescape(dst, inner []byte) []byte {
	for {
		i := bytes.IndexByte(inner, '\\')
		if i < 0 {
			return append(dst, inner...)
		}
		dst = append(dst, inner[:i]...)
		inner = inner[i:]
		n := 2
		switch c := inner[1]; c {
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'u':
			var r rune
			r, n = unescapeRune(inner)
			dst = utf8.AppendRune(dst, r)
		default: // quote, backslash, slash
			dst = append(dst, c)
		}
		inner = inner[n:]
	}
}

// unescapeRune reads the \u escape, or the surrogate pair of two of them,
// that valid text begins with, and returns its length.
func unescapeRune(text []byte) (r rune, n int) {
	r, _ = hex4(text[2:])
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(text) >= 12 && text[6] == '\\' && text[7] == 'u' {
		low, _ := hex4(text[8:])
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return utf8.RuneError, 6
}
