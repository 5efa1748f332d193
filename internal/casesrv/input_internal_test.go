package main

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// An input is what a case gives to a server; see the file cases.jsonl.
type input struct {
	HTTP         []httpRequest `json:"http"`
	ParallelHTTP []httpRequest `json:"parallel_http"`
	Repeat       int           `json:"repeat"`
	AlsoValid    []string      `json:"also_valid"` // bodies for the first request
	ClientAction string        `json:"client_action"`

	Stdin       []string   `json:"stdin"`
	StdinBase64 string     `json:"stdin_b64"`
	Gen         *generator `json:"gen"`
	ThenStdin   []string   `json:"then_stdin"`
	OKDepth     int        `json:"also_ok_depth"` // an N of Gen that is fine

	Shell string `json:"shell"`

	Config struct {
		MaxMessage int `json:"max_message_bytes"`
		MaxBody    int `json:"max_body_bytes"`
	} `json:"config"`

	ClientCall   jsontext.Value `json:"client_call"`    // about the client, not run here
	PeerResult   jsontext.Value `json:"peer_result"`    // likewise
	PeerBehavior jsontext.Value `json:"peer_behaviour"` // likewise
}

// forServer reports whether the input is for a server under test.
func (in input) forServer() bool {
	return in.HTTP != nil || in.ParallelHTTP != nil || in.Stdin != nil || in.StdinBase64 != "" ||
		in.Gen != nil || in.Shell != ""
}

// limit returns the bound on messages that the case wants, 0 for the default.
func (in input) limit() int { return max(in.Config.MaxMessage, in.Config.MaxBody) }

// lines returns what is to be written to standard input first, without the
// line ends.
func (in input) lines(t *testing.T) []string {
	t.Helper()
	lines := in.Stdin
	if in.StdinBase64 != "" {
		text, err := base64.StdEncoding.DecodeString(in.StdinBase64)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.TrimSuffix(string(text), "\n"))
	}
	if in.Gen != nil {
		lines = append(lines, in.Gen.text())
	}
	return lines
}

// A generator describes a text too long to be written down.
type generator struct {
	Prefix      string `json:"prefix"`
	RepeatOpen  string `json:"repeat_open"`
	Middle      string `json:"middle"`
	RepeatClose string `json:"repeat_close"`
	Suffix      string `json:"suffix"`
	N           int    `json:"n"`
}

func (g *generator) text() string {
	return g.Prefix + strings.Repeat(g.RepeatOpen, g.N) + g.Middle + strings.Repeat(g.RepeatClose, g.N) + g.Suffix
}

// An httpRequest is one HTTP request of a case.
type httpRequest struct {
	Method   string            `json:"method"`
	Path     string            `json:"path"`
	Headers  map[string]string `json:"headers"`
	Body     string            `json:"body"`
	BodyGen  *generator        `json:"body_gen"`
	Transfer string            `json:"transfer"` // "chunked": without Content-Length
}

// request returns the request for the server at origin.
func (r httpRequest) request(t *testing.T, origin string) *http.Request {
	t.Helper()
	body := r.Body
	if r.BodyGen != nil {
		body = r.BodyGen.text()
	}
	request, err := http.NewRequestWithContext(t.Context(), r.Method, origin+r.Path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range r.Headers {
		request.Header.Set(name, value)
	}
	if host := request.Header.Get("Host"); host != "" {
		request.Host = host
	}
	if r.Transfer == "chunked" {
		request.ContentLength = -1
	}
	return request
}
