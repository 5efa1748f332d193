package mcp

import (
	"math"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Cache says how long and for whom a result may be kept. The zero value says
// not at all, for nobody else; a result that leaves always carries both
// members (CACHE-001).
type Cache struct {
	TTLMs      Milliseconds `json:"ttlMs"`
	CacheScope CacheScope   `json:"cacheScope"`
}

// Fresh returns how long the result is fresh from its arrival on, 0 if it is
// stale at once (CACHE-008 to CACHE-010).
func (c Cache) Fresh() time.Duration { return c.TTLMs.Duration() }

// Milliseconds is a time to live, 0 or more. Reading takes whatever is no
// such number for 0 (CACHE-003, CACHE-004, CACHE-010), and so does writing.
type Milliseconds int64

// Duration returns ms as a Duration: at least 0, at most what fits one.
func (ms Milliseconds) Duration() time.Duration {
	const most = Milliseconds(math.MaxInt64 / time.Millisecond)
	return time.Duration(min(max(ms, 0), most)) * time.Millisecond
}

// MarshalJSONTo writes the number, never a negative one.
func (ms Milliseconds) MarshalJSONTo(enc *jsontext.Encoder) error {
	return enc.WriteToken(jsontext.Int(int64(max(ms, 0))))
}

// UnmarshalJSONFrom reads any value and keeps what is an integer above 0.
func (ms *Milliseconds) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*ms = 0
	if value.Kind() != '0' {
		return nil
	}
	if n, err := strconv.ParseInt(string(value), 10, 64); err == nil {
		*ms = Milliseconds(max(n, 0))
		return nil
	}
	switch f, _ := strconv.ParseFloat(string(value), 64); {
	case f >= math.MaxInt64:
		*ms = math.MaxInt64
	case f > 0 && f == math.Trunc(f):
		*ms = Milliseconds(f)
	}
	return nil
}

// A CacheScope says whom a cached result may be served to. Whatever is not
// Public is Private, read or written (CACHE-005).
type CacheScope string

// The two scopes.
const (
	Public  CacheScope = "public"  // anybody
	Private CacheScope = "private" // only who asked (CACHE-016)
)

// MarshalJSONTo writes one of the two scopes.
func (s CacheScope) MarshalJSONTo(enc *jsontext.Encoder) error {
	if s != Public {
		s = Private
	}
	return enc.WriteToken(jsontext.String(string(s)))
}

// UnmarshalJSONFrom reads any value; what is not "public" is Private.
func (s *CacheScope) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*s = Private
	if value.Kind() == '"' && textOf(value) == string(Public) {
		*s = Public
	}
	return nil
}
