package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/serversfile"
)

// completionTimeout is how long the shell waits for a server's names.
const completionTimeout = 2 * time.Second

// completeTarget completes the words of a command: first the target, then what
// names asks its server for; nil means that nothing follows.
func completeTarget(e *env, flags *talkFlags, names func(context.Context, *link) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		switch {
		case len(args) == 0:
			return targetNames(e, flags), cobra.ShellCompDirectiveNoFileComp
		case len(args) > 1 || names == nil:
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		t, err := parseTarget(e, flags, args[0])
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		ctx, cancel := context.WithTimeout(cmd.Context(), completionTimeout)
		defer cancel()
		quiet := *flags
		quiet.quiet, quiet.trace = true, false
		l, err := dial(ctx, e, &quiet, t)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		defer l.close()
		return names(ctx, l), cobra.ShellCompDirectiveNoFileComp
	}
}

// targetNames returns the targets that have names.
func targetNames(e *env, flags *talkFlags) []string {
	files := serversfile.Places(e.dir, e.configDir)
	if flags.config != "" {
		files = []string{flags.config}
	}
	return append([]string{"demo"}, serversfile.Names(files)...)
}
