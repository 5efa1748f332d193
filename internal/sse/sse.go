// Package sse reads and writes streams of Server-Sent Events as the WHATWG
// HTML standard defines them.
//
// The reader hands out an event as soon as the line that ends it is there,
// never waiting for more; bounds what it holds; knows the byte offsets of each
// event; and shows comments to whoever asks. How the bytes were cut into
// chunks on their way makes no difference. Nothing here knows what an event's
// data is.
package sse

import "errors"

// MediaType is the Content-Type of a stream.
const MediaType = "text/event-stream"

// ErrTooLarge is what Next returns for an event, or a comment, beyond the
// reader's limit. The stream cannot be read any further.
var ErrTooLarge = errors.New("the event is too large")

// An Event is one event of a stream.
type Event struct {
	// Type is the value of the field event; "" means "message".
	Type string

	// Data is the values of the fields data, joined by LF. From a Reader it is
	// valid until the next call of Next.
	Data []byte

	// ID is the value of the field id if the event itself had one, HasID tells.
	ID    string
	HasID bool

	// Retry is the reconnection time in milliseconds, "" if the event had none.
	Retry string

	// Start is the offset in the stream of the event's first byte (its first
	// field line), End that behind the line that ended it.
	Start, End int64

	// Unterminated is set if the stream ended before the blank line that ends an
	// event. The standard drops such an event; its data may be cut off.
	Unterminated bool
}
