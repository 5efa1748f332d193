package stdio

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Process is a server that runs as a child, with the client's end of its
// standard input and output. It is an mcp.Handler, safe for concurrent use.
//
// The child leads a process group of its own, and what it starts ends with it
// (BR-107). If it exits unexpectedly, open calls fail with an *ExitError, and the
// next call starts it again (STDIO-017), after a moment if it had run for less
// than a second.
type Process struct {
	cmd    *exec.Cmd // never run itself; each child is a copy
	config clientConfig

	ending  sync.Once
	quit    chan struct{}  // closed by Close
	restart sync.WaitGroup // the one under way
	started time.Time      // of the last child; only a restart looks at it

	mu     sync.Mutex // guards the rest
	child  *child
	next   *restart // under way, or nil
	closed bool
}

// restartInterval is how soon after its start a child is not started again: one
// that fails at once must not be started by every call.
const restartInterval = time.Second

// exitDelay is how long what goes with the end of a child may take: its exit once
// it closed its output, and the end of its output once it exited.
const exitDelay = time.Second

// Start runs a program. cmd says which, with its arguments, folder and
// environment. Its Stdin and Stdout must be nil, its Stderr may be set, and it
// must have no context (Close is what ends it) and not be used for anything else.
func Start(cmd *exec.Cmd, opts ...ClientOption) (*Process, error) {
	switch {
	case cmd.Stdin != nil || cmd.Stdout != nil || cmd.Process != nil:
		return nil, errors.New("stdio: the command has its Stdin or Stdout set, or was run already")
	case cmd.Cancel != nil:
		return nil, errors.New("stdio: the command has a context, which a child that is started again cannot have: use exec.Command")
	}
	p := &Process{cmd: cmd, config: newClientConfig(opts), quit: make(chan struct{})}
	if p.config.stderr == nil {
		p.config.stderr = cmd.Stderr
	}
	var err error
	p.started = time.Now()
	if p.child, err = start(cmd, p.config); err != nil {
		return nil, fmt.Errorf("stdio: start %s: %w", cmd.Path, err)
	}
	return p, nil
}

// An ExitError says that a child ended while it was needed.
type ExitError struct {
	Err    error  // of exec.Cmd.Wait, with the exit status; nil if that was 0
	Stderr string // the last lines that it printed there
}

// Error returns the exit status and what the child had to say.
func (e *ExitError) Error() string {
	text := "the server exited: exit status 0"
	if e.Err != nil {
		text = "the server exited: " + e.Err.Error()
	}
	if e.Stderr != "" {
		text += "; its standard error: " + e.Stderr
	}
	return text
}

// Unwrap returns the error of exec.Cmd.Wait.
func (e *ExitError) Unwrap() error { return e.Err }

// Handle calls the child; see Conn.Handle.
func (p *Process) Handle(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	conn, err := p.conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", req.Method, err)
	}
	return conn.Handle(ctx, req, sink)
}

// Notify sends the child a notification that belongs to no request.
func (p *Process) Notify(ctx context.Context, n *mcp.Notification) error {
	conn, err := p.conn(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", n.Method, err)
	}
	return conn.Notify(ctx, n)
}

// A restart is the start of another child, which several calls may wait for.
type restart struct {
	done chan struct{} // closed when the rest is there
	conn *Conn
	err  error
}

// conn returns the connection to a child that runs, and starts one if there is
// none.
func (p *Process) conn(ctx context.Context) (*Conn, error) {
	p.mu.Lock()
	gone := p.child.conn.calls.ended()
	switch {
	case p.closed:
		p.mu.Unlock()
		return nil, ErrClosed
	case gone == nil || !p.config.restart:
		defer p.mu.Unlock()
		return p.child.conn, gone
	case p.next == nil:
		p.next = &restart{done: make(chan struct{})}
		p.restart.Go(func() { p.again(gone) })
	}
	next := p.next
	p.mu.Unlock()
	select {
	case <-next.done:
		return next.conn, next.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// again starts the program again, for all who wait for that.
func (p *Process) again(gone error) {
	next := p.next
	next.conn, next.err = p.replace(gone)
	p.mu.Lock()
	p.next = nil
	p.mu.Unlock()
	close(next.done)
}

// replace puts another child in the place of the one that is gone. Nobody else
// does meanwhile.
func (p *Process) replace(gone error) (*Conn, error) {
	timer := time.NewTimer(restartInterval - time.Since(p.started))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-p.quit:
		return nil, ErrClosed
	}
	p.child.end(min(p.config.grace, exitDelay))
	p.config.logger.Warn("the server is started again", "command", p.cmd.Path, "after", gone)
	p.started = time.Now()
	c, err := start(p.cmd, p.config)
	if err != nil {
		return nil, fmt.Errorf("start %s again: %w", p.cmd.Path, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.child = c
	return c.conn, nil
}

// Close ends the child: its standard input is closed, and it has its Grace to
// finish; then it and all it started are told to end, and after another Grace
// they are killed (STDIO-014). Close always waits for the child. Open calls then
// fail with ErrClosed, unless the child answered them in time. Closing once more
// waits for the same.
func (p *Process) Close() error {
	p.ending.Do(func() {
		p.mu.Lock()
		p.closed = true
		p.mu.Unlock()
		close(p.quit)
		p.restart.Wait()
		p.child.end(p.config.grace)
	})
	return nil
}
