package server

import (
	"bytes"
	"math/big"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// plainIntegers returns a JSON value in which numbers that are integers have
// digits only: for JSON Schema 1.0 and 1e2 are integers, and some clients write
// them so, but Go's integers are not read from them. The value was validated,
// so that no number is too long for it.
func plainIntegers(value jsontext.Value) (jsontext.Value, error) {
	var out bytes.Buffer
	options := json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	dec := jsontext.NewDecoder(bytes.NewReader(value), options)
	enc := jsontext.NewEncoder(&out, options)
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		if token.Kind() == '0' {
			if n, ok := new(big.Rat).SetString(token.String()); ok && n.IsInt() {
				err = enc.WriteValue(jsontext.Value(n.Num().String()))
			} else {
				err = enc.WriteToken(token)
			}
		} else {
			err = enc.WriteToken(token)
		}
		switch {
		case err != nil:
			return nil, err
		case dec.StackDepth() == 0:
			return out.Bytes(), nil
		}
	}
}
