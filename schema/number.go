package schema

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// The validator computes with exact fractions, so 1e999999999 would be a
// billion digits, and many numbers of a thousand digits take long as well.
// Digits are those of a number that is written out, its exponent among them.
const (
	maxDigits   = 1000    // of one number
	shortDigits = 40      // a number up to here costs next to nothing
	allDigits   = 100_000 // of all numbers that are not short
)

// costlyNumber returns the offset of the first number in a valid JSON value
// that costs too much, and why it does; -1 if there is none.
func costlyNumber(value []byte) (at int, why string) {
	all := 0
	for i := 0; i < len(value); {
		switch c := value[i]; {
		case c == '"':
			i = skipString(value, i)
		case c == '-' || '0' <= c && c <= '9':
			end := i
			for end < len(value) && bytes.IndexByte([]byte("+-.0123456789eE"), value[end]) >= 0 {
				end++
			}
			switch n := digits(value[i:end]); {
			case n > maxDigits:
				return i, fmt.Sprintf("is a number of more than %d digits or an exponent beyond that", maxDigits)
			case n > shortDigits:
				if all += n; all > allDigits {
					return i, "is one long number too many"
				}
			}
			i = end
		default:
			i++
		}
	}
	return -1, ""
}

// digits returns how many digits a number has when it is written out; what is
// more than maxDigits need not be exact.
func digits(number []byte) int {
	at := bytes.IndexAny(number, "eE")
	if at < 0 {
		return len(number)
	}
	exponent, err := strconv.Atoi(string(number[at+1:]))
	if err != nil || exponent > maxDigits || exponent < -maxDigits {
		return maxDigits + 1
	}
	return at + max(exponent, -exponent)
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
