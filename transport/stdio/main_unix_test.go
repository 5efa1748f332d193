//go:build unix

package stdio_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// childEnv makes of the test binary the program that a test runs as a child.
const childEnv = "QUATRAIN_STDIO_TEST_CHILD"

func TestMain(m *testing.M) {
	if how := os.Getenv(childEnv); how != "" {
		beChild(how)
		return
	}
	goleak.VerifyTestMain(m)
}

// program is the command that runs the test binary as a child of some kind.
func program(tb testing.TB, how string) *exec.Cmd {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childEnv+"="+how, "GORACE=atexit_sleep_ms=0")
	return cmd
}

// start runs a child until the test ends.
func start(tb testing.TB, how string, opts ...stdio.ClientOption) *stdio.Process {
	tb.Helper()
	p, err := stdio.Start(program(tb, how), opts...)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := p.Close(); err != nil {
			tb.Error(err)
		}
	})
	return p
}

// forever does nothing until it is killed; an empty select would be a deadlock.
func forever() {
	never := make(chan os.Signal, 1)
	signal.Notify(never, syscall.SIGUSR1)
	<-never
}

// complaint is what a child prints on its standard error though all is well.
var complaint = "error: \xff deprecated\n" + strings.Repeat("panic: not really\n", 10_000)

// beChild is what the children do.
func beChild(how string) {
	stdin := bufio.NewReader(os.Stdin)
	switch how {
	case "serve", "serve with a broken stdout":
		if err := stdio.Serve(context.Background(), mcp.HandlerFunc(echo)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "complain and serve": // more than a pipe holds, and not all of it text
		fmt.Fprint(os.Stderr, complaint)
		_ = stdio.Serve(context.Background(), mcp.HandlerFunc(echo))
	case "repeat a line":
		line, _ := stdin.ReadString('\n')
		fmt.Print(line)
		_, _ = io.Copy(io.Discard, stdin)
	case "exit 3 at the first request":
		_, _ = stdin.ReadString('\n')
		fmt.Fprintln(os.Stderr, "first line")
		fmt.Fprint(os.Stderr, "boom")
		os.Exit(3)
	case "answer and exit 3": // ids count from 1
		_, _ = stdin.ReadString('\n')
		_, _ = stdin.ReadString('\n')
		fmt.Println(`{"jsonrpc":"2.0","id":1,"result":{"last":"words"}}`)
		fmt.Fprintln(os.Stderr, "boom")
		os.Exit(3)
	case "close stdout":
		_, _ = stdin.ReadString('\n')
		_ = os.Stdout.Close()
		_, _ = io.Copy(io.Discard, stdin)
	case "read nothing":
		forever()
	case "ignore all":
		signal.Ignore(syscall.SIGTERM)
		fmt.Println(`{"jsonrpc":"2.0","method":"notifications/ready"}`)
		forever()
	case "end at SIGTERM":
		terminated := make(chan os.Signal, 1)
		signal.Notify(terminated, syscall.SIGTERM)
		fmt.Println(`{"jsonrpc":"2.0","method":"notifications/ready"}`)
		<-terminated
		fmt.Fprintln(os.Stderr, "terminated")
	case "answer at the end of the input":
		_, _ = io.Copy(io.Discard, stdin)
		fmt.Println(`{"jsonrpc":"2.0","id":1,"result":{"last":"words"}}`)
	case "leave a grandchild", "leave a grandchild of its own":
		cmd := exec.Command("sleep", "300")
		if how == "leave a grandchild of its own" {
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		}
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Printf(`{"jsonrpc":"2.0","method":"notifications/grandchild","params":{"pid":%d}}`+"\n", cmd.Process.Pid)
		_, _ = stdin.ReadString('\n')
		os.Exit(3)
	default:
		fmt.Fprintln(os.Stderr, "no such child: "+how)
		os.Exit(2)
	}
}
