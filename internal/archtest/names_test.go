package archtest

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"
)

// empty names say nothing about what is inside.
var empty = map[string]bool{
	"util": true, "utils": true, "common": true, "shared": true, "types": true, "type": true,
	"helper": true, "helpers": true, "misc": true, "base": true,
}

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range sources(t) {
		stem := strings.TrimSuffix(strings.TrimSuffix(f.base(), ".go"), "_test")
		stem = strings.TrimSuffix(stem, "_internal")
		if empty[stem] {
			t.Errorf("%s: a file is named after its concept", f.path)
		}
		inside := f.test() && !strings.HasSuffix(f.syntax.Name.Name, "_test")
		if inside && f.public() && !strings.HasSuffix(f.base(), "_internal_test.go") {
			t.Errorf("%s: a test of the inside is named *_internal_test.go", f.path)
		}
		if seen[f.dir()] {
			continue
		}
		seen[f.dir()] = true
		for _, element := range strings.Split(f.dir(), "/") {
			if empty[element] {
				t.Errorf("%s: a package is named after what it provides", f.dir())
			}
		}
	}
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	documented := map[string]bool{}
	for _, f := range sources(t) {
		if !f.test() {
			documented[f.dir()] = documented[f.dir()] || f.syntax.Doc != nil
		}
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("%s has no package comment", dir)
		}
	}
}

// Everything exported by the library has a doc comment that begins with its
// name.
func TestEverythingPublicIsDocumented(t *testing.T) {
	for _, f := range sources(t) {
		if !f.library() {
			continue
		}
		for _, decl := range f.syntax.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if decl.Name.IsExported() && exportedReceiver(decl) && !trivial[decl.Name.Name] && decl.Doc == nil {
					t.Errorf("%s:%d: %s has no doc comment", f.path, f.line(decl), decl.Name.Name)
				}
			case *ast.GenDecl:
				undocumented(t, f, decl)
			}
		}
	}
}

// trivial are the methods whose meaning is their name.
var trivial = map[string]bool{"Error": true, "String": true, "Unwrap": true, "Is": true}

func exportedReceiver(fn *ast.FuncDecl) bool {
	if fn.Recv == nil {
		return true
	}
	expr := fn.Recv.List[0].Type
	for {
		switch x := expr.(type) {
		case *ast.StarExpr:
			expr = x.X
		case *ast.IndexExpr:
			expr = x.X
		case *ast.IndexListExpr:
			expr = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return false
		}
	}
}

func undocumented(t *testing.T, f file, decl *ast.GenDecl) {
	t.Helper()
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if spec.Name.IsExported() && decl.Doc == nil && spec.Doc == nil {
				t.Errorf("%s:%d: %s has no doc comment", f.path, f.line(spec), spec.Name.Name)
			}
		case *ast.ValueSpec:
			// The comment of a group speaks for its members.
			if decl.Doc != nil || spec.Doc != nil || spec.Comment != nil {
				continue
			}
			for _, name := range spec.Names {
				if name.IsExported() {
					t.Errorf("%s:%d: %s has no doc comment", f.path, f.line(spec), name.Name)
				}
			}
		}
	}
}

// The repository speaks of the product alone: no path of somebody's machine.
var machinePath = regexp.MustCompile(`(?:^|[\s"'(=])(/work/|/root/)`)

func TestNoMachinePaths(t *testing.T) {
	for _, f := range sources(t) {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && machinePath.MatchString(lit.Value) && f.dir() != "internal/archtest" {
				t.Errorf("%s:%d: %s is a path of one machine", f.path, f.line(lit), lit.Value)
			}
			return true
		})
	}
}
