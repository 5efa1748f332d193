package client

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Page is one page of a list.
type Page[E any] struct {
	Entries    []E
	NextCursor *string // for the next page, may be ""; nil on the last (PAGE-005, PAGE-008)
	Cache      mcp.Cache
	Meta       mcp.Meta
	Dropped    []*EntryError // what is not among Entries, and why
}

// An EntryError says why an entry of a list was left out.
type EntryError struct {
	Pointer jsontext.Pointer // what is wrong, as in /result/tools/0/inputSchema/required
	Name    string           // of the entry, or its URI; "" if it has none
	Err     error
}

// Error says where and what is wrong.
func (e *EntryError) Error() string {
	if e.Name == "" {
		return fmt.Sprintf("%s: %v", e.Pointer, e.Err)
	}
	return fmt.Sprintf("%s of %q: %v", e.Pointer, clip(e.Name), e.Err)
}

// Unwrap returns the cause.
func (e *EntryError) Unwrap() error { return e.Err }

// How a list without an end shows.
var (
	errRepeats = errors.New("the server gave the same cursor twice")
	errEmpty   = fmt.Errorf("the server gave %d pages without an entry, and another cursor", maxEmpty)
)

// maxEmpty is how many pages without an entry may follow one another. A page may
// well be empty, but a caller must not wait for ever for the next entry.
const maxEmpty = 1000

// tolerant decodes as package mcp does: the bytes were checked when they came.
var tolerant = json.JoinOptions(
	jsontext.AllowDuplicateNames(true),
	jsontext.AllowInvalidUTF8(true),
	jsontext.PreserveRawStrings(true),
)

// A list is one of the protocol's lists: its method, the member of the result
// that holds it, the members which must be strings in each entry, the first of
// which names it, and what else an entry needs.
type list[E any] struct {
	method  string
	member  string
	strings []string
	check   func(*E) *EntryError // with a pointer from the entry on; may be nil
}

// page asks for one page. A cursor is sent as it came, the empty one too
// (PAGE-007, PAGE-008).
func (l list[E]) page(ctx context.Context, c *Client, cursor *string, opts []CallOption) (*Page[E], error) {
	params := jsontext.Value("{}")
	if cursor != nil {
		params = append(appendMember([]byte{'{'}, "cursor", jsonrpc.AppendString(nil, *cursor)), '}')
	}
	response, err := c.Do(ctx, l.method, params, opts...)
	if err != nil {
		return nil, err
	}
	if err := requireComplete(l.method, response); err != nil {
		return nil, named(l.method, nil, err)
	}
	page, err := l.decode(response.Result)
	if err != nil {
		return nil, named(l.method, nil, &ResultError{Method: l.method, Result: response.Result, Err: err})
	}
	for _, dropped := range page.Dropped {
		c.config.logger.WarnContext(ctx, "schema-invalid: an entry of a list is left out",
			"method", l.method, "pointer", string(dropped.Pointer), "name", dropped.Name, "error", dropped.Err)
	}
	return page, nil
}

// decode decodes a page entry by entry: one that is none is left out and
// reported, and does not spoil the list (BR-074, BR-077). A list that is none is
// an error, for it is not an empty one.
func (l list[E]) decode(result jsontext.Value) (*Page[E], error) {
	var head struct {
		NextCursor *string `json:"nextCursor"`
		mcp.Cache  `json:",embed"`
		Meta       mcp.Meta `json:"_meta"`
	}
	if err := json.Unmarshal(result, &head, tolerant); err != nil {
		at, err := placed("/result", err)
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	value := jsonrpc.Member(result, l.member)
	switch {
	case value == nil:
		return nil, fmt.Errorf("/result/%s is missing", l.member)
	case value.Kind() != '[':
		return nil, fmt.Errorf("/result/%s is no array but %s", l.member, clip(string(value)))
	}
	var entries []jsontext.Value
	if err := json.Unmarshal(value, &entries, tolerant); err != nil {
		return nil, fmt.Errorf("/result/%s: %w", l.member, err)
	}
	page := &Page[E]{NextCursor: head.NextCursor, Cache: head.Cache, Meta: head.Meta}
	for i, raw := range entries {
		entry, problem := l.entry(raw)
		if problem != nil {
			at := jsontext.Pointer("/result").AppendToken(l.member).AppendToken(strconv.Itoa(i))
			problem.Pointer = at + problem.Pointer
			page.Dropped = append(page.Dropped, problem)
			continue
		}
		page.Entries = append(page.Entries, entry)
	}
	return page, nil
}

// entry decodes one entry and checks it.
func (l list[E]) entry(raw jsontext.Value) (entry E, problem *EntryError) {
	if raw.Kind() != '{' {
		return entry, &EntryError{Err: fmt.Errorf("no object but %s", clip(string(raw)))}
	}
	var name string
	for i, member := range l.strings {
		value := jsonrpc.Member(raw, member)
		switch {
		case value == nil:
			return entry, &EntryError{Name: name, Err: fmt.Errorf("%s is missing", member)}
		case value.Kind() != '"':
			return entry, &EntryError{
				Pointer: jsontext.Pointer("").AppendToken(member), Name: name,
				Err: fmt.Errorf("no string but %s", clip(string(value)))}
		case i == 0:
			text, _ := jsontext.AppendUnquote(nil, value)
			name = string(text)
		}
	}
	if err := json.Unmarshal(raw, &entry, tolerant); err != nil {
		at, err := placed("", err)
		return entry, &EntryError{Pointer: at, Name: name, Err: err}
	}
	if l.check != nil {
		if problem := l.check(&entry); problem != nil {
			problem.Name = name
			return entry, problem
		}
	}
	return entry, nil
}

// placed returns where below a pointer a value did not decode, and why, without
// Go's names.
func placed(at jsontext.Pointer, err error) (jsontext.Pointer, error) {
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return at, err
	}
	at += semantic.JSONPointer
	if semantic.Err != nil {
		return at, semantic.Err
	}
	return at, errors.New("a value of another type is expected")
}

// all iterates over the entries of all pages, however many there are on each
// (PAGE-001). It asks for a page when the one before is used up, and ends with
// the first error.
func (l list[E]) all(ctx context.Context, c *Client, opts []CallOption) iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		var none E
		var cursor *string
		seen, empty := map[string]bool{}, 0
		fail := func(err error) { yield(none, named(l.method, nil, &ResultError{Method: l.method, Err: err})) }
		for {
			page, err := l.page(ctx, c, cursor, opts)
			if err != nil {
				yield(none, err)
				return
			}
			if empty++; len(page.Entries) > 0 {
				empty = 0
			}
			for _, entry := range page.Entries {
				if !yield(entry, nil) {
					return
				}
			}
			cursor = page.NextCursor
			switch {
			case cursor == nil:
				return
			case seen[*cursor]:
				fail(fmt.Errorf("%w: %q", errRepeats, clip(*cursor)))
				return
			case empty >= maxEmpty:
				fail(errEmpty)
				return
			}
			seen[*cursor] = true
		}
	}
}
