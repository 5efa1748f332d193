package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// An event is one line of go test -json.
type event struct {
	Action     string
	Package    string
	ImportPath string
	Test       string
	Output     string
	OutputType string
}

// fromRun collects the ids of the subtests that passed in what go test -json
// wrote to the file (- is stdin), and passes on to w what a reader of go test
// wants to see of it. It reports whether no test and no package failed.
func fromRun(w io.Writer, file string) (found ids, ok bool, err error) {
	in := io.ReadCloser(os.Stdin)
	if file != "-" {
		if in, err = os.Open(file); err != nil {
			return nil, false, err
		}
		defer in.Close()
	}
	return readRun(w, in)
}

func readRun(w io.Writer, in io.Reader) (found ids, ok bool, err error) {
	found, ok = ids{}, true
	output := map[[2]string]*strings.Builder{}
	decoder := jsontext.NewDecoder(in)
	for events := 0; ; events++ {
		var e event
		if err := json.UnmarshalDecode(decoder, &e); errors.Is(err, io.EOF) {
			if events == 0 {
				return nil, false, errors.New("go test -json printed nothing")
			}
			return found, ok, nil
		} else if err != nil {
			return nil, false, fmt.Errorf("reading what go test -json printed: %w", err)
		}
		test := [2]string{e.Package, e.Test}
		switch e.Action {
		case "build-output":
			fmt.Fprint(w, e.Output)
		case "build-fail":
			ok = false
		case "output":
			if e.Test == "" {
				if !noise(e.Output) {
					fmt.Fprint(w, e.Output)
				}
				continue
			}
			if output[test] == nil {
				output[test] = &strings.Builder{}
			}
			output[test].WriteString(e.Output)
		case "fail":
			ok = false
			if text := output[test]; text != nil {
				fmt.Fprint(w, text)
			}
			delete(output, test)
		case "skip":
			delete(output, test)
		case "pass":
			delete(output, test)
			for _, element := range strings.Split(e.Test, "/")[1:] {
				for _, id := range parseName(element) {
					found[id] = e.Package + "." + e.Test
				}
			}
		}
	}
}

// noise are the lines of a test binary that go test without -json keeps to
// itself.
func noise(line string) bool {
	return line == "PASS\n" || strings.HasPrefix(line, "coverage:") || strings.HasPrefix(line, "testing: warning: no tests to run")
}
