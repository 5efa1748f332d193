package docs

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// root is the top of the module, seen from here.
const root = "../.."

// A block is one fenced block of a document.
type block struct {
	file string // from the top
	line int    // of its first line of text
	kind string // what stands behind the fence: go, sh, console
	text string
}

// documents returns the files whose blocks are tested, as paths from the top.
func documents(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		matches, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range matches {
			rel, err := filepath.Rel(root, match)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, filepath.ToSlash(rel))
		}
	}
	if len(files) < 2 {
		t.Fatalf("found only the documents %q", files)
	}
	return files
}

// blocks returns the blocks of the kind given in all documents.
func blocks(t *testing.T, kind string) []block {
	t.Helper()
	var found []block
	for _, name := range documents(t) {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		var open *block
		scanner := bufio.NewScanner(strings.NewReader(string(text)))
		for n := 1; scanner.Scan(); n++ {
			line := scanner.Text()
			fence, fenced := strings.CutPrefix(line, "```")
			switch {
			case fenced && open == nil:
				open = &block{file: name, line: n + 1, kind: fence}
			case fenced:
				if open.kind == kind {
					found = append(found, *open)
				}
				open = nil
			case open != nil:
				open.text += line + "\n"
			}
		}
		if open != nil {
			t.Errorf("%s:%d: a block is not closed", name, open.line)
		}
	}
	return found
}
