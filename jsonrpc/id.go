package jsonrpc

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// An ID identifies a request among those that are open on one hop: a string
// or an integer of any length (JSONRPC-006, JSONRPC-007). It keeps the
// spelling it came with, so that it goes back digit for digit.
//
// The zero ID is absent: notifications have it, and error responses to
// messages whose id could not be read. Two IDs are equal by type and value
// when their Canonical forms are ==; 1 is never "1". An ID owns its memory.
//
// An ID is a member of a struct as it is: it reads and writes itself as JSON,
// and the option omitzero leaves an absent one out.
type ID struct {
	text string // JSON text of the id, "" if absent
}

// IntID returns the ID of the integer n.
func IntID(n int64) ID { return ID{strconv.FormatInt(n, 10)} }

// StringID returns the ID of the string s. Invalid UTF-8 in s is replaced.
func StringID(s string) ID { return ID{string(AppendString(nil, s))} }

// ParseID reads an id from its JSON text, without white space around it. It
// fails for anything that is not a JSON string or an integer: null, a
// fraction, a boolean, an object, an array. A number such as 1.0 or 1e3 is an
// integer by value and is accepted, unless its exponent has more than 18
// digits.
func ParseID(text []byte) (ID, error) {
	if problem := checkGrammar(text); problem != "" {
		return ID{}, fmt.Errorf("parse id: %s", problem)
	}
	if problem := checkID(text); problem != "" {
		return ID{}, fmt.Errorf("parse id: %s is not a string or an integer", problem)
	}
	return ID{string(text)}, nil
}

// checkGrammar says what is wrong with text as a string or a number, if it
// begins like one.
func checkGrammar(text []byte) (problem string) {
	var (
		end int
		err *DecodeError
	)
	switch {
	case len(text) == 0:
		return "the text is empty"
	case text[0] == '"':
		end, _, err = scanString(text, 0)
	case text[0] == '-' || '0' <= text[0] && text[0] <= '9':
		end, err = scanNumber(text, 0)
	default:
		return ""
	}
	switch {
	case err != nil:
		return err.Detail
	case end < len(text):
		return "something follows the value"
	}
	return ""
}

// checkID says what the valid JSON value text is if it is no id, "" if it is
// one.
func checkID(text []byte) (problem string) {
	switch text[0] {
	case '"':
		return ""
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if isPlain(text) {
			return ""
		}
		if _, ok := parseInteger(text); !ok {
			return "a fraction or out of bounds"
		}
		return ""
	default:
		return "something else"
	}
}

// IsZero reports whether the id is absent.
func (id ID) IsZero() bool { return id.text == "" }

// IsString reports whether the id is a string.
func (id ID) IsString() bool { return id.text != "" && id.text[0] == '"' }

// String returns the JSON text of the id as it came: 7, "7" with its quotes,
// or "" when absent.
func (id ID) String() string { return id.text }

// Text returns the value of a string id without quotes and escapes, and the
// digits of an integer id: those it came with, or for a spelling such as 1e3
// those of its Canonical form.
func (id ID) Text() string {
	switch {
	case id.IsString():
		return string(textOf([]byte(id.text)))
	case isPlain(id.text):
		return id.text
	default:
		return id.Canonical().text
	}
}

// Canonical returns the one spelling that all ids of the same type and value
// share: 1.0 becomes 1, "\u0061" becomes "a", -0 becomes 0. Use it as a map
// key.
//
// Its length is bounded by that of the id and a constant: an integer with more
// than 512 zeros at its end is written with an exponent, so 1e999999999 is not
// multiplied out.
func (id ID) Canonical() ID {
	switch {
	case id.IsZero():
		return id
	case id.IsString():
		inner := []byte(id.text[1 : len(id.text)-1])
		if bytes.IndexByte(inner, '\\') < 0 {
			return id
		}
		return StringID(string(unescape(nil, inner)))
	case isPlain(id.text) && len(id.text) <= maxZeros:
		return id
	default:
		n, _ := parseInteger([]byte(id.text))
		return ID{n.String()}
	}
}

// Equal reports whether two ids are the same by type and value. Two absent
// ids are equal.
func (id ID) Equal(other ID) bool {
	return id == other || id.Canonical() == other.Canonical()
}

// Append appends the JSON text of the id to dst; nothing if it is absent.
func (id ID) Append(dst []byte) []byte { return append(dst, id.text...) }

// MarshalJSONTo writes the id as it came, and null if it is absent; use
// omitzero to leave it out instead.
func (id ID) MarshalJSONTo(enc *jsontext.Encoder) error {
	if id.IsZero() {
		return enc.WriteToken(jsontext.Null)
	}
	return enc.WriteValue(jsontext.Value(id.text))
}

// UnmarshalJSONFrom reads an id. It fails as ParseID does, for null as well.
func (id *ID) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*id, err = ParseID(value)
	return err
}
