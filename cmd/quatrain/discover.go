package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quatrain-mcp/quatrain/mcp"
)

func newDiscover(e *env) *cobra.Command {
	var flags talkFlags
	cmd := &cobra.Command{
		Use:               "discover TARGET",
		Short:             "Show who a server is, which revisions it speaks and what it offers",
		Example:           "  quatrain discover demo\n  quatrain discover https://mcp.example.com/mcp --json",
		ValidArgsFunction: completeTarget(e, &flags, nil),
		RunE: func(cmd *cobra.Command, args []string) error {
			return talk(cmd, e, &flags, args, func(ctx context.Context, l *link, args []string) error {
				if len(args) > 0 {
					return usagef("discover takes a target and nothing else, but there is %q", args[0])
				}
				return discover(ctx, e, &flags, l)
			})
		},
	}
	flags.add(cmd)
	return cmd
}

func discover(ctx context.Context, e *env, flags *talkFlags, l *link) error {
	result, err := l.Discover(ctx, l.show.options()...)
	if err != nil {
		return during(err, "discovering %s", l.name)
	}
	if flags.json {
		return e.printJSON(l.last())
	}
	// What a server says of itself is shown, never relied on, so it may be wrong.
	who, _, _ := result.Meta.ServerInfo()
	rows := [][2]string{
		{"server", cmp.Or(strings.TrimSpace(who.Title+" ("+who.Name+" "+who.Version+")"), "unnamed")},
		{"era", "modern"},
		{"revisions", strings.Join(result.SupportedVersions, ", ")},
		{"offers", cmp.Or(strings.Join(offers(result.Capabilities), ", "), "nothing")},
	}
	if who.Name == "" {
		rows[0][1] = "does not say who it is"
	}
	if who.Description != "" {
		rows = append(rows, [2]string{"is", who.Description})
	}
	if err := writeRows(e.foreignStdout(), rows, e.width); err != nil {
		return err
	}
	if result.Instructions != "" {
		_, err = fmt.Fprintf(e.foreignStdout(), "\n%s\n", strings.TrimSpace(result.Instructions))
	}
	return err
}

// offers names what a server can do.
func offers(c mcp.ServerCapabilities) []string {
	var names []string
	add := func(has bool, name string, details ...string) {
		if !has {
			return
		}
		if text := strings.Join(details, ", "); text != "" {
			name += " (" + text + ")"
		}
		names = append(names, name)
	}
	detail := func(has bool, name string) []string {
		if !has {
			return nil
		}
		return []string{name}
	}
	if c.Tools != nil {
		add(true, "tools", detail(c.Tools.ListChanged, "tells of changes")...)
	}
	if c.Resources != nil {
		add(true, "resources", append(detail(c.Resources.Subscribe, "subscriptions"), detail(c.Resources.ListChanged, "tells of changes")...)...)
	}
	if c.Prompts != nil {
		add(true, "prompts", detail(c.Prompts.ListChanged, "tells of changes")...)
	}
	add(c.Completions != nil, "completions")
	add(c.Logging != nil, "logging")
	for _, name := range sorted(c.Extensions) {
		add(true, name)
	}
	return names
}
