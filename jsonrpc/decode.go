package jsonrpc

import "github.com/go-json-experiment/json/jsontext"

// Limits bound what Decode accepts. The zero value of a field means its
// default; a negative value means no bound.
type Limits struct {
	Size  int // bytes of a frame; default DefaultSize
	Depth int // nested arrays and objects of a frame; default DefaultDepth
}

// Defaults of Limits.
const (
	DefaultSize  = 4 << 20
	DefaultDepth = 256
)

// A DecodeError says why a frame is no valid message. It is an error of this
// side; Response gives the error response a server must send for it.
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

// Reasons of a DecodeError. Those of grammar go with ParseError, the others
// with InvalidRequest.
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

// Error says what is wrong and where.
func (e *DecodeError) Error() string { panic("TODO") }

// Response returns the error to answer the frame with. It quotes nothing of
// the frame beyond member names.
func (e *DecodeError) Response() *Error { panic("TODO") }

// Decode reads one message from a whole frame in one pass.
//
// Every error is a *DecodeError. Grammar comes first: a frame that is not
// JSON is ParseError and has no ID. A frame that is JSON but no valid message
// is InvalidRequest and carries the ID if there was a valid one, wherever in
// the frame it stood. Unknown members of the envelope are allowed and ignored.
// In an error response "id": null is read as absent (JSONRPC-018).
//
// The message aliases frame (see Message).
func Decode(frame []byte, limits Limits) (Message, error) { panic("TODO") }
