package mcp

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// textOf returns what a valid JSON string says. Half a surrogate pair becomes
// U+FFFD.
func textOf(value jsontext.Value) string {
	if bytes.IndexByte(value, '\\') < 0 {
		return string(value[1 : len(value)-1])
	}
	text, _ := jsontext.AppendUnquote(nil, value)
	return string(text)
}

// parseString returns what the member name says, a string.
func parseString(name string, member jsontext.Value) (string, error) {
	if member.Kind() != '"' {
		return "", fmt.Errorf("%s is %s, not a string", name, kindName(member.Kind()))
	}
	return textOf(member), nil
}

// kindName returns what a JSON value of a kind is, for messages.
func kindName(kind jsontext.Kind) string {
	switch kind {
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
