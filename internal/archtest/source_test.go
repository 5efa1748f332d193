package archtest

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// module is the path of this module, with a slash at its end.
const module = "github.com/quatrain-mcp/quatrain/"

// root is the top of the module, seen from here.
const root = "../.."

// A file is one Go file of the module.
type file struct {
	path   string // slash-separated, from the top: mcp/meta.go
	syntax *ast.File
	set    *token.FileSet
	lines  int
}

func (f file) dir() string  { return path.Dir(f.path) }
func (f file) base() string { return path.Base(f.path) }
func (f file) test() bool   { return strings.HasSuffix(f.path, "_test.go") }
func (f file) line(n ast.Node) int {
	return f.set.Position(n.Pos()).Line
}

// public reports whether the file, a test or not, lies in a package that others
// can import.
func (f file) public() bool {
	return !within(f.dir(), "cmd/...") && !within(f.dir(), "internal/...") && !within(f.dir(), "bench/...")
}

// library reports whether the file is compiled into the programs of others.
func (f file) library() bool { return f.public() && !f.test() }

// bubble reports whether the file is a test in which time is that of
// testing/synctest.
func (f file) bubble() bool {
	return f.test() && slices.ContainsFunc(f.syntax.Imports, func(i *ast.ImportSpec) bool {
		return i.Path.Value == `"testing/synctest"`
	})
}

// sources parses every Go file of the module.
func sources(t *testing.T) []file {
	t.Helper()
	var files []file
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch base := entry.Name(); {
			case name == root:
				return nil
			case strings.HasPrefix(base, "."), base == "testdata", base == "node_modules":
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		files = append(files, file{
			path:   filepath.ToSlash(rel),
			syntax: syntax,
			set:    set,
			lines:  set.File(syntax.FileStart).LineCount(),
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no Go file found")
	}
	return files
}

// A pkg is what `go list -json` tells of a package.
type pkg struct {
	ImportPath   string
	Standard     bool
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
	Module       *struct{ Path string }
}

// list runs go list with the arguments given and returns its packages by
// import path.
func list(t *testing.T, args ...string) map[string]pkg {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list",
		"-json=ImportPath,Standard,Imports,TestImports,XTestImports,Deps,Module"}, args...)...)
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatalf("go list: %v", err)
	}
	packages := map[string]pkg{}
	decoder := jsontext.NewDecoder(strings.NewReader(string(out)))
	for decoder.PeekKind() == '{' {
		var p pkg
		if err := json.UnmarshalDecode(decoder, &p); err != nil {
			t.Fatalf("reading what go list printed: %v", err)
		}
		packages[p.ImportPath] = p
	}
	if len(packages) == 0 {
		t.Fatal("go list printed no package")
	}
	return packages
}

// within reports whether the package or folder name is what pattern says: a
// path, or a path with /... at its end, which takes in what lies below.
func within(name, pattern string) bool {
	tree, all := strings.CutSuffix(pattern, "/...")
	return name == tree || all && strings.HasPrefix(name, tree+"/")
}
