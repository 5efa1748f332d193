package demo

import (
	"math"
	"slices"
	"strings"
)

// A report is the weather of a city. It never changes, so that what a call
// prints can be compared with what it printed before.
type report struct {
	City       string
	Country    string
	Celsius    float64
	Conditions string
	Humidity   int // percent
	Wind       int // kilometres an hour
}

// reports returns the weather of all cities there are, by name.
func reports() []report {
	return []report{
		{"Amsterdam", "Netherlands", 14, "light rain", 81, 24},
		{"Athens", "Greece", 31, "clear", 38, 15},
		{"Auckland", "New Zealand", 12, "scattered clouds", 74, 20},
		{"Cairo", "Egypt", 36, "clear", 22, 13},
		{"Lima", "Peru", 18, "mist", 86, 9},
		{"Lisbon", "Portugal", 24, "clear", 58, 19},
		{"Mumbai", "India", 29, "heavy rain", 89, 26},
		{"Nairobi", "Kenya", 21, "scattered clouds", 63, 14},
		{"New York", "United States", 27, "thunderstorms", 71, 17},
		{"Oslo", "Norway", 11, "overcast", 77, 12},
		{"Reykjavik", "Iceland", 9, "drizzle", 84, 31},
		{"São Paulo", "Brazil", 19, "overcast", 72, 10},
		{"Seattle", "United States", 16, "light rain", 78, 11},
		{"Seoul", "South Korea", 25, "haze", 60, 8},
		{"Sydney", "Australia", 17, "clear", 52, 22},
		{"Tokyo", "Japan", 28, "partly cloudy", 66, 12},
		{"Zürich", "Switzerland", 15, "fog", 90, 5},
	}
}

// cities returns the names of the cities there are, sorted.
func cities() []string {
	var names []string
	for _, r := range reports() {
		names = append(names, r.City)
	}
	return names
}

// find returns the report of a city, written with or without accents, in any
// case, and with or without what follows a comma.
func find(location string) (report, bool) {
	city, _, _ := strings.Cut(location, ",")
	all := reports()
	i := slices.IndexFunc(all, func(r report) bool { return fold(r.City) == fold(city) })
	if i < 0 {
		return report{}, false
	}
	return all[i], true
}

// fold returns a name as it is compared.
func fold(name string) string {
	return strings.NewReplacer("ã", "a", "ü", "u").Replace(strings.ToLower(strings.TrimSpace(name)))
}

// withPrefix returns which of names begin like value, as far as people care.
func withPrefix(names []string, value string) []string {
	var fitting []string
	for _, name := range names {
		if strings.HasPrefix(fold(name), fold(value)) {
			fitting = append(fitting, name)
		}
	}
	return fitting
}

// fahrenheit converts a temperature, rounded to a whole degree.
func fahrenheit(celsius float64) float64 { return math.Round(celsius*9/5 + 32) }
