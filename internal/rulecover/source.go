package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
)

// fromSource collects the ids that the test files below root name.
func fromSource(root string) (ids, error) {
	found := ids{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		// The tests of this program are full of ids that they do not prove.
		if !strings.HasSuffix(name, "_test.go") || filepath.Dir(path) == filepath.Join(root, "internal/rulecover") {
			return nil
		}
		return fromFile(path, found)
	})
	return found, err
}

func fromFile(path string, found ids) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("reading the names of tests: %w", err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			// A message of a failure may well start with the id it is about.
			return !says(n)
		case *ast.KeyValueExpr:
			// A table of reasons: why an id is not proved.
			return !isString(n.Key) || !isString(n.Value)
		case *ast.BasicLit:
			if n.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(n.Value)
			if err != nil {
				return true
			}
			for _, id := range parseName(text) {
				if found[id] == "" {
					found[id] = set.Position(n.Pos()).String()
				}
			}
		}
		return true
	})
	return nil
}

func isString(expr ast.Expr) bool {
	lit, ok := expr.(*ast.BasicLit)
	return ok && lit.Kind == token.STRING
}

// says reports whether the call prints a message: t.Errorf, fmt.Sprintf.
func says(call *ast.CallExpr) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	switch selector.Sel.Name {
	case "Error", "Errorf", "Fatal", "Fatalf", "Log", "Logf", "Skip", "Skipf", "Print", "Printf", "Println":
		return true
	}
	return false
}
