package wiretrace

import (
	"maps"
	"net/http"
	"slices"
)

// secret are the headers whose values are not shown.
var secret = []string{
	"Authorization", "Cookie", "Proxy-Authorization", "Set-Cookie", "X-Api-Key",
}

func sortedNames(header http.Header) []string {
	return slices.Sorted(maps.Keys(header))
}

// shownValues returns the values of a header as they may be shown.
func shownValues(name string, values []string) []string {
	if !slices.Contains(secret, http.CanonicalHeaderKey(name)) {
		return values
	}
	hidden := make([]string, len(values))
	for i := range hidden {
		hidden[i] = "(not shown)"
	}
	return hidden
}
