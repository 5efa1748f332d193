package mcp

// Cache says how long and for whom a result may be kept.
type Cache struct {
	TTLMs      int64      `json:"ttlMs"` // milliseconds; 0 is stale at once
	CacheScope CacheScope `json:"cacheScope"`
}

// A CacheScope says whom a cached result may be served to.
type CacheScope string

// The two scopes.
const (
	Public  CacheScope = "public"
	Private CacheScope = "private"
)
