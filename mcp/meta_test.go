package mcp_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

const (
	version      = `"io.modelcontextprotocol/protocolVersion":"2026-07-28"`
	capabilities = `"io.modelcontextprotocol/clientCapabilities":{}`
	required     = version + "," + capabilities
)

// requestWith returns the Meta of a request with the given _meta; "" if it has none.
func requestWith(meta string) mcp.Meta {
	params := `{}`
	if meta != "" {
		params = `{"_meta":` + meta + `}`
	}
	return (&mcp.Request{Method: "tools/list", Params: raw(params)}).Meta()
}

func TestValidateRequest(t *testing.T) {
	tests := []struct {
		name string
		meta string
		want string // "" if the request is fine
	}{
		{"META-002 _meta is a string", `"x"`, "params._meta is a string, not an object"},
		{"META-002 _meta is null", `null`, "params._meta is null, not an object"},
		{"META-011 without _meta", ``, "params._meta is missing"},
		{"META-011 without a version", `{` + capabilities + `}`, "params._meta lacks io.modelcontextprotocol/protocolVersion"},
		{"META-011 version is a number", `{"io.modelcontextprotocol/protocolVersion":20260728,` + capabilities + `}`, "io.modelcontextprotocol/protocolVersion is a number, not a string"},
		{"META-011 any version", `{"io.modelcontextprotocol/protocolVersion":"1900-01-01",` + capabilities + `}`, ""},
		{"META-012 without capabilities", `{` + version + `}`, "params._meta lacks io.modelcontextprotocol/clientCapabilities"},
		{"META-012 capabilities are null", `{` + version + `,"io.modelcontextprotocol/clientCapabilities":null}`, "io.modelcontextprotocol/clientCapabilities is null, not an object"},
		{"META-012 capabilities are a list", `{` + version + `,"io.modelcontextprotocol/clientCapabilities":["roots"]}`, "io.modelcontextprotocol/clientCapabilities is an array, not an object"},
		{"META-012 a capability is a boolean", `{` + version + `,"io.modelcontextprotocol/clientCapabilities":{"roots":true}}`, "clientCapabilities: roots is a boolean, not an object"},
		{"META-012 a mode is a boolean", `{` + version + `,"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"url":true}}}`, "clientCapabilities: elicitation: url is a boolean, not an object"},
		{"META-012 sampling.tools is a boolean", `{` + version + `,"io.modelcontextprotocol/clientCapabilities":{"sampling":{"tools":true}}}`, "clientCapabilities: sampling: tools is a boolean, not an object"},
		{"META-012 extensions are a list", `{` + version + `,"io.modelcontextprotocol/clientCapabilities":{"extensions":["x"]}}`, "clientCapabilities: extensions is an array, not an object"},
		{"META-012 an extension is a boolean", `{` + version + `,"io.modelcontextprotocol/clientCapabilities":{"extensions":{"com.example/x":true}}}`, "clientCapabilities: extensions: com.example/x is a boolean, not an object"},
		{"META-012 an experiment is a boolean", `{` + version + `,"io.modelcontextprotocol/clientCapabilities":{"experimental":{"x":true}}}`, "clientCapabilities: experimental: x is a boolean, not an object"},
		{"META-012 capabilities", `{` + version + `,"io.modelcontextprotocol/clientCapabilities":{"elicitation":{},"sampling":{"context":{},"tools":{}},"roots":{},"extensions":{"com.example/x":{}},"experimental":{},"later":1}}`, ""},
		{"META-015 without clientInfo", `{` + required + `}`, ""},
		{"META-016 without a version", `{` + required + `,"io.modelcontextprotocol/clientInfo":{"name":"x"}}`, "io.modelcontextprotocol/clientInfo has no version"},
		{"META-016 without a name", `{` + required + `,"io.modelcontextprotocol/clientInfo":{"version":"x"}}`, "io.modelcontextprotocol/clientInfo has no name"},
		{"META-016 version is a number", `{` + required + `,"io.modelcontextprotocol/clientInfo":{"name":"x","version":1}}`, "io.modelcontextprotocol/clientInfo: version is a number"},
		{"META-016 clientInfo is a string", `{` + required + `,"io.modelcontextprotocol/clientInfo":"x"}`, "io.modelcontextprotocol/clientInfo is a string, not an object"},
		{"META-017 title is an object", `{` + required + `,"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1","title":{}}}`, "io.modelcontextprotocol/clientInfo: title is an object"},
		{"META-017 icons are an object", `{` + required + `,"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1","icons":{}}}`, "io.modelcontextprotocol/clientInfo: icons is an object"},
		{"META-021 unknown level", `{` + required + `,"io.modelcontextprotocol/logLevel":"verbose"}`, `io.modelcontextprotocol/logLevel is "verbose", none of the eight levels`},
		{"META-021 level is a number", `{` + required + `,"io.modelcontextprotocol/logLevel":7}`, "io.modelcontextprotocol/logLevel is a number, not a string"},
		{"META-021 a level", `{` + required + `,"io.modelcontextprotocol/logLevel":"emergency"}`, ""},
		{"META-021 a level with an escape", `{` + required + `,"io.modelcontextprotocol/logLevel":"\u0069nfo"}`, ""},
		{"PROGRESS-001 token is a boolean", `{` + required + `,"progressToken":true}`, "progressToken is a boolean, not a string or an integer"},
		{"PROGRESS-001 token is a fraction", `{` + required + `,"progressToken":1.5}`, "progressToken is a number with a fraction"},
		{"PROGRESS-001 token is null", `{` + required + `,"progressToken":null}`, "progressToken is null"},
		{"PROGRESS-001 tokens", `{` + required + `,"progressToken":-1e3}`, ""},
		{"META-025 unknown keys", `{"a b":1,"com..example/x":[],"com.mcp.tools/x":null,` + required + `,"progressToken":"007"}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := requestWith(tt.meta).ValidateRequest()
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Message, tt.want)):
				t.Errorf("got %v, want an error with %q", err, tt.want)
			case err != nil && err.Code != jsonrpc.InvalidParams:
				t.Errorf("the code is %d, want %d", err.Code, jsonrpc.InvalidParams)
			}
		})
	}
}

func TestLogLevels(t *testing.T) {
	t.Run("LOG-009", func(t *testing.T) {
		for _, level := range []string{"warn", "INFO", "trace", ""} {
			if err := requestWith(`{` + required + `,"io.modelcontextprotocol/logLevel":"` + level + `"}`).ValidateRequest(); err == nil || err.Code != jsonrpc.InvalidParams {
				t.Errorf("%q: got %v, want an InvalidParams error", level, err)
			}
		}
	})
	ordered := []mcp.LoggingLevel{
		mcp.LevelDebug, mcp.LevelInfo, mcp.LevelNotice, mcp.LevelWarning, mcp.LevelError, mcp.LevelCritical, mcp.LevelAlert, mcp.LevelEmergency,
	}
	for i, level := range ordered {
		if !level.Valid() {
			t.Errorf("%s is not valid", level)
		}
		got, ok, err := requestWith(`{"io.modelcontextprotocol/logLevel":"` + string(level) + `"}`).LogLevel()
		if got != level || !ok || err != nil {
			t.Errorf("LogLevel = %q, %v, %v, want %q", got, ok, err, level)
		}
		for j, other := range ordered {
			if got := level.AtLeast(other); got != (i >= j) {
				t.Errorf("%s.AtLeast(%s) = %v", level, other, got)
			}
		}
	}
	if unknown := mcp.LoggingLevel("warn"); unknown.Valid() || unknown.AtLeast(mcp.LevelDebug) || mcp.LevelError.AtLeast(unknown) {
		t.Error("warn counts as a level")
	}
}

func TestMetaGetters(t *testing.T) {
	full := metaOf(`{"progressToken":"007","io.modelcontextprotocol/protocolVersion":"\u0032026-07-28",
		"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1","title":"C"},"io.modelcontextprotocol/serverInfo":{"name":"s","version":"2"},
		"io.modelcontextprotocol/clientCapabilities":{"roots":{}},"io.modelcontextprotocol/logLevel":"error",
		"io.modelcontextprotocol/subscriptionId":12345678901234567890,"traceparent":"p","tracestate":"s","baggage":"b\u0021"}`)
	bad := metaOf(`{"progressToken":[],"io.modelcontextprotocol/protocolVersion":1,"io.modelcontextprotocol/clientInfo":1,"io.modelcontextprotocol/serverInfo":{},
		"io.modelcontextprotocol/clientCapabilities":[],"io.modelcontextprotocol/logLevel":"loud","io.modelcontextprotocol/subscriptionId":{},"traceparent":1,"tracestate":[],"baggage":null}`)
	getters := []struct {
		key  string
		get  func(mcp.Meta) (any, bool, error)
		want any
	}{
		{mcp.KeyProgressToken, func(m mcp.Meta) (any, bool, error) { v, ok, err := m.ProgressToken(); return v.String(), ok, err }, `"007"`},
		{mcp.KeyProtocolVersion, func(m mcp.Meta) (any, bool, error) { v, ok, err := m.ProtocolVersion(); return v, ok, err }, mcp.Revision},
		{mcp.KeyClientInfo, func(m mcp.Meta) (any, bool, error) { v, ok, err := m.ClientInfo(); return v, ok, err }, mcp.Implementation{Name: "c", Version: "1", Title: "C"}},
		{mcp.KeyServerInfo, func(m mcp.Meta) (any, bool, error) { v, ok, err := m.ServerInfo(); return v, ok, err }, mcp.Implementation{Name: "s", Version: "2"}},
		{mcp.KeyClientCapabilities, func(m mcp.Meta) (any, bool, error) { v, ok, err := m.ClientCapabilities(); return v, ok, err }, mcp.ClientCapabilities{Roots: &mcp.RootsCapability{}}},
		{mcp.KeyLogLevel, func(m mcp.Meta) (any, bool, error) { v, ok, err := m.LogLevel(); return v, ok, err }, mcp.LevelError},
		{mcp.KeySubscriptionID, func(m mcp.Meta) (any, bool, error) { v, ok, err := m.SubscriptionID(); return v.String(), ok, err }, "12345678901234567890"},
	}
	for _, g := range getters {
		got, ok, err := g.get(full)
		if diff := cmp.Diff(g.want, got); diff != "" || !ok || err != nil {
			t.Errorf("%s: %v, %v (-want +got):\n%s", g.key, ok, err, diff)
		}
		if _, ok, err := g.get(mcp.Meta{}); ok || err != nil {
			t.Errorf("%s of an absent _meta: %v, %v", g.key, ok, err)
		}
		if _, ok, err := g.get(full.Without(g.key)); ok || err != nil {
			t.Errorf("%s when it is absent: %v, %v", g.key, ok, err)
		}
		if _, ok, err := g.get(bad); !ok || err == nil || !strings.Contains(err.Error(), g.key) {
			t.Errorf("%s of the wrong type: %v, %v, want an error that names it", g.key, ok, err)
		}
	}
	if got := []string{full.TraceParent(), full.TraceState(), full.Baggage()}; !slices.Equal(got, []string{"p", "s", "b!"}) {
		t.Errorf("the trace context is %q", got)
	}
	if bad.TraceParent()+bad.TraceState()+bad.Baggage()+(mcp.Meta{}).Baggage() != "" {
		t.Error("a trace context of the wrong type is not empty")
	}
}

func TestMetaKeepsWhatItDoesNotKnow(t *testing.T) {
	t.Run("META-025", func(t *testing.T) {
		const text = `{"_meta":{"com.example/\u0061":1.50,"b":{"z":1,"a":"\u00e9"},"io.modelcontextprotocol/x":null},"cursor":"c"}`
		params, err := mcp.ToolsList.DecodeParams(raw(text))
		if err != nil {
			t.Fatal(err)
		}
		again, err := mcp.ToolsList.EncodeParams(params)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := jsonrpc.Member(again, "_meta"), jsonrpc.Member(raw(text), "_meta"); string(got) != string(want) {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}

func TestMetaWith(t *testing.T) {
	m := metaOf(` { "a" : 1 , "b\n":[ ] } `)
	tests := []struct {
		name string
		got  mcp.Meta
		want string
	}{
		{"replaced in its place", m.With("a", raw(`"x"`)), `{"a":"x","b\n":[ ]}`},
		{"added at the end", m.With("c", raw(`null`)), `{"a":1,"b\n":[ ],"c":null}`},
		{"key with an escape", m.With("b\n", raw(`2`)), `{"a":1,"b\n":2}`},
		{"added to nothing", mcp.Meta{}.With("a", raw(`1`)), `{"a":1}`},
		{"removed", m.Without("a"), `{"b\n":[ ]}`},
		{"removed to nothing", m.Without("a").Without("b\n"), `{}`},
		{"not there to remove", m.Without("c"), ` { "a" : 1 , "b\n":[ ] } `},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(tt.got.Raw()); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
	if string(m.Raw()) != ` { "a" : 1 , "b\n":[ ] } ` {
		t.Errorf("the receiver has changed: %s", m.Raw())
	}
	if got, err := m.WithValue("i", mcp.Implementation{Name: "n"}); err != nil || string(got.Get("i")) != `{"name":"n","version":""}` {
		t.Errorf("WithValue gives %s, %v", got.Raw(), err)
	}
	if got, err := m.WithValue("i", func() {}); err == nil || !strings.Contains(err.Error(), "_meta key i") || string(got.Raw()) != string(m.Raw()) {
		t.Errorf("WithValue of a func gives %s, %v", got.Raw(), err)
	}
	if _, err := mcp.ParseMeta(raw(`[1]`)); err == nil {
		t.Error("ParseMeta takes an array")
	}
	if text, err := json.Marshal(struct {
		Meta mcp.Meta `json:"_meta,omitzero"`
	}{}); err != nil || string(text) != "{}" {
		t.Errorf("an absent _meta is encoded as %s, %v", text, err)
	}
}

func FuzzMeta(f *testing.F) {
	f.Add(`{"a":1,"b":{"c":[null]}}`, "a", `"x"`)
	f.Add(`{}`, "\u0000\"\\", `[1, 2]`)
	f.Add(` {"\u0061":1} `, "a", `{}`)
	f.Fuzz(func(t *testing.T, object, key, value string) {
		if !raw(object).IsValid() || !raw(value).IsValid() || raw(object).Kind() != '{' || key != strings.ToValidUTF8(key, "\uFFFD") {
			t.Skip()
		}
		m, err := mcp.ParseMeta(raw(object))
		if err != nil {
			t.Fatal(err)
		}
		with := m.With(key, raw(value))
		if !with.Raw().IsValid() {
			t.Fatalf("With gives %s", with.Raw())
		}
		if got := with.Get(key); strings.TrimSpace(string(got)) != strings.TrimSpace(value) {
			t.Fatalf("With(%q, %s) gives %s", key, value, got)
		}
		without := with.Without(key)
		if !without.Raw().IsValid() || without.Get(key) != nil {
			t.Fatalf("Without(%q) gives %s", key, without.Raw())
		}
		want := collect(m)
		delete(want, key)
		if diff := cmp.Diff(want, collect(without)); diff != "" {
			t.Fatalf("other keys changed (-want +got):\n%s", diff)
		}
	})
}

func collect(m mcp.Meta) map[string]jsontext.Value { return maps.Collect(m.All()) }

func TestCheckKey(t *testing.T) {
	tests := map[string]struct{ good, bad []string }{
		"META-003": {[]string{"a", "com.example/a", "example/a"}, []string{"com..example/x", ".com/x", "com./x", "/x", "a/b/c"}},
		"META-004": {[]string{"c0m.ex-ample/a", "a.b/c"}, []string{"1com/x", "com.example-/x", "-com/x", "com.exa_mple/x", "com.ex ample/x"}},
		"META-006": {[]string{"com.example.mcp/x", "mcp/x", "modelcontextprotocol/x"}, []string{"com.mcp.tools/x", "io.modelcontextprotocol/x", "dev.mcp/x", "org.modelcontextprotocol.api/x"}},
		"META-007": {[]string{"com.example/x", "0"}, []string{"com.example/-x-", "_x", "x.", "com.example/é"}},
		"META-008": {[]string{"a-b_c.d", "com.example/a..b"}, []string{"a b", "com.example/a+b", "com.example/a\u00e9b"}},
		"META-009": {[]string{"com.example/", ""}, nil},
		"META-010": {[]string{
			mcp.KeyProgressToken, mcp.KeyProtocolVersion, mcp.KeyClientInfo, mcp.KeyClientCapabilities, mcp.KeyLogLevel,
			mcp.KeySubscriptionID, mcp.KeyServerInfo, mcp.KeyTraceParent, mcp.KeyTraceState, mcp.KeyBaggage,
		}, nil},
	}
	for rule, keys := range tests {
		t.Run(rule, func(t *testing.T) {
			for _, key := range keys.good {
				if err := mcp.CheckKey(key); err != nil {
					t.Error(err)
				}
			}
			for _, key := range keys.bad {
				err, ok := mcp.CheckKey(key).(*mcp.KeyError)
				if !ok || err.Key != key || err.Rule != rule || !strings.Contains(err.Error(), rule) {
					t.Errorf("CheckKey(%q) = %v, want a *KeyError of %s", key, err, rule)
				}
			}
		})
	}
}
