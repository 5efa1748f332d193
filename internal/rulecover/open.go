package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// openFile is the list of ids that are known to have no test, a line each:
// the id, a tab, the reason.
const openFile = "internal/rulecover/open.tsv"

// readOpen returns the reasons by id. A file that is not there is empty.
func readOpen(root string) (map[string]string, error) {
	open := map[string]string{}
	text, err := os.ReadFile(filepath.Join(root, openFile))
	if errors.Is(err, fs.ErrNotExist) {
		return open, nil
	}
	if err != nil {
		return nil, err
	}
	for n, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		id, reason, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("%s, line %d: want an id, a tab and a reason", openFile, n+1)
		}
		if _, twice := open[id]; twice {
			return nil, fmt.Errorf("%s, line %d: %s stands twice", openFile, n+1, id)
		}
		open[id] = strings.TrimSpace(reason)
	}
	return open, nil
}

// writeOpen brings the list up to date with c.
func writeOpen(root string, c *coverage, open map[string]string) error {
	reasons := c.reasons(open)
	var text strings.Builder
	for _, id := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(&text, "%s\t%s\n", id, reasons[id])
	}
	return os.WriteFile(filepath.Join(root, openFile), []byte(text.String()), 0o644)
}
