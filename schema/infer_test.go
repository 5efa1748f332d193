package schema_test

import (
	"log/slog"
	"math/big"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/schema"
)

type place struct {
	Name string `json:"name" jsonschema:"what people call it"`
}

// custom encodes as it likes.
type custom struct{ _ int }

func (custom) MarshalJSON() ([]byte, error) { return []byte(`"custom"`), nil }

func check[T any](t *testing.T, name, want string) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		got, err := schema.For[T]()
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		var zero T
		value, err := json.Marshal(zero)
		if err != nil {
			t.Fatal(err)
		}
		if err := compile(t, string(got)).Validate(value); err != nil {
			t.Errorf("the zero value %s does not fit: %v", value, err)
		}
	})
}

func TestFor(t *testing.T) {
	check[struct {
		B string `json:"b"`
		A int    `json:"a,omitzero"`
	}](t, "members in the order of the fields",
		`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"integer"}},"required":["b"],"additionalProperties":false}`)
	check[struct {
		Places []place `json:"places"`
	}](t, "a list is a list, never null",
		`{"type":"object","properties":{"places":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string","description":"what people call it"}},"required":["name"],"additionalProperties":false}}},"required":["places"],"additionalProperties":false}`)
	check[struct {
		Any jsontext.Value `json:"any,omitzero"`
	}](t, "any JSON", `{"type":"object","properties":{"any":true},"additionalProperties":false}`)
	check[struct {
		When time.Time `json:"when"`
	}](t, "a time", `{"type":"object","properties":{"when":{"type":"string","format":"date-time"}},"required":["when"],"additionalProperties":false}`)
	check[struct{}](t, "BR-076 nothing", `{"additionalProperties":false,"properties":{},"type":"object"}`)
	check[[]int](t, "a list at the root", `{"type":"array","items":{"type":"integer"}}`)

	check[struct {
		Bytes []byte  `json:"bytes"`
		Key   [4]byte `json:"key"`
	}](t, "bytes are base64",
		`{"type":"object","properties":{"bytes":{"type":"string","contentEncoding":"base64"},"key":{"type":"string","contentEncoding":"base64"}},"required":["bytes","key"],"additionalProperties":false}`)
	check[struct {
		At    netip.Addr             `json:"at"`
		Level slog.Level             `json:"level"`
		By    map[netip.Addr]*string `json:"by"`
	}](t, "what encodes as text is a string",
		`{"type":"object","properties":{"at":{"type":"string"},"level":{"type":"string"},"by":{"type":"object","additionalProperties":{"type":["null","string"]}}},"required":["at","level","by"],"additionalProperties":false}`)
	check[struct {
		Own  custom     `json:"own"`
		List []*custom  `json:"list"`
		N    *big.Int   `json:"n"`
		Ptr  *custom    `json:"ptr"`
		I    any        `json:"i"`
		M    [][]string `json:"m"`
	}](t, "what has a form of its own may be anything",
		`{"type":"object","properties":{"own":true,"list":{"type":"array","items":true},"n":{"type":["null","integer"]},"ptr":true,"i":true,`+
			`"m":{"type":"array","items":{"type":"array","items":{"type":"string"}}}},"required":["own","list","n","ptr","i","m"],"additionalProperties":false}`)
	check[struct {
		place
		Size  int    `json:"size"`
		Left  string `json:"-"`
		small int
	}](t, "an embedded struct is its fields",
		`{"type":"object","properties":{"name":{"type":"string","description":"what people call it"},"size":{"type":"integer"}},"required":["name","size"],"additionalProperties":false}`)
	check[*place](t, "a pointer may be null",
		`{"type":["null","object"],"properties":{"name":{"type":"string","description":"what people call it"}},"required":["name"],"additionalProperties":false}`)
	check[map[string]int](t, "a map", `{"type":"object","additionalProperties":{"type":"integer"}}`)
	check[struct {
		A int8    `json:"a"`
		B uint    `json:"b"`
		C float32 `json:"c"`
	}](t, "numbers have their ranges",
		`{"type":"object","properties":{"a":{"type":"integer","minimum":-128,"maximum":127},"b":{"type":"integer","minimum":0},"c":{"type":"number"}},"required":["a","b","c"],"additionalProperties":false}`)

	t.Run("a tag that changes the form", func(t *testing.T) {
		for name, infer := range map[string]func() (jsontext.Value, error){
			"string": schema.For[struct {
				N int `json:",string"`
			}],
			"format": schema.For[[]struct {
				T time.Time `json:",format:unix"`
			}],
			"embed": schema.For[struct {
				M map[string]int `json:",embed"`
			}],
			"embedded": schema.For[struct {
				place `json:"place"`
			}],
			"Duration": schema.For[map[string]struct{ D *time.Duration }],
		} {
			if got, err := infer(); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: got %s, %v", name, got, err)
			}
		}
	})
	t.Run("what JSON has no form of", func(t *testing.T) {
		if got, err := schema.For[struct{ C chan int }](); err == nil {
			t.Errorf("got %s", got)
		}
		type node struct{ Next *node }
		if got, err := schema.For[node](); err == nil {
			t.Errorf("got %s", got)
		}
	})
}
