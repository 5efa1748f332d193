package stdio

import (
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// A child is one run of the program.
type child struct {
	cmd    *exec.Cmd
	conn   *Conn
	input  io.Closer
	output *os.File
	stderr *tail
	ending atomic.Bool   // this side ends it
	exited chan struct{} // closed when the child was waited for, and stderr has all it printed
	wait   sync.WaitGroup
}

// start runs a program once.
func start(program *exec.Cmd, config clientConfig) (*child, error) {
	cmd := &exec.Cmd{
		Path: program.Path, Args: program.Args, Env: program.Env, Dir: program.Dir, Err: program.Err,
		ExtraFiles: program.ExtraFiles, SysProcAttr: program.SysProcAttr,
	}
	ownGroup(cmd)
	// Not the pipes of cmd: its Wait cuts off the last answer, and waits for what
	// a child started and left behind before that can be ended.
	var ours, theirs [3]*os.File
	closeAll := func(files [3]*os.File) {
		for _, f := range files {
			if f != nil {
				_ = f.Close()
			}
		}
	}
	var err error
	for i := range ours {
		if ours[i], theirs[i], err = os.Pipe(); err != nil {
			closeAll(ours)
			closeAll(theirs)
			return nil, err
		}
	}
	ours[0], theirs[0] = theirs[0], ours[0] // the child reads from its input
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs[0], theirs[1], theirs[2]
	err = cmd.Start()
	closeAll(theirs)
	if err != nil {
		closeAll(ours)
		return nil, err
	}
	c := &child{
		cmd: cmd, input: ours[0], output: ours[1], stderr: &tail{next: config.stderr},
		exited: make(chan struct{}),
	}
	c.conn = connect(untilExit{c}, ours[0], config)
	c.wait.Go(func() { c.reap(ours[2]) })
	return c, nil
}

// reap waits for the child and ends what it started. What they have written can
// then still be read, but no longer than a moment: one that left the group may
// hold the pipes open.
func (c *child) reap(stderr *os.File) {
	defer stderr.Close()
	copied := make(chan struct{})
	go func() { // ends with the pipe; a writer that blocks for good is not waited for
		_, _ = io.Copy(c.stderr, stderr)
		close(copied)
	}()
	_ = c.cmd.Wait() // its error is in ProcessState
	sweep(c.cmd)
	_ = stderr.SetReadDeadline(time.Now().Add(exitDelay))
	timer := time.NewTimer(2 * exitDelay)
	defer timer.Stop()
	select {
	case <-copied:
	case <-timer.C:
	}
	close(c.exited)
	_ = c.output.SetReadDeadline(time.Now().Add(exitDelay))
}

// untilExit reads the output of a child. Its end comes when the child has
// exited, with the reason.
type untilExit struct{ c *child }

func (u untilExit) Read(p []byte) (int, error) {
	n, err := u.c.output.Read(p)
	if n > 0 || err == nil {
		return n, nil
	}
	timer := time.NewTimer(exitDelay)
	defer timer.Stop()
	select {
	case <-u.c.exited:
		err = u.c.exitError()
	case <-timer.C:
	}
	if u.c.ending.Load() {
		return 0, ErrClosed
	}
	return 0, err
}

func (u untilExit) Close() error { return u.c.output.Close() }

// exitError says how the child ended; it has exited.
func (c *child) exitError() *ExitError {
	e := &ExitError{Stderr: c.stderr.String()}
	if state := c.cmd.ProcessState; state != nil && !state.Success() {
		e.Err = &exec.ExitError{ProcessState: state}
	}
	return e
}

// end ends the child and waits for it. What was sent to it is written first, and
// what it has answered is read.
func (c *child) end(grace time.Duration) {
	c.ending.Store(true)
	c.conn.out.drain(min(grace, drainTime))
	_ = c.input.Close()
	for _, signal := range []func(*exec.Cmd){terminate, kill} {
		if c.gone(grace) {
			break
		}
		signal(c.cmd)
	}
	c.wait.Wait()
	c.conn.workers.Wait()
	_ = c.conn.Close()
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
