package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	ctx, interrupt := context.WithCancelCause(context.Background())
	// This goroutine lives as long as the process. The first signal ends the
	// work in an orderly way, the second one the process.
	go func() {
		<-signals
		interrupt(errInterrupted)
		<-signals
		os.Exit(exitInterrupted)
	}()
	code := run(ctx, newEnv(), os.Args[1:])
	os.Exit(code)
}

// run runs the program with args, without its name, and returns its exit code.
// When ctx ends, a call is cancelled and a server shuts down.
func run(ctx context.Context, e *env, args []string) int {
	root := newRoot(e)
	root.SetArgs(args)
	root.SetIn(e.stdin)
	root.SetOut(e.stdout)
	root.SetErr(e.stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	return e.report(ctx, err, wantsJSON(args))
}

// wantsJSON reports whether args ask for JSON: an error of the command line
// itself can come before its flags are read.
func wantsJSON(args []string) bool {
	for _, arg := range args {
		switch arg {
		case "--":
			return false
		case "--json", "--json=true":
			return true
		}
	}
	return false
}
