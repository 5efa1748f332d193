package server

import (
	"context"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// listOf returns the method that lists a catalog, page by page.
func listOf[E entry](s *Server, c *catalog[E]) func(context.Context, *Call) (jsontext.Value, error) {
	return func(_ context.Context, call *Call) (jsontext.Value, error) {
		params, err := mcp.ToolsList.DecodeParams(call.request.Params)
		if err != nil {
			return nil, err
		}
		snap := c.load()
		if params.Cursor == nil {
			// Most lists have one page, and most clients ask for the first.
			snap.first.Do(func() { snap.firstPage = page(s, snap, 0) })
			return snap.firstPage, nil
		}
		after, err := parseCursor(*params.Cursor)
		if err != nil {
			return nil, err
		}
		return page(s, snap, after), nil
	}
}

// page encodes the page that begins behind the entry with a number
// (PAGE-010). Entries were encoded when they were added.
func page[E entry](s *Server, snap *snapshot[E], after uint64) jsontext.Value {
	entries := snap.entries
	i, found := slices.BinarySearchFunc(entries, after, func(n numbered[E], number uint64) int {
		switch {
		case n.number < number:
			return -1
		case n.number > number:
			return 1
		}
		return 0
	})
	if found {
		i++
	}
	entries = entries[i:]
	more := s.config.pageSize > 0 && len(entries) > s.config.pageSize
	if more {
		entries = entries[:s.config.pageSize]
	}
	var e E
	out := append([]byte(`{"`), e.member()...)
	out = append(out, `":[`...)
	for i, n := range entries {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, n.entry.listed()...)
	}
	out = append(out, ']')
	if more {
		out = append(out, `,"nextCursor":`...)
		out = jsonrpc.AppendString(out, cursorAfter(entries[len(entries)-1].number))
	}
	return appendCache(out, s.config.listCache)
}

// appendCache appends the members of a cacheable result and its end
// (CACHE-001).
func appendCache(out []byte, cache mcp.Cache) jsontext.Value {
	members, err := json.Marshal(cache)
	if err != nil {
		panic("server: encode caching hints: " + err.Error()) // a number and a word encode
	}
	return append(append(out, ','), members[1:]...)
}

// A cursor is the number of the last entry of a page, in a form that invites
// nobody to count on it (PAGE-007). It stays good when entries come and go.
const cursorVersion = "1:"

func cursorAfter(number uint64) string {
	return base64.RawURLEncoding.EncodeToString(strconv.AppendUint([]byte(cursorVersion), number, 36))
}

// parseCursor reads a cursor; one that this server cannot have issued is an
// InvalidParams error (PAGE-009).
func parseCursor(cursor string) (after uint64, err error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if digits, ok := strings.CutPrefix(string(text), cursorVersion); err == nil && ok {
		if after, err = strconv.ParseUint(digits, 36, 64); err == nil && cursorAfter(after) == cursor {
			return after, nil
		}
	}
	return 0, mcp.InvalidParams("invalid cursor: not one this server issued; list again without a cursor")
}
