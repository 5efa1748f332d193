package jsonrpc

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// A DecodeError says why a frame is no valid message. It is an error of this
// side; Response gives the error response a server must send for it.
//
// Shape and ID let a client fail the call that a broken response was meant
// for. A frame with an id and none of method, result and error is Invalid, and
// so is one with method beside result or error; one with both result and error
// is an ErrorShape.
type DecodeError struct {
	Code    Code             // ParseError or InvalidRequest
	Reason  Reason           // which check failed, for programs
	Detail  string           // what is wrong, for people, without code and place
	Offset  int64            // byte offset into the frame
	Pointer jsontext.Pointer // where in the frame, "" for the whole of it
	ID      ID               // zero if the id could not be read
	Shape   Shape            // what the frame tried to be, Invalid if unclear
}

// A Reason names the check that a frame failed.
type Reason string

// Reasons of a DecodeError. Those of grammar (the first three) go with
// ParseError, the others with InvalidRequest.
const (
	ReasonSyntax        Reason = "syntax"          // not JSON (ERROR-001)
	ReasonEncoding      Reason = "encoding"        // invalid UTF-8 (JSONRPC-036)
	ReasonTrailing      Reason = "trailing-data"   // something follows the value
	ReasonSize          Reason = "too-large"       // more than Limits.Size bytes
	ReasonDepth         Reason = "too-deep"        // nested deeper than Limits.Depth
	ReasonDuplicate     Reason = "duplicate-key"   // a name twice in one object, at any depth
	ReasonBatch         Reason = "batch"           // an array (JSONRPC-037)
	ReasonNotObject     Reason = "not-an-object"   // a scalar (JSONRPC-001)
	ReasonVersion       Reason = "jsonrpc-version" // jsonrpc is not "2.0" (JSONRPC-002)
	ReasonID            Reason = "invalid-id"      // id is null, a fraction, … (JSONRPC-006..008)
	ReasonMethod        Reason = "invalid-method"  // method is no string (JSONRPC-003)
	ReasonParams        Reason = "invalid-params"  // params is no object (JSONRPC-004)
	ReasonNoShape       Reason = "no-shape"        // neither method nor result nor error
	ReasonMixedShape    Reason = "mixed-shape"     // members of two shapes at once (JSONRPC-016)
	ReasonResult        Reason = "invalid-result"  // result is no object, or has no id (JSONRPC-012, -014)
	ReasonErrorResponse Reason = "invalid-error"   // error lacks an integer code or a string message (JSONRPC-019..021)
)

// longPointer is the length beyond which a pointer is left out of texts: its
// names are the peer's, and as long as the peer likes.
const longPointer = 256

// Error says what is wrong and where.
func (e *DecodeError) Error() string {
	text := fmt.Sprintf("%s: %s at byte %d", e.title(), e.Detail, e.Offset)
	if e.Pointer != "" && len(e.Pointer) <= longPointer {
		text += " (" + string(e.Pointer) + ")"
	}
	return text
}

// Response returns the error to answer the frame with: the detail as its
// message, and as data an object with reason, offset and, unless it is long,
// pointer. It quotes nothing of the frame beyond member names.
func (e *DecodeError) Response() *Error {
	data := append([]byte(`{"reason":`), AppendString(nil, string(e.Reason))...)
	data = append(data, `,"offset":`...)
	data = strconv.AppendInt(data, e.Offset, 10)
	if e.Pointer != "" && len(e.Pointer) <= longPointer {
		data = append(data, `,"pointer":`...)
		data = AppendString(data, string(e.Pointer))
	}
	data = append(data, '}')
	return Errorf(e.Code, "%s: %s", e.title(), e.Detail).WithData(data)
}

// title names the code.
func (e *DecodeError) title() string {
	if e.Code == ParseError {
		return "parse error"
	}
	return "invalid request"
}
