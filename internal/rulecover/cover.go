package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/quatrain-mcp/quatrain/internal/spec"
)

// areas are the parts of the catalogue that are built; the rules of other
// areas are not asked for yet.
var areas = []string{
	"JSONRPC", "RESULT", "ERROR", "META", "VERSION", "TRANSPORT", "STDIO", "HTTP", "HEADER",
	"DISCOVER", "PAGE", "TOOL", "RESOURCE", "PROMPT", "COMPLETE",
}

// components are the parts whose cases are asked for.
var components = []string{"codec", "meta", "server", "client", "stdio", "http-server", "http-client"}

// A line is one id and where it stands.
type line struct {
	id, about string
	why       string // the reason of an open one
}

// A count is one row of the table.
type count struct{ asked, tested, open, missing int }

// A coverage says of every id that is asked for whether a test names it.
type coverage struct {
	counts  map[string]count // by area; the cases are BR
	missing []line           // neither tested nor known to be open
	open    []line           // known to be open, with the reason
	apart   []line           // not for a program to decide
	should  count            // of rules that leave a choice, for information
	stale   []string         // lines of open.tsv that are not needed
	unknown []string         // ids that tests name and the catalogue has not
}

// cover works out the coverage.
func cover(rules []spec.Rule, cases []spec.Case, tested ids, open map[string]string) *coverage {
	c := &coverage{counts: map[string]count{}}
	known := map[string]bool{}
	asked := map[string]bool{}
	add := func(area, id, about string) {
		asked[id] = true
		n := c.counts[area]
		n.asked++
		switch {
		case tested[id] != "":
			n.tested++
		case open[id] != "":
			n.open++
			c.open = append(c.open, line{id, about, open[id]})
		default:
			n.missing++
			c.missing = append(c.missing, line{id, about, ""})
		}
		c.counts[area] = n
	}

	for _, rule := range rules {
		known[rule.ID] = true
		if !slices.Contains(areas, rule.Area()) {
			continue
		}
		about := fmt.Sprintf("%s, %s: %s", rule.Level, rule.Who, rule.Statement)
		switch {
		case !rule.Level.Binding():
			c.should.asked++
			if tested[rule.ID] != "" {
				c.should.tested++
			}
		case rule.Checkable == spec.Human && tested[rule.ID] == "":
			c.apart = append(c.apart, line{rule.ID, about, "only a person can decide it"})
		default:
			add(rule.Area(), rule.ID, about)
		}
	}
	for _, one := range cases {
		known[one.ID] = true
		if slices.ContainsFunc(one.Component, func(part string) bool { return slices.Contains(components, part) }) {
			add("BR", one.ID, one.Title)
		}
	}

	for id, reason := range open {
		if !asked[id] || tested[id] != "" || reason == "" {
			c.stale = append(c.stale, id)
		}
	}
	for id, place := range tested {
		if !known[id] {
			c.unknown = append(c.unknown, fmt.Sprintf("%s (%s)", id, place))
		}
	}
	slices.Sort(c.stale)
	slices.Sort(c.unknown)
	return c
}

func (c *coverage) ok() bool {
	return len(c.missing) == 0 && len(c.stale) == 0 && len(c.unknown) == 0
}

// print writes the coverage for people.
func (c *coverage) print(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "area\tasked\ttested\topen\tmissing\t")
	var sum count
	for _, area := range append(slices.Clone(areas), "BR") {
		n := c.counts[area]
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t\n", area, n.asked, n.tested, n.open, n.missing)
		sum = count{sum.asked + n.asked, sum.tested + n.tested, sum.open + n.open, sum.missing + n.missing}
	}
	fmt.Fprintf(table, "all\t%d\t%d\t%d\t%d\t\n", sum.asked, sum.tested, sum.open, sum.missing)
	table.Flush()
	fmt.Fprintf(w, "\nSHOULD and MAY of these areas: %d of %d have a test.\n", c.should.tested, c.should.asked)

	section := func(title string, lines []line) {
		if len(lines) == 0 {
			return
		}
		fmt.Fprintf(w, "\n%s (%d):\n", title, len(lines))
		for _, l := range lines {
			fmt.Fprintf(w, "  %s  %s\n", l.id, clip(cmp.Or(l.why, l.about)))
		}
	}
	section("Not for a program to decide", c.apart)
	section("Known to have no test yet", c.open)
	section("Missing: no test names them", c.missing)
	for _, id := range c.stale {
		fmt.Fprintf(w, "\nopen.tsv: %s is not needed: it is tested, not asked for, or has no reason.", id)
	}
	for _, id := range c.unknown {
		fmt.Fprintf(w, "\nA test names %s, which does not exist.", id)
	}
	if len(c.stale)+len(c.unknown) > 0 {
		fmt.Fprintln(w)
	}
}

// clip shortens a statement to about a line.
func clip(text string) string {
	runes := []rune(text)
	if len(runes) <= 140 {
		return text
	}
	return string(runes[:139]) + "…"
}

// reasons returns what open.tsv ought to say: the reasons that are needed, and
// a blunt one for what is missing.
func (c *coverage) reasons(open map[string]string) map[string]string {
	reasons := maps.Clone(open)
	for _, id := range c.stale {
		delete(reasons, id)
	}
	for _, l := range c.missing {
		reasons[l.id] = "no test yet"
	}
	return reasons
}
