//go:build unix

package stdio_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// call sends a request without params.
func call(ctx context.Context, h mcp.Handler, method string) (string, error) {
	response, err := h.Handle(ctx, &mcp.Request{Method: method}, nil)
	if err != nil {
		return "", err
	}
	return string(response.Result), nil
}

// dead waits until no process has the number any more, other than as a zombie
// that is not ours to reap.
func dead(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
	}
	t.Errorf("process %d is alive", pid)
}

// TestProcess: a child is called, as often as one likes.
func TestProcess(t *testing.T) {
	t.Run("TRANSPORT-001", func(t *testing.T) {
		p := start(t, "serve")
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for range 20 {
					if got, err := call(t.Context(), p, "m"); err != nil || got != "{}" {
						t.Errorf("got %s, %v", got, err)
					}
				}
			})
		}
		all.Wait()
	})
	t.Run("BR-022", func(t *testing.T) {
		params := `{"text":"` + strings.Repeat("a", 5<<20) + `"}`
		response, err := start(t, "serve").Handle(t.Context(), &mcp.Request{Method: "m", Params: []byte(params)}, nil)
		if err != nil || string(response.Result) != params {
			t.Errorf("5 MiB did not come back: %v", err)
		}
	})
	t.Run("STDIO-015 BR-106", func(t *testing.T) {
		cmd := program(t, "serve")
		cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"slow"}` + "\n")
		out, err := cmd.Output()
		if want := `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n"; err != nil || string(out) != want {
			t.Errorf("got %q, %v; want %q", out, err, want)
		}
	})
	t.Run("BR-112", func(t *testing.T) {
		cmd := program(t, "serve with a broken stdout")
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
		var stderr strings.Builder
		cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"slow"}` + "\n")
		cmd.Stdout, cmd.Stderr = w, &stderr
		err = cmd.Run()
		_ = w.Close()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 1 {
			t.Errorf("got %v, want exit status 1 and no signal", err)
		}
		if got := stderr.String(); !strings.Contains(got, "broken pipe") || strings.Contains(got, "goroutine") {
			t.Errorf("it printed %q", got)
		}
	})
	t.Run("a command that cannot be one", func(t *testing.T) {
		for _, cmd := range []*exec.Cmd{
			{Path: "/nowhere/at/all"},
			{Path: "/bin/true", Stdin: strings.NewReader("")},
			exec.CommandContext(t.Context(), "/bin/true"),
			exec.Command("no-such-program-anywhere"),
		} {
			if p, err := stdio.Start(cmd); err == nil {
				t.Errorf("%v was started", cmd)
				_ = p.Close()
			}
		}
	})
}

// TestChildThatExits: the error says how, and the next call has another child.
func TestChildThatExits(t *testing.T) {
	for _, id := range []string{"BR-104", "BR-157", "ERROR-016", "STDIO-003"} {
		t.Run(id, func(t *testing.T) {
			p := start(t, "exit 3 at the first request")
			_, err := call(t.Context(), p, "m")
			var exit *stdio.ExitError
			var status *exec.ExitError
			if !errors.As(err, &exit) || !errors.As(err, &status) || status.ExitCode() != 3 {
				t.Fatalf("got %v, want exit status 3", err)
			}
			if exit.Stderr != "first line\nboom" || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "boom") {
				t.Errorf("got %v with standard error %q", err, exit.Stderr)
			}
			if wire := (*jsonrpc.Error)(nil); errors.As(err, &wire) {
				t.Errorf("an error of this side looks like the server's: %v", err)
			}
		})
	}
	t.Run("BR-104 the last answer", func(t *testing.T) {
		for range 20 {
			p := start(t, "answer and exit 3", stdio.NoRestart())
			var all sync.WaitGroup
			var mu sync.Mutex
			var answers, exits int
			for range 2 {
				all.Go(func() {
					got, err := call(t.Context(), p, "m")
					var exit *stdio.ExitError
					mu.Lock()
					defer mu.Unlock()
					switch {
					case got == `{"last":"words"}`:
						answers++
					case errors.As(err, &exit) && exit.Stderr == "boom":
						exits++
					default:
						t.Errorf("got %s, %v", got, err)
					}
				})
			}
			all.Wait()
			if answers != 1 || exits != 1 {
				t.Errorf("%d answers and %d exits, want one of each", answers, exits)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	for _, id := range []string{"STDIO-017", "BR-104 restart"} {
		t.Run(id, func(t *testing.T) {
			p := start(t, "serve")
			first, err := call(t.Context(), p, "pid")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := call(t.Context(), p, "die"); !strings.Contains(fmt.Sprint(err), "asked to die") {
				t.Fatalf("got %v", err)
			}
			var all sync.WaitGroup
			var pids sync.Map
			for range 8 {
				all.Go(func() {
					got, err := call(t.Context(), p, "pid")
					if err != nil || got == first {
						t.Errorf("got %s, %v; the first was %s", got, err, first)
					}
					pids.Store(got, true)
				})
			}
			all.Wait()
			n := 0
			pids.Range(func(any, any) bool { n++; return true })
			if n != 1 {
				t.Errorf("%d children were started for 8 calls", n)
			}
			var pid int
			_, _ = fmt.Sscanf(first, `{"pid":%d}`, &pid)
			if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
				t.Errorf("the first child is a zombie: %v", err)
			}
		})
	}
	t.Run("a caller that waits for a restart has a context", func(t *testing.T) {
		p := start(t, "exit 3 at the first request")
		_, _ = call(t.Context(), p, "m")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := call(ctx, p, "m"); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("NoRestart", func(t *testing.T) {
		p := start(t, "exit 3 at the first request", stdio.NoRestart())
		for range 3 {
			var exit *stdio.ExitError
			if _, err := call(t.Context(), p, "m"); !errors.As(err, &exit) {
				t.Errorf("got %v", err)
			}
		}
	})
	for _, id := range []string{"STDIO-016", "BR-157 output closed"} {
		t.Run(id, func(t *testing.T) {
			p := start(t, "close stdout")
			if _, err := call(t.Context(), p, "m"); err == nil || !strings.Contains(err.Error(), "closed") {
				t.Errorf("got %v", err)
			}
		})
	}
	t.Run("BR-107 at its exit", func(t *testing.T) {
		pids := make(chan int, 1)
		p := start(t, "leave a grandchild", onGrandchild(pids), stdio.NoRestart())
		_, err := call(t.Context(), p, "m")
		var exit *stdio.ExitError
		if !errors.As(err, &exit) {
			t.Errorf("got %v", err)
		}
		dead(t, <-pids)
	})
	t.Run("a grandchild beyond reach holds the pipes", func(t *testing.T) {
		pids := make(chan int, 1)
		p := start(t, "leave a grandchild of its own", onGrandchild(pids), stdio.NoRestart())
		_, err := call(t.Context(), p, "m")
		var exit *stdio.ExitError
		if !errors.As(err, &exit) {
			t.Errorf("got %v", err)
		}
		if err := syscall.Kill(<-pids, syscall.SIGKILL); err != nil {
			t.Error(err)
		}
	})
}

// onGrandchild tells of the process that the child started.
func onGrandchild(pids chan<- int) stdio.ClientOption {
	return stdio.OnNotification(func(_ context.Context, n *mcp.Notification) {
		var pid int
		_, _ = fmt.Sscanf(string(n.Params), `{"pid":%d}`, &pid)
		pids <- pid
	})
}
