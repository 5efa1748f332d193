// Package conformance judges a run of the official conformance suite.
//
// The suite's own totals are not enough to rely on: they forgive warnings and
// checks that were skipped, and a scenario that checked nothing counts as
// passed. Here every check of every scenario counts, and what is known not to
// hold yet stands in a list, expected.txt, check by check with its reason. An
// entry of the list that holds by now is an error too, so the list can only
// shrink.
package conformance

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
)

// A Status is the outcome of one check, as the suite spells it.
type Status string

// The outcomes of a check. Info and Success are good.
const (
	Success Status = "SUCCESS"
	Failure Status = "FAILURE"
	Warning Status = "WARNING"
	Skipped Status = "SKIPPED"
	Info    Status = "INFO"
)

func (s Status) good() bool { return s == Success || s == Info }

// A Check is one row of a scenario's checks.json.
type Check struct {
	ID      string `json:"id"`
	Status  Status `json:"status"`
	Message string `json:"errorMessage"`
}

// A Scenario is what one scenario of a run reported.
type Scenario struct {
	Name   string
	Checks []Check
}

// resultDir matches the folder of one scenario: its leg, its name, a time.
var resultDir = regexp.MustCompile(`^(?:server-)?(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$`)

// Read returns the scenarios of a run whose output folder (the suite's -o) is
// dir, sorted by name.
func Read(dir string) ([]Scenario, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "checks.json"))
	if err != nil {
		return nil, fmt.Errorf("looking for results in %s: %w", dir, err)
	}
	var scenarios []Scenario
	for _, file := range files {
		name := resultDir.FindStringSubmatch(filepath.Base(filepath.Dir(file)))
		if name == nil {
			return nil, fmt.Errorf("%s: the folder's name is not of a known form", file)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading results: %w", err)
		}
		scenario := Scenario{Name: name[1]}
		if err := json.Unmarshal(text, &scenario.Checks); err != nil {
			return nil, fmt.Errorf("reading %s: %w", file, err)
		}
		scenarios = append(scenarios, scenario)
	}
	slices.SortFunc(scenarios, func(a, b Scenario) int { return strings.Compare(a.Name, b.Name) })
	return scenarios, nil
}

// An Expectation says of one check that it does not hold yet, and why.
type Expectation struct {
	Scenario string
	Check    string
	Status   Status
	Reason   string
}

// ParseExpectations reads a list of expectations: a line each with scenario,
// check, status and reason, separated by blanks; # starts a comment line.
func ParseExpectations(r io.Reader) ([]Expectation, error) {
	var list []Expectation
	scanner := bufio.NewScanner(r)
	for n := 1; scanner.Scan(); n++ {
		line := strings.TrimSpace(scanner.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 4 {
			return nil, fmt.Errorf("line %d: want scenario, check, status and reason, got %q", n, line)
		}
		list = append(list, Expectation{
			Scenario: fields[0],
			Check:    fields[1],
			Status:   Status(fields[2]),
			Reason:   strings.Join(fields[3:], " "),
		})
	}
	return list, scanner.Err()
}

// Judge compares what a scenario reported with what is expected of it and
// returns what is wrong, a sentence each; nothing is wrong when every check is
// good or expected, and every expectation came true. A check id that occurs
// several times counts as its worst occurrence.
func Judge(s Scenario, expected []Expectation) []string {
	worst := map[string]Check{}
	succeeded := false
	for _, check := range s.Checks {
		succeeded = succeeded || check.Status == Success
		before, seen := worst[check.ID]
		if !seen || before.Status.good() && !check.Status.good() || check.Status == Failure {
			worst[check.ID] = check
		}
	}

	var wrong []string
	excused := false
	for _, e := range expected {
		if e.Scenario != s.Name {
			continue
		}
		excused = true
		check, seen := worst[e.Check]
		delete(worst, e.Check)
		switch {
		case !seen:
			wrong = append(wrong, fmt.Sprintf("%s is expected to be %s but did not run; take it off the list", e.Check, e.Status))
		case check.Status.good():
			wrong = append(wrong, fmt.Sprintf("%s is expected to be %s but passes; take it off the list", e.Check, e.Status))
		case check.Status != e.Status:
			wrong = append(wrong, fmt.Sprintf("%s is expected to be %s but is %s: %s", e.Check, e.Status, check.Status, check.Message))
		}
	}
	for _, check := range worst {
		if !check.Status.good() {
			wrong = append(wrong, fmt.Sprintf("%s is %s: %s", check.ID, check.Status, check.Message))
		}
	}
	if !succeeded && !excused {
		wrong = append(wrong, "the scenario checked nothing")
	}
	slices.Sort(wrong)
	return wrong
}
