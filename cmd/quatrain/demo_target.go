package main

import (
	"context"
	"io"
	"sync"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// serveDemo serves the demonstration server in this process, at the other end
// of two pipes: so --trace shows the messages of a wire here as well.
func (l *link) serveDemo(ctx context.Context, e *env) (client.Target, error) {
	s, err := newDemoServer(e, false)
	if err != nil {
		return client.Target{}, err
	}
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	// The server outlives ctx, so that an interrupt reaches it as what it is to
	// any other server: a cancellation on the wire.
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var serving sync.WaitGroup
	serving.Go(func() {
		// What ends the server is that its client went away.
		_ = stdio.ServeStream(ctx, s, fromClient, toClient, stdio.Logger(e.logger()))
		_ = toClient.Close()
		_ = fromClient.Close()
	})
	l.end = func() {
		cancel()
		serving.Wait()
	}
	return client.Stream(fromServer, toServer), nil
}
