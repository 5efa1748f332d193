package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/quatrain-mcp/quatrain/internal/spec"
)

func TestParseName(t *testing.T) {
	for name, want := range map[string][]string{
		"META-012":                    {"META-012"},
		"META-012 the key is missing": {"META-012"},
		"META-012_the_key_is_missing": {"META-012"},
		"META-012: the key":           {"META-012"},
		"META-012#01":                 {"META-012"},
		"META-011,META-013":           {"META-011", "META-013"},
		"META-011, META-013 both":     {"META-011", "META-013"},
		"META-011_META-013_both":      {"META-011", "META-013"},
		"BR-001 a batch":              {"BR-001"},
		"META-0123":                   nil,
		"META-012x":                   nil,
		"the key of META-012":         nil,
		"META":                        nil,
		"":                            nil,
		"META-011 see META-013":       {"META-011"},
	} {
		if diff := cmp.Diff(want, parseName(name)); diff != "" {
			t.Errorf("parseName(%q) (-want +got):\n%s", name, diff)
		}
	}
}

func TestFromFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x_test.go")
	text := `package x
func TestX(t *testing.T) {
	t.Run("META-001", func(t *testing.T) { t.Errorf("META-002 is broken") })
	for _, test := range []struct{ name string }{{"META-003 a row"}, {name: "META-004"}} { _ = test }
	for name := range map[string]int{"META-005": 1} { _ = name }
	_ = map[string]string{"META-008": "is not proved"}
	// META-006
	_ = "not META-007"
}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	found := ids{}
	if err := fromFile(path, found); err != nil {
		t.Fatal(err)
	}
	for id := range found {
		found[id] = "x"
	}
	want := ids{"META-001": "x", "META-003": "x", "META-004": "x", "META-005": "x"}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}

func TestReadRun(t *testing.T) {
	const stream = `{"Action":"run","Package":"p","Test":"TestX/META-001"}
{"Action":"output","Package":"p","Test":"TestX/META-001","Output":"quiet\n"}
{"Action":"pass","Package":"p","Test":"TestX/META-001"}
{"Action":"output","Package":"p","Test":"TestX/META-002","Output":"loud\n"}
{"Action":"fail","Package":"p","Test":"TestX/META-002"}
{"Action":"skip","Package":"p","Test":"TestX/META-003"}
{"Action":"pass","Package":"p","Test":"TestX/deep/META-004_words"}
{"Action":"output","Package":"p","Output":"PASS\n"}
{"Action":"output","Package":"p","Output":"FAIL\tp\t0.1s\n"}
{"Action":"fail","Package":"p"}
`
	var out strings.Builder
	found, ok, err := readRun(&out, strings.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	if ok {
		t.Error("a failed test was reported as passed")
	}
	if diff := cmp.Diff(ids{"META-001": "p.TestX/META-001", "META-004": "p.TestX/deep/META-004_words"}, found); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
	if got, want := out.String(), "loud\nFAIL\tp\t0.1s\n"; got != want {
		t.Errorf("passed on %q, want %q", got, want)
	}
	if _, _, err := readRun(&out, strings.NewReader("")); err == nil {
		t.Error("an empty run was taken for a run")
	}
}

func TestCover(t *testing.T) {
	rules := []spec.Rule{
		{ID: "META-001", Level: spec.Must, Checkable: spec.Message},
		{ID: "META-002", Level: spec.MustNot, Checkable: spec.Message},
		{ID: "META-003", Level: spec.Must, Checkable: spec.Message},
		{ID: "META-004", Level: spec.Must, Checkable: spec.Human},
		{ID: "META-005", Level: spec.Should, Checkable: spec.Message},
		{ID: "AUTH-001", Level: spec.Must, Checkable: spec.Message},
	}
	cases := []spec.Case{
		{ID: "BR-001", Component: []string{"codec"}},
		{ID: "BR-002", Component: []string{"proxy"}},
	}
	tested := ids{"META-001": "x", "META-005": "x", "META-999": "x"}
	open := map[string]string{"META-002": "later", "META-001": "tested by now", "AUTH-001": "not asked for"}
	c := cover(rules, cases, tested, open)

	if diff := cmp.Diff(map[string]count{
		"META": {asked: 3, tested: 1, open: 1, missing: 1},
		"BR":   {asked: 1, missing: 1},
	}, c.counts, cmp.AllowUnexported(count{})); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"AUTH-001", "META-001"}, c.stale); diff != "" {
		t.Errorf("stale (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"META-999 (x)"}, c.unknown); diff != "" {
		t.Errorf("unknown (-want +got):\n%s", diff)
	}
	if len(c.apart) != 1 || c.apart[0].id != "META-004" {
		t.Errorf("apart = %v, want META-004", c.apart)
	}
	want := map[string]string{"META-002": "later", "META-003": "no test yet", "BR-001": "no test yet"}
	if diff := cmp.Diff(want, c.reasons(open)); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}

// No test names a rule or a case that does not exist.
func TestNamesExist(t *testing.T) {
	var out strings.Builder
	ok, err := report(&out, "../..", "", false)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		t.Errorf("go run ./internal/rulecover says:\n%s", out.String())
	}
}

// What open.tsv excuses exists and is asked for.
func TestOpenIsAskedFor(t *testing.T) {
	rules, err := spec.Rules()
	if err != nil {
		t.Fatal(err)
	}
	cases, err := spec.Cases()
	if err != nil {
		t.Fatal(err)
	}
	open, err := readOpen("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range cover(rules, cases, nil, open).stale {
		t.Errorf("open.tsv: %s does not exist, is not asked for, or has no reason", id)
	}
}
