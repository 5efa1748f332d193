package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// A link is a connection to the server that a command talks to.
type link struct {
	*client.Client
	name  string // the target as the user wrote it
	child bool   // the target is a command that the user wrote
	show  *notices
	end   func() // of what serves the target in this process

	mu      sync.Mutex // guards results
	results []jsontext.Value
}

// dial connects to a target. Nothing is sent yet, but a program is started.
func dial(ctx context.Context, e *env, flags *talkFlags, t target) (*link, error) {
	l := &link{name: t.Name, child: t.Command != nil && t.Name == strings.Join(t.Command, " "), show: newNotices(e, flags), end: func() {}}
	header, err := flags.header()
	if err != nil {
		return nil, err
	}
	for name, value := range t.Headers {
		if header.Get(name) == "" {
			header.Set(name, value)
		}
	}
	opts := []client.Option{
		client.Info(self()),
		client.SkipDiscovery(),
		client.Timeouts(flags.timeout, 0),
		client.Logger(e.warnings(flags)),
		client.Middleware(l.record),
		client.HTTP(streamable.Header(header)),
	}
	if tap := e.tap(flags); tap != nil {
		opts = append(opts, client.Tap(tap))
	}
	if !flags.quiet {
		opts = append(opts, client.Stdio(stdio.Stderr(e.foreignStderr())))
	}
	at, err := l.open(ctx, e, flags, t)
	if err != nil {
		return nil, err
	}
	if l.Client, err = client.Dial(ctx, at, opts...); err != nil {
		l.end()
		return nil, err
	}
	return l, nil
}

// open returns where the target is, for the client.
func (l *link) open(ctx context.Context, e *env, flags *talkFlags, t target) (client.Target, error) {
	switch {
	case t.URL != "":
		return client.URL(t.URL), nil
	case t.Demo:
		return l.serveDemo(ctx, e)
	}
	cmd := exec.Command(t.Command[0], t.Command[1:]...)
	cmd.Dir = t.Dir
	cmd.Env = os.Environ()
	for _, name := range sorted(t.Env) {
		cmd.Env = append(cmd.Env, name+"="+t.Env[name])
	}
	cmd.Env = append(cmd.Env, flags.env...)
	if cmd.Err != nil {
		return client.Target{}, fmt.Errorf("starting %s: %w", t.Command[0], cmd.Err)
	}
	return client.Cmd(cmd), nil
}

// close ends the connection and what serves it in this process.
func (l *link) close() {
	l.show.clear()
	_ = l.Client.Close()
	l.end()
}

// lists says which command shows what the server has.
func (l *link) lists(what string) string {
	words := l.name + " " + what
	if l.child {
		words = what + " -- " + l.name
	}
	return "quatrain list " + words + " shows what there is"
}

// record keeps the results as they came, for --json.
func (l *link) record(next mcp.Handler) mcp.Handler {
	return mcp.HandlerFunc(func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
		response, err := next.Handle(ctx, req, sink)
		if err == nil {
			l.mu.Lock()
			l.results = append(l.results, response.Result.Clone())
			l.mu.Unlock()
		}
		return response, err
	})
}

// raw returns the results so far as they came, the last one last.
func (l *link) raw() []jsontext.Value {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.results)
}

// last returns the last result as it came.
func (l *link) last() jsontext.Value {
	all := l.raw()
	return all[len(all)-1]
}
