package client_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/mcp"
)

func follow(t *testing.T, c *client.Client, opts ...client.CallOption) *client.Exchange[mcp.CallToolResult] {
	return client.Follow(t.Context(), c, mcp.ToolsCall, mcp.CallToolParams{Name: "t"}, opts...)
}

func TestFollow(t *testing.T) {
	f := telling(t, "notifications/message", fixed(`{"n":1}`), fixed(`{"n":2}`))
	var also []string
	ex := follow(t, dial(t, f), client.OnNotification(func(_ context.Context, n *mcp.Notification) error {
		also = append(also, string(n.Params))
		return nil
	}))
	if len(f.requests()) != 0 {
		t.Error("sent before anybody asked for it")
	}
	var got []string
	for n := range ex.Notifications() {
		got = append(got, n.Method+string(n.Params))
	}
	result, err := ex.Result()
	if err != nil || result == nil {
		t.Errorf("got %v, %v", result, err)
	}
	if want := `[notifications/message{"n":1} notifications/message{"n":2}]`; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if fmt.Sprint(also) != `[{"n":1} {"n":2}]` {
		t.Errorf("OnNotification got %v", also)
	}
	for range ex.Notifications() {
		t.Error("a second loop yields something")
	}
	if n := len(f.requests()); n != 1 {
		t.Errorf("sent %d times", n)
	}
}

func TestFollowWithoutLoop(t *testing.T) {
	if result, err := follow(t, dial(t, telling(t, "notifications/message", fixed(`{}`)))).Result(); result == nil || err != nil {
		t.Errorf("got %v, %v", result, err)
	}
}

// Leaving the loop ends the call, also at a handler that does not look at what
// Notify returns.
func TestLeavingTheLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var cancelled bool
		f := &fake{answer: func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
			for range 3 {
				_ = sink.Notify(ctx, &mcp.Notification{Method: "com.example/n", Params: jsontext.Value(`{}`)})
			}
			<-ctx.Done()
			cancelled = true
			return nil, ctx.Err()
		}}
		ex := follow(t, dial(t, f))
		var seen int
		for range ex.Notifications() {
			seen++
			break
		}
		if _, err := ex.Result(); !errors.Is(err, client.ErrLeft) || !cancelled || seen != 1 {
			t.Errorf("got %v after %d; cancelled: %v", err, seen, cancelled)
		}
	})
}

func TestErrorOfACallback(t *testing.T) {
	stop := errors.New("enough")
	f := telling(t, "com.example/n")
	f.answer = func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
		_ = sink.Notify(ctx, &mcp.Notification{Method: "com.example/n"})
		<-ctx.Done()
		return nil, ctx.Err()
	}
	_, err := dial(t, f).CallTool(t.Context(), "t", nil, client.OnNotification(func(context.Context, *mcp.Notification) error { return stop }))
	if !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}

func TestFollowHasNoLimitInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := dial(t, working(t, time.Hour, 3))
		if _, err := follow(t, c).Result(); err != nil {
			t.Error(err)
		}
		if _, err := follow(t, c, client.Timeout(time.Minute, 0)).Result(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with a limit: %v", err)
		}
	})
}
