package client_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// silent never answers, but heeds its context and says why that ended.
func silent(cancelled *bool) *fake {
	return &fake{answer: func(ctx context.Context, _ *mcp.Request, _ mcp.Sink) (*mcp.Response, error) {
		<-ctx.Done()
		*cancelled = true
		return nil, ctx.Err()
	}}
}

// working reports progress every so often and answers after some reports.
func working(t *testing.T, every time.Duration, reports int) *fake {
	return &fake{answer: func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
		token := string(req.Meta().Get(mcp.KeyProgressToken))
		if token == "" {
			token = `"nobody's"`
		}
		for i := range reports {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(every):
			}
			notify(ctx, t, sink, "notifications/progress", `{"progressToken":`+token+`,"progress":`+string(rune('1'+i))+`}`)
		}
		return &mcp.Response{Result: jsontext.Value(`{"content":[]}`)}, nil
	}}
}

func ignore(mcp.ProgressParams) {}

func TestTimeout(t *testing.T) {
	for _, test := range []struct {
		name  string
		dial  []client.Option
		call  []client.CallOption
		after time.Duration
	}{
		{"CANCEL-017", nil, nil, client.DefaultTimeout},
		{"CANCEL-018", []client.Option{client.Timeouts(5*time.Second, 0)}, nil, 5 * time.Second},
		{"CANCEL-019", nil, []client.CallOption{client.Timeout(2*time.Hour, 0)}, 2 * time.Hour},
		{"CANCEL-001 by its maximum", nil, []client.CallOption{client.Timeout(0, time.Second)}, time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var cancelled bool
				c := dial(t, silent(&cancelled), test.dial...)
				began := time.Now()
				_, err := c.CallTool(t.Context(), "slow", nil, test.call...)
				if got := time.Since(began); got != test.after {
					t.Errorf("it ended after %v, want %v", got, test.after)
				}
				if !cancelled {
					t.Error("the request was not cancelled")
				}
				var timeout *client.TimeoutError
				if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &timeout) || timeout.After != test.after {
					t.Fatalf("got %v, want a TimeoutError", err)
				}
				contains(t, err.Error(), "tools/call slow", test.after.String())
				var wire *jsonrpc.Error
				if errors.As(err, &wire) {
					t.Errorf("%v looks like an error of the peer", err)
				}
			})
		})
	}
}

func TestProgressKeepsACallAlive(t *testing.T) {
	t.Run("longer than the timeout, as long as it goes on", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := dial(t, working(t, 50*time.Second, 9))
			if _, err := c.CallTool(t.Context(), "t", nil, client.OnProgress(ignore)); err != nil {
				t.Error(err)
			}
		})
	})
	t.Run("and no longer", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			f := working(t, time.Second, 1)
			answer := f.answer
			f.answer = func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
				_, _ = answer(ctx, req, sink)
				<-ctx.Done()
				return nil, ctx.Err()
			}
			began := time.Now()
			_, err := dial(t, f).CallTool(t.Context(), "t", nil, client.OnProgress(ignore))
			var timeout *client.TimeoutError
			if !errors.As(err, &timeout) || !timeout.Silent || time.Since(began) != time.Second+client.DefaultTimeout {
				t.Errorf("got %v after %v", err, time.Since(began))
			}
		})
	})
	t.Run("CANCEL-020", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := dial(t, working(t, 50*time.Second, 9), client.Timeouts(time.Minute, 2*time.Minute))
			began := time.Now()
			_, err := c.CallTool(t.Context(), "t", nil, client.OnProgress(ignore))
			var timeout *client.TimeoutError
			if !errors.As(err, &timeout) || timeout.Silent || time.Since(began) != 2*time.Minute {
				t.Errorf("got %v after %v", err, time.Since(began))
			}
		})
	})
	t.Run("but not progress of another request", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			_, err := dial(t, working(t, 50*time.Second, 9)).CallTool(t.Context(), "t", nil)
			var timeout *client.TimeoutError
			if !errors.As(err, &timeout) || !timeout.Silent {
				t.Errorf("got %v", err)
			}
		})
	})
}

func TestLateResponse(t *testing.T) {
	t.Run("CANCEL-012", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			deaf := &fake{answer: func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
				<-time.After(2 * time.Minute) // does not heed its context
				return &mcp.Response{Result: jsontext.Value(`{"content":[]}`)}, nil
			}}
			result, err := dial(t, deaf).CallTool(t.Context(), "t", nil)
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %+v, %v", result, err)
			}
		})
	})
}

func TestContextOfTheCaller(t *testing.T) {
	t.Run("cancelled", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var cancelled bool
			reason := errors.New("interrupted")
			ctx, cancel := context.WithCancelCause(t.Context())
			time.AfterFunc(time.Second, func() { cancel(reason) })
			_, err := dial(t, silent(&cancelled)).CallTool(ctx, "t", nil)
			if !errors.Is(err, context.Canceled) || !errors.Is(err, reason) || !cancelled {
				t.Errorf("got %v; cancelled: %v", err, cancelled)
			}
		})
	})
	t.Run("deadline", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var cancelled bool
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := dial(t, silent(&cancelled)).CallTool(ctx, "t", nil)
			var timeout *client.TimeoutError
			if !errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) {
				t.Errorf("got %v", err)
			}
		})
	})
	t.Run("dial", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var cancelled bool
		if _, err := client.Dial(ctx, client.InProcess(silent(&cancelled))); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}
