package stdio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// errGone is what calls fail with when the server's output ends.
var errGone = errors.New("the server closed its output")

// read reads lines until there are no more. It never waits for a caller.
func (c *Conn) read() {
	var line []byte
	for {
		var err error
		line, err = c.in.next(line)
		switch {
		case errors.Is(err, errTooLong):
			c.tooLong(line)
		case err == io.EOF:
			c.calls.fail(errGone)
			return
		case errors.Is(err, ErrClosed):
			c.calls.fail(err)
			return
		case err != nil:
			c.calls.fail(fmt.Errorf("%w: %w", errGone, err))
			return
		default:
			c.line(line)
		}
	}
}

// tooLong deals with a line beyond the limit, of which the beginning is here. If
// that tells whose response it was, that call fails; if it tells nothing, no call
// may wait for it any more (BR-157).
func (c *Conn) tooLong(line []byte) {
	err := fmt.Errorf("%w: more than %d bytes", errTooLong, c.in.limit)
	id, response := responseTo(line)
	to := c.calls.find(id)
	c.tap(mcp.In, to, line, err)
	switch {
	case to != nil:
		to.fail(err)
	case response && id.IsZero():
		c.calls.failOpen(err)
		fallthrough
	default:
		c.stray(line, err)
	}
}

// responseTo returns the id in the beginning of a line, zero if there is none,
// and whether that may be the beginning of a response at all.
func responseTo(line []byte) (id jsonrpc.ID, response bool) {
	members := jsontext.NewDecoder(bytes.NewReader(line))
	if token, err := members.ReadToken(); err != nil || token.Kind() != '{' {
		return id, false
	}
	for members.PeekKind() == '"' {
		name, err := members.ReadToken()
		if err != nil {
			break
		}
		member := name.String()
		value, err := members.ReadValue()
		switch {
		case member == "method":
			return jsonrpc.ID{}, false
		case err != nil:
			return id, true
		case member == "id":
			id, _ = jsonrpc.ParseID(value)
		}
	}
	return id, true
}

// line deals with one line.
func (c *Conn) line(line []byte) {
	m, err := jsonrpc.Decode(line, c.config.limits)
	var to *call
	var broken *jsonrpc.DecodeError
	switch {
	case errors.As(err, &broken):
		to = c.calls.find(broken.ID)
		c.tap(mcp.In, to, line, err)
		if to == nil || broken.Shape == jsonrpc.Request {
			c.stray(line, err)
			return
		}
		// It was meant as the response to a call, which would wait for ever
		// (BR-158).
		to.fail(fmt.Errorf("invalid response: %w", err))
		return
	case m.Shape == jsonrpc.Result || m.Shape == jsonrpc.ErrorShape:
		to = c.calls.find(m.ID)
	case m.Shape == jsonrpc.Notification:
		to = c.owner(&m)
	}
	c.tap(mcp.In, to, line, nil)
	c.message(to, &m, line)
}

// message hands a message to the call it belongs to.
func (c *Conn) message(to *call, m *jsonrpc.Message, line []byte) {
	switch m.Shape {
	case jsonrpc.Request: // servers make none, and this one gets no answer (STDIO-010)
		c.stray(line, fmt.Errorf("a request from the server: %s", m.Method))
	case jsonrpc.Notification:
		c.notification(to, m)
	default:
		if to == nil {
			if c.calls.expected(m.ID) { // CANCEL-012
				c.config.logger.Debug("a response to a cancelled request is ignored", "id", m.ID.String())
				return
			}
			// "1" is not 1 (BR-007).
			c.config.logger.Warn("unmatched-response-id: a response without an open request is ignored", "id", m.ID.String())
			return
		}
		own := m.Clone()
		to.respond(&own)
	}
}

// owner returns the call that a notification belongs to, nil if there is none.
func (c *Conn) owner(m *jsonrpc.Message) *call {
	meta, _ := mcp.ParseMeta(jsonrpc.Member(m.Params, "_meta"))
	if id, ok, err := meta.SubscriptionID(); ok && err == nil {
		return c.calls.find(id)
	}
	switch m.Method {
	case mcp.EventCancelled.Name: // a server ends a subscription, and nothing else (CANCEL-005)
		params, err := mcp.EventCancelled.DecodeParams(m.Params)
		if err != nil {
			return nil
		}
		if to := c.calls.find(params.RequestID); to != nil && to.method == mcp.SubscriptionsListen.Name {
			return to
		}
	case mcp.EventProgress.Name:
		token, err := jsonrpc.ParseID(jsonrpc.Member(m.Params, "progressToken"))
		if err != nil {
			return nil
		}
		return c.calls.withProgressToken(token)
	case mcp.EventLoggingMessage.Name:
		return c.calls.logging()
	}
	return nil
}

// notification hands a notification to its call, or to whoever cares for those
// that have none.
func (c *Conn) notification(to *call, m *jsonrpc.Message) {
	n := &mcp.Notification{Method: m.Method, Params: m.Params}
	if to != nil {
		n = n.Clone()
		if m.Method == mcp.EventProgress.Name && !to.theirs.IsZero() {
			n.Params = withMember(n.Params, "progressToken", []byte(to.theirs.String()))
		}
		to.notified(n)
		return
	}
	if c.config.onNotification != nil {
		c.config.onNotification(context.Background(), n)
		return
	}
	c.config.logger.Info("a notification that belongs to no open request", "method", m.Method, "params", clip(m.Params))
}

// stray reports a line that is no message of a server. It is never answered
// (BR-029, BR-031).
func (c *Conn) stray(line []byte, err error) {
	if c.config.stray != nil {
		c.config.stray(line, err)
		return
	}
	c.config.logger.Warn("not-a-message: a line of the server is ignored", "line", clip(line), "error", err)
}

// clip returns what of a line is worth showing.
func clip(line []byte) string {
	const most = 200
	rest := ""
	if len(line) > most {
		line, rest = line[:most], "…"
	}
	return strings.ToValidUTF8(string(line), "\uFFFD") + rest
}
