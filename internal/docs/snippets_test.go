package docs

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"
)

func TestGoSnippetsCompile(t *testing.T) {
	snippets := blocks(t, "go")
	if len(snippets) == 0 {
		t.Fatal("no document has a Go snippet")
	}
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	// An overlay puts each snippet into a package of the module that does not
	// exist on disk.
	dir := t.TempDir()
	replace := map[string]string{}
	args := []string{"build", "-overlay", filepath.Join(dir, "overlay.json")}
	for n, snippet := range snippets {
		file := filepath.Join(dir, fmt.Sprintf("snippet%d.go", n))
		text := fmt.Sprintf("//line %s:%d\n%s", filepath.Join(top, snippet.file), snippet.line, snippet.text)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		pkg := fmt.Sprintf("internal/docs/snippet%d", n)
		replace[filepath.Join(top, pkg, "main.go")] = file
		args = append(args, "./"+pkg)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", args...)
	build.Dir = top
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("go build: %v\n%s", err, out)
	}
}
