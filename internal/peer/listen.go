package peer

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// stopTimeout is how long a server has to end after it was interrupted.
const stopTimeout = 10 * time.Second

var address = regexp.MustCompile(`https?://[^\s"']+`)

// Listen starts a server, waits until it prints the URL it listens on, to
// stdout or stderr, and returns that URL. The server is interrupted when the
// test ends; what it printed is logged when the test failed.
func Listen(t testing.TB, command ...string) (url string) {
	t.Helper()
	// The test's own context is cancelled before clean-up functions run, and
	// cancelling here means killing; the clean-up below interrupts first.
	ctx, kill := context.WithCancel(context.WithoutCancel(t.Context()))
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	read, write := io.Pipe()
	cmd.Stdout, cmd.Stderr = write, write
	if err := cmd.Start(); err != nil {
		kill()
		t.Fatalf("starting %s: %v", command[0], err)
	}

	found := make(chan string, 1)
	var output strings.Builder
	var reading sync.WaitGroup
	reading.Go(func() {
		defer close(found)
		scanner := bufio.NewScanner(read)
		scanner.Buffer(nil, 1<<20)
		announced := false
		for scanner.Scan() {
			output.WriteString(scanner.Text() + "\n")
			if match := address.FindString(scanner.Text()); match != "" && !announced {
				announced = true
				found <- match
			}
		}
		_, _ = io.Copy(io.Discard, read)
	})
	var ended error
	var waiting sync.WaitGroup
	waiting.Go(func() {
		ended = cmd.Wait()
		write.Close()
	})

	t.Cleanup(func() {
		interrupt(cmd)
		timer := time.AfterFunc(stopTimeout, kill)
		waiting.Wait()
		if !timer.Stop() {
			t.Errorf("%s did not end within %v of an interrupt", command[0], stopTimeout)
		}
		kill()
		reading.Wait()
		var exit *exec.ExitError
		if ended != nil && !errors.As(ended, &exit) {
			t.Errorf("waiting for %s: %v", command[0], ended)
		}
		if t.Failed() {
			t.Logf("the output of %s:\n%s", command[0], output.String())
		}
	})

	url, ok := <-found
	if !ok {
		waiting.Wait()
		t.Fatalf("%s ended without printing a URL: %v", strings.Join(command, " "), ended)
	}
	return url
}
