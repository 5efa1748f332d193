package mcp

import (
	"fmt"
	"strings"
)

// A KeyError says why a _meta key is not one the grammar or the reservation
// allows.
type KeyError struct {
	Key    string
	Rule   string // "META-003", …
	Detail string
}

func (e *KeyError) Error() string {
	return fmt.Sprintf("_meta key %q: %s (%s)", clip(e.Key), e.Detail, e.Rule)
}

// CheckKey checks a _meta key against the grammar: an optional prefix of
// dot-separated labels with a slash, then a name (META-003, -004, -007 to
// -009); the reserved prefixes, whose second label is modelcontextprotocol or
// mcp, hold only the keys listed above (META-006, META-010). It returns nil
// or a *KeyError. "com.example.mcp/" is free. A receiver ignores bad keys, it
// never rejects a message for them.
func CheckKey(key string) error {
	fail := func(rule, detail string) error { return &KeyError{Key: key, Rule: rule, Detail: detail} }
	name := key
	if prefix, rest, found := strings.Cut(key, "/"); found {
		name = rest
		labels := strings.Split(prefix, ".")
		for _, label := range labels {
			switch {
			case label == "":
				return fail("META-003", "a prefix is labels with single dots between them and a slash behind")
			case !isLetter(label[0]) || !isAlphanumeric(label[len(label)-1]) || !consists(label, "-"):
				return fail("META-004", "a label begins with a letter, ends with a letter or digit, and has only those and hyphens inside")
			}
		}
		if strings.Contains(rest, "/") {
			return fail("META-003", "a prefix ends with one slash, and a name has none")
		}
		if len(labels) > 1 && (labels[1] == "modelcontextprotocol" || labels[1] == "mcp") && !isReserved(key) {
			return fail("META-006", "the prefix is reserved for the protocol")
		}
	}
	switch {
	case name == "":
		return nil // META-009
	case !isAlphanumeric(name[0]) || !isAlphanumeric(name[len(name)-1]):
		return fail("META-007", "a name begins and ends with a letter or digit")
	case !consists(name, "-_."):
		return fail("META-008", "a name has only letters, digits, hyphens, underscores and dots")
	}
	return nil
}

// isReserved reports whether key is one the specification defines.
func isReserved(key string) bool {
	switch key {
	case KeyProgressToken, KeyProtocolVersion, KeyClientInfo, KeyClientCapabilities,
		KeyLogLevel, KeySubscriptionID, KeyServerInfo, KeyTraceParent, KeyTraceState, KeyBaggage:
		return true
	}
	return false
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isAlphanumeric(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }

// consists reports whether s has only letters, digits and the others.
func consists(s, others string) bool {
	for i := range len(s) {
		if !isAlphanumeric(s[i]) && strings.IndexByte(others, s[i]) < 0 {
			return false
		}
	}
	return true
}
