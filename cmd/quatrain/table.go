package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// writeRows writes names with what is said of them, the names in a column of
// their own. A long text is wrapped into the columns that are left.
func writeRows(w io.Writer, rows [][2]string, width int) error {
	column := 0
	for _, row := range rows {
		column = max(column, min(utf8.RuneCountInString(row[0]), 32))
	}
	if width <= 0 {
		width = 100
	}
	var out strings.Builder
	for _, row := range rows {
		name, lines := row[0], wrap(row[1], max(width-column-2, 30))
		if utf8.RuneCountInString(name) > column {
			out.WriteString(name + "\n")
			name = ""
		}
		for i, line := range lines {
			if i > 0 {
				name = ""
			}
			padding := strings.Repeat(" ", column-utf8.RuneCountInString(name)+2)
			out.WriteString(strings.TrimRight(name+padding+line, " ") + "\n")
		}
	}
	if _, err := io.WriteString(w, out.String()); err != nil {
		return fmt.Errorf("writing the list: %w", err)
	}
	return nil
}

// wrap breaks text at blanks into lines of at most width columns; a word that
// is longer has a line of its own. There is always a line.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// firstSentence returns the beginning of a description, fit for a list.
func firstSentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if i := strings.Index(text, ". "); i > 0 {
		text = text[:i+1]
	}
	return text
}
