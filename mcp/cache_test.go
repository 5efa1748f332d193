package mcp_test

import (
	"math"
	"testing"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
)

func TestCacheReading(t *testing.T) {
	tests := []struct {
		name, members string
		want          mcp.Cache
	}{
		{"CACHE-003 negative", `,"ttlMs":-1,"cacheScope":"public"`, mcp.Cache{CacheScope: mcp.Public}},
		{"CACHE-004 a string", `,"ttlMs":"300","cacheScope":"public"`, mcp.Cache{CacheScope: mcp.Public}},
		{"CACHE-004 a fraction", `,"ttlMs":0.5,"cacheScope":"public"`, mcp.Cache{CacheScope: mcp.Public}},
		{"CACHE-004 null", `,"ttlMs":null,"cacheScope":"public"`, mcp.Cache{CacheScope: mcp.Public}},
		{"CACHE-004 an integer by value", `,"ttlMs":3.0e2,"cacheScope":"public"`, mcp.Cache{TTLMs: 300, CacheScope: mcp.Public}},
		{"CACHE-004 beyond an int64", `,"ttlMs":1e300,"cacheScope":"public"`, mcp.Cache{TTLMs: math.MaxInt64, CacheScope: mcp.Public}},
		{"CACHE-005 unknown", `,"ttlMs":1,"cacheScope":"shared"`, mcp.Cache{TTLMs: 1, CacheScope: mcp.Private}},
		{"CACHE-005 a number", `,"ttlMs":1,"cacheScope":1`, mcp.Cache{TTLMs: 1, CacheScope: mcp.Private}},
		{"CACHE-005 public with an escape", `,"ttlMs":1,"cacheScope":"\u0070ublic"`, mcp.Cache{TTLMs: 1, CacheScope: mcp.Public}},
		{"CACHE-010 missing", ``, mcp.Cache{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := mcp.ToolsList.DecodeResult(raw(`{"tools":[]` + tt.members + `}`))
			if err != nil {
				t.Fatal(err)
			}
			if got.Cache != tt.want {
				t.Errorf("got %+v, want %+v", got.Cache, tt.want)
			}
		})
	}
}

func TestCacheWriting(t *testing.T) {
	for want, cache := range map[string]mcp.Cache{
		`{"tools":[],"ttlMs":0,"cacheScope":"private"}`:    {TTLMs: -5, CacheScope: "shared"},
		`{"tools":[],"ttlMs":60000,"cacheScope":"public"}`: {TTLMs: 60_000, CacheScope: mcp.Public},
	} {
		got, err := mcp.ToolsList.EncodeResult(mcp.ListToolsResult{Cache: cache})
		if err != nil || string(got) != want {
			t.Errorf("%+v: got %s, %v, want %s", cache, got, err, want)
		}
	}
}

func TestCacheFresh(t *testing.T) {
	for ms, want := range map[mcp.Milliseconds]time.Duration{
		-1: 0, 0: 0, 1500: 1500 * time.Millisecond, math.MaxInt64: math.MaxInt64 / time.Millisecond * time.Millisecond,
	} {
		if got := (mcp.Cache{TTLMs: ms}).Fresh(); got != want {
			t.Errorf("Fresh of %d is %v, want %v", ms, got, want)
		}
	}
}
