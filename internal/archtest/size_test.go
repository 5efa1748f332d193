package archtest

import (
	"fmt"
	"go/ast"
	"testing"
)

const (
	fileLines = 700 // the end; 400 is usual
	funcLines = 100 // the end; 60 is usual
)

// long are the files and functions that may be longer, each with its reason.
// Test functions are not measured: their tables are data.
var long = map[string]string{}

func TestSizes(t *testing.T) {
	needed := map[string]bool{}
	check := func(name string, lines, limit int) {
		if lines <= limit {
			return
		}
		needed[name] = true
		if long[name] == "" {
			t.Errorf("%s has %d lines, more than %d: is it one concept?", name, lines, limit)
		}
	}
	for _, f := range sources(t) {
		check(f.path, f.lines, fileLines)
		if f.test() {
			continue
		}
		for _, decl := range f.syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				lines := f.set.Position(fn.End()).Line - f.line(fn) + 1
				check(fmt.Sprintf("%s: %s", f.path, fn.Name.Name), lines, funcLines)
			}
		}
	}
	stale(t, "long", long, needed)
}

// stale reports the exceptions that nothing needs.
func stale(t *testing.T, table string, exceptions map[string]string, needed map[string]bool) {
	t.Helper()
	for name, why := range exceptions {
		if why == "" {
			t.Errorf("%s: %q has no reason", table, name)
		}
		if !needed[name] {
			t.Errorf("%s: nothing needs the exception %q any more", table, name)
		}
	}
}
