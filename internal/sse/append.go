package sse

import "bytes"

// Append appends the event to dst: its type, id and retry if set, and its data
// as one data line, or several where it has line ends. CR and CRLF in data
// arrive as LF. An event without data is one without effect at the reader and
// gets an empty data line.
//
// Type, ID and Retry must hold no line ends.
func (e *Event) Append(dst []byte) []byte {
	if e.Type != "" {
		dst = appendField(dst, "event", e.Type)
	}
	if e.HasID {
		dst = appendField(dst, "id", e.ID)
	}
	if e.Retry != "" {
		dst = appendField(dst, "retry", e.Retry)
	}
	return AppendData(dst, e.Data)
}

// AppendData appends an event that has nothing but data; see Event.Append.
func AppendData(dst, data []byte) []byte {
	for {
		dst = append(dst, "data: "...)
		end := bytes.IndexAny(data, "\r\n")
		if end < 0 {
			break
		}
		dst = append(dst, data[:end]...)
		dst = append(dst, '\n')
		if bytes.HasPrefix(data[end:], []byte("\r\n")) {
			end++
		}
		data = data[end+1:]
	}
	dst = append(dst, data...)
	return append(dst, "\n\n"...)
}

// AppendComment appends a comment and the blank line that sets it off. The
// text must hold no line ends.
func AppendComment(dst []byte, text string) []byte {
	dst = append(dst, ':')
	if text != "" {
		dst = append(dst, ' ')
		dst = append(dst, text...)
	}
	return append(dst, "\n\n"...)
}

func appendField(dst []byte, name, value string) []byte {
	dst = append(dst, name...)
	dst = append(dst, ": "...)
	dst = append(dst, value...)
	return append(dst, '\n')
}
