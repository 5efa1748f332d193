package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"go.uber.org/goleak"

	"github.com/quatrain-mcp/quatrain/internal/spec"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

// asServer is the environment variable that makes of the test's binary the
// server itself, for the cases that need a process.
const asServer = "QUATRAIN_CASESRV"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		main()
		return
	}
	goleak.VerifyTestMain(m)
}

// notRun are the cases with an input for a server that this test does not run,
// each with the reason.
var notRun = map[string]string{
	"BR-055": "what is flushed when is proved in transport/streamable",
	"BR-044": "the server does not compare mirrored headers yet",
	"BR-050": "needs a tool that asks for input",
	"BR-070": "needs a tool that asks for input",
	"BR-071": "needs a tool that asks for input",
	"BR-089": "the annotations of a tool are proved in package server",
	"BR-115": "needs subscriptions",
	"BR-116": "needs subscriptions",
	"BR-125": "templates are proved in package server",
	"BR-152": "needs the proxy's policies",
}

// amended are the cases whose expectation does not hold as it is written, each
// with what holds instead and the reason.
var amended = map[string]func(*expectation){
	// A resource function that returns nothing says that the resource does not
	// exist (RESOURCE-024), which is -32602 and not -32603 (RESOURCE-023).
	"BR-110": func(want *expectation) { want.CodesInOrder[1] = new(int(jsonrpc.InvalidParams)) },
}

// notChecked are the expectations that this test does not judge, each with the
// reason.
var notChecked = map[string]string{
	"text":                      "says the others in words",
	"diagnostic":                "findings come with package check",
	"within_ms":                 "tests assert no times; they have a deadline that is far off",
	"outgoing_headers":          "is about the client",
	"outgoing_must_not_contain": "is about the client",
	"client_outcome":            "is about the client",
	"race_detector_clean":       "is what go test -race says",
	"no_crossed_replies":        "see crossed",
}

func TestCases(t *testing.T) {
	cases, err := spec.Cases()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, c := range cases {
		var in input
		if err := json.Unmarshal(c.Input, &in); err != nil {
			t.Fatalf("%s: the input: %v", c.ID, err)
		}
		if !in.forServer() {
			continue
		}
		known[c.ID] = true
		if notRun[c.ID] != "" {
			continue
		}
		t.Run(c.ID+" "+strings.ReplaceAll(c.Title, "/", "_"), func(t *testing.T) {
			var want expectation
			if err := json.Unmarshal(c.Expect, &want); err != nil {
				t.Fatalf("the expectation: %v", err)
			}
			if amend := amended[c.ID]; amend != nil {
				amend(&want)
			}
			for name := range want.Others {
				if notChecked[name] == "" {
					t.Errorf("nothing here judges the expectation %q", name)
				}
			}
			runCase(t, in, want)
		})
	}
	for id, reason := range notRun {
		if !known[id] {
			t.Errorf("%s is not run (%s), but it has no input for a server anyway", id, reason)
		}
	}
}

// runCase gives a server the input in each way it can be given, and compares
// what comes of it with what is wanted.
func runCase(t *testing.T, in input, want expectation) {
	switch {
	case in.Shell != "":
		want.judgeShell(t, in)
	case in.ParallelHTTP != nil:
		crossed(t, in)
	case in.HTTP != nil:
		s := start(t, in.limit())
		for _, request := range in.HTTP {
			s.post(t, request, in.ClientAction != "")
		}
		if want.ToolCancelled {
			s.awaitCancelled(t)
		}
		if want.AliveAfter {
			s.post(t, following, false)
			want.Alive = true
		}
		want.judge(t, s.end(t))
		for _, body := range in.AlsoValid {
			valid := in.HTTP[0]
			valid.Body = body
			s := start(t, in.limit())
			s.post(t, valid, false)
			expectation{Status: one(200)}.judge(t, s.end(t))
		}
	default:
		s := start(t, in.limit())
		out := s.pipe(t, slices.Concat(in.lines(t), in.ThenStdin), want)
		want.judge(t, out)
		if in.OKDepth > 0 {
			in.Gen.N = in.OKDepth
			out := start(t, 0).pipe(t, []string{in.Gen.text()}, expectation{})
			if len(out.answers) != 1 || out.answers[0].message.Shape != jsonrpc.Result {
				t.Errorf("a depth of %d is not served: %v", in.OKDepth, out.answers)
			}
		}
	}
}
