package server

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"
)

// An entry is what a catalog lists: a tool, a resource, a template, a prompt.
type entry interface {
	key() string            // by which it is found; unique in its catalog
	listed() jsontext.Value // as its list shows it
	member() string         // the list's member in the result
}

// A catalog is the entries of one kind in the order they were added (TOOL-008).
// Readers take a snapshot, which never changes; the zero catalog is empty.
type catalog[E entry] struct {
	current atomic.Pointer[snapshot[E]]
}

// A snapshot is a catalog at one time. What can be worked out from its entries
// is, when it is first needed: a program that adds a thousand tools makes a
// thousand snapshots and asks for the last one only.
type snapshot[E entry] struct {
	entries []numbered[E] // by rising number
	next    uint64

	indexed sync.Once // guards byKey
	byKey   map[string]E

	first     sync.Once // guards firstPage
	firstPage jsontext.Value
}

// index returns the entries by their keys.
func (s *snapshot[E]) index() map[string]E {
	s.indexed.Do(func() {
		s.byKey = make(map[string]E, len(s.entries))
		for _, n := range s.entries {
			s.byKey[n.entry.key()] = n.entry
		}
	})
	return s.byKey
}

// numbered is an entry with its place in the order; numbers are never used
// again, so that a cursor survives changes.
type numbered[E entry] struct {
	number uint64
	entry  E
}

// load returns the present snapshot.
func (c *catalog[E]) load() *snapshot[E] {
	if s := c.current.Load(); s != nil {
		return s
	}
	return &snapshot[E]{}
}

// used reports whether there was ever an entry: then the capability is
// declared, and stays so (TOOL-005).
func (c *catalog[E]) used() bool { return c.current.Load() != nil }

// find returns the entry with a key. Keys are compared exactly (TOOL-018).
func (c *catalog[E]) find(key string) (E, bool) {
	e, ok := c.load().index()[key]
	return e, ok
}

// keys returns all keys in order.
func (c *catalog[E]) keys() []string {
	s := c.load()
	keys := make([]string, len(s.entries))
	for i, n := range s.entries {
		keys[i] = n.entry.key()
	}
	return keys
}

// add adds an entry, in the place of one with the same key if there is one.
// The caller holds the server's lock.
func (c *catalog[E]) add(e E) {
	old := c.load()
	entries := slices.Clone(old.entries)
	next := old.next
	i := slices.IndexFunc(entries, func(n numbered[E]) bool { return n.entry.key() == e.key() })
	if i >= 0 {
		entries[i].entry = e
	} else {
		next++
		entries = append(entries, numbered[E]{next, e})
	}
	c.store(entries, next)
}

// remove removes the entries with the given keys and reports whether there
// were any. The caller holds the server's lock.
func (c *catalog[E]) remove(keys ...string) bool {
	old := c.load()
	kept := slices.DeleteFunc(slices.Clone(old.entries), func(n numbered[E]) bool {
		return slices.Contains(keys, n.entry.key())
	})
	if len(kept) == len(old.entries) {
		return false
	}
	c.store(kept, old.next)
	return true
}

func (c *catalog[E]) store(entries []numbered[E], next uint64) {
	c.current.Store(&snapshot[E]{entries: entries, next: next})
}
