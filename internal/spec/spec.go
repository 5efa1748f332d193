// Package spec holds what the module knows about the specification as data:
// the catalogue of its rules, and the failures that users of other
// implementations reported and that became cases for this one.
//
// Both are the project's own text and are kept with the code: the catalogue is
// what findings cite and what tests name, so its ids never change. The
// official JSON schema is not here; see package peer for where tests find it.
package spec

import (
	"bytes"
	_ "embed" // the two files below
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

//go:embed rules.tsv
var rulesTSV string

//go:embed cases.jsonl
var casesJSONL []byte

// A Rule is one statement of the revision that a peer can keep or break.
type Rule struct {
	ID        string // "META-012"; never renumbered
	Level     Level
	Who       string // client, server, both, intermediary or authserver
	Checkable Checkable
	Source    []string // file#section of the specification, or a type of its schema.ts
	Statement string
	Violation string // the offending part of a message, or a situation
	Answer    string // what the peer answers to the violation
}

// Area returns the part of the id that says what the rule is about: META.
func (r Rule) Area() string {
	area, _, _ := strings.Cut(r.ID, "-")
	return area
}

// A Level is the key word of BCP 14 that a rule carries.
type Level string

// The levels in the catalogue.
const (
	Must      Level = "MUST"
	MustNot   Level = "MUST NOT"
	Should    Level = "SHOULD"
	ShouldNot Level = "SHOULD NOT"
	May       Level = "MAY"
)

// Binding reports whether the level leaves no choice.
func (l Level) Binding() bool { return l == Must || l == MustNot }

// A Checkable says what one must see to judge a rule.
type Checkable string

// What one must see, from little to much. What is checkable by Human only, no
// program can decide.
const (
	Message  Checkable = "message"
	Exchange Checkable = "exchange"
	Stream   Checkable = "stream"
	HTTP     Checkable = "http"
	State    Checkable = "state"
	Human    Checkable = "human"
)

// columns of rules.tsv: id, level, who, checkable, seed, source, statement,
// violation, answer.
const columns = 9

// Rules returns the catalogue in its own order. The slice is the caller's.
func Rules() ([]Rule, error) {
	lines := strings.Split(strings.TrimSuffix(rulesTSV, "\n"), "\n")
	rules := make([]Rule, 0, len(lines)-1)
	for n, line := range lines[1:] {
		field := strings.Split(line, "\t")
		if len(field) != columns {
			return nil, fmt.Errorf("rules.tsv, line %d: %d columns, want %d", n+2, len(field), columns)
		}
		rules = append(rules, Rule{
			ID:        field[0],
			Level:     Level(field[1]),
			Who:       field[2],
			Checkable: Checkable(field[3]),
			Source:    strings.Split(field[5], "; "),
			Statement: field[6],
			Violation: field[7],
			Answer:    field[8],
		})
	}
	return rules, nil
}

// A Case is a failure that somebody reported of another implementation, as an
// input and what is right for it.
type Case struct {
	ID        string         `json:"id"` // "BR-001"
	Title     string         `json:"title"`
	Component []string       `json:"component"` // codec, meta, server, client, stdio, http-server, …
	Kind      string         `json:"kind"`
	Cause     string         `json:"cause"`
	Saw       string         `json:"saw"`    // what users saw
	Input     jsontext.Value `json:"input"`  // an object
	Expect    jsontext.Value `json:"expect"` // an object; its member text says it in words
	SpecRef   []string       `json:"spec_ref"`
}

// Cases returns the cases in the order of their ids. The slice is the caller's.
func Cases() ([]Case, error) {
	var cases []Case
	for n, line := range bytes.Split(bytes.TrimSpace(casesJSONL), []byte("\n")) {
		var c Case
		if err := json.Unmarshal(line, &c); err != nil {
			return nil, fmt.Errorf("cases.jsonl, line %d: %w", n+1, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}
