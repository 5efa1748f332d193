package schema

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// maxExponent is the largest power of ten, either way, that a number may be
// written with. The validator computes with exact fractions, so 1e999999999
// would be a billion digits.
const maxExponent = 1000

// hugeNumber returns the offset of the first number in a valid JSON value whose
// exponent is beyond maxExponent, -1 if there is none.
func hugeNumber(value []byte) int {
	for i := 0; i < len(value); {
		switch c := value[i]; {
		case c == '"':
			i = skipString(value, i)
		case c == '-' || '0' <= c && c <= '9':
			end := i
			for end < len(value) && bytes.IndexByte([]byte("+-.0123456789eE"), value[end]) >= 0 {
				end++
			}
			if isHuge(value[i:end]) {
				return i
			}
			i = end
		default:
			i++
		}
	}
	return -1
}

// isHuge reports whether the exponent of a number is beyond maxExponent.
func isHuge(number []byte) bool {
	at := bytes.IndexAny(number, "eE")
	if at < 0 {
		return false
	}
	exponent, err := strconv.Atoi(string(bytes.TrimPrefix(number[at+1:], []byte("+"))))
	return err != nil || exponent > maxExponent || exponent < -maxExponent
}

// skipString returns the end of the string that begins at value[i].
func skipString(value []byte, i int) int {
	for i++; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(value)
}

// pointerTo returns the pointer to what lies at an offset of a value.
func pointerTo(value jsontext.Value, offset int) jsontext.Pointer {
	dec := jsontext.NewDecoder(&reader{value}, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	for dec.InputOffset() <= int64(offset) {
		if _, err := dec.ReadToken(); err != nil {
			return ""
		}
	}
	return dec.StackPointer()
}
