package streamable

import (
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// tapIn shows what came: the body, or nil if it was not read, and what is wrong
// with it. Only the first call of an exchange counts.
func (x *exchange) tapIn(data []byte, err error) {
	if x.h.config.tap == nil || x.tapped {
		return
	}
	x.tapped = true
	x.h.config.tap(mcp.Frame{
		Time:      time.Now(),
		Direction: mcp.In,
		Data:      data,
		Err:       err,
		Exchange:  x.number,
		Peer:      x.peer(),
		HTTP:      &mcp.FrameHTTP{Method: x.r.Method, URL: x.r.URL.String(), Header: x.r.Header},
	})
}

// tapOut shows a message that was written, nil for an answer without body.
func (x *exchange) tapOut(status int, data []byte, stream bool) {
	if x.h.config.tap == nil {
		return
	}
	x.h.config.tap(mcp.Frame{
		Time:      time.Now(),
		Direction: mcp.Out,
		Data:      data,
		Exchange:  x.number,
		Peer:      x.peer(),
		HTTP:      &mcp.FrameHTTP{Status: status, Header: x.w.Header(), Stream: stream},
	})
}
