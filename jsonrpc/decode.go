package jsonrpc

import (
	"cmp"
	"fmt"
	"math"
)

// Limits bound what Decode accepts. The zero value of a field means its
// default; a negative value means no bound.
type Limits struct {
	Size  int // bytes of a frame; default DefaultSize
	Depth int // nested arrays and objects of a frame; default DefaultDepth
}

// Defaults of Limits.
const (
	DefaultSize  = 16 << 20
	DefaultDepth = 256
)

// bound returns what a field of Limits means.
func bound(limit, otherwise int) int {
	if limit < 0 {
		return math.MaxInt
	}
	return cmp.Or(limit, otherwise)
}

// Decode reads one message from a whole frame in one pass.
//
// Every error is a *DecodeError. Grammar comes first: a frame that is not
// JSON is ParseError and has no ID. A frame that is JSON but no valid message
// is InvalidRequest and carries the ID if there was a valid one, wherever in
// the frame it stood. Unknown members of the envelope are allowed and ignored.
// In an error response "id": null is read as absent (JSONRPC-018).
//
// Half a surrogate pair written as an escape, as in "\ud83d", is JSON and is
// accepted; what Decode turns into text (ID.Text, Method, Error.Message) has
// U+FFFD in its place, and everything else keeps the escape.
//
// The message aliases frame (see Message).
func Decode(frame []byte, limits Limits) (Message, error) {
	if size := bound(limits.Size, DefaultSize); len(frame) > size {
		return Message{}, &DecodeError{
			Code:   InvalidRequest,
			Reason: ReasonSize,
			Detail: fmt.Sprintf("the frame is longer than %d bytes", size),
			Offset: int64(size),
		}
	}
	maxDepth := bound(limits.Depth, DefaultDepth)
	e, err := scan(frame, maxDepth)
	if err == nil {
		var m Message
		if m, err = e.message(frame, maxDepth); err == nil {
			return m, nil
		}
	}
	err.Pointer = locate(frame, int(err.Offset), maxDepth)
	return Message{}, err
}

// A span is where a value lies in the frame. The zero span is no value: at 0
// nothing lies but the outermost value.
type span struct{ start, end int }

func (p span) present() bool            { return p.start > 0 }
func (p span) in(frame []byte) []byte   { return frame[p.start:p.end] }
func (p span) object(frame []byte) bool { return frame[p.start] == '{' }
func (p span) string(frame []byte) bool { return frame[p.start] == '"' }

// An envelope is what one scan finds out about a frame: where the members of
// the message lie, and what is wrong with it besides its grammar.
type envelope struct {
	version, id, method, params, result, err span

	twoIDs    bool // id stood twice, so there is none to trust
	tooDeep   int  // offset of the first value nested too deep; 0 if none
	duplicate int  // offset of the first name that stood before; 0 if none
}

// set remembers where a member lies. Names are compared exactly: "Method" is
// an unknown member.
func (e *envelope) set(name []byte, value span) {
	var member *span
	switch string(name) {
	case "jsonrpc":
		member = &e.version
	case "id":
		member = &e.id
		e.twoIDs = member.present()
	case "method":
		member = &e.method
	case "params":
		member = &e.params
	case "result":
		member = &e.result
	case "error":
		member = &e.err
	default:
		return
	}
	*member = value
}

// shape returns what the frame tries to be. Of result and error together it
// is the failure: either way it is a response.
func (e *envelope) shape() Shape {
	response := e.result.present() || e.err.present()
	switch {
	case e.method.present() && response:
		return Invalid
	case e.method.present() && e.id.present():
		return Request
	case e.method.present():
		return Notification
	case e.err.present():
		return ErrorShape
	case e.result.present():
		return Result
	default:
		return Invalid
	}
}

// message builds the message from a frame whose grammar is right.
func (e *envelope) message(frame []byte, maxDepth int) (Message, *DecodeError) {
	m := Message{Shape: e.shape()}
	var err *DecodeError
	if e.id.present() && !e.twoIDs {
		m.ID, err = e.readID(frame, m.Shape)
	}
	// An invalid id is told last among what concerns the whole message, but
	// before the members that come with a shape.
	if err = cmp.Or(e.checkFrame(frame, maxDepth), e.checkMembers(frame, m.Shape), err); err == nil {
		switch m.Shape {
		case Request, Notification:
			err = e.readRequest(frame, &m)
		case Result:
			err = e.readResult(frame, &m)
		case ErrorShape:
			m.Error, err = readError(frame, e.err)
		}
	}
	if err != nil {
		err.ID, err.Shape = m.ID, m.Shape
	}
	return m, err
}

// checkFrame checks what does not depend on the members of the envelope.
func (e *envelope) checkFrame(frame []byte, maxDepth int) *DecodeError {
	first := skipSpace(frame, 0)
	switch {
	case e.tooDeep > 0:
		return invalid(ReasonDepth, e.tooDeep, "arrays and objects are nested deeper than %d", maxDepth)
	case frame[first] == '[':
		return invalid(ReasonBatch, first, "an array of messages (a batch) where one message is expected")
	case frame[first] != '{':
		return invalid(ReasonNotObject, first, "a message is an object")
	case e.duplicate > 0:
		return invalid(ReasonDuplicate, e.duplicate, "a member stands twice in one object")
	}
	return nil
}

// checkMembers checks version and shape.
func (e *envelope) checkMembers(frame []byte, shape Shape) *DecodeError {
	switch {
	case !e.method.present() && !e.result.present() && !e.err.present():
		return invalid(ReasonNoShape, 0, "neither method nor result nor error is there")
	case !e.version.present():
		return invalid(ReasonVersion, 0, `the member jsonrpc with "2.0" is missing`)
	case !e.isVersion(frame):
		return invalid(ReasonVersion, e.version.start, `jsonrpc is not "2.0"`)
	case shape == Invalid:
		return invalid(ReasonMixedShape, e.method.start, "method stands beside result or error")
	case e.result.present() && e.err.present():
		return invalid(ReasonMixedShape, e.err.start, "result and error stand side by side")
	}
	return nil
}

// isVersion reports whether jsonrpc is the string "2.0", however it is spelled.
func (e *envelope) isVersion(frame []byte) bool {
	return e.version.string(frame) && string(textOf(e.version.in(frame))) == Version
}

// readID reads the id. Only an error response may have null, which is no id.
func (e *envelope) readID(frame []byte, shape Shape) (ID, *DecodeError) {
	text := e.id.in(frame)
	if shape == ErrorShape && text[0] == 'n' {
		return ID{}, nil
	}
	if problem := checkID(text); problem != "" {
		return ID{}, invalid(ReasonID, e.id.start, "id is %s, not a string or an integer", problem)
	}
	return ID{string(text)}, nil
}

// readRequest reads method and params.
func (e *envelope) readRequest(frame []byte, m *Message) *DecodeError {
	if !e.method.string(frame) {
		return invalid(ReasonMethod, e.method.start, "method is not a string")
	}
	m.Method = string(textOf(e.method.in(frame)))
	if e.params.present() {
		if !e.params.object(frame) {
			return invalid(ReasonParams, e.params.start, "params is not an object")
		}
		m.Params = e.params.in(frame)
	}
	return nil
}

// readResult reads result.
func (e *envelope) readResult(frame []byte, m *Message) *DecodeError {
	switch {
	case !e.id.present():
		return invalid(ReasonResult, 0, "a result has no id")
	case !e.result.object(frame):
		return invalid(ReasonResult, e.result.start, "result is not an object")
	}
	m.Result = e.result.in(frame)
	return nil
}

// readError reads the value of error. Responses with it are few, so its
// members are looked for only now.
func readError(frame []byte, value span) (*Error, *DecodeError) {
	if !value.object(frame) {
		return nil, invalid(ReasonErrorResponse, value.start, "error is not an object")
	}
	e := &Error{fromPeer: true}
	var code, message bool
	for i := value.start; ; {
		name, member, ok := nextMember(frame, i)
		if !ok {
			break
		}
		i = member.end
		text := member.in(frame)
		switch string(textOf(name.in(frame))) {
		case "code":
			n, ok := int64Of(text)
			if !ok {
				return nil, invalid(ReasonErrorResponse, member.start, "error.code is not an integer of 64 bits")
			}
			e.Code, code = Code(n), true
		case "message":
			if !member.string(frame) {
				return nil, invalid(ReasonErrorResponse, member.start, "error.message is not a string")
			}
			e.Message, message = string(textOf(text)), true
		case "data":
			e.Data = text
		}
	}
	switch {
	case !code:
		return nil, invalid(ReasonErrorResponse, value.start, "error.code is missing")
	case !message:
		return nil, invalid(ReasonErrorResponse, value.start, "error.message is missing")
	}
	return e, nil
}

// invalid returns the error for JSON that is no message.
func invalid(reason Reason, at int, format string, args ...any) *DecodeError {
	return &DecodeError{Code: InvalidRequest, Reason: reason, Detail: fmt.Sprintf(format, args...), Offset: int64(at)}
}
