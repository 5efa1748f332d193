package jsonrpc

import (
	"bytes"
	"strconv"
)

// maxZeros is how many zeros at the end of an integer its canonical form
// writes out.
const maxZeros = 512

// maxExponent is how many digits the exponent of an integer may have: what
// int64 holds with room for sums. No id and no code is near.
const (
	maxExponent = 18
	maxPower    = 999_999_999_999_999_999
)

// An integer is the value of a JSON number without a fractional part, of any
// length: sign, digits and a power of ten. The digits neither begin nor end
// with a 0; zero has none, and no sign.
type integer struct {
	negative bool
	digits   []byte
	zeros    int64
}

// isPlain reports whether a valid JSON number is written as an integer is: no
// point, no exponent, no minus before 0.
func isPlain[text []byte | string](number text) bool {
	for i := range len(number) {
		if c := number[i]; c < '0' && (c != '-' || i > 0) || c > '9' {
			return false
		}
	}
	return len(number) > 0 && (len(number) != 2 || number[0] != '-' || number[1] != '0')
}

// parseInteger reads a valid JSON number by value, without rounding and
// without multiplying out. It reports false for a fraction, and for an
// exponent of more than maxExponent digits, given or in its canonical form.
func parseInteger(number []byte) (n integer, ok bool) {
	n.negative = number[0] == '-'
	if n.negative {
		number = number[1:]
	}
	if at := bytes.IndexAny(number, "eE"); at >= 0 {
		if n.zeros, ok = parseExponent(number[at+1:]); !ok {
			return n, false
		}
		number = number[:at]
	}
	n.digits = number
	if whole, part, found := bytes.Cut(number, []byte(".")); found {
		n.digits = append(append(make([]byte, 0, len(number)), whole...), part...)
		n.zeros -= int64(len(part))
	}
	significant := bytes.TrimRight(n.digits, "0")
	n.zeros += int64(len(n.digits) - len(significant))
	n.digits = bytes.TrimLeft(significant, "0")
	if len(n.digits) == 0 {
		return integer{}, true
	}
	// The canonical form must be read as well, so its exponent has no more
	// digits either.
	return n, n.zeros >= 0 && n.zeros <= maxPower
}

// parseExponent reads what follows the e of a number.
func parseExponent(text []byte) (exponent int64, ok bool) {
	negative := text[0] == '-'
	text = bytes.TrimLeft(bytes.TrimLeft(text, "+-"), "0")
	if len(text) > maxExponent {
		return 0, false
	}
	for _, c := range text {
		exponent = 10*exponent + int64(c-'0')
	}
	if negative {
		exponent = -exponent
	}
	return exponent, true
}

// String returns the one spelling of the integer that the package uses.
func (n integer) String() string {
	if len(n.digits) == 0 {
		return "0"
	}
	var text []byte
	if n.negative {
		text = append(text, '-')
	}
	text = append(text, n.digits...)
	if n.zeros > maxZeros {
		text = append(text, 'e')
		return string(strconv.AppendInt(text, n.zeros, 10))
	}
	return string(append(text, bytes.Repeat([]byte("0"), int(n.zeros))...))
}

// int64Of reads a valid JSON value as an integer of 64 bits, whatever its
// spelling.
func int64Of(value []byte) (int64, bool) {
	if c := value[0]; c != '-' && (c < '0' || c > '9') {
		return 0, false
	}
	if isPlain(value) {
		i, err := strconv.ParseInt(string(value), 10, 64)
		return i, err == nil
	}
	n, ok := parseInteger(value)
	if !ok {
		return 0, false
	}
	i, err := strconv.ParseInt(n.String(), 10, 64)
	return i, err == nil
}
