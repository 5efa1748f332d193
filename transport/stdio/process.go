package stdio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Process is a server that runs as a child, with the client's end of its
// standard input and output. It is an mcp.Handler, safe for concurrent use.
//
// The child leads a process group of its own, so that what it starts ends with
// it (BR-107). If it exits unexpectedly, open calls fail with an *ExitError, and
// the next call starts it again (STDIO-017), at most once a second.
type Process struct {
	cmd    *exec.Cmd // never run itself; each child is a copy
	config clientConfig
	ending sync.Once

	mu      sync.Mutex // guards the rest
	child   *child
	started time.Time
	closed  bool
}

// restartInterval is how soon after its start a child is not started again: one
// that fails at once must not be started by every call.
const restartInterval = time.Second

// Start runs a program. cmd says which, with its arguments, folder and
// environment; its Stdin and Stdout must be nil, its Stderr may be set, and it
// must not be used for anything else.
func Start(cmd *exec.Cmd, opts ...ClientOption) (*Process, error) {
	if cmd.Stdin != nil || cmd.Stdout != nil || cmd.Process != nil {
		return nil, errors.New("stdio: the command has its Stdin or Stdout set, or was run already")
	}
	p := &Process{cmd: cmd, config: newClientConfig(opts)}
	if p.config.stderr == nil {
		p.config.stderr = cmd.Stderr
	}
	var err error
	if p.child, err = p.start(); err != nil {
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
	conn, err := p.conn()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", req.Method, err)
	}
	return conn.Handle(ctx, req, sink)
}

// Notify sends the child a notification that belongs to no request.
func (p *Process) Notify(ctx context.Context, n *mcp.Notification) error {
	conn, err := p.conn()
	if err != nil {
		return fmt.Errorf("%s: %w", n.Method, err)
	}
	return conn.Notify(ctx, n)
}

// conn returns the connection to a child that runs.
func (p *Process) conn() (*Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, ErrClosed
	}
	gone := p.child.conn.calls.ended()
	if gone == nil {
		return p.child.conn, nil
	}
	if !p.config.restart || time.Since(p.started) < restartInterval {
		return nil, gone
	}
	p.child.end(0)
	p.config.logger.Warn("the server is started again", "command", p.cmd.Path, "after", gone)
	next, err := p.start()
	if err != nil {
		return nil, fmt.Errorf("start %s again: %w", p.cmd.Path, err)
	}
	p.child = next
	return next.conn, nil
}

// Close ends the child: its standard input is closed, and it has its Grace to
// finish; then it and all it started are told to end, and after another Grace
// they are killed (STDIO-014). Close always waits for the child. Calls that are
// open then fail, unless the child answered them in time.
func (p *Process) Close() error {
	p.mu.Lock()
	p.closed = true
	last := p.child
	p.mu.Unlock()
	p.ending.Do(func() { last.end(p.config.grace) })
	return nil
}

// A child is one run of the program.
type child struct {
	cmd    *exec.Cmd
	conn   *Conn
	input  io.Closer
	output *os.File
	stderr *tail
	exited chan struct{} // closed when the child was waited for
	wait   sync.WaitGroup
}

// start runs the program once more. The caller holds the lock, or is alone.
func (p *Process) start() (*child, error) {
	cmd := &exec.Cmd{
		Path: p.cmd.Path, Args: p.cmd.Args, Env: p.cmd.Env, Dir: p.cmd.Dir, Err: p.cmd.Err,
		ExtraFiles: p.cmd.ExtraFiles, SysProcAttr: p.cmd.SysProcAttr,
		// What the child started may hold its standard error open.
		WaitDelay: time.Second,
	}
	ownGroup(cmd)
	c := &child{cmd: cmd, stderr: &tail{next: p.config.stderr}, exited: make(chan struct{})}
	cmd.Stderr = c.stderr
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	// Not StdoutPipe: its Wait would cut off the last answer.
	output, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout = theirs
	err = cmd.Start()
	_ = theirs.Close()
	if err != nil {
		_ = output.Close()
		return nil, err
	}
	p.started = time.Now()
	c.input, c.output = input, output
	c.conn = connectChild(c, input, p.config)
	c.wait.Go(c.reap)
	return c, nil
}

// connectChild connects to a child. That its output ends is not yet why its
// calls fail: that it exits is.
func connectChild(c *child, input io.WriteCloser, config clientConfig) *Conn {
	conn := &Conn{
		config: config, calls: newCalls(),
		in: newLineReader(untilExit{c}, sizeLimit(config.limits)), input: c.output,
		out: newLineWriter(input), output: input,
	}
	conn.reader.Go(conn.read)
	return conn
}

// untilExit reads the output of a child. Its end comes when the child has
// exited, with the reason.
type untilExit struct{ c *child }

// exitDelay is how long a child may live on that closed its output.
const exitDelay = time.Second

func (u untilExit) Read(p []byte) (int, error) {
	n, err := u.c.output.Read(p)
	if n > 0 || err == nil {
		return n, nil
	}
	timer := time.NewTimer(exitDelay)
	defer timer.Stop()
	select {
	case <-u.c.exited:
		return 0, u.c.exitError()
	case <-timer.C:
		return 0, err
	}
}

// reap waits for the child. What it has written can then still be read, but no
// longer than a moment: what it started may hold its output open.
func (c *child) reap() {
	_ = c.cmd.Wait() // its error is in ProcessState
	close(c.exited)
	_ = c.output.SetReadDeadline(time.Now().Add(exitDelay))
}

// exitError says how the child ended; it has exited.
func (c *child) exitError() *ExitError {
	e := &ExitError{Stderr: c.stderr.String()}
	if state := c.cmd.ProcessState; state != nil && !state.Success() {
		e.Err = &exec.ExitError{ProcessState: state}
	}
	return e
}

// end ends the child and waits for it.
func (c *child) end(grace time.Duration) {
	_ = c.input.Close()
	for _, signal := range []func(*exec.Cmd){terminate, kill} {
		if c.gone(grace) {
			break
		}
		signal(c.cmd)
	}
	c.wait.Wait()
	kill(c.cmd) // what it started and left behind
	c.conn.calls.fail(ErrClosed)
	_ = c.output.Close()
	c.conn.reader.Wait()
}

// gone waits for the child to exit and reports whether it did.
func (c *child) gone(grace time.Duration) bool {
	select {
	case <-c.exited:
		return true
	default:
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-c.exited:
		return true
	case <-timer.C:
		return false
	}
}
