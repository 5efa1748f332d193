package mcp

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// preserving keeps the spelling of strings in raw values: _meta, schemas and
// arguments leave as they came, but for white space between tokens.
var preserving = json.JoinOptions(
	jsontext.AllowDuplicateNames(true),
	jsontext.AllowInvalidUTF8(true),
	jsontext.PreserveRawStrings(true),
	json.Deterministic(true),
)

// decode decodes a value that package jsonrpc has checked. Half a surrogate
// pair in an escape passed there and becomes U+FFFD here; that no name occurs
// twice is known.
func decode(value jsontext.Value, v any) error {
	return json.Unmarshal(value, v, preserving)
}

// encode encodes a value of this package. Text that is no UTF-8 gets U+FFFD
// for each bad byte: a tool that returns what some program printed should not
// fail for it. The order of map keys is fixed, so that equal values are equal
// bytes.
func encode(v any) (jsontext.Value, error) {
	return json.Marshal(v, preserving)
}

// readObject decodes the next value, an object, into body. The required
// members must be there and not be null, which struct tags cannot say.
func readObject[T any](dec *jsontext.Decoder, body *T, required ...string) error {
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if err := checkObject(value, required...); err != nil {
		return placed(dec, value, err)
	}
	return placed(dec, value, json.Unmarshal(value, body, dec.Options()))
}

// readList decodes the next value, a result, into body, and checks that the
// list it is about came: an absent list or null is not an empty one (BR-077).
func readList[T, E any](dec *jsontext.Decoder, body *T, name string, list *[]E) error {
	if err := json.UnmarshalDecode(dec, body); err != nil {
		return err
	}
	if *list == nil {
		return fmt.Errorf("%s is missing", name)
	}
	return nil
}

// checkObject checks that value is an object with the required members.
func checkObject(value jsontext.Value, required ...string) error {
	if value.Kind() != '{' {
		return fmt.Errorf("an object is expected, not %s", kindName(value.Kind()))
	}
	for _, name := range required {
		if member := jsonrpc.Member(value, name); member == nil || member.Kind() == 'n' {
			return fmt.Errorf("%s is missing", name)
		}
	}
	return nil
}

// placed gives an error about value, the last that dec read, its place in the
// document that dec reads.
func placed(dec *jsontext.Decoder, value jsontext.Value, err error) error {
	if err == nil {
		return nil
	}
	var inner *json.SemanticError
	if !errors.As(err, &inner) {
		inner = &json.SemanticError{Err: err}
	}
	moved := *inner
	moved.JSONPointer = dec.StackPointer() + inner.JSONPointer
	moved.ByteOffset += dec.InputOffset() - int64(len(value))
	return &moved
}

// explain turns an error of decode into one for the peer: what is wrong and
// where in what, without Go's names.
func explain(what string, err error) error {
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return fmt.Errorf("%s: %w", what, err)
	}
	where := what + string(semantic.JSONPointer)
	if semantic.Err != nil {
		return fmt.Errorf("%s: %w", where, semantic.Err)
	}
	return fmt.Errorf("%s: %s is expected, not %s", where, expectedKind(semantic.GoType), kindName(semantic.JSONKind))
}

// expectedKind returns which JSON value a Go type is made of, for messages.
func expectedKind(t reflect.Type) string {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil {
		return "something else"
	}
	switch t.Kind() {
	case reflect.String:
		return kindName('"')
	case reflect.Bool:
		return kindName('t')
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return kindName('"') // base64
		}
		return kindName('[')
	case reflect.Struct, reflect.Map:
		return kindName('{')
	default:
		return kindName('0')
	}
}
