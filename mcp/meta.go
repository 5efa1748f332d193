package mcp

import (
	"fmt"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// The reserved keys of _meta (META-010).
const (
	KeyProgressToken      = "progressToken"
	KeyProtocolVersion    = "io.modelcontextprotocol/protocolVersion"
	KeyClientInfo         = "io.modelcontextprotocol/clientInfo"
	KeyClientCapabilities = "io.modelcontextprotocol/clientCapabilities"
	KeyLogLevel           = "io.modelcontextprotocol/logLevel"
	KeySubscriptionID     = "io.modelcontextprotocol/subscriptionId"
	KeyServerInfo         = "io.modelcontextprotocol/serverInfo"
	KeyTraceParent        = "traceparent"
	KeyTraceState         = "tracestate"
	KeyBaggage            = "baggage"
)

// Meta is a _meta object: reserved keys with typed getters, and whatever else
// a peer put there, preserved byte for byte and in order. The zero Meta is
// absent. A Meta is immutable: With returns another one.
//
// Getters of a key that is absent return false and no error; of a key whose
// value has the wrong type, an error that names the key.
type Meta struct {
	raw jsontext.Value // a JSON object, or nil
}

// ParseMeta returns the Meta of a valid JSON value; anything but an object is
// an error (META-002). The Meta aliases object.
func ParseMeta(object jsontext.Value) (Meta, error) {
	if object.Kind() != '{' {
		return Meta{}, fmt.Errorf("_meta is %s, not an object", kindName(object.Kind()))
	}
	return Meta{raw: object}, nil
}

// IsZero reports whether there is no _meta at all.
func (m Meta) IsZero() bool { return m.raw == nil }

// Raw returns the object's JSON text, nil if absent. It must not be changed.
func (m Meta) Raw() jsontext.Value { return m.raw }

// MarshalJSONTo writes the object as it is, and {} if it is absent.
func (m Meta) MarshalJSONTo(enc *jsontext.Encoder) error {
	if m.raw == nil {
		return enc.WriteValue(jsontext.Value("{}"))
	}
	return enc.WriteValue(m.raw)
}

// UnmarshalJSONFrom reads an object and keeps a copy of it.
func (m *Meta) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*m, err = ParseMeta(value.Clone())
	return err
}

// Get returns the value of key, nil if it is absent.
func (m Meta) Get(key string) jsontext.Value { return jsonrpc.Member(m.raw, key) }

// All iterates over keys and values in the order they came.
func (m Meta) All() iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		for name, value := range jsonrpc.Members(m.raw) {
			if !yield(string(name), value) {
				return
			}
		}
	}
}

// With returns a Meta in which key has the given JSON value, in its old place
// if it was there, else at the end.
func (m Meta) With(key string, value jsontext.Value) Meta {
	var found bool
	raw := []byte{'{'}
	for name, old := range jsonrpc.Members(m.raw) {
		if string(name) == key {
			old, found = value, true
		}
		raw = appendMember(raw, string(name), old)
	}
	if !found {
		raw = appendMember(raw, key, value)
	}
	return Meta{raw: append(raw, '}')}
}

// WithValue is With for a Go value. It fails when v cannot be encoded.
func (m Meta) WithValue(key string, v any) (Meta, error) {
	value, err := encode(v)
	if err != nil {
		return m, explain("encode _meta key "+key, err)
	}
	return m.With(key, value), nil
}

// Without returns a Meta that lacks key.
func (m Meta) Without(key string) Meta {
	if m.Get(key) == nil {
		return m
	}
	raw := []byte{'{'}
	for name, value := range jsonrpc.Members(m.raw) {
		if string(name) != key {
			raw = appendMember(raw, string(name), value)
		}
	}
	return Meta{raw: append(raw, '}')}
}

// appendMember appends a member to an object that is being written.
func appendMember(dst []byte, name string, value jsontext.Value) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	dst = jsonrpc.AppendString(dst, name)
	dst = append(dst, ':')
	return append(dst, value...)
}

// decodeKey decodes the value of a key into a T.
func decodeKey[T any](m Meta, key string) (v T, ok bool, err error) {
	value := m.Get(key)
	if value == nil {
		return v, false, nil
	}
	if err := decode(value, &v); err != nil {
		return v, true, fmt.Errorf("_meta key %w", explain(key, err))
	}
	return v, true, nil
}

// ProtocolVersion returns the revision that a request names (META-011).
func (m Meta) ProtocolVersion() (string, bool, error) {
	value := m.Get(KeyProtocolVersion)
	switch {
	case value == nil:
		return "", false, nil
	case string(value) == `"`+Revision+`"`:
		return Revision, true, nil
	case value.Kind() != '"':
		return "", true, fmt.Errorf("_meta key %s is %s, not a string", KeyProtocolVersion, kindName(value.Kind()))
	default:
		return textOf(value), true, nil
	}
}

// ClientCapabilities returns what the client declared with this request
// (META-012).
func (m Meta) ClientCapabilities() (ClientCapabilities, bool, error) {
	value := m.Get(KeyClientCapabilities)
	switch {
	case value == nil:
		return ClientCapabilities{}, false, nil
	case string(value) == "{}":
		return ClientCapabilities{}, true, nil
	}
	if err := checkCapabilities(value); err != nil {
		return ClientCapabilities{}, true, fmt.Errorf("_meta key %w", err)
	}
	return decodeKey[ClientCapabilities](m, KeyClientCapabilities)
}

// ClientInfo returns the client's self-reported identity: for logs and
// screens, never for decisions (META-015, META-018, META-019).
func (m Meta) ClientInfo() (Implementation, bool, error) { return m.implementation(KeyClientInfo) }

// ServerInfo returns the server's self-reported identity, in results
// (META-022).
func (m Meta) ServerInfo() (Implementation, bool, error) { return m.implementation(KeyServerInfo) }

// implementation decodes an Implementation, which must have a name and a
// version (META-016).
func (m Meta) implementation(key string) (Implementation, bool, error) {
	if value := m.Get(key); value != nil {
		if err := checkImplementation(key, value); err != nil {
			return Implementation{}, true, fmt.Errorf("_meta key %w", err)
		}
	}
	return decodeKey[Implementation](m, key)
}

// LogLevel returns the least level of log messages the client wants for this
// request; absent means none (META-021, LOG-004).
func (m Meta) LogLevel() (LoggingLevel, bool, error) {
	value := m.Get(KeyLogLevel)
	if value == nil {
		return "", false, nil
	}
	level, err := parseLevel(value)
	if err != nil {
		err = fmt.Errorf("_meta key %w", err)
	}
	return level, true, err
}

// ProgressToken returns the token to report progress with: a string or an
// integer (PROGRESS-001).
func (m Meta) ProgressToken() (ProgressToken, bool, error) {
	id, ok, err := m.id(KeyProgressToken)
	return ProgressToken{id}, ok, err
}

// SubscriptionID returns the id of the subscriptions/listen request that a
// notification belongs to (META-023).
func (m Meta) SubscriptionID() (jsonrpc.ID, bool, error) { return m.id(KeySubscriptionID) }

// id reads a string or an integer.
func (m Meta) id(key string) (jsonrpc.ID, bool, error) {
	value := m.Get(key)
	if value == nil {
		return jsonrpc.ID{}, false, nil
	}
	id, err := jsonrpc.ParseID(value)
	if err != nil {
		return jsonrpc.ID{}, true, fmt.Errorf("_meta key %w", tokenError(key, value))
	}
	return id, true, nil
}

// TraceParent returns the W3C traceparent, "" if it is absent or no string:
// trace context is never a reason to reject a request.
func (m Meta) TraceParent() string { return m.text(KeyTraceParent) }

// TraceState returns the W3C tracestate; see TraceParent.
func (m Meta) TraceState() string { return m.text(KeyTraceState) }

// Baggage returns the W3C baggage; see TraceParent.
func (m Meta) Baggage() string { return m.text(KeyBaggage) }

func (m Meta) text(key string) string {
	value := m.Get(key)
	if value.Kind() != '"' {
		return ""
	}
	return textOf(value)
}
