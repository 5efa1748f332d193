package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/quatrain-mcp/quatrain/internal/sse"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// following is the valid request that shows that a server goes on.
var following = httpRequest{
	Method: "POST", Path: "/mcp",
	Headers: map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list",
	},
	Body: `{"jsonrpc":"2.0","id":"following","method":"tools/list","params":{"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
}

// A witness is a watcher that remembers.
type witness struct {
	mu        sync.Mutex // guards what follows
	ran       []string
	cancelled []string

	began chan string // a tool began
	ended chan string // a tool was cancelled
}

func newWitness() *witness {
	return &witness{began: make(chan string, 1000), ended: make(chan string, 1000)}
}

func (w *witness) toolRan(name string) {
	w.mu.Lock()
	w.ran = append(w.ran, name)
	w.mu.Unlock()
	w.began <- name
}

func (w *witness) toolCancelled(name string) {
	w.mu.Lock()
	w.cancelled = append(w.cancelled, name)
	w.mu.Unlock()
	w.ended <- name
}

// A session is a server under test and what it said so far.
type session struct {
	witness *witness
	limits  jsonrpc.Limits
	origin  string // of the HTTP server, "" until it is needed
	client  *http.Client
	stop    func()
	out     *outcome
}

// start returns a session whose server bounds messages to size bytes, 0 for
// the default.
func start(t *testing.T, size int) *session {
	s := &session{witness: newWitness(), limits: jsonrpc.Limits{Size: size}, out: &outcome{}, stop: func() {}}
	t.Cleanup(func() { s.stop() })
	return s
}

// server returns a server that the session's witness watches.
func (s *session) server(t *testing.T) mcp.Handler {
	t.Helper()
	h, err := newServer(slog.New(slog.DiscardHandler), s.witness)
	if err != nil {
		t.Fatal(err)
	}
	err = h.AddResource(mcp.Resource{URI: "x:nil", Name: "nil"},
		func(context.Context, *server.Call, string) (mcp.Contents, error) { return nil, nil })
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// serve starts the HTTP server.
func (s *session) serve(t *testing.T) {
	t.Helper()
	ln, err := streamable.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	handler := streamable.NewHandler(s.server(t), streamable.Limits(s.limits))
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := streamable.Serve(ctx, ln, handler); err != nil {
			t.Errorf("the server ended: %v", err)
		}
	})
	s.origin = "http://" + ln.Addr().String()
	s.client = &http.Client{Transport: &http.Transport{}}
	s.stop = sync.OnceFunc(func() {
		s.client.CloseIdleConnections()
		cancel()
		serving.Wait()
	})
}

// post sends one request and keeps what comes of it. With leave the client
// goes away as soon as the tool began.
func (s *session) post(t *testing.T, r httpRequest, leave bool) {
	t.Helper()
	if s.origin == "" {
		s.serve(t)
	}
	ctx, cancel := deadline(t)
	defer cancel()
	request := r.request(t, s.origin).WithContext(ctx)
	if leave {
		left := make(chan struct{})
		go func() {
			defer close(left)
			<-s.witness.began
			cancel()
		}()
		response, err := s.client.Do(request)
		if err == nil {
			_ = response.Body.Close()
		}
		<-left
		return
	}
	response, err := s.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("reading the answer: %v", err)
	}
	s.out.raw.Write(body)
	a := answer{status: response.StatusCode, header: response.Header, body: body}
	if kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); kind == sse.MediaType {
		a.body = nil
		for _, data := range events(t, body) {
			s.take(&a, data)
		}
	} else {
		s.take(&a, body)
	}
	s.out.answers = append(s.out.answers, a)
}

// take reads a message, if it is one, into the answer it belongs to.
func (s *session) take(a *answer, frame []byte) {
	m, err := jsonrpc.Decode(frame, jsonrpc.Limits{Size: -1, Depth: -1})
	switch {
	case err != nil:
	case m.Shape == jsonrpc.Notification:
		a.notified++
		s.out.notified++
	default:
		a.message, a.body = m, frame
	}
}

// events returns the data of the events of a stream.
func events(t *testing.T, stream []byte) [][]byte {
	t.Helper()
	var all [][]byte
	reader := sse.NewReader(bytes.NewReader(stream), 0)
	for {
		event, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("reading the stream: %v", err)
		}
		all = append(all, bytes.Clone(event.Data))
	}
}

// pipe writes lines to a server on stdio, ends its input when all that is
// wanted happened, and returns what it wrote.
func (s *session) pipe(t *testing.T, lines []string, want expectation) *outcome {
	t.Helper()
	ctx, cancel := deadline(t)
	defer cancel()
	toServer, stdin := io.Pipe()
	stdout, fromServer := io.Pipe()
	var serving sync.WaitGroup
	server := s.server(t)
	serving.Go(func() {
		err := stdio.ServeStream(ctx, server, toServer, fromServer, stdio.Limits(s.limits))
		if err != nil {
			t.Errorf("the server ended: %v", err)
		}
		_ = fromServer.CloseWithError(io.EOF)
		_ = toServer.CloseWithError(io.EOF)
	})
	var reading sync.WaitGroup
	reading.Go(func() {
		reader := bufio.NewReader(stdout)
		for {
			line, err := reader.ReadBytes('\n')
			if err != nil {
				return
			}
			s.out.raw.Write(line)
			var a answer
			s.take(&a, bytes.TrimSuffix(line, []byte("\n")))
			if a.notified == 0 {
				s.out.answers = append(s.out.answers, a)
			}
		}
	})
	for _, line := range lines {
		if _, err := io.WriteString(stdin, line+"\n"); err != nil {
			t.Errorf("writing a line: %v", err)
		}
	}
	if want.ToolCancelled {
		s.awaitCancelled(t)
	}
	_ = stdin.Close()
	serving.Wait()
	reading.Wait()
	if want.AliveAfter {
		s.out.moveLast(t, lines[len(lines)-1])
		last := s.out.answers[len(s.out.answers)-1]
		if last.message.Shape != jsonrpc.Result {
			t.Errorf("the request afterwards is not served: %.200s", last.body)
		}
	}
	return s.end(t)
}

// moveLast moves the answer to the last line behind the others: a server may
// answer in any order.
func (o *outcome) moveLast(t *testing.T, line string) {
	t.Helper()
	m, err := jsonrpc.Decode(bytes.TrimSpace([]byte(line)), jsonrpc.Limits{})
	if err != nil {
		t.Fatalf("the last line is no request: %v", err)
	}
	i := slices.IndexFunc(o.answers, func(a answer) bool { return !m.ID.IsZero() && a.message.ID.Equal(m.ID) })
	if i < 0 {
		t.Fatalf("nothing answers %s", m.ID)
	}
	o.answers = append(slices.Delete(slices.Clone(o.answers), i, i+1), o.answers[i])
}

// awaitCancelled waits until a tool was cancelled.
func (s *session) awaitCancelled(t *testing.T) {
	t.Helper()
	ctx, cancel := deadline(t)
	defer cancel()
	select {
	case <-s.witness.ended:
	case <-ctx.Done():
		t.Error("no tool was cancelled")
	}
}

// end stops the server and returns what came of all.
func (s *session) end(t *testing.T) *outcome {
	t.Helper()
	s.stop()
	s.witness.mu.Lock()
	defer s.witness.mu.Unlock()
	s.out.ran = slices.Clone(s.witness.ran)
	s.out.cancelled = slices.Clone(s.witness.cancelled)
	return s.out
}

// crossed sends all requests at once, again and again, and looks whether each
// gets its own answer: the one that has who asked in it.
func crossed(t *testing.T, in input) {
	t.Helper()
	s := start(t, 0)
	s.serve(t)
	for range max(in.Repeat, 1) {
		var asking sync.WaitGroup
		for _, r := range in.ParallelHTTP {
			asking.Go(func() {
				response, err := s.client.Do(r.request(t, s.origin))
				if err != nil {
					t.Error(err)
					return
				}
				defer response.Body.Close()
				body, err := io.ReadAll(response.Body)
				if err != nil {
					t.Error(err)
				}
				who := valueAt([]byte(r.Body), "/params/arguments/who")
				if !bytes.Contains(body, who[1:len(who)-1]) {
					t.Errorf("%s got %s", who, body)
				}
			})
		}
		asking.Wait()
	}
}

// deadline returns a context that ends long after anything here should.
func deadline(t *testing.T) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), 30*time.Second)
}

// testBinary returns the path of this test's binary.
func testBinary(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}
