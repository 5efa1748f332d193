package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/wiretrace"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

func newDemo(e *env) *cobra.Command {
	var once bool
	var color string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Watch a client talk to a server",
		Long: `Start the demonstration server on a free port, make a few calls to it with the
client of this program, and show what goes over the wire. Then serve until
interrupted, so that you can make calls of your own.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runDemo(cmd.Context(), e, once, color)
		},
	}
	cmd.Flags().BoolVar(&once, "once", false, "leave after the calls")
	cmd.Flags().StringVar(&color, "color", "auto", "use colours: auto, always or never")
	return cmd
}

// runDemo serves, shows its calls, and goes on serving unless once is set.
func runDemo(ctx context.Context, e *env, once bool, color string) error {
	s, err := newDemoServer(e, false)
	if err != nil {
		return err
	}
	ln, err := streamable.Listen(ctx, "127.0.0.1:0")
	if err != nil {
		return err
	}
	serveCtx, stop := context.WithCancel(ctx)
	defer stop()
	var (
		serving sync.WaitGroup
		served  error
	)
	serving.Go(func() {
		served = streamable.Serve(serveCtx, ln, streamable.NewHandler(s, streamable.Logger(e.logger())))
	})

	shown := showCalls(ctx, e, endpoint(ln), color)
	if shown == nil && !once {
		fmt.Fprintf(e.stdout, demoEnd, endpoint(ln))
		<-ctx.Done()
	}
	stop()
	serving.Wait()
	if ctx.Err() != nil {
		shown = nil // interrupted, which is how it ends
	}
	return errors.Join(shown, served)
}

const demoEnd = `The server goes on. In another terminal, try
  quatrain list %[1]s
  quatrain call %[1]s get_weather location=Oslo unit=fahrenheit --trace

Serving until interrupted (Ctrl-C) on %[1]s
`

// A scene is one call of the demonstration.
type scene struct {
	caption string
	act     func(ctx context.Context, c *client.Client) error
}

func scenes() []scene {
	return []scene{
		{
			"1. Who is there? The client asks; each request says all about itself, so nothing came before it.",
			func(ctx context.Context, c *client.Client) error {
				_, err := c.Discover(ctx)
				return err
			},
		},
		{
			"2. A tool is called. The answer is one JSON document: text for a model, data for a program.",
			func(ctx context.Context, c *client.Client) error {
				_, err := c.CallTool(ctx, "get_weather", map[string]string{"location": "Seattle"})
				return err
			},
		},
		{
			"3. A tool that takes its time. It reports progress, so the answer becomes a stream of events.",
			func(ctx context.Context, c *client.Client) error {
				_, err := c.CallTool(ctx, "countdown", map[string]int{"from": 2},
					client.OnProgress(func(mcp.ProgressParams) {}))
				return err
			},
		},
		{
			"4. And one that fails: no protocol error, but a result that tells the model how to do better.",
			func(ctx context.Context, c *client.Client) error {
				_, err := c.CallTool(ctx, "get_weather", map[string]string{"location": "Springfield"})
				return err
			},
		},
	}
}

// showCalls makes the calls and shows them.
func showCalls(ctx context.Context, e *env, url, color string) error {
	style := wiretrace.Style{Color: e.colorsOn(color, e.stdoutTerminal), Width: min(e.width, 120), Shown: e.stdoutTerminal, Brief: true}
	trace := wiretrace.NewText(e.stdout, style)
	c, err := client.Dial(ctx, client.URL(url), client.SkipDiscovery(), client.Tap(trace.Tap), client.Info(self()))
	if err != nil {
		return err
	}
	defer c.Close()
	bold := func(text string) string {
		if style.Color {
			return "\x1b[1m" + text + "\x1b[0m"
		}
		return text
	}
	for _, s := range scenes() {
		fmt.Fprintf(e.stdout, "%s\n\n", bold(s.caption))
		if err := s.act(ctx, c); err != nil {
			return fmt.Errorf("the demonstration: %w", err)
		}
	}
	return nil
}

// self is what this program calls itself.
func self() mcp.Implementation {
	return mcp.Implementation{Name: "quatrain", Version: readBuild().Version}
}
