package main

import (
	"io"
	"os"

	"golang.org/x/term"

	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/plaintext"
)

// An env is what a run of the program has around it.
type env struct {
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer

	stdoutTerminal bool
	stderrTerminal bool
	width          int // columns of the terminal, 0 without one

	lookup    func(string) (string, bool) // environment variables
	dir       string                      // the working directory
	configDir string                      // the user's configuration folder, "" if there is none
}

// newEnv returns the env of the process.
func newEnv() *env {
	e := &env{
		stdin:          os.Stdin,
		stdout:         os.Stdout,
		stderr:         os.Stderr,
		stdoutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		stderrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		lookup:         os.LookupEnv,
		dir:            ".",
	}
	if e.stderrTerminal {
		if width, _, err := term.GetSize(int(os.Stderr.Fd())); err == nil {
			e.width = width
		}
	}
	if dir, err := os.UserConfigDir(); err == nil {
		e.configDir = dir
	}
	return e
}

// foreignStdout returns where text of a server goes that is a result: to
// standard output, but not so that a terminal obeys it.
func (e *env) foreignStdout() io.Writer {
	if e.stdoutTerminal {
		return plaintext.NewWriter(e.stdout)
	}
	return e.stdout
}

// err returns text of a server as it may go to standard error.
func (e *env) err(text string) string {
	if e.stderrTerminal {
		return plaintext.Strip(text)
	}
	return text
}

// foreignStderr returns where a child process may write what its standard
// error says.
func (e *env) foreignStderr() io.Writer {
	if e.stderrTerminal {
		return plaintext.NewWriter(e.stderr)
	}
	return e.stderr
}
