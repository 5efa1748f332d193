// Package memhttp is HTTP within one process, for tests: a listener and the
// client that reaches it, connected by pipes. Nothing in it uses the network,
// so tests with it run inside testing/synctest.
package memhttp

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
)

// Origin is where a Server is reached.
const Origin = "http://in.memory"

// A Listener is a net.Listener whose connections come from Dial.
type Listener struct {
	conns chan net.Conn

	once   sync.Once
	closed chan struct{}
}

// Listen returns a Listener.
func Listen() *Listener {
	return &Listener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

// Accept waits for a Dial.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept and all Dials. Connections stay open.
func (l *Listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Addr returns an address of the network "pipe".
func (l *Listener) Addr() net.Addr { return addr{} }

// Dial connects to the listener. It has the signature that http.Transport
// wants and ignores where to.
func (l *Listener) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.conns <- theirs:
		return ours, nil
	case <-l.closed:
		return nil, &net.OpError{Op: "dial", Net: "pipe", Addr: addr{}, Err: errors.New("connection refused")}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Client returns a client whose every request goes to the listener.
func (l *Listener) Client() *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: l.Dial}}
}

type addr struct{}

func (addr) Network() string { return "pipe" }
func (addr) String() string  { return "in.memory" }

// A Server serves a handler in memory.
type Server struct {
	http     http.Server
	listener *Listener
	client   *http.Client
	serving  sync.WaitGroup
}

// NewServer returns a Server that serves h until it is closed.
func NewServer(h http.Handler) *Server {
	s := &Server{http: http.Server{Handler: h}, listener: Listen()}
	s.client = s.listener.Client()
	s.serving.Go(func() { _ = s.http.Serve(s.listener) })
	return s
}

// Client returns the client that reaches the server.
func (s *Server) Client() *http.Client { return s.client }

// Close ends the server and all its connections, and waits for its listener.
func (s *Server) Close() {
	s.client.CloseIdleConnections()
	_ = s.http.Close()
	s.serving.Wait()
}
