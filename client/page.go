package client

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Page is one page of a list.
type Page[E any] struct {
	Entries    []E
	NextCursor *string // for the next page; nil on the last (PAGE-005)
	Cache      mcp.Cache
	Dropped    []error // why entries were left out
}

// errRepeats ends a list that has no end.
var errRepeats = errors.New("the server gave the same cursor twice")

// A list is one of the protocol's lists: the method, the member of the result
// that holds it, and what an entry needs.
type list[E any] struct {
	method string
	member string
	check  func(*E) error
}

// page asks for one page. A cursor is sent as it came, the empty one too
// (PAGE-007, PAGE-008). An entry that is none is left out and reported: one bad
// entry does not spoil the list (BR-074, BR-077).
func (l list[E]) page(ctx context.Context, c *Client, cursor *string, opts []CallOption) (*Page[E], error) {
	params, err := mcp.ToolsList.EncodeParams(mcp.ListParams{Cursor: cursor})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.method, err)
	}
	response, err := c.Do(ctx, l.method, params, opts...)
	if err != nil {
		return nil, err
	}
	if response.Type() == mcp.InputRequired {
		return nil, inputRequired(l.method, response.Result)
	}
	page, err := l.decode(response.Result)
	if err != nil {
		return nil, &ResultError{Method: l.method, Err: err}
	}
	for _, err := range page.Dropped {
		c.config.logger.WarnContext(ctx, "schema-invalid: an entry of a list is left out",
			"method", l.method, "error", err)
	}
	return page, nil
}

// decode decodes a page entry by entry.
func (l list[E]) decode(result jsontext.Value) (*Page[E], error) {
	var head struct {
		NextCursor *string `json:"nextCursor"`
		mcp.Cache  `json:",embed"`
	}
	if err := json.Unmarshal(result, &head, jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil, err
	}
	var entries []jsontext.Value
	if value := jsonrpc.Member(result, l.member); value.Kind() != '[' {
		return nil, fmt.Errorf("%s is no array", l.member)
	} else if err := json.Unmarshal(value, &entries, jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil, err
	}
	page := &Page[E]{NextCursor: head.NextCursor, Cache: head.Cache}
	for i, entry := range entries {
		var e E
		err := json.Unmarshal(entry, &e, jsontext.AllowInvalidUTF8(true))
		if entry.Kind() != '{' {
			err = errors.New("not an object")
		}
		if err == nil {
			err = l.check(&e)
		}
		if err != nil {
			page.Dropped = append(page.Dropped, fmt.Errorf("/%s/%d: %w", l.member, i, err))
			continue
		}
		page.Entries = append(page.Entries, e)
	}
	return page, nil
}

// all iterates over the entries of all pages. It asks for a page when the one
// before is used up, and ends with the first error.
func (l list[E]) all(ctx context.Context, c *Client, opts []CallOption) iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		seen := map[string]bool{}
		for cursor := (*string)(nil); ; {
			page, err := l.page(ctx, c, cursor, opts)
			if err == nil && page.NextCursor != nil && seen[*page.NextCursor] {
				err = &ResultError{Method: l.method, Err: errRepeats}
			}
			if err != nil {
				var none E
				yield(none, err)
				return
			}
			for _, entry := range page.Entries {
				if !yield(entry, nil) {
					return
				}
			}
			if page.NextCursor == nil {
				return
			}
			cursor = page.NextCursor
			seen[*cursor] = true
		}
	}
}
