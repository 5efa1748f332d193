//go:build unix

package stdio_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// ready tells when a child says that it is.
func ready() (stdio.ClientOption, <-chan struct{}) {
	c := make(chan struct{})
	return stdio.OnNotification(func(context.Context, *mcp.Notification) { close(c) }), c
}

// TestCloseProcess: the end of the input first, then SIGTERM, then SIGKILL.
func TestCloseProcess(t *testing.T) {
	const never = time.Minute // a Grace that a test would not survive
	t.Run("STDIO-014 the end of the input is enough", func(t *testing.T) {
		sent := make(chan struct{})
		p := start(t, "answer at the end of the input", stdio.Grace(never), stdio.Tap(func(f mcp.Frame) {
			if f.Direction == mcp.Out {
				close(sent)
			}
		}))
		var calling sync.WaitGroup
		calling.Go(func() {
			if got, err := call(t.Context(), p, "m"); got != `{"last":"words"}` {
				t.Errorf("got %s, %v", got, err)
			}
		})
		<-sent
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		calling.Wait()
	})
	t.Run("STDIO-014 SIGTERM", func(t *testing.T) {
		var stderr strings.Builder
		option, isReady := ready()
		p := start(t, "end at SIGTERM", option, stdio.Stderr(&stderr), stdio.Grace(time.Second))
		<-isReady
		_ = p.Close()
		if got := stderr.String(); got != "terminated\n" {
			t.Errorf("got %q", got)
		}
	})
	for _, id := range []string{"STDIO-014 SIGKILL", "BR-109"} {
		t.Run(id, func(t *testing.T) {
			option, isReady := ready()
			p := start(t, "ignore all", option, stdio.Grace(20*time.Millisecond))
			<-isReady
			var all sync.WaitGroup
			for range 3 { // at once, with calls open
				all.Go(func() {
					if _, err := call(t.Context(), p, "m"); !errors.Is(err, stdio.ErrClosed) {
						t.Errorf("got %v", err)
					}
				})
				all.Go(func() { _ = p.Close() })
			}
			all.Wait()
			if _, err := call(t.Context(), p, "m"); !errors.Is(err, stdio.ErrClosed) {
				t.Errorf("after Close: %v", err)
			}
		})
	}
	t.Run("CANCEL-018 a child that reads nothing", func(t *testing.T) {
		p := start(t, "read nothing", stdio.Grace(0))
		large := []byte(`{"x":"` + strings.Repeat("x", 4<<20) + `"}`)
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
				defer cancel()
				if _, err := p.Handle(ctx, &mcp.Request{Method: "m", Params: large}, nil); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got %v", err)
				}
			})
		}
		all.Wait()
	})
	t.Run("BR-107", func(t *testing.T) {
		pids := make(chan int, 1)
		p := start(t, "leave a grandchild", onGrandchild(pids), stdio.Grace(10*time.Millisecond))
		pid := <-pids
		_ = p.Close()
		dead(t, pid)
	})
}
