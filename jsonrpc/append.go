package jsonrpc

import (
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// AppendRequest appends the frame of a request to dst. params must be a JSON
// object or nil; like result and error data below it is copied as it is. id
// must not be zero: without it the frame would be a notification.
func AppendRequest(dst []byte, id ID, method string, params jsontext.Value) []byte {
	return appendCall(dst, id, method, params)
}

// AppendNotification appends the frame of a notification to dst.
func AppendNotification(dst []byte, method string, params jsontext.Value) []byte {
	return appendCall(dst, ID{}, method, params)
}

// AppendResult appends the frame of a result response to dst. result must be
// a JSON object; nil is written as the empty one. id must not be zero.
func AppendResult(dst []byte, id ID, result jsontext.Value) []byte {
	dst = appendHead(dst, id)
	dst = append(dst, `,"result":`...)
	if len(result) == 0 {
		result = jsontext.Value("{}")
	}
	dst = append(dst, result...)
	return append(dst, '}')
}

// AppendError appends the frame of an error response to dst. A zero id leaves
// the member out (JSONRPC-018).
func AppendError(dst []byte, id ID, err *Error) []byte {
	dst = appendHead(dst, id)
	dst = append(dst, `,"error":{"code":`...)
	dst = strconv.AppendInt(dst, int64(err.Code), 10)
	dst = append(dst, `,"message":`...)
	dst = AppendString(dst, err.Message)
	if len(err.Data) > 0 {
		dst = append(dst, `,"data":`...)
		dst = append(dst, err.Data...)
	}
	return append(dst, "}}"...)
}

// Append appends the frame of m to dst, by its shape; nothing if m is Invalid.
func (m Message) Append(dst []byte) []byte {
	switch m.Shape {
	case Request:
		return AppendRequest(dst, m.ID, m.Method, m.Params)
	case Notification:
		return AppendNotification(dst, m.Method, m.Params)
	case Result:
		return AppendResult(dst, m.ID, m.Result)
	case ErrorShape:
		return AppendError(dst, m.ID, m.Error)
	default:
		return dst
	}
}

// appendHead appends what all four shapes begin with.
func appendHead(dst []byte, id ID) []byte {
	dst = append(dst, `{"jsonrpc":"2.0"`...)
	if !id.IsZero() {
		dst = append(dst, `,"id":`...)
		dst = id.Append(dst)
	}
	return dst
}

// appendCall appends a request, or without an id a notification.
func appendCall(dst []byte, id ID, method string, params jsontext.Value) []byte {
	dst = appendHead(dst, id)
	dst = append(dst, `,"method":`...)
	dst = AppendString(dst, method)
	if len(params) > 0 {
		dst = append(dst, `,"params":`...)
		dst = append(dst, params...)
	}
	return append(dst, '}')
}

// AppendString appends s as a JSON string. Only what JSON demands is escaped:
// the quote, the backslash and control characters. Invalid UTF-8 becomes
// U+FFFD, one for each byte of it.
func AppendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for {
		n := plain(s)
		dst = append(dst, s[:n]...)
		s = s[n:]
		if s == "" {
			return append(dst, '"')
		}
		n = 1
		switch c := s[0]; c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, `\b`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			if c < ' ' {
				dst = append(dst, `\u00`...)
				dst = append(dst, hex[c>>4], hex[c&15])
				break
			}
			var r rune
			r, n = utf8.DecodeRuneInString(s)
			dst = utf8.AppendRune(dst, r)
		}
		s = s[n:]
	}
}
