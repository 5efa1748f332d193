package server

import (
	"context"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// Progress tells the client how far the request is. total is what done leads
// up to in the same unit, 0 if it is not known; message is for people and may
// be empty.
//
// It does nothing when the client did not ask for progress (PROGRESS-013), or
// when done is not more than the last time: progress only ever increases
// (PROGRESS-005). It returns the context's error if ctx ends first, and
// mcp.ErrDone after the request was answered.
func (c *Call) Progress(ctx context.Context, done, total float64, message string) error {
	c.progress.token.Do(func() { c.progress.token.value, _, _ = c.meta.ProgressToken() })
	token := c.progress.token.value
	if token.IsZero() {
		return nil
	}
	params := mcp.ProgressParams{ProgressToken: token, Progress: done, Message: message}
	if total > 0 {
		params.Total = &total
	}
	n, err := mcp.EventProgress.Notification(params)
	if err != nil {
		return err
	}
	// The lock is held while the notification is sent, so that two of them
	// cannot overtake each other.
	c.progress.mu.Lock()
	defer c.progress.mu.Unlock()
	if c.progress.sent && done <= c.progress.last {
		return nil
	}
	c.progress.sent, c.progress.last = true, done
	return mcp.Notify(ctx, c.sink, n)
}
