package schema_test

import (
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/schema"
)

type place struct {
	Name string `json:"name" jsonschema:"what people call it"`
}

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
	}](t, "a time", `{"type":"object","properties":{"when":{"type":"string"}},"required":["when"],"additionalProperties":false}`)
	check[struct{}](t, "BR-076 nothing", `{"additionalProperties":false,"properties":{},"type":"object"}`)
	check[[]int](t, "a list at the root", `{"type":"array","items":{"type":"integer"}}`)

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
