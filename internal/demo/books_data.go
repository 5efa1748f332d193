package demo

import (
	"slices"
	"strings"
)

// A book is an entry of the small library.
type book struct {
	ID     string `json:"id" jsonschema:"what get_book and book:// take"`
	Title  string `json:"title"`
	Author string `json:"author"`
	Year   int    `json:"year" jsonschema:"of the first edition"`
	Opens  string `json:"-"` // the first words
}

// books returns the library, sorted by id. All of it is in the public domain.
func books() []book {
	return []book{
		{"alice", "Alice's Adventures in Wonderland", "Lewis Carroll", 1865,
			"Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do."},
		{"emma", "Emma", "Jane Austen", 1815,
			"Emma Woodhouse, handsome, clever, and rich, with a comfortable home and happy disposition, seemed to unite some of the best blessings of existence."},
		{"frankenstein", "Frankenstein", "Mary Shelley", 1818,
			"You will rejoice to hear that no disaster has accompanied the commencement of an enterprise which you have regarded with such evil forebodings."},
		{"metamorphosis", "The Metamorphosis", "Franz Kafka", 1915,
			"One morning, when Gregor Samsa woke from troubled dreams, he found himself transformed in his bed into a horrible vermin."},
		{"moby-dick", "Moby-Dick", "Herman Melville", 1851,
			"Call me Ishmael."},
		{"time-machine", "The Time Machine", "H. G. Wells", 1895,
			"The Time Traveller (for so it will be convenient to speak of him) was expounding a recondite matter to us."},
		{"walden", "Walden", "Henry David Thoreau", 1854,
			"When I wrote the following pages, or rather the bulk of them, I lived alone, in the woods, a mile from any neighbor."},
	}
}

// findBook returns the book with an id.
func findBook(id string) (book, bool) {
	all := books()
	i := slices.IndexFunc(all, func(b book) bool { return b.ID == id })
	if i < 0 {
		return book{}, false
	}
	return all[i], true
}

// bookIDs returns the ids of all books, sorted.
func bookIDs() []string {
	var ids []string
	for _, b := range books() {
		ids = append(ids, b.ID)
	}
	return ids
}

// searchBooks returns the books whose title or author has query in it.
func searchBooks(query string) []book {
	found := []book{}
	for _, b := range books() {
		if strings.Contains(strings.ToLower(b.Title+" "+b.Author), strings.ToLower(strings.TrimSpace(query))) {
			found = append(found, b)
		}
	}
	return found
}
