package streamable

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// The markers around a header value in Base64. They are case-sensitive
// (PARAM-022).
const (
	valuePrefix = "=?base64?"
	valueSuffix = "?="
)

// base64Value is the alphabet of such values. Strict: one value has one form.
func base64Value() *base64.Encoding { return base64.StdEncoding.Strict() }

// encodeValue returns text as the value of an Mcp-Name or Mcp-Param-* header:
// as it is, or in the Base64 form if it could not pass as it is (PARAM-020) or
// would be taken for that form (PARAM-024). An empty text is an empty value.
func encodeValue(text string) string {
	if isPlainValue(text) && !(strings.HasPrefix(text, valuePrefix) && strings.HasSuffix(text, valueSuffix)) {
		return text
	}
	return valuePrefix + base64Value().EncodeToString([]byte(text)) + valueSuffix
}

// isPlainValue reports whether text passes through any HTTP implementation
// unchanged: visible ASCII, with spaces only inside. A tab would be allowed
// inside too, but some implementations turn it into a space.
func isPlainValue(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return strings.Trim(text, " ") == text
}

// decodeValue returns the text of such a header value; ok is false if it has
// characters that no header value may have, or stands between the markers
// without being the Base64 of UTF-8 text (HEADER-016, HEADER-017). What lacks a
// marker is literal.
func decodeValue(value string) (text string, ok bool) {
	for i := range len(value) {
		if c := value[i]; c != '\t' && (c < ' ' || c > '~') {
			return "", false
		}
	}
	inner, marked := strings.CutPrefix(value, valuePrefix)
	if !marked {
		return value, true
	}
	if inner, marked = strings.CutSuffix(inner, valueSuffix); !marked {
		return value, true
	}
	decoded, err := base64Value().DecodeString(inner)
	if err != nil || !utf8.Valid(decoded) {
		return "", false
	}
	return string(decoded), true
}
