//go:build !race

package streamable_test

import (
	"net/http"
	"testing"
)

// TestAllocations bounds what serving a request costs beside the mcp.Handler.
// What is left for JSON: the exchange, the id, the method, the timer with its
// function, the header's two values and Content-Length's digits.
func TestAllocations(t *testing.T) {
	for _, test := range []struct {
		name          string
		notifications int
		most          float64
	}{
		{"JSON", 0, 8},
		{"a stream of 10 notifications", 10, 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := newLoad(test.notifications)
			got := testing.AllocsPerRun(200, func() {
				if status := l.serve(); status != http.StatusOK {
					t.Fatal(status)
				}
			})
			if got > test.most {
				t.Errorf("got %.0f allocations, want at most %.0f", got, test.most)
			}
		})
	}
}
