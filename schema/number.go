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
	exactDigits = 15      // of a number that as a float64 is still the same decimal
	longDigits  = 40      // up to here a number costs next to nothing
	maxDigits   = 1000    // of one number
	allDigits   = 100_000 // of all long numbers
)

// numbers is what one look at the numbers of a value tells.
type numbers struct {
	short  bool   // all have so few digits that a float64 tells them apart
	costly int    // offset of the first one that costs too much, -1 if none does
	why    string // it does
}

// scanNumbers looks at the numbers of a valid JSON value.
func scanNumbers(value []byte) numbers {
	found := numbers{short: true, costly: -1}
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
			n := digits(value[i:end])
			if n > exactDigits {
				found.short = false
			}
			if n > longDigits {
				all += n
			}
			switch {
			case n > maxDigits:
				found.costly, found.why = i, fmt.Sprintf("is a number of more than %d digits or an exponent beyond that", maxDigits)
				return found
			case all > allDigits:
				found.costly, found.why = i, "is one long number too many"
				return found
			}
			i = end
		default:
			i++
		}
	}
	return found
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
