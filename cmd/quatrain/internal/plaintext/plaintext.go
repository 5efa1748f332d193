// Package plaintext takes out of foreign text what a terminal would obey
// instead of show: escape sequences, control characters, and the invisible
// characters that reverse the direction of what follows them. Line breaks and
// tabs stay.
//
//	fmt.Fprintln(os.Stdout, plaintext.Strip(text))
package plaintext

import (
	"fmt"
	"io"
	"unicode/utf8"
)

// Strip returns text without what a terminal would obey.
func Strip(text string) string {
	var s stripper
	return string(s.append(make([]byte, 0, len(text)), []byte(text), true))
}

// A Writer is an io.Writer that strips what passes through it; sequences that
// are spread over several writes are recognised. It is not safe for concurrent
// use.
type Writer struct {
	w io.Writer
	s stripper
}

// NewWriter returns a Writer that writes to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write strips p and writes the rest. Half a character at its end waits for
// the next write.
func (w *Writer) Write(p []byte) (int, error) {
	plain := w.s.append(make([]byte, 0, len(p)), p, false)
	if len(plain) > 0 {
		if _, err := w.w.Write(plain); err != nil {
			return 0, fmt.Errorf("writing text: %w", err)
		}
	}
	return len(p), nil
}

// A state is where in an escape sequence (ECMA-48) the text is.
type state uint8

const (
	ground state = iota
	escape       // behind ESC
	nF           // behind ESC and an intermediate byte: ends with a final byte
	csi          // control sequence: ends with a byte from @ to ~
	str          // control string: ends with BEL or ST
	strEsc       // control string, behind ESC
)

// C1 control characters and the two that matter of C0.
const (
	bel = 0x07
	esc = 0x1b
	del = 0x7f

	c1DCS = 0x90
	c1SOS = 0x98
	c1CSI = 0x9b
	c1ST  = 0x9c
	c1OSC = 0x9d
	c1PM  = 0x9e
	c1APC = 0x9f
)

type stripper struct {
	state state
	held  []byte // the beginning of a character whose rest has not come
}

// append appends to dst what is left of text. final says that nothing follows.
func (s *stripper) append(dst, text []byte, final bool) []byte {
	if len(s.held) > 0 {
		text = append(s.held, text...)
		s.held = nil
	}
	for len(text) > 0 {
		if !final && !utf8.FullRune(text) {
			s.held = append([]byte(nil), text...)
			break
		}
		r, n := utf8.DecodeRune(text)
		text = text[n:]
		if s.shows(r) {
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

// shows moves the state on by r and reports whether r is to be shown.
func (s *stripper) shows(r rune) bool {
	switch s.state {
	case escape:
		s.state = afterEscape(r)
		return false
	case nF:
		if r >= 0x30 && r <= 0x7e {
			s.state = ground
		}
		return s.resync(r)
	case csi:
		if r >= 0x40 && r <= 0x7e {
			s.state = ground
			return false
		}
		return s.resync(r)
	case str, strEsc:
		switch {
		case r == bel, r == c1ST, s.state == strEsc && r == '\\':
			s.state = ground
		case r == esc:
			s.state = strEsc
		default:
			s.state = str
		}
		return false
	default:
		s.state = ground
		return s.inGround(r)
	}
}

// resync ends a sequence that a character broke off which cannot be in it, as
// a terminal does, so that a lone ESC [ cannot hide the rest of a text.
func (s *stripper) resync(r rune) bool {
	if r >= 0x20 && r < del {
		return false
	}
	s.state = ground
	return s.inGround(r)
}

func (s *stripper) inGround(r rune) bool {
	switch r {
	case esc:
		s.state = escape
	case c1CSI:
		s.state = csi
	case c1DCS, c1SOS, c1OSC, c1PM, c1APC:
		s.state = str
	case '\n', '\t':
		return true
	}
	return r >= 0x20 && (r < del || r > c1APC) && !reorders(r)
}

func afterEscape(r rune) state {
	switch {
	case r == '[':
		return csi
	case r == 'P', r == 'X', r == ']', r == '^', r == '_':
		return str
	case r == esc:
		return escape
	case r >= 0x20 && r <= 0x2f:
		return nF
	default:
		return ground
	}
}

// reorders reports whether r is one of the characters that change the order in
// which others are shown, so that a line reads otherwise than it is.
func reorders(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
