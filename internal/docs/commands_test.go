package docs

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/quatrain-mcp/quatrain/internal/peer"
)

// commandTimeout bounds one command of a document, compiling included.
const commandTimeout = 3 * time.Minute

// elsewhere are the commands that these tests do not run, and who does.
var elsewhere = map[string]string{
	"git clone https://github.com/quatrain-mcp/quatrain": "whoever reads this did",
	"cd quatrain":                 "the tests are there",
	"go run ./cmd/quatrain demo":  "TestDemoServesUntilInterrupted",
	"go test ./...":               "is running",
	"bash .ci/run":                "is running, or takes minutes",
	"npm ci --prefix .ci/npm":     ".ci/run, into a folder of its own",
	"go run ./internal/rulecover": "the test of that program",
	"go test -json ./... | go run ./internal/rulecover -run -": ".ci/run",
	"go test ./... -run '/META-012'":                           "go test ./... runs it too",
}

func TestCommandsRun(t *testing.T) {
	needed := map[string]bool{}
	ran := 0
	for _, b := range blocks(t, "sh") {
		for _, line := range strings.Split(strings.TrimSpace(b.text), "\n") {
			command, _, _ := strings.Cut(line, " #")
			command = strings.TrimSpace(command)
			if command == "" {
				continue
			}
			if elsewhere[command] != "" {
				needed[command] = true
				continue
			}
			ran++
			t.Run(command, func(t *testing.T) {
				out, code := shell(t, root, command)
				if code != 0 {
					t.Errorf("%s:%d: exit %d\n%s", b.file, b.line, code, out)
				}
			})
		}
	}
	if ran == 0 {
		t.Error("no document has a command that is run")
	}
	for command := range elsewhere {
		if !needed[command] {
			t.Errorf("no document has the command %q any more", command)
		}
	}
}

// update makes the transcripts what the commands print now.
var update = flag.Bool("update", false, "rewrite the transcripts")

// Transcripts are what the commands print.
func TestTranscripts(t *testing.T) {
	transcripts := blocks(t, "console")
	if len(transcripts) == 0 {
		t.Fatal("no document has a transcript")
	}
	path := filepath.Dir(peer.Quatrain(t)) + string(os.PathListSeparator) + os.Getenv("PATH")
	t.Setenv("PATH", path)
	for _, b := range transcripts {
		var now strings.Builder
		// What stands before the first command is not from a command.
		for _, part := range strings.Split("\n"+b.text, "\n$ ")[1:] {
			command, want, _ := strings.Cut(part, "\n")
			t.Run(command, func(t *testing.T) {
				got, _ := shell(t, root, command)
				fmt.Fprintf(&now, "$ %s\n%s\n", command, strings.TrimSpace(got))
				if diff := cmp.Diff(settle(want), settle(got)); diff != "" && !*update {
					t.Errorf("%s:%d: the transcript is not what the command prints; see -update (-document +now):\n%s",
						b.file, b.line, diff)
				}
			})
		}
		if *update {
			rewrite(t, b, now.String())
		}
	}
}

// rewrite puts text in the place of the block's.
func rewrite(t *testing.T, b block, text string) {
	t.Helper()
	name := filepath.Join(root, b.file)
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	fence := "```" + b.kind + "\n"
	changed := strings.Replace(string(old), fence+b.text, fence+text, 1)
	if err := os.WriteFile(name, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What differs from run to run, and what stands for it.
var unsettled = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(127\.0\.0\.1|localhost|\[::1\]):\d+`), "$1:PORT"},
	{regexp.MustCompile(`\b\d+(\.\d+)?(ns|µs|ms|s)\b`), "TIME"},
	{regexp.MustCompile(`"version": "(devel|v\d[^"]*\+[^"]*|v0\.0\.0-[^"]*)"`), `"version": "VERSION"`},
	{regexp.MustCompile(`go1\.\d+(\.\d+)?`), "go1.N"},
	{regexp.MustCompile(`(linux|darwin|windows)/(amd64|arm64)`), "OS/ARCH"},
	{regexp.MustCompile(`(?m)[ \t]+$`), ""},
}

// settle takes out of text what differs from run to run.
func settle(text string) string {
	for _, u := range unsettled {
		text = u.pattern.ReplaceAllString(text, u.instead)
	}
	return strings.TrimSpace(text)
}

// shell runs a command line and returns what it printed and how it ended.
func shell(t *testing.T, dir, command string) (output string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), commandTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return string(out), exit.ExitCode()
	case err != nil:
		t.Fatalf("running %q: %v", command, err)
	}
	return string(out), 0
}

// The first command of README.md shows its calls, prints its address last and
// serves until it is interrupted, which is a good end.
func TestDemoServesUntilInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), commandTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, peer.Quatrain(t), "demo")
	out := &watched{seen: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-out.seen:
	case err := <-ended:
		t.Fatalf("demo ended without saying that it serves: %v\n%s", err, out.text.String())
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("demo ended with %v, want exit 0\n%s", err, out.text.String())
	}
}

// lastLine matches the output of demo once it serves.
var lastLine = regexp.MustCompile(`until interrupted[^\n]* https?://\S+\n$`)

// watched is a buffer that says when it ends in the last line.
type watched struct {
	text bytes.Buffer
	seen chan struct{}
	done bool
}

// Write is called by one goroutine of package os/exec, as stdout and stderr are
// the same writer.
func (w *watched) Write(p []byte) (int, error) {
	n, err := w.text.Write(p)
	if !w.done && lastLine.Match(w.text.Bytes()) {
		w.done = true
		close(w.seen)
	}
	return n, err
}
