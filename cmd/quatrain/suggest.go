package main

import "strings"

// suggest returns which of known somebody meant who wrote name, "" if none
// comes near.
func suggest(name string, known []string) string {
	best, closest := "", len(name)/3+2
	for _, candidate := range known {
		d := distance(strings.ToLower(name), strings.ToLower(candidate))
		if d < closest {
			best, closest = candidate, d
		}
	}
	return best
}

// distance returns how many insertions, deletions, replacements and swaps of
// neighbours lead from a to b.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	before, last, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range last {
		last[j] = j
	}
	for i := range s {
		row[0] = i + 1
		for j := range t {
			cost := 1
			if s[i] == t[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(t)]
}
