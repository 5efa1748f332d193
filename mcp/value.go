package mcp

import (
	"github.com/go-json-experiment/json/jsontext"
)

// textOf returns what a valid JSON string says. Half a surrogate pair becomes
// U+FFFD.
func textOf(value jsontext.Value) string {
	text, _ := jsontext.AppendUnquote(nil, value)
	return string(text)
}

// kindName returns what a JSON value is, for messages.
func kindName(value jsontext.Value) string {
	switch value.Kind() {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "an array"
	default:
		return "no JSON value"
	}
}
