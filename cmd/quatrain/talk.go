package main

import (
	"context"

	"github.com/spf13/cobra"
)

// A verb does what a command is for, with the server that its target names and
// the arguments that follow the target.
type verb func(ctx context.Context, l *link, args []string) error

// talk connects to the target among args and runs do with it.
func talk(cmd *cobra.Command, e *env, flags *talkFlags, args []string, do verb) error {
	if err := flags.check(); err != nil {
		return err
	}
	t, rest, err := splitTarget(e, flags, cmd, args)
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	l, err := dial(ctx, e, flags, t)
	if err != nil {
		return err
	}
	defer l.close()
	return do(ctx, l, rest)
}
