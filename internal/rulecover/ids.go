package main

import (
	"regexp"
	"strings"
)

// ids are the ids of rules and cases with one place each that names them.
type ids map[string]string

var (
	id        = regexp.MustCompile(`^(?:[A-Z]+|BR)-\d{3}`)
	separator = regexp.MustCompile(`^[ _]*[,+ _][ _]*`)
)

// parseName returns the ids that the name of a subtest starts with. It takes
// the name as written and as go test prints it, with _ for a blank.
func parseName(name string) []string {
	var found []string
	for {
		match := id.FindString(name)
		if match == "" {
			return found
		}
		rest := name[len(match):]
		if rest != "" && !strings.ContainsAny(rest[:1], " _,+:#") {
			return found // META-0123, or META-012x
		}
		found = append(found, match)
		gap := separator.FindString(rest)
		if gap == "" {
			return found
		}
		name = rest[len(gap):]
	}
}
