package server_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// What one process began another goes on with: nothing is kept between
// requests.
func TestTwoProcesses(t *testing.T) {
	pair := make([]*server.Server, 2)
	for i := range pair {
		pair[i] = newServer(server.PageSize(2), server.ListCache(time.Minute, mcp.Public))
		addNumbered(t, pair[i], 0, 5)
	}
	t.Run("JSONRPC-033 pages of one list from two processes", func(t *testing.T) {
		var all []string
		members := ""
		for n := 0; ; n++ {
			page, cursor := names(t, result(t, pair[n%2], "tools/list", members))
			all = append(all, page...)
			if cursor == nil {
				break
			}
			members = `"cursor":` + string(cursor)
		}
		if got := strings.Join(all, " "); got != "t0 t1 t2 t3 t4" {
			t.Error(got)
		}
	})
	t.Run("CACHE-022 all pages of a list have one scope", func(t *testing.T) {
		members := ""
		for pages := 1; ; pages++ {
			page := result(t, pair[0], "tools/list", members)
			isText(t, page, `"public"`, "cacheScope")
			isText(t, page, "60000", "ttlMs")
			cursor := at(t, page, "nextCursor")
			if cursor == nil {
				if pages != 3 {
					t.Errorf("%d pages", pages)
				}
				break
			}
			members = `"cursor":` + string(cursor)
		}
	})
	t.Run("PAGE-004 a cursor behind the end is no internal error", func(t *testing.T) {
		short := newServer(server.PageSize(2))
		addNumbered(t, short, 0, 1)
		_, cursor := names(t, result(t, pair[0], "tools/list", ""))
		page, more := names(t, result(t, short, "tools/list", `"cursor":`+string(cursor)))
		if len(page) != 0 || more != nil {
			t.Errorf("got %v, %s", page, more)
		}
		refused(t, short, "tools/list", `"cursor":"x"`, jsonrpc.InvalidParams)
	})
}

// Two calls at once, each of which waits for the other: what they send goes to
// who asked.
func TestTwoCallsAtOnce(t *testing.T) {
	s := newServer(server.Logging())
	var both sync.WaitGroup
	both.Add(2)
	addRaw(t, s, "talks", func(ctx context.Context, call *server.Call) (*mcp.CallToolResult, error) {
		both.Done()
		both.Wait()
		if err := call.Log(ctx, mcp.LevelInfo, "", "hello"); err != nil {
			return nil, err
		}
		return done("ok"), call.Progress(ctx, 1, 0, "")
	})
	sent := make([][]string, 2)
	var wait sync.WaitGroup
	for i, with := range []string{`"progressToken":"a"`, `"progressToken":"b","io.modelcontextprotocol/logLevel":"debug"`} {
		wait.Go(func() { sent[i] = heard(t, s, metaWith(with)+`,"name":"talks"`) })
	}
	wait.Wait()
	t.Run("LOG-007 a log message goes to the request that asked for it", func(t *testing.T) {
		if len(sent[0]) != 1 || len(sent[1]) != 2 || !strings.HasPrefix(sent[1][0], "notifications/message ") {
			t.Errorf("got %q", sent)
		}
	})
	t.Run("PROGRESS-008 and progress by the token of its own", func(t *testing.T) {
		for i, token := range []string{`"progressToken":"a"`, `"progressToken":"b"`} {
			if last := sent[i][len(sent[i])-1]; !strings.Contains(last, token) {
				t.Errorf("got %q", sent[i])
			}
		}
	})
}
