// Command rulecover lists the rules and cases of package spec that no test
// names.
//
//	go run ./internal/rulecover
//	go test -json ./... | go run ./internal/rulecover -run -
//
// A test proves a rule by carrying its id at the start of a subtest's name:
// t.Run("META-012", …), or t.Run("META-012 the key is missing", …), or
// t.Run("META-011,META-013", …). So `go test ./... -run '/META-012'` runs it.
//
// With -run only a subtest that ran and passed counts. The lines of go test
// itself and the output of failed tests are passed on, and a failed test makes
// the exit status 1. So does an id that has neither a test nor a line in
// open.tsv, the list of what is known to have no test yet, with its reason; and
// so does a line there that is not needed any more. With -update open.tsv is
// brought up to date instead: stale lines go, and missing ids get one that says
// so.
//
// Without -run the ids are read from the source, which takes no time but sees
// only names that are written out: string literals of test files that start
// with an id, in whatever place a table keeps its names, but not in the messages
// of a failure nor as the keys of a table of reasons. Then only an id that does
// not exist makes the exit status 1.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/quatrain-mcp/quatrain/internal/spec"
)

func main() {
	run := flag.String("run", "", "read ids from `file` of go test -json (- for stdin) instead of the source")
	root := flag.String("root", ".", "the top of the module")
	update := flag.Bool("update", false, "bring open.tsv up to date")
	flag.Parse()
	if *update && *run == "" {
		fmt.Fprintln(os.Stderr, "rulecover: -update needs -run: the source does not tell what passes")
		os.Exit(2)
	}
	ok, err := report(os.Stdout, *root, *run, *update)
	if err != nil {
		fmt.Fprintln(os.Stderr, "rulecover:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// report writes the coverage to w and reports whether nothing is wrong.
func report(w io.Writer, root, run string, update bool) (ok bool, err error) {
	rules, err := spec.Rules()
	if err != nil {
		return false, err
	}
	cases, err := spec.Cases()
	if err != nil {
		return false, err
	}
	open, err := readOpen(root)
	if err != nil {
		return false, err
	}

	var tested ids
	testsOK := true
	if run == "" {
		tested, err = fromSource(root)
	} else {
		tested, testsOK, err = fromRun(w, run)
	}
	if err != nil {
		return false, err
	}

	c := cover(rules, cases, tested, open)
	if update {
		if err := writeOpen(root, c, open); err != nil {
			return false, err
		}
	}
	c.print(w)
	if run == "" {
		fmt.Fprintln(w, "\nThis was read from the source: names that are made at run time are not among them.")
		return len(c.unknown) == 0, nil
	}
	return c.ok() && testsOK, nil
}
