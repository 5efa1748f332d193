package conformance_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/quatrain-mcp/quatrain/internal/conformance"
)

func TestJudge(t *testing.T) {
	check := func(id string, status conformance.Status) conformance.Check {
		return conformance.Check{ID: id, Status: status, Message: "why"}
	}
	for _, test := range []struct {
		name     string
		checks   []conformance.Check
		expected string
		want     []string
	}{
		{
			name:   "all good",
			checks: []conformance.Check{check("a", conformance.Success), check("b", conformance.Info)},
		},
		{
			name:   "a failure",
			checks: []conformance.Check{check("a", conformance.Success), check("b", conformance.Failure)},
			want:   []string{"b is FAILURE: why"},
		},
		{
			name:   "a warning is not free",
			checks: []conformance.Check{check("a", conformance.Success), check("b", conformance.Warning)},
			want:   []string{"b is WARNING: why"},
		},
		{
			name:   "neither is a skip",
			checks: []conformance.Check{check("a", conformance.Success), check("b", conformance.Skipped)},
			want:   []string{"b is SKIPPED: why"},
		},
		{
			name:   "the worst of several rows counts",
			checks: []conformance.Check{check("a", conformance.Failure), check("a", conformance.Success)},
			want:   []string{"a is FAILURE: why"},
		},
		{
			name: "nothing was checked",
			want: []string{"the scenario checked nothing"},
		},
		{
			name:     "an expected failure",
			checks:   []conformance.Check{check("a", conformance.Failure)},
			expected: "s a FAILURE not yet",
		},
		{
			name:     "an expectation of another scenario",
			checks:   []conformance.Check{check("a", conformance.Failure)},
			expected: "other a FAILURE not yet",
			want:     []string{"a is FAILURE: why", "the scenario checked nothing"},
		},
		{
			name:     "a stale expectation",
			checks:   []conformance.Check{check("a", conformance.Success)},
			expected: "s a FAILURE not yet",
			want:     []string{"a is expected to be FAILURE but passes; take it off the list"},
		},
		{
			name:     "another status than expected",
			checks:   []conformance.Check{check("a", conformance.Failure)},
			expected: "s a SKIPPED not advertised",
			want:     []string{"a is expected to be SKIPPED but is FAILURE: why"},
		},
		{
			name:     "an expectation of a check that is gone",
			checks:   []conformance.Check{check("b", conformance.Success)},
			expected: "# a comment\n\ns a FAILURE not yet",
			want:     []string{"a is expected to be FAILURE but did not run; take it off the list"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			expected, err := conformance.ParseExpectations(strings.NewReader(test.expected))
			if err != nil {
				t.Fatal(err)
			}
			got := conformance.Judge(conformance.Scenario{Name: "s", Checks: test.checks}, expected)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("Judge (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseExpectationsNeedsAReason(t *testing.T) {
	if list, err := conformance.ParseExpectations(strings.NewReader("s a FAILURE")); err == nil {
		t.Errorf("ParseExpectations took a line without a reason: %v", list)
	}
}
