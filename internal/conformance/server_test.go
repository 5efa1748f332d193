package conformance_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/quatrain-mcp/quatrain/internal/conformance"
	"github.com/quatrain-mcp/quatrain/internal/peer"
)

// suiteTimeout bounds one run of the suite, which takes a few seconds.
const suiteTimeout = 3 * time.Minute

// scenarios is how many the locked version of the suite has for the revision.
const scenarios = 40

func TestServer(t *testing.T) {
	node := peer.FindNode(t)
	url := peer.Listen(t, peer.Quatrain(t), "serve", "demo", "--fixtures", "--http", "127.0.0.1:0")

	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), suiteTimeout)
	defer cancel()
	suite := exec.CommandContext(ctx, node.Bin,
		filepath.Join(node.Modules, "@modelcontextprotocol/conformance/dist/index.js"),
		"server", "--url", url, "--suite", "all", "--spec-version", "2026-07-28", "-o", dir)
	output, err := suite.CombinedOutput()
	// The suite ends with 1 when a check failed. That is judged below.
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("running the suite: %v\n%s", err, output)
	}

	got, err := conformance.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != scenarios {
		t.Errorf("the suite ran %d scenarios, want %d\n%s", len(got), scenarios, output)
	}
	list, err := os.Open("expected.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	expected, err := conformance.ParseExpectations(list)
	if err != nil {
		t.Fatal(err)
	}

	ran := map[string]bool{}
	passed, known := 0, 0
	for _, scenario := range got {
		ran[scenario.Name] = true
		t.Run(scenario.Name, func(t *testing.T) {
			for _, wrong := range conformance.Judge(scenario, expected) {
				t.Error(wrong)
			}
		})
		for _, check := range scenario.Checks {
			if check.Status == conformance.Success {
				passed++
			}
		}
	}
	for _, e := range expected {
		known++
		if !ran[e.Scenario] {
			t.Errorf("expected.txt names %s, which did not run", e.Scenario)
		}
	}
	t.Logf("%d scenarios, %d checks passed, %d known not to hold yet", len(got), passed, known)
}
