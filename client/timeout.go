package client

import (
	"context"
	"fmt"
	"time"
)

// The limits of a call unless Timeouts or Timeout say otherwise.
const (
	DefaultTimeout    = time.Minute
	DefaultMaxTimeout = 10 * time.Minute
)

// timeouts are the limits of a call; 0 means none.
type timeouts struct {
	silence time.Duration // without an answer or progress
	most    time.Duration // in all
}

// A TimeoutError says that a call took longer than it may. The request was
// cancelled at the server (CANCEL-018). It is context.DeadlineExceeded for
// errors.Is, and an error of this side.
type TimeoutError struct {
	After  time.Duration
	Silent bool // there was no sign of life for so long; else it took so long in all
}

// Error says which limit it was.
func (e *TimeoutError) Error() string {
	if e.Silent {
		return fmt.Sprintf("no answer and no progress within %v", e.After)
	}
	return fmt.Sprintf("not done within %v", e.After)
}

// Is reports whether target is context.DeadlineExceeded.
func (e *TimeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// Timeout returns true: a TimeoutError is one for those who look for the
// method, as net.Error does.
func (e *TimeoutError) Timeout() bool { return true }

// A watch ends the context of a call when it takes too long.
type watch struct {
	limits  timeouts
	silence *time.Timer // nil if there is no such limit
	most    *time.Timer
	cancel  context.CancelCauseFunc
}

// watchCall returns the context of a call.
func watchCall(ctx context.Context, limits timeouts) (context.Context, *watch) {
	w := &watch{limits: limits}
	ctx, w.cancel = context.WithCancelCause(ctx)
	after := func(d time.Duration, silent bool) *time.Timer {
		if d <= 0 {
			return nil
		}
		return time.AfterFunc(d, func() { w.cancel(&TimeoutError{d, silent}) })
	}
	w.silence, w.most = after(limits.silence, true), after(limits.most, false)
	return ctx, w
}

// alive says that there was a sign of life. It must not be called twice at
// once.
func (w *watch) alive() {
	// A timer that has fired stays so: the call is over.
	if w.silence != nil && w.silence.Stop() {
		w.silence.Reset(w.limits.silence)
	}
}

// end frees what the watch holds.
func (w *watch) end() {
	for _, timer := range []*time.Timer{w.silence, w.most} {
		if timer != nil {
			timer.Stop()
		}
	}
	w.cancel(nil)
}
