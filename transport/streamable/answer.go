package streamable

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/quatrain-mcp/quatrain/internal/sse"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// response reads the answer to a request: JSON or a stream, as the server
// chose (HTTP-018).
func (call *clientCall) response(answer *http.Response, id jsonrpc.ID, sink mcp.Sink) (*mcp.Response, error) {
	contentType := answer.Header.Get("Content-Type")
	switch {
	case answer.StatusCode/100 != 2:
		return nil, call.refused(answer)
	case isStream(contentType):
		return call.stream(answer, id, sink)
	case isJSON(contentType):
		defer closeBody(answer)
		return call.json(answer, answer.Body, id)
	case answer.StatusCode == http.StatusAccepted || answer.StatusCode == http.StatusNoContent:
		return nil, call.useless(answer, "accepted like a notification, but a request needs a response")
	default:
		return nil, call.useless(answer, fmt.Sprintf("the Content-Type is %s, neither %s nor %s",
			quote(contentType), mediaJSON, sse.MediaType))
	}
}

// accepted reads the answer to a notification: any success will do (BR-049).
func (call *clientCall) accepted(answer *http.Response) error {
	if answer.StatusCode/100 != 2 {
		return call.refused(answer)
	}
	call.tapIn(answer, nil, nil, false)
	drainBody(answer.Body)
	closeBody(answer)
	return nil
}

// json reads a response that is a whole body.
func (call *clientCall) json(answer *http.Response, body io.Reader, id jsonrpc.ID) (*mcp.Response, error) {
	frame, err := readAll(nil, body, answer.ContentLength, sizeLimit(call.c.config.limits))
	if err != nil {
		call.tapIn(answer, nil, err, false)
		if errors.Is(err, ErrTooLarge) {
			return nil, fmt.Errorf("%w: more than %d bytes", err, sizeLimit(call.c.config.limits))
		}
		return nil, fmt.Errorf("read the response: %w", call.because(err))
	}
	m, err := jsonrpc.Decode(frame, call.c.config.limits)
	call.tapIn(answer, frame, err, false)
	if err != nil {
		return nil, fmt.Errorf("the response is no message: %w (it begins with %s)", err, quote(string(frame)))
	}
	switch m.Shape {
	case jsonrpc.Result, jsonrpc.ErrorShape:
		return final(&m, id)
	default:
		return nil, fmt.Errorf("the response is a %s", m.Shape)
	}
}

// final returns what a response says. It must be the response to the one
// request that this exchange has; only an error may lack the id.
func final(m *jsonrpc.Message, id jsonrpc.ID) (*mcp.Response, error) {
	switch {
	case m.Shape == jsonrpc.ErrorShape && (m.ID.IsZero() || m.ID.Equal(id)):
		return nil, m.Error
	case !m.ID.Equal(id):
		return nil, fmt.Errorf("the response has the id %s, the request has %s", quote(m.ID.String()), id)
	default:
		return &mcp.Response{Result: m.Result}, nil
	}
}

// stream reads a response that is a stream: notifications, then the response.
func (call *clientCall) stream(answer *http.Response, id jsonrpc.ID, sink mcp.Sink) (*mcp.Response, error) {
	closing := answer.Body
	defer func() {
		if closing != nil {
			_ = closing.Close()
		}
	}()
	buffered := bufio.NewReader(answer.Body)
	if startsWithObject(buffered) {
		call.c.config.logger.WarnContext(call.ctx, "sse-body-not-framed: a JSON body is labelled as a stream",
			"endpoint", call.c.endpoint.Redacted())
		return call.json(answer, buffered, id)
	}
	events := sse.NewReader(buffered, sizeLimit(call.c.config.limits))
	for {
		event, err := events.Next()
		if err != nil {
			err = call.brokenStream(err)
			call.tapIn(answer, nil, err, true)
			return nil, err
		}
		m, err := call.event(answer, event, id)
		switch {
		case err != nil:
			return nil, err
		case m.Shape == jsonrpc.Notification:
			n := mcp.Notification{Method: m.Method, Params: m.Params}
			if err := mcp.Notify(call.caller, sink, &n); err != nil {
				return nil, fmt.Errorf("deliver %s: %w", quote(n.Method), err)
			}
		case m.Shape == jsonrpc.Result, m.Shape == jsonrpc.ErrorShape:
			call.drain(answer.Body)
			closing = nil
			m = m.Clone() // the reader's memory ends here
			return final(&m, id)
		}
	}
}

// event returns the message in an event; one without shape if there is nothing
// to do. Events of other types are not MCP's, some servers send heartbeats as
// messages, and requests have no place on a stream (HTTP-022): none of that
// ends it (BR-092). A broken response to our request does.
func (call *clientCall) event(answer *http.Response, event sse.Event, id jsonrpc.ID) (jsonrpc.Message, error) {
	if event.Type != "" && event.Type != "message" || len(event.Data) == 0 {
		return jsonrpc.Message{}, nil
	}
	m, err := jsonrpc.Decode(event.Data, call.c.config.limits)
	call.tapIn(answer, event.Data, err, true)
	var broken *jsonrpc.DecodeError
	switch {
	case err == nil && m.Shape != jsonrpc.Request:
		return m, nil
	case errors.As(err, &broken) && !broken.ID.IsZero() && broken.ID.Equal(id):
		return jsonrpc.Message{}, fmt.Errorf("the response is no valid message: %w", err)
	case err == nil:
		err = errors.New("a request on a response stream")
	}
	call.c.config.logger.WarnContext(call.ctx, "sse-not-mcp: an event is ignored",
		"endpoint", call.c.endpoint.Redacted(), "error", err, "data", quote(string(event.Data)))
	return jsonrpc.Message{}, nil
}

// brokenStream returns the error of a stream that ended too early.
func (call *clientCall) brokenStream(err error) error {
	switch {
	case call.ctx.Err() != nil:
		return context.Cause(call.ctx)
	case errors.Is(err, sse.ErrTooLarge):
		return ErrTooLarge
	case err == io.EOF:
		return ErrStreamEnded
	default:
		return fmt.Errorf("%w: %w", ErrStreamEnded, err)
	}
}

// startsWithObject reports whether what is called a stream is JSON (BR-095):
// no field of a stream begins so.
func startsWithObject(r *bufio.Reader) bool {
	for {
		next, err := r.Peek(1)
		if err != nil {
			return false // the error comes again
		}
		if next[0] != '\n' && next[0] != '\r' {
			return next[0] == '{'
		}
		_, _ = r.Discard(1)
	}
}

// refused returns the error for an answer without success, by its body: the
// peer's word if that is an error response, whatever its id, for a POST has but
// one answer (BR-053).
func (call *clientCall) refused(answer *http.Response) error {
	defer closeBody(answer)
	source := io.Reader(answer.Body)
	if !isJSON(answer.Header.Get("Content-Type")) {
		source = io.LimitReader(source, clipped)
	}
	// An error in reading it would say less than what could be read.
	body, _ := readAll(nil, source, -1, sizeLimit(call.c.config.limits))
	m, err := jsonrpc.Decode(body, call.c.config.limits)
	call.tapIn(answer, body, err, false)
	refusal := &HTTPError{Status: answer.StatusCode, Header: answer.Header}
	if err == nil && m.Shape == jsonrpc.ErrorShape {
		refusal.Peer = m.Error
	} else {
		refusal.Body = body[:min(len(body), clipped)]
	}
	return refusal
}

// useless returns the error for an answer that has a fine status and no
// response in it.
func (call *clientCall) useless(answer *http.Response, reason string) error {
	defer closeBody(answer)
	body, _ := readAll(nil, io.LimitReader(answer.Body, clipped), -1, 0) // what is there helps
	err := &HTTPError{Status: answer.StatusCode, Header: answer.Header, Reason: reason, Body: body}
	call.tapIn(answer, body, err, false)
	return err
}

func closeBody(answer *http.Response) { _ = answer.Body.Close() }

// Bounds of what is read for nothing but to use a connection again.
const (
	drainTime  = time.Second
	drainBytes = 4 << 10
)

// drainBody reads what should be nothing but the end of a body.
func drainBody(body io.Reader) { _, _ = io.CopyN(io.Discard, body, drainBytes) }

// drain reads the end of a stream behind its response beside the caller, who
// has what he wants: the server may take its time to end it.
func (call *clientCall) drain(body io.ReadCloser) {
	c := call.c
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		_ = body.Close()
		return
	}
	call.kept = true
	c.draining.Go(func() {
		timer := time.AfterFunc(drainTime, func() { call.cancel(nil) })
		drainBody(body)
		timer.Stop()
		_ = body.Close()
		call.detach[1]()
		call.cancel(nil)
	})
}

// tapIn shows what came: a body or an event, or why there is none.
func (call *clientCall) tapIn(answer *http.Response, data []byte, err error, stream bool) {
	if call.c.config.tap == nil {
		return
	}
	side := &mcp.FrameHTTP{Stream: stream}
	if answer != nil {
		side.Status, side.Header = answer.StatusCode, answer.Header
	}
	call.c.config.tap(mcp.Frame{
		Time: time.Now(), Direction: mcp.In, Data: data, Err: err,
		Exchange: call.number, Peer: call.c.peer, HTTP: side,
	})
}

// tapOut shows what is sent.
func (call *clientCall) tapOut(r *http.Request, body []byte) {
	if call.c.config.tap == nil {
		return
	}
	call.c.config.tap(mcp.Frame{
		Time: time.Now(), Direction: mcp.Out, Data: body,
		Exchange: call.number, Peer: call.c.peer,
		HTTP: &mcp.FrameHTTP{Method: r.Method, URL: r.URL.String(), Header: r.Header},
	})
}
