package jsonrpc

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A step is one container on the way to a place in a frame.
type step struct {
	object bool
	naming bool   // its next string is a member name
	name   []byte // JSON text of the last name, nil before the first
	index  int    // of the current element of an array
}

// maxSteps is how many levels of a pointer are told where Limits.Depth has no
// bound. More of them are a waste of memory and no help to anybody.
const maxSteps = 10_000

// locate returns the pointer to what lies at an offset of a frame whose text
// before that offset is valid JSON. Decode calls it only when it failed: the
// scanner keeps no path. Levels deeper than maxDepth or maxSteps are left out.
func locate(frame []byte, offset, maxDepth int) jsontext.Pointer {
	var (
		path   []step
		beyond int // levels open that are too deep to be in path
	)
	last := func() *step {
		if len(path) == 0 || beyond > 0 {
			return &step{}
		}
		return &path[len(path)-1]
	}
	for i := 0; i < len(frame) && i <= offset; {
		c := frame[i]
		if i == offset && c != '"' {
			break
		}
		switch c {
		case '{', '[':
			if len(path) == min(maxDepth, maxSteps) {
				beyond++
			} else {
				path = append(path, step{object: c == '{', naming: c == '{'})
			}
		case '}', ']':
			if beyond > 0 {
				beyond--
			} else {
				path = path[:len(path)-1]
			}
		case ',':
			s := last()
			s.index++
			s.naming = s.object
		case '"':
			end, _, err := scanString(frame, i)
			if err != nil {
				return pointer(path) // the offset lies within this string
			}
			if s := last(); s.naming {
				s.name, s.naming = frame[i:end], false
			}
			i = end - 1
		}
		i++
	}
	return pointer(path)
}

// pointer writes a path as RFC 6901 does.
func pointer(path []step) jsontext.Pointer {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	var b strings.Builder
	for _, s := range path {
		switch {
		case !s.object:
			b.WriteByte('/')
			b.WriteString(strconv.Itoa(s.index))
		case s.name != nil:
			b.WriteByte('/')
			b.WriteString(escape.Replace(string(textOf(s.name))))
		}
	}
	return jsontext.Pointer(b.String())
}
