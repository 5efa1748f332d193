package jsonrpc

// An ID identifies a request among those that are open on one hop: a string
// or an integer of any length (JSONRPC-006, JSONRPC-007). It keeps the
// spelling it came with, so that it goes back digit for digit.
//
// The zero ID is absent: notifications have it, and error responses to
// messages whose id could not be read. Two IDs are equal by type and value
// when their Canonical forms are ==; 1 is never "1". An ID owns its memory.
type ID struct {
	text string // JSON text of the id, "" if absent
}

// IntID returns the ID of the integer n.
func IntID(n int64) ID { panic("TODO") }

// StringID returns the ID of the string s. Invalid UTF-8 in s is replaced.
func StringID(s string) ID { panic("TODO") }

// ParseID reads an id from its JSON text. It fails for anything that is not a
// JSON string or an integer: null, a fraction, a boolean, an object, an array.
// A number such as 1.0 or 1e3 is an integer by value and is accepted.
func ParseID(text []byte) (ID, error) { panic("TODO") }

// IsZero reports whether the id is absent.
func (id ID) IsZero() bool { return id.text == "" }

// IsString reports whether the id is a string.
func (id ID) IsString() bool { return id.text != "" && id.text[0] == '"' }

// String returns the JSON text of the id as it came: 7, "7" with its quotes,
// or "" when absent.
func (id ID) String() string { return id.text }

// Text returns the value of a string id without quotes and escapes, and the
// digits of an integer id.
func (id ID) Text() string { panic("TODO") }

// Canonical returns the one spelling that all ids of the same type and value
// share: 1.0 becomes 1, "\u0061" becomes "a". Use it as a map key.
func (id ID) Canonical() ID { panic("TODO") }

// Append appends the JSON text of the id to dst; nothing if it is absent.
func (id ID) Append(dst []byte) []byte { return append(dst, id.text...) }

// MarshalJSONTo and UnmarshalJSONFrom (json/v2 interfaces) belong here too.
