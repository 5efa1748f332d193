package serversfile

import "bytes"

// plain returns text with comments and commas before a closing bracket turned
// into blanks, so that it is JSON if that was all that kept it from being so,
// and offsets of errors stay true. text is not changed.
func plain(text []byte) []byte {
	out := bytes.Clone(text)
	comma := -1 // a comma behind which only white space and comments came
	for i := 0; i < len(out); {
		switch c := out[i]; {
		case c == '"':
			i = stringEnd(out, i)
			comma = -1
		case bytes.HasPrefix(out[i:], []byte("//")):
			i = blank(out, i, lineEnd(out, i))
		case bytes.HasPrefix(out[i:], []byte("/*")):
			i = blank(out, i, commentEnd(out, i))
		case c == ',':
			comma = i
			i++
		case (c == '}' || c == ']') && comma >= 0:
			out[comma] = ' '
			comma = -1
			i++
		default:
			if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
				comma = -1
			}
			i++
		}
	}
	return out
}

// stringEnd returns the end of the string that begins at text[i].
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

func lineEnd(text []byte, i int) int {
	if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}

func commentEnd(text []byte, i int) int {
	if n := bytes.Index(text[i+2:], []byte("*/")); n >= 0 {
		return i + 2 + n + 2
	}
	return len(text)
}

// blank overwrites text[from:to] but for line breaks and returns to.
func blank(text []byte, from, to int) int {
	for i := from; i < to; i++ {
		if text[i] != '\n' && text[i] != '\r' {
			text[i] = ' '
		}
	}
	return to
}
