package server

import (
	"log/slog"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/schema"
)

// An Option configures a Server.
type Option func(*config)

// config is what options set.
type config struct {
	instructions string
	pageSize     int
	listCache    mcp.Cache
	logger       *slog.Logger
	logging      bool
	bounds       schema.Bounds
}

func defaults() config {
	return config{
		pageSize:  100,
		listCache: mcp.Cache{CacheScope: mcp.Private},
		logger:    slog.New(slog.DiscardHandler),
	}
}

// Instructions tells the model how to use the server as a whole.
func Instructions(text string) Option { return func(c *config) { c.instructions = text } }

// PageSize sets how many entries a page of a list has at most; the default is
// 100. Less than 1 means all on one page.
func PageSize(entries int) Option { return func(c *config) { c.pageSize = entries } }

// ListCache says how long and for whom clients may keep lists and the result
// of server/discover. The default is not at all, for nobody else: use
// mcp.Public only if every caller sees the same (CACHE-023).
func ListCache(ttl time.Duration, scope mcp.CacheScope) Option {
	return func(c *config) { c.listCache = cacheOf(ttl, scope) }
}

// cacheOf returns the members for a time to live.
func cacheOf(ttl time.Duration, scope mcp.CacheScope) mcp.Cache {
	return mcp.Cache{TTLMs: mcp.Milliseconds(ttl.Milliseconds()), CacheScope: scope}
}

// Logger sets where the server reports what it cannot return: panics of the
// program's functions, and names of tools that clients may not like. Errors
// that the peer must not see are returned from Handle, and the transport logs
// them. The default discards.
func Logger(logger *slog.Logger) Option { return func(c *config) { c.logger = logger } }

// Logging declares the logging capability, without which Call.Log sends
// nothing (LOG-003).
//
// Deprecated: the revision deprecates log messages to the client. Write to
// stderr, or trace with OpenTelemetry.
func Logging() Option { return func(c *config) { c.logging = true } }

// SchemaBounds limits what the schemas of tools may cost.
func SchemaBounds(bounds schema.Bounds) Option { return func(c *config) { c.bounds = bounds } }
