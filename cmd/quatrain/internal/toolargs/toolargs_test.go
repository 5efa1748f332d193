package toolargs_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/toolargs"
)

// schema has one property of each kind that the type of a value depends on.
const schema = `{
	"type": "object",
	"$defs": {
		"place": {"type": "object", "properties": {"lat": {"type": "number"}, "name": {"type": "string"}}},
		"loop": {"$ref": "#/$defs/loop"}
	},
	"properties": {
		"text": {"type": "string"},
		"count": {"type": "integer"},
		"ratio": {"type": "number"},
		"on": {"type": "boolean"},
		"maybe": {"type": ["integer", "null"]},
		"either": {"type": ["integer", "string"]},
		"place": {"$ref": "#/$defs/place"},
		"loop": {"$ref": "#/$defs/loop"},
		"elsewhere": {"$ref": "https://example.com/schema"},
		"tags": {"type": "array", "items": {"type": "string"}},
		"sizes": {"type": "array", "items": {"type": "integer"}},
		"level": {"enum": [1, 2, 3]},
		"mode": {"const": true},
		"any": {},
		"composed": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/place"}]},
		"labels": {"type": "object", "additionalProperties": {"type": "integer"}},
		"a.b": {"type": "boolean"}
	}
}`

// good is what must parse; the fuzzer starts from it too.
var good = []struct {
	name string
	args []string
	want string
}{
	{"nothing", nil, `{}`},
	{"a string", []string{"text=7"}, `{"text":"7"}`},
	{"an empty string", []string{"text="}, `{"text":""}`},
	{"a value with equals signs", []string{"text=a=b:=c"}, `{"text":"a=b:=c"}`},
	{"a quote and a line break", []string{"text=\"\n"}, `{"text":"\"\n"}`},
	{"an integer", []string{"count=1"}, `{"count":1}`},
	{"an integer no float holds", []string{"count=9007199254740993"}, `{"count":9007199254740993}`},
	{"a number keeps its spelling", []string{"ratio=1.50e2"}, `{"ratio":1.50e2}`},
	{"an integer where a number is wanted", []string{"ratio=-3"}, `{"ratio":-3}`},
	{"a boolean", []string{"on=true"}, `{"on":true}`},
	{"null", []string{"maybe=null"}, `{"maybe":null}`},
	{"a string where one is allowed", []string{"either=7"}, `{"either":"7"}`},
	{"JSON", []string{"either:=7"}, `{"either":7}`},
	{"JSON stays as typed", []string{`any:={"b": 1.0,  "a":[]}`}, `{"any":{"b": 1.0,  "a":[]}}`},
	{"JSON against the schema", []string{`count:="x"`}, `{"count":"x"}`},
	{"a member of an object", []string{"place.lat=59.9", "place.name=1"}, `{"place":{"lat":59.9,"name":"1"}}`},
	{"a member behind anyOf", []string{"composed.lat=1"}, `{"composed":{"lat":1}}`},
	{"an additional property", []string{"labels.x=1"}, `{"labels":{"x":1}}`},
	{"an object the schema does not know", []string{"new.deep.er=1"}, `{"new":{"deep":{"er":"1"}}}`},
	{"items", []string{"tags[]=1", "tags[]="}, `{"tags":["1",""]}`},
	{"items of a type", []string{"sizes[]=1", "count=1", "sizes[]=2"}, `{"sizes":[1,2],"count":1}`},
	{"JSON items", []string{"sizes[]:=[1]"}, `{"sizes":[[1]]}`},
	{"an array as JSON text", []string{"sizes=[1, 2]"}, `{"sizes":[1, 2]}`},
	{"an object as JSON text", []string{`place={"lat":1}`}, `{"place":{"lat":1}}`},
	{"an enum tells the type", []string{"level=2"}, `{"level":2}`},
	{"a constant tells the type", []string{"mode=true"}, `{"mode":true}`},
	{"an unknown argument", []string{"what=1"}, `{"what":"1"}`},
	{"no type", []string{"any=1"}, `{"any":"1"}`},
	{"a reference in a circle", []string{"loop=1"}, `{"loop":"1"}`},
	{"a reference elsewhere", []string{"elsewhere=1"}, `{"elsewhere":"1"}`},
	{"a property with a dot in its name", []string{"a.b=true"}, `{"a.b":true}`},
	{"a name with a colon", []string{"x:y=1"}, `{"x:y":"1"}`},
}

func TestParse(t *testing.T) {
	for _, test := range good {
		t.Run(test.name, func(t *testing.T) {
			got, err := toolargs.Parse(jsontext.Value(schema), test.args)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != test.want {
				t.Errorf("Parse(%q) = %s, want %s", test.args, got, test.want)
			}
		})
	}
}

func TestParseWithoutSchema(t *testing.T) {
	got, err := toolargs.Parse(nil, []string{"a=1", "b.c:=2", "d[]=3"})
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"a":"1","b":{"c":2},"d":["3"]}`; string(got) != want {
		t.Errorf("Parse = %s, want %s", got, want)
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct {
		name string
		args []string
		want string // part of the message
	}{
		{"no equals sign", []string{"text"}, "write key=value"},
		{"an empty key", []string{"=1"}, "the key is empty"},
		{"an empty key of JSON", []string{":=1"}, "the key is empty"},
		{"no integer", []string{"count=many"}, "wants integer"},
		{"a fraction for an integer", []string{"count=1.5"}, "wants integer"},
		{"no UTF-8", []string{"text=\xff"}, "not UTF-8"},
		{"no boolean", []string{"on=yes"}, "wants true or false"},
		{"an array", []string{"tags=a"}, "write tags[]=… or tags:=JSON"},
		{"an object", []string{"place=Oslo"}, "write place.NAME=… or place:=JSON"},
		{"a wrong item", []string{"sizes[]=x"}, "wants integer"},
		{"no JSON", []string{"any:=x"}, "not JSON"},
		{"two JSON values", []string{"any:=1 2"}, "not JSON"},
		{"given twice", []string{"text=a", "text=b"}, "text is given twice"},
		{"an object over a value", []string{"any=1", "any.b=1"}, "exclude each other"},
		{"a value over an object", []string{"any.b=1", "any=1"}, "given twice"},
		{"an array over an object", []string{"any.b=1", "any[]=1"}, "exclude each other"},
		{"an empty name", []string{"a..b=1"}, "empty name"},
		{"brackets inside", []string{"a[].b=1"}, "only at the end"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := toolargs.Parse(jsontext.Value(schema), test.args)
			if err == nil {
				t.Fatalf("Parse(%q) = %s, want an error", test.args, got)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("Parse(%q): %v, want it to say %q", test.args, err, test.want)
			}
		})
	}
}

func TestStrings(t *testing.T) {
	got, err := toolargs.Strings([]string{"a=1", "b=x=y", "c.d="})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got["a"] != "1" || got["b"] != "x=y" || got["c.d"] != "" {
		t.Errorf("Strings = %q", got)
	}
	for _, bad := range [][]string{{"a"}, {"=1"}, {"a:=1"}, {"a=1", "a=2"}} {
		if got, err := toolargs.Strings(bad); err == nil {
			t.Errorf("Strings(%q) = %q, want an error", bad, got)
		}
	}
}

// FuzzParse holds Parse to its word: what it returns is a JSON object, or it
// says which argument is at fault.
func FuzzParse(f *testing.F) {
	for _, test := range good {
		var one, two string
		if len(test.args) > 0 {
			one = test.args[0]
		}
		if len(test.args) > 1 {
			two = test.args[1]
		}
		f.Add(schema, one, two)
	}
	f.Add(`{"properties":{"a":{"allOf":[{"$ref":"#"}]}}}`, "a=1", "a.a=1")
	f.Fuzz(func(t *testing.T, schema, one, two string) {
		document := jsontext.Value(schema)
		if !document.IsValid() {
			document = nil
		}
		got, err := toolargs.Parse(document, []string{one, two})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "argument ") {
				t.Errorf("Parse(%q, %q): the error does not name the argument: %v", one, two, err)
			}
			return
		}
		if !got.IsValid() || got.Kind() != '{' {
			t.Errorf("Parse(%q, %q) = %s, which is no JSON object", one, two, got)
		}
	})
}
