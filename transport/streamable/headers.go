package streamable

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// The headers that mirror a message, in the canonical form of net/http; names
// are compared without regard to case (HEADER-011).
const (
	headerVersion = "Mcp-Protocol-Version"
	headerMethod  = "Mcp-Method"
	headerName    = "Mcp-Name"
	prefixParam   = "Mcp-Param-"
)

// A nameTable tells for a method which member of params Mcp-Name mirrors. It
// is not changed once it is in use.
type nameTable map[string]string

// coreNames returns the table of the core and of the Tasks extension.
func coreNames() nameTable {
	return nameTable{
		"tools/call":     "name",
		"prompts/get":    "name",
		"resources/read": "uri",
		"tasks/get":      "taskId",
		"tasks/update":   "taskId",
		"tasks/cancel":   "taskId",
	}
}

// with returns the table with one more entry.
func (t nameTable) with(method, member string) nameTable {
	t = maps.Clone(t)
	t[method] = member
	return t
}

// source returns what Mcp-Name mirrors in a message: the member's name and its
// value. It is false if the method has no name, or if params has no string
// there; then the params are wrong, and for the Handler to refuse.
func (t nameTable) source(m *jsonrpc.Message) (member string, value jsontext.Value, ok bool) {
	member, ok = t[m.Method]
	if !ok {
		return "", nil, false
	}
	value = jsonrpc.Member(m.Params, member)
	return member, value, isString(value)
}

// checkHeaders compares the headers that mirror a message with it. A request
// must have them; a notification may lack them, for the revision defines none
// there, but what it has must be true (HEADER-013 to HEADER-017).
func (h *Handler) checkHeaders(header http.Header, m *jsonrpc.Message) *jsonrpc.Error {
	if err := checkVersion(header, m); err != nil {
		return err
	}
	method, err := single(header, headerMethod, m)
	switch {
	case err != nil:
		return err
	case method != nil && *method != m.Method:
		return mcp.HeaderMismatch("Mcp-Method is %s, the method of the body is %s", quote(*method), quote(m.Method))
	}
	member, value, ok := h.config.names.source(m)
	if !ok {
		// Without a name in the body there is nothing to mirror. A header that
		// names something all the same might fool whoever routes by it.
		if member != "" && len(header[headerName]) > 0 {
			return mcp.HeaderMismatch("Mcp-Name is there, but params.%s of the body is no string", member)
		}
		return nil
	}
	raw, err := single(header, headerName, m)
	if err != nil || raw == nil {
		return err
	}
	name, ok := decodeValue(*raw)
	switch {
	case !ok:
		return mcp.HeaderMismatch("Mcp-Name is neither plain ASCII nor valid Base64 between =?base64? and ?=")
	case !says(value, name):
		return mcp.HeaderMismatch("Mcp-Name is %s, params.%s of the body is %s", quote(name), member, quote(textOf(value)))
	}
	return nil
}

// single returns the value of a header that may stand once: nil if it does
// not and need not.
func single(header http.Header, name string, m *jsonrpc.Message) (*string, *jsonrpc.Error) {
	switch values := header[name]; {
	case len(values) == 1:
		return &values[0], nil
	case len(values) > 1:
		return nil, mcp.HeaderMismatch("the header %s stands %d times", spelled(name), len(values))
	case m.Shape == jsonrpc.Request:
		return nil, mcp.HeaderMismatch("the header %s is missing", spelled(name))
	default:
		return nil, nil
	}
}

// spelled returns the name of a header as the specification writes it.
func spelled(name string) string {
	if name == headerVersion {
		return "MCP-Protocol-Version"
	}
	return name
}

// mirrored returns the Mcp-Param-* headers, decoded, nil if there are none.
// Whether they are true is known only to who knows the tool's schema.
func mirrored(header http.Header) map[string]mcp.Mirrored {
	var mirror map[string]mcp.Mirrored
	for name, values := range header {
		param, ok := strings.CutPrefix(name, prefixParam)
		if !ok || param == "" {
			continue
		}
		if mirror == nil {
			mirror = map[string]mcp.Mirrored{}
		}
		text, ok := decodeValue(values[0])
		mirror[param] = mcp.Mirrored{Text: text, Malformed: !ok || len(values) > 1}
	}
	return mirror
}

// setHeaders writes the headers that mirror a message: the Client's side of
// checkHeaders.
func (t nameTable) setHeaders(header http.Header, m *jsonrpc.Message, mirror map[string]mcp.Mirrored) error {
	if !isPlainValue(m.Method) || m.Method == "" {
		return fmt.Errorf("the method %s cannot be sent in a header", quote(m.Method))
	}
	header[headerVersion] = []string{versionOf(m)}
	header[headerMethod] = []string{m.Method}
	if _, value, ok := t.source(m); ok && m.Shape == jsonrpc.Request {
		header[headerName] = []string{encodeValue(textOf(value))}
	}
	for param, value := range mirror {
		if !isToken(param) {
			return fmt.Errorf("%s%s is no name of a header", prefixParam, quote(param))
		}
		header[http.CanonicalHeaderKey(prefixParam+param)] = []string{encodeValue(value.Text)}
	}
	return nil
}

// isProtocolHeader reports whether a header, in canonical form, is one that
// setHeaders writes.
func isProtocolHeader(name string) bool {
	return name == headerVersion || name == headerMethod || name == headerName || strings.HasPrefix(name, prefixParam)
}

// isString reports whether a valid JSON value is a string.
func isString(value jsontext.Value) bool { return len(value) > 0 && value[0] == '"' }

// says reports whether a JSON string has the given text.
func says(value jsontext.Value, text string) bool {
	if inner := value[1 : len(value)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return string(inner) == text
	}
	return textOf(value) == text
}

// textOf returns the text of a JSON string, "" if it is none.
func textOf(value jsontext.Value) string {
	if !isString(value) {
		return ""
	}
	text, _ := jsontext.AppendUnquote(nil, value) // a decoded message is valid
	return string(text)
}

// isToken reports whether s is an RFC 9110 token, as names of headers are.
func isToken(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0:
		default:
			return false
		}
	}
	return s != ""
}

// quote returns text in quotes for a message, clipped: it is the peer's, and as
// long as the peer likes.
func quote(text string) string {
	const longest = 100
	if len(text) > longest {
		return fmt.Sprintf("%.*q…", longest, text)
	}
	return fmt.Sprintf("%q", text)
}
