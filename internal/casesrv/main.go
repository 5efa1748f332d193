package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/quatrain-mcp/quatrain/server"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "casesrv:", err)
		os.Exit(1)
	}
}

// run serves until its input ends or ctx does.
func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("casesrv", flag.ExitOnError)
	addr := flags.String("http", "", "serve over HTTP on this address instead of stdio")
	if err := flags.Parse(args); err != nil {
		return err
	}
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	s, err := newServer(logger, nil)
	if err != nil {
		return err
	}
	if *addr == "" {
		return serveStdio(ctx, s, logger)
	}
	ln, err := streamable.Listen(ctx, *addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "serving on http://%s/mcp\n", ln.Addr())
	return streamable.Serve(ctx, ln, streamable.NewHandler(s, streamable.Logger(logger)))
}

// serveStdio serves until the client is gone, which is no failure however it
// shows (BR-112).
func serveStdio(ctx context.Context, s *server.Server, logger *slog.Logger) error {
	err := stdio.Serve(ctx, s, stdio.Logger(logger))
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}
