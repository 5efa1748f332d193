package mcp

import (
	"bytes"
	"slices"
	"time"
)

// A Tap sees every frame that a transport reads or writes, also those too
// broken to become a Request, and can change nothing. Recorder, checker and
// --trace hang here; a transport without one spends nothing on it.
//
// Transports call it in order per connection, from several goroutines at once
// for different exchanges; it must be safe for concurrent use, must not block,
// and must not keep the Frame or what it refers to: Frame.Clone does.
type Tap func(Frame)

// A Direction says which way a frame went.
type Direction uint8

// The two directions, seen from the side the tap is on.
const (
	In  Direction = iota // read from the peer
	Out                  // written to the peer
)

// String returns "in" or "out".
func (d Direction) String() string {
	if d == Out {
		return "out"
	}
	return "in"
}

// A Frame is one frame as a tap sees it.
type Frame struct {
	Time      time.Time
	Direction Direction
	Data      []byte // the bytes of the message without its framing; nil if there were none
	Err       error  // why Data is no message, if it is none

	// Connection tells connections of a transport apart, Exchange the requests
	// on all of them, Parent the exchange on whose behalf this one was made (0 if
	// none). Numbers count from 1 and mean nothing beyond the process.
	Connection, Exchange, Parent uint64

	Peer Peer
	HTTP *FrameHTTP // nil on transports without HTTP
}

// FrameHTTP is the HTTP side of a frame. A request has Method and URL, a
// response Status.
type FrameHTTP struct {
	Method string
	URL    string
	Status int
	Header map[string][]string // of the request or response that carried the frame
	Stream bool                // the frame is an event of an SSE stream
}

// Clone returns a copy of f that shares no memory with the transport.
func (f Frame) Clone() Frame {
	f.Data = bytes.Clone(f.Data)
	if f.HTTP != nil {
		h := *f.HTTP
		h.Header = make(map[string][]string, len(f.HTTP.Header))
		for name, values := range f.HTTP.Header {
			h.Header[name] = slices.Clone(values)
		}
		f.HTTP = &h
	}
	return f
}
