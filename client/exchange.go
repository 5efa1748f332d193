package client

import (
	"context"
	"errors"
	"iter"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// ErrLeft is how an Exchange ends whose loop over the notifications was left.
var ErrLeft = errors.New("the loop over the notifications was left")

// An Exchange is a call whose notifications its caller ranges over. Follow
// makes one. It is for one goroutine.
type Exchange[R any] struct {
	call   func(seen func(context.Context, *mcp.Notification) error) (*R, error)
	ran    bool
	result *R
	err    error
}

// Follow is Call for those who would rather range over notifications than be
// called with them:
//
//	ex := client.Follow(ctx, c, mcp.ToolsCall, params, client.Meta(mcp.KeyProgressToken, "t"))
//	for n := range ex.Notifications() {
//		…
//	}
//	result, err := ex.Result()
//
// There is no goroutine in between: the body of the loop runs while the
// transport waits, so a slow body slows the server down. Leaving the loop
// cancels the call. Nothing is sent before Notifications or Result is used.
//
// Other than Call it has no limits in time unless the option Timeout sets them.
func Follow[P, R any](ctx context.Context, c *Client, m mcp.Method[P, R], params P, opts ...CallOption) *Exchange[R] {
	return &Exchange[R]{call: func(seen func(context.Context, *mcp.Notification) error) (*R, error) {
		all := append([]CallOption{Timeout(0, 0)}, opts...)
		return Call(ctx, c, m, params, append(all, alsoNotify(seen))...)
	}}
}

// alsoNotify is OnNotification beside one that is there already.
func alsoNotify(fn func(context.Context, *mcp.Notification) error) CallOption {
	return func(c *call) {
		first := c.onNotification
		c.onNotification = func(ctx context.Context, n *mcp.Notification) error {
			if first != nil {
				if err := first(ctx, n); err != nil {
					return err
				}
			}
			return fn(ctx, n)
		}
	}
}

// Notifications makes the call and yields the notifications that belong to it
// until the response comes; each is valid until the next. It can be ranged over
// once: a second time it yields nothing.
func (e *Exchange[R]) Notifications() iter.Seq[*mcp.Notification] {
	return func(yield func(*mcp.Notification) bool) { e.run(yield) }
}

// Result returns how the call ended, and makes it if nobody ranged over its
// notifications. Its errors are those of Call, and ErrLeft.
func (e *Exchange[R]) Result() (*R, error) {
	e.run(func(*mcp.Notification) bool { return true })
	return e.result, e.err
}

// run makes the call unless it was made.
func (e *Exchange[R]) run(yield func(*mcp.Notification) bool) {
	if e.ran {
		return
	}
	e.ran = true
	e.result, e.err = e.call(func(_ context.Context, n *mcp.Notification) error {
		if !yield(n) {
			return ErrLeft
		}
		return nil
	})
}
