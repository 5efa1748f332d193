package wiretrace

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// clipped is the longest string that is shown whole, in bytes.
const clipped = 2000

// explanations says in a few words what the reserved keys of _meta are for.
func explanation(key string) string {
	switch key {
	case mcp.KeyProtocolVersion:
		return "the revision this request speaks"
	case mcp.KeyClientInfo:
		return "who asks, by its own account"
	case mcp.KeyClientCapabilities:
		return "what the client can do"
	case mcp.KeyServerInfo:
		return "who answers, by its own account"
	case mcp.KeyLogLevel:
		return "wants log messages from this level on"
	case mcp.KeyProgressToken:
		return "wants progress, under this token"
	case mcp.KeySubscriptionID:
		return "the subscriptions/listen it belongs to"
	case mcp.KeyTraceParent, mcp.KeyTraceState, mcp.KeyBaggage:
		return "W3C trace context"
	default:
		return ""
	}
}

// A printer writes one valid JSON value so that a person can read it: what
// fits into a line stays on it.
type printer struct {
	out    *bytes.Buffer
	text   *Text
	before memory // of the frame's direction
}

// message writes a frame. The short members of the envelope share a line.
func (p *printer) message(frame jsontext.Value) {
	if line, fits := p.line(frame, 2); fits {
		p.out.WriteString("  " + p.colored(line, frame))
		return
	}
	p.out.WriteString("  {")
	p.members(frame, 3, 3)
	p.out.WriteByte('}')
}

// members writes the members of an object, indented by indent: short ones share
// a line. used is how much of the current line is taken, 0 if a new one is to
// be begun.
func (p *printer) members(object jsontext.Value, indent, used int) {
	first := true
	for name, value := range jsonrpc.Members(object) {
		short := utf8.RuneCount(name) + utf8.RuneCount(value) + len(`"": , `)
		scalar := value.Kind() != '{' && value.Kind() != '['
		switch {
		case first && used > 0:
		case !first && scalar && used+short <= p.text.style.Width:
			p.out.WriteString(", ")
		default:
			if !first {
				p.out.WriteByte(',')
			}
			p.newline(indent)
			used = indent
		}
		used += short
		first = false
		p.member(string(name), value, indent)
		if !scalar {
			used = p.text.style.Width // nothing follows on its line
		}
	}
}

func (p *printer) newline(indent int) {
	p.out.WriteByte('\n')
	p.out.WriteString(strings.Repeat(" ", indent))
}

// member writes a member of an object whose members are indented by indent.
func (p *printer) member(name string, value jsontext.Value, indent int) {
	quoted := quote(name)
	p.out.WriteString(p.text.paint(nameOf, p.text.plain(quoted)) + ": ")
	p.value(value, indent, indent+utf8.RuneCountInString(quoted)+2, name == "_meta")
}

// value writes a value whose own members are indented by indent and two more;
// used is how much of the current line is taken.
func (p *printer) value(value jsontext.Value, indent, used int, isMeta bool) {
	if line, fits := p.line(value, used); fits && !isMeta {
		p.out.WriteString(p.colored(line, value))
		return
	}
	switch kind := value.Kind(); {
	case kind == '{' && isMeta:
		p.meta(value, indent)
	case kind == '{':
		p.object(value, indent)
	case kind == '[':
		p.array(value, indent)
	default:
		p.out.WriteString(p.scalar(value))
	}
}

func (p *printer) object(object jsontext.Value, indent int) {
	p.out.WriteByte('{')
	p.members(object, indent+2, 0)
	p.newline(indent)
	p.out.WriteByte('}')
}

// meta writes a _meta object, each key on a line with what it is for. In brief
// style there is a … in place of members that are as they were before.
func (p *printer) meta(object jsontext.Value, indent int) {
	var names []string
	var values []jsontext.Value
	same := 0
	for name, value := range jsonrpc.Members(object) {
		if p.before.knows("_meta "+string(name), string(value)) && p.text.style.Brief {
			same++
			continue
		}
		names = append(names, string(name))
		values = append(values, value)
	}
	if same > 0 && names == nil {
		p.out.WriteString("{…}")
		return
	}
	p.out.WriteByte('{')
	for i, name := range names {
		p.newline(indent + 2)
		p.member(name, values[i], indent+2)
		if i+1 < len(names) || same > 0 {
			p.out.WriteByte(',')
		}
		if note := explanation(name); note != "" {
			p.out.WriteString(p.text.paint(dim, "  // "+note))
		}
	}
	if same > 0 {
		p.newline(indent + 2)
		p.out.WriteString("…" + p.text.paint(dim, "  // the rest as before"))
	}
	if len(names) > 0 {
		p.newline(indent)
	}
	p.out.WriteByte('}')
}

func (p *printer) array(array jsontext.Value, indent int) {
	elements := elementsOf(array)
	p.out.WriteByte('[')
	if len(elements) == 1 {
		p.value(elements[0], indent, indent, false)
		p.out.WriteByte(']')
		return
	}
	for i, element := range elements {
		p.newline(indent + 2)
		p.value(element, indent+2, indent+2, false)
		if i+1 < len(elements) {
			p.out.WriteByte(',')
		}
	}
	p.newline(indent)
	p.out.WriteByte(']')
}

// line returns value without colours on one line, and whether that fits behind
// the columns that are used.
func (p *printer) line(value jsontext.Value, used int) (string, bool) {
	room := p.text.style.Width - used - 1
	if len(value) > 4*room || hasMeta(value) {
		return "", false
	}
	var b strings.Builder
	plain := Text{style: Style{Shown: p.text.style.Shown}}
	flat(&b, &plain, value)
	return b.String(), utf8.RuneCountInString(b.String()) <= room
}

// colored returns value, which is line without colours, with them.
func (p *printer) colored(line string, value jsontext.Value) string {
	if !p.text.style.Color {
		return line
	}
	var b strings.Builder
	flat(&b, p.text, value)
	return b.String()
}

// flat writes value on one line.
func flat(b *strings.Builder, t *Text, value jsontext.Value) {
	separator := ""
	switch value.Kind() {
	case '{':
		b.WriteByte('{')
		for name, member := range jsonrpc.Members(value) {
			b.WriteString(separator + t.paint(nameOf, t.plain(quote(string(name)))) + ": ")
			flat(b, t, member)
			separator = ", "
		}
		b.WriteByte('}')
	case '[':
		b.WriteByte('[')
		for _, element := range elementsOf(value) {
			b.WriteString(separator)
			flat(b, t, element)
			separator = ", "
		}
		b.WriteByte(']')
	default:
		b.WriteString((&printer{text: t}).scalar(value))
	}
}

// scalar returns a string, a number or a literal.
func (p *printer) scalar(value jsontext.Value) string {
	text := p.text.plain(clip(string(value)))
	switch value.Kind() {
	case '"':
		return p.text.paint(textOf, text)
	default:
		return p.text.paint(numberOf, text)
	}
}

// hasMeta reports whether there is something to explain within value.
func hasMeta(value jsontext.Value) bool {
	for name, member := range jsonrpc.Members(value) {
		if string(name) == "_meta" && len(member) > len("{}") || hasMeta(member) {
			return true
		}
	}
	return false
}

// elementsOf returns the elements of a valid array.
func elementsOf(array jsontext.Value) []jsontext.Value {
	var elements []jsontext.Value
	_ = json.Unmarshal(array, &elements, jsontext.AllowDuplicateNames(true))
	return elements
}

func quote(text string) string { return string(jsonrpc.AppendString(nil, text)) }

// clip returns the beginning of a long text, with what is missing.
func clip(text string) string {
	if len(text) <= clipped {
		return text
	}
	n := clipped
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "… (" + formatBytes(len(text)-n) + " more)"
}
