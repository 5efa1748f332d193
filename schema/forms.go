package schema

import (
	"encoding"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"reflect"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
)

// forms is how types encode whose form does not follow from their kind. nil
// stands for a type that was looked at and needs no entry.
type forms map[reflect.Type]*jsonschema.Schema

// add adds t and the types it is made of.
func (f forms) add(t reflect.Type) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if _, seen := f[t]; seen || t.Kind() == reflect.Interface {
		return nil
	}
	form, err := formOf(t)
	f[t] = form
	if form != nil || err != nil {
		return err
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return f.add(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if err := f.addField(t.Field(i)); err != nil {
				return fmt.Errorf("field %s: %w", t.Field(i).Name, err)
			}
		}
	}
	return nil
}

// addField adds the type of a field.
func (f forms) addField(field reflect.StructField) error {
	tag := field.Tag.Get("json")
	if tag == "-" || !field.IsExported() && !field.Anonymous {
		return nil
	}
	name, options, _ := strings.Cut(tag, ",")
	if field.Anonymous && name != "" {
		return errors.New("an embedded struct with a name; make it a field")
	}
	for option := range strings.SplitSeq(options, ",") {
		switch key, _, _ := strings.Cut(option, ":"); key {
		case "string", "format", "embed", "inline", "unknown":
			return fmt.Errorf("the option %s changes its form; write the schema yourself", key)
		}
	}
	return f.add(field.Type)
}

// formOf returns the schema of a type that does not encode as its kind, nil for
// all others.
func formOf(t reflect.Type) (*jsonschema.Schema, error) {
	switch t {
	case reflect.TypeFor[time.Duration]():
		return nil, errors.New("time.Duration has no form in JSON; use a number with a unit in its name, or a string")
	case reflect.TypeFor[time.Time]():
		return &jsonschema.Schema{Type: "string", Format: "date-time"}, nil
	case reflect.TypeFor[slog.Level]():
		return &jsonschema.Schema{Type: "string"}, nil
	case reflect.TypeFor[big.Int]():
		return &jsonschema.Schema{Type: "integer"}, nil
	case reflect.TypeFor[jsontext.Value]():
		return &jsonschema.Schema{}, nil
	}
	switch {
	case implements[json.MarshalerTo](t), implements[json.Marshaler](t),
		implements[json.UnmarshalerFrom](t), implements[json.Unmarshaler](t):
		return &jsonschema.Schema{}, nil
	case implements[encoding.TextMarshaler](t), implements[encoding.TextAppender](t), implements[encoding.TextUnmarshaler](t):
		return &jsonschema.Schema{Type: "string"}, nil
	case (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && t.Elem() == reflect.TypeFor[byte]():
		return &jsonschema.Schema{Type: "string", ContentEncoding: "base64"}, nil
	}
	return nil, nil
}

// implements reports whether t or a pointer to it is an I.
func implements[I any](t reflect.Type) bool {
	i := reflect.TypeFor[I]()
	return t.Implements(i) || reflect.PointerTo(t).Implements(i)
}
