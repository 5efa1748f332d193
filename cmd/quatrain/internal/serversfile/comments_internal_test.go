package serversfile

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

var commented = []struct{ name, text, want string }{
	{"plain JSON", `{"a": [1, 2]}`, `{"a": [1, 2]}`},
	{"a line comment", "{ // x\n}", "{     \n}"},
	{"a block comment", "{/* x\ny */}", "{    \n    }"},
	{"a comma at the end", `{"a": [1,],}`, `{"a": [1 ] }`},
	{"a comma before a comment", "[1, // x\n]", "[1      \n]"},
	{"a comment in a string", `["// /* ,]"]`, `["// /* ,]"]`},
	{"an escaped quote", `["\"//",]`, `["\"//" ]`},
	{"a comment that is not closed", "[1] /* x", "[1]     "},
	{"a comma too many stays", "[1,,2]", "[1,,2]"},
	{"a string that is not closed", `["//`, `["//`},
	{"a backslash at the end", `["\`, `["\`},
	{"a slash at the end", `[]/`, `[]/`},
}

func TestPlain(t *testing.T) {
	for _, test := range commented {
		t.Run(test.name, func(t *testing.T) {
			if got := plain([]byte(test.text)); string(got) != test.want {
				t.Errorf("plain(%q) = %q, want %q", test.text, got, test.want)
			}
		})
	}
}

// FuzzPlain holds plain to leaving JSON alone and keeping offsets.
func FuzzPlain(f *testing.F) {
	for _, test := range commented {
		f.Add([]byte(test.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got := plain(text)
		if len(got) != len(text) {
			t.Errorf("plain(%q) = %q, of another length", text, got)
		}
		if jsontext.Value(text).IsValid() && string(got) != string(text) {
			t.Errorf("plain changed JSON: %q became %q", text, got)
		}
	})
}
