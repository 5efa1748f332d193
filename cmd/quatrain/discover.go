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
		{"server", nameOf(who)},
		{"era", "modern"},
		{"revisions", strings.Join(result.SupportedVersions, ", ")},
		{"offers", cmp.Or(strings.Join(offers(result.Capabilities), ", "), "nothing")},
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

// nameOf returns how a server calls itself.
func nameOf(who mcp.Implementation) string {
	switch {
	case who.Name == "":
		return "does not say who it is"
	case who.Title == "":
		return who.Name + " " + who.Version
	default:
		return who.Title + " (" + who.Name + " " + who.Version + ")"
	}
}

// A detail is something that a capability may have.
type detail struct {
	text string
	has  bool
}

// offers names what a server can do.
func offers(c mcp.ServerCapabilities) []string {
	var names []string
	add := func(name string, details ...detail) {
		var has []string
		for _, d := range details {
			if d.has {
				has = append(has, d.text)
			}
		}
		if has != nil {
			name += " (" + strings.Join(has, ", ") + ")"
		}
		names = append(names, name)
	}
	const changes = "tells of changes"
	if c.Tools != nil {
		add("tools", detail{changes, c.Tools.ListChanged})
	}
	if c.Resources != nil {
		add("resources", detail{"subscriptions", c.Resources.Subscribe}, detail{changes, c.Resources.ListChanged})
	}
	if c.Prompts != nil {
		add("prompts", detail{changes, c.Prompts.ListChanged})
	}
	if c.Completions != nil {
		add("completions")
	}
	if c.Logging != nil {
		add("logging")
	}
	for _, name := range sorted(c.Extensions) {
		add(name)
	}
	return names
}
