package spec_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/quatrain-mcp/quatrain/internal/spec"
)

func TestRules(t *testing.T) {
	rules, err := spec.Rules()
	if err != nil {
		t.Fatal(err)
	}
	if len(rules) < 828 {
		t.Errorf("%d rules; ids are appended, never taken away, and there were 828", len(rules))
	}
	id := regexp.MustCompile(`^[A-Z]+-\d{3}$`)
	levels := []spec.Level{spec.Must, spec.MustNot, spec.Should, spec.ShouldNot, spec.May}
	checkables := []spec.Checkable{spec.Message, spec.Exchange, spec.Stream, spec.HTTP, spec.State, spec.Human}
	who := []string{"client", "server", "both", "intermediary", "authserver"}
	seen := map[string]bool{}
	for _, rule := range rules {
		if !id.MatchString(rule.ID) || seen[rule.ID] {
			t.Errorf("%q is no id, or stands twice", rule.ID)
		}
		seen[rule.ID] = true
		if !slices.Contains(levels, rule.Level) {
			t.Errorf("%s: level %q", rule.ID, rule.Level)
		}
		if !slices.Contains(checkables, rule.Checkable) {
			t.Errorf("%s: checkable %q", rule.ID, rule.Checkable)
		}
		if !slices.Contains(who, rule.Who) {
			t.Errorf("%s: who %q", rule.ID, rule.Who)
		}
		if rule.Statement == "" || len(rule.Source) == 0 || rule.Source[0] == "" {
			t.Errorf("%s has no statement or no source", rule.ID)
		}
	}
}

func TestCases(t *testing.T) {
	cases, err := spec.Cases()
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 106 {
		t.Errorf("%d cases, want 106", len(cases))
	}
	id := regexp.MustCompile(`^BR-\d{3}$`)
	last := ""
	for _, c := range cases {
		if !id.MatchString(c.ID) || c.ID <= last {
			t.Errorf("%q is no id, or does not come after %q", c.ID, last)
		}
		last = c.ID
		if c.Title == "" || len(c.Component) == 0 {
			t.Errorf("%s has no title or no component", c.ID)
		}
		if c.Input.Kind() != '{' || c.Expect.Kind() != '{' {
			t.Errorf("%s: input and expect must be objects", c.ID)
		}
	}
}
