package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/quatrain-mcp/quatrain/internal/demo"
	"github.com/quatrain-mcp/quatrain/server"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

func newServe(e *env) *cobra.Command {
	var addr string
	var fixtures bool
	cmd := &cobra.Command{
		Use:   "serve demo",
		Short: "Serve the demonstration server, on stdio or over HTTP",
		Long: `Serve the demonstration server: on standard input and output, or with --http
over HTTP at the path /mcp. It serves until its input ends or it is interrupted.

An address without a host, such as :3000, is reached from this machine only.`,
		Example: `  quatrain serve demo
  quatrain serve demo --http :3000
  quatrain list -- quatrain serve demo`,
		ValidArgs: []string{"demo"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] != "demo" {
				return usagef("what there is to serve is the demonstration server: quatrain serve demo")
			}
			s, err := newDemoServer(e, fixtures)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("http") {
				return serveStdio(cmd.Context(), e, s)
			}
			return serveHTTP(cmd.Context(), e, s, addr)
		},
	}
	cmd.Flags().StringVar(&addr, "http", "", "serve over HTTP on this `address`, such as :3000 or 127.0.0.1:0")
	cmd.Flags().BoolVar(&fixtures, "fixtures", false, "add what the official conformance suite calls")
	return cmd
}

// newDemoServer returns the demonstration server.
func newDemoServer(e *env, fixtures bool) (*server.Server, error) {
	s, err := demo.New(server.Logger(e.logger()))
	if err != nil {
		return nil, err
	}
	if fixtures {
		if err := demo.AddFixtures(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// logger returns where a server of ours logs.
func (e *env) logger() *slog.Logger { return slog.New(slog.NewTextHandler(e.stderr, nil)) }

// serveStdio serves s on the standard input and output of the process until the
// client is gone, which is no failure however it shows.
func serveStdio(ctx context.Context, e *env, s *server.Server) error {
	err := stdio.Serve(ctx, s, stdio.Logger(e.logger()))
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

// serveHTTP serves s until ctx ends.
func serveHTTP(ctx context.Context, e *env, s *server.Server, addr string) error {
	ln, err := streamable.Listen(ctx, addr)
	if err != nil {
		return usagef("%v; an address is as in --http 127.0.0.1:3000", err)
	}
	fmt.Fprintf(e.stderr, "serving on %s until interrupted\n", endpoint(ln))
	return streamable.Serve(ctx, ln, streamable.NewHandler(s, streamable.Logger(e.logger())))
}

// endpoint returns the URL of what listens on ln, as somebody on this machine
// reaches it.
func endpoint(ln net.Listener) string {
	host, port, err := net.SplitHostPort(ln.Addr().String())
	if err != nil {
		return ln.Addr().String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/mcp"
}
