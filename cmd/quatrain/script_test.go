package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"quatrain": main})
}

// The scripts are the tests of the command line: each is a file that shows what
// is typed, what comes of it and how it ends. Beside testscript's own commands
// they use
//
//	exits CODE COMMAND [ARG…]     runs a command that must end with CODE
//	serve [ARG…]                  starts `quatrain serve demo` over HTTP; $URL is where
//	peer FILE                     starts an HTTP server that answers as FILE says; $URL is where
//	sent PATTERN                  looks for what the peer was sent
//	interrupt CODE PATTERN COMMAND [ARG…]
//	                              interrupts a command once it said PATTERN, which must end with CODE
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Values[peerKey{}] = &scriptedPeer{}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"serve":     serve,
			"peer":      startPeer,
			"sent":      sent,
			"interrupt": interrupt,
		},
	})
}

// exits runs a command and compares its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG…]")
	}
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	code := 0
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	ts.Logf("[stdout]\n%s[stderr]\n%s", ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// command returns a command of the script's, run in its folder.
func command(ts *testscript.TestScript, args []string) *exec.Cmd {
	path, err := exec.LookPath(args[0])
	ts.Check(err)
	cmd := exec.Command(path, args[1:]...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "HOME", "WORK", "TMPDIR", "URL"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	return cmd
}

// A watched is a command whose standard error is waited for.
type watched struct {
	cmd  *exec.Cmd
	said bytes.Buffer // guarded by reading
	done sync.WaitGroup
	line chan string
}

// watch starts a command.
func watch(ts *testscript.TestScript, args []string) *watched {
	w := &watched{cmd: command(ts, args), line: make(chan string, 1000)}
	stderr, err := w.cmd.StderrPipe()
	ts.Check(err)
	ts.Check(w.cmd.Start())
	w.done.Go(func() {
		defer close(w.line)
		lines := bufio.NewScanner(stderr)
		for lines.Scan() {
			w.said.WriteString(lines.Text() + "\n")
			w.line <- lines.Text()
		}
	})
	return w
}

// await waits until a line matches and returns it.
func (w *watched) await(ts *testscript.TestScript, pattern *regexp.Regexp) string {
	for line := range w.line {
		if match := pattern.FindString(line); match != "" {
			return match
		}
	}
	w.done.Wait()
	_ = w.cmd.Wait()
	ts.Fatalf("%q ended before it said %s:\n%s", w.cmd.Args, pattern, w.said.String())
	return ""
}

// stop interrupts the command and returns its exit code.
func (w *watched) stop() (code int, said string) {
	_ = w.cmd.Process.Signal(os.Interrupt)
	timer := time.AfterFunc(30*time.Second, func() { _ = w.cmd.Process.Kill() })
	defer timer.Stop()
	for range w.line {
	}
	w.done.Wait()
	_ = w.cmd.Wait()
	return w.cmd.ProcessState.ExitCode(), w.said.String()
}

// serve starts the demonstration server, which must end well with the script.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	w := watch(ts, append([]string{"quatrain", "serve", "demo", "--http", "127.0.0.1:0"}, args...))
	ts.Setenv("URL", w.await(ts, regexp.MustCompile(`http://\S+`)))
	ts.Defer(func() {
		if code, said := w.stop(); code != 0 {
			ts.Fatalf("the server ended with %d:\n%s", code, said)
		}
	})
}

// interrupt runs a command and interrupts it.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: interrupt CODE PATTERN COMMAND [ARG…]")
	}
	pattern, err := regexp.Compile(args[1])
	ts.Check(err)
	w := watch(ts, args[2:])
	w.await(ts, pattern)
	code, said := w.stop()
	ts.Check(os.WriteFile(ts.MkAbs("interrupted"), []byte(said), 0o600))
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s; it said\n%s", code, args[0], said)
	}
}

type peerKey struct{}

// A scriptedPeer is an MCP endpoint whose answers stand in a file, a line each:
//
//	{"method": "tools/list", "result": {…}}
//	{"method": "tools/call", "error": {…}, "status": 400}
//	{"status": 401, "header": {"WWW-Authenticate": "Bearer"}, "body": "no"}
//
// Of the lines for a method, or for any, the first that was not used answers;
// the last of them answers again and again.
type scriptedPeer struct {
	mu      sync.Mutex // guards what follows
	answers []*scriptedAnswer
	sent    bytes.Buffer // headers and bodies of the requests
}

type scriptedAnswer struct {
	Method string            `json:"method"`
	Result jsontext.Value    `json:"result"`
	Error  jsontext.Value    `json:"error"`
	Status int               `json:"status"`
	Header map[string]string `json:"header"`
	Body   string            `json:"body"`
	Hang   bool              `json:"hang"` // never answer

	used bool
}

// startPeer starts the peer of a script.
func startPeer(ts *testscript.TestScript, neg bool, args []string) {
	p := ts.Value(peerKey{}).(*scriptedPeer)
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		answer := &scriptedAnswer{}
		ts.Check(json.Unmarshal([]byte(line), answer))
		p.answers = append(p.answers, answer)
	}
	server := httptest.NewServer(p)
	ts.Defer(server.Close)
	ts.Setenv("URL", server.URL+"/mcp")
}

// sent looks for what the peer was sent.
func sent(ts *testscript.TestScript, neg bool, args []string) {
	p := ts.Value(peerKey{}).(*scriptedPeer)
	p.mu.Lock()
	defer p.mu.Unlock()
	if regexp.MustCompile(args[0]).Match(p.sent.Bytes()) == neg {
		ts.Fatalf("the peer was sent\n%s", p.sent.String())
	}
}

func (p *scriptedPeer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	message, err := jsonrpc.Decode(body, jsonrpc.Limits{})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	answer := p.take(message.Method, r, body)
	switch {
	case answer == nil:
		http.Error(w, "the script has no answer to "+message.Method, http.StatusTeapot)
		return
	case answer.Hang:
		<-r.Context().Done()
		return
	}
	for name, value := range answer.Header {
		w.Header().Set(name, value)
	}
	text := answer.Body
	member, value := "result", answer.Result
	if answer.Error != nil {
		member, value = "error", answer.Error
	}
	if value != nil {
		w.Header().Set("Content-Type", "application/json")
		text = fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%q:%s}`, message.ID, member, value)
	}
	if answer.Status != 0 {
		w.WriteHeader(answer.Status)
	}
	_, _ = io.WriteString(w, text)
}

// take returns the answer to a request, nil if there is none.
func (p *scriptedPeer) take(method string, r *http.Request, body []byte) *scriptedAnswer {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = r.Header.Write(&p.sent)
	p.sent.Write(append(body, '\n'))
	var last *scriptedAnswer
	for _, answer := range p.answers {
		if answer.Method != "" && answer.Method != method {
			continue
		}
		last = answer
		if !answer.used {
			break
		}
	}
	if last != nil {
		last.used = true
	}
	return last
}
