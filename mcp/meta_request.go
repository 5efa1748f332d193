package mcp

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// ValidateRequest checks the _meta of a request: the two keys every request
// must have (META-011, META-012), and the types of the reserved keys it may
// have (META-002, META-016, META-021, PROGRESS-001, LOG-009). It returns nil or
// an InvalidParams error that names the key; META-013 says to refuse the
// request with it. Keys against the grammar are ignored.
//
// It does not compare versions. It decodes nothing and does not allocate: a
// request is checked by one walk over its _meta.
func (m Meta) ValidateRequest() *jsonrpc.Error {
	if m.raw == nil {
		return InvalidParams("params._meta is missing; every request needs %s and %s in it", KeyProtocolVersion, KeyClientCapabilities)
	}
	if m.raw.Kind() != '{' {
		return InvalidParams("params._meta is %s, not an object", kindName(m.raw.Kind()))
	}
	var version, capabilities bool
	for key, value := range jsonrpc.Members(m.raw) {
		var err error
		switch string(key) {
		case KeyProtocolVersion:
			version = true
			err = checkKind(KeyProtocolVersion, value, '"')
		case KeyClientCapabilities:
			capabilities = true
			err = checkCapabilities(value)
		case KeyClientInfo:
			err = checkImplementation(KeyClientInfo, value)
		case KeyLogLevel:
			_, err = parseLevel(value)
		case KeyProgressToken:
			err = checkToken(value)
		}
		if err != nil {
			return InvalidParams("invalid params: _meta key %v", err)
		}
	}
	switch {
	case !version:
		return InvalidParams("params._meta lacks %s", KeyProtocolVersion)
	case !capabilities:
		return InvalidParams("params._meta lacks %s ({} if there is nothing to declare)", KeyClientCapabilities)
	}
	return nil
}

// checkKind checks that the value of name is of a kind.
func checkKind(name string, value jsontext.Value, want jsontext.Kind) error {
	if value.Kind() == want {
		return nil
	}
	return fmt.Errorf("%s is %s, not %s", name, kindName(value.Kind()), kindName(want))
}

// checkMembers checks that each member of an object, if it is there, is an
// object.
func checkMembers(name string, object jsontext.Value, members ...string) error {
	for _, member := range members {
		value := jsonrpc.Member(object, member)
		if value != nil && value.Kind() != '{' {
			return fmt.Errorf("%s: %s is %s, not an object", name, member, kindName(value.Kind()))
		}
	}
	return nil
}

// checkCapabilities checks that value decodes as ClientCapabilities.
func checkCapabilities(value jsontext.Value) error {
	const name = KeyClientCapabilities
	if err := checkKind(name, value, '{'); err != nil {
		return err
	}
	for key, capability := range jsonrpc.Members(value) {
		var err error
		switch string(key) {
		case "elicitation":
			if err = checkKind(name+": elicitation", capability, '{'); err == nil {
				err = checkMembers(name+": elicitation", capability, "form", "url")
			}
		case "sampling":
			if err = checkKind(name+": sampling", capability, '{'); err == nil {
				err = checkMembers(name+": sampling", capability, "context", "tools")
			}
		case "roots":
			err = checkKind(name+": roots", capability, '{')
		case "extensions":
			err = checkObjects(name+": extensions", capability)
		case "experimental":
			err = checkObjects(name+": experimental", capability)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkObjects checks that value is an object of objects.
func checkObjects(name string, value jsontext.Value) error {
	if err := checkKind(name, value, '{'); err != nil {
		return err
	}
	for key, settings := range jsonrpc.Members(value) {
		if settings.Kind() != '{' {
			return fmt.Errorf("%s: %s is %s, not an object", name, clip(string(key)), kindName(settings.Kind()))
		}
	}
	return nil
}

// checkImplementation checks that value decodes as an Implementation: name and
// version are required, and texts are strings (META-016, META-017).
func checkImplementation(name string, value jsontext.Value) error {
	if err := checkKind(name, value, '{'); err != nil {
		return err
	}
	var hasName, hasVersion bool
	for key, member := range jsonrpc.Members(value) {
		want := jsontext.Kind('"')
		switch string(key) {
		case "name":
			hasName = true
		case "version":
			hasVersion = true
		case "icons":
			want = '['
		case "title", "description", "websiteUrl":
		default:
			continue
		}
		if member.Kind() != want {
			return fmt.Errorf("%s: %s is %s", name, key, kindName(member.Kind()))
		}
	}
	switch {
	case !hasName:
		return fmt.Errorf("%s has no name", name)
	case !hasVersion:
		return fmt.Errorf("%s has no version", name)
	}
	return nil
}

// parseLevel returns the level that value is, an error if it is none.
func parseLevel(value jsontext.Value) (LoggingLevel, error) {
	if err := checkKind(KeyLogLevel, value, '"'); err != nil {
		return "", err
	}
	for _, level := range levels {
		if string(value[1:len(value)-1]) == string(level) {
			return level, nil
		}
	}
	level := LoggingLevel(textOf(value)) // it may have escapes
	if !level.Valid() {
		return level, fmt.Errorf("%s is %q, none of the eight levels", KeyLogLevel, clip(string(level)))
	}
	return level, nil
}

// checkToken checks that value is a string or an integer.
func checkToken(value jsontext.Value) error {
	if value.Kind() == '"' || plainInteger(value) {
		return nil
	}
	if _, err := jsonrpc.ParseID(value); err != nil {
		return tokenError(KeyProgressToken, value)
	}
	return nil
}

// plainInteger reports whether a JSON value is an integer without fraction and
// exponent, so that ParseID need not look.
func plainInteger(value jsontext.Value) bool {
	for _, c := range value {
		if c != '-' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

func tokenError(key string, value jsontext.Value) error {
	if value.Kind() == '0' {
		return fmt.Errorf("%s is a number with a fraction, not a string or an integer", key)
	}
	return fmt.Errorf("%s is %s, not a string or an integer", key, kindName(value.Kind()))
}
