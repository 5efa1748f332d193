package mcp

import (
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
func ParseMeta(object jsontext.Value) (Meta, error) { panic("TODO") }

// IsZero reports whether there is no _meta at all.
func (m Meta) IsZero() bool { return m.raw == nil }

// Raw returns the object's JSON text, nil if absent. It must not be changed.
func (m Meta) Raw() jsontext.Value { return m.raw }

// Get returns the value of key, nil if it is absent.
func (m Meta) Get(key string) jsontext.Value { return jsonrpc.Member(m.raw, key) }

// All iterates over keys and values in the order they came.
func (m Meta) All() iter.Seq2[string, jsontext.Value] { panic("TODO") }

// With returns a Meta in which key has the given JSON value, in its old place
// if it was there, else at the end.
func (m Meta) With(key string, value jsontext.Value) Meta { panic("TODO") }

// WithValue is With for a Go value. It fails when v cannot be encoded.
func (m Meta) WithValue(key string, v any) (Meta, error) { panic("TODO") }

// Without returns a Meta that lacks key.
func (m Meta) Without(key string) Meta { panic("TODO") }

// ProtocolVersion returns the revision that a request names (META-011).
func (m Meta) ProtocolVersion() (string, bool, error) { panic("TODO") }

// ClientCapabilities returns what the client declared with this request
// (META-012).
func (m Meta) ClientCapabilities() (ClientCapabilities, bool, error) { panic("TODO") }

// ClientInfo returns the client's self-reported identity: for logs and
// screens, never for decisions (META-015, META-018, META-019).
func (m Meta) ClientInfo() (Implementation, bool, error) { panic("TODO") }

// ServerInfo returns the server's self-reported identity, in results
// (META-022).
func (m Meta) ServerInfo() (Implementation, bool, error) { panic("TODO") }

// LogLevel returns the least level of log messages the client wants for this
// request; absent means none (META-021, LOG-004).
func (m Meta) LogLevel() (LoggingLevel, bool, error) { panic("TODO") }

// ProgressToken returns the token to report progress with: a string or an
// integer (PROGRESS-001).
func (m Meta) ProgressToken() (ProgressToken, bool, error) { panic("TODO") }

// SubscriptionID returns the id of the subscriptions/listen request that a
// notification belongs to (META-023).
func (m Meta) SubscriptionID() (jsonrpc.ID, bool, error) { panic("TODO") }

// TraceParent, TraceState and Baggage return the W3C trace context, "" if
// absent or no string (trace context is never a reason to reject a request).
func (m Meta) TraceParent() string { panic("TODO") }

// TraceState returns the W3C tracestate; see TraceParent.
func (m Meta) TraceState() string { panic("TODO") }

// Baggage returns the W3C baggage; see TraceParent.
func (m Meta) Baggage() string { panic("TODO") }

// A KeyError says why a _meta key is not one the grammar or the reservation
// allows.
type KeyError struct {
	Key    string
	Rule   string // "META-003", …
	Detail string
}

func (e *KeyError) Error() string { panic("TODO") }

// CheckKey checks a _meta key against the grammar: an optional prefix of
// dot-separated labels with a slash, then a name (META-003, -004, -007 to
// -009); the reserved prefixes, whose second label is modelcontextprotocol or
// mcp, hold only the keys listed above (META-006, META-010). It returns nil
// or a *KeyError. "com.example.mcp/" is free. A receiver ignores bad keys, it
// never rejects a message for them.
func CheckKey(key string) error { panic("TODO") }
