// Package spell finds the name that was likely meant.
package spell

// longest is how long a name may be that is looked at: what a peer sends costs
// little.
const longest = 64

// Nearest returns the one of names that is closest to name, "" if none is
// close: at most a third of its letters may differ. Of several the first is
// returned.
func Nearest(name string, names []string) string {
	if len(name) > longest {
		return ""
	}
	best, least := "", (len(name)+2)/3+1
	for _, other := range names {
		if len(other) > longest || len(other)-len(name) >= least || len(name)-len(other) >= least {
			continue
		}
		if d := distance(name, other); d < least {
			best, least = other, d
		}
	}
	return best
}

// distance counts the bytes to insert, delete or replace to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
