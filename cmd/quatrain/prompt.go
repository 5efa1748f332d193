package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/toolargs"
)

func newPrompt(e *env) *cobra.Command {
	var flags talkFlags
	cmd := &cobra.Command{
		Use:               "prompt TARGET NAME [ARG…]",
		Short:             "Print the messages of a prompt",
		Example:           "  quatrain prompt demo plan_trip city=Lisbon days=3",
		ValidArgsFunction: completeTarget(e, &flags, promptNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			return talk(cmd, e, &flags, args, func(ctx context.Context, l *link, args []string) error {
				if len(args) == 0 {
					return usagef("name a prompt; %s", l.lists("prompts"))
				}
				arguments, err := toolargs.Strings(args[1:])
				if err != nil {
					return usagef("%v", err)
				}
				return prompt(ctx, e, &flags, l, args[0], arguments)
			})
		},
	}
	flags.add(cmd)
	return cmd
}

func prompt(ctx context.Context, e *env, flags *talkFlags, l *link, name string, arguments map[string]string) error {
	result, err := l.GetPrompt(ctx, name, arguments, l.show.options()...)
	if err != nil {
		err = during(err, "getting the prompt %s of %s", name, l.name)
		return hinted(err, l.lists("prompts"))
	}
	if flags.json {
		return e.printJSON(l.last())
	}
	for i, message := range result.Messages {
		if i > 0 {
			fmt.Fprintln(e.stdout)
		}
		if _, err := fmt.Fprintf(e.foreignStdout(), "%s:\n", message.Role); err != nil {
			return err
		}
		if err := writeContent(e.foreignStdout(), message.Content); err != nil {
			return err
		}
	}
	return nil
}

// promptNames returns the names of a server's prompts.
func promptNames(ctx context.Context, l *link) []string {
	var names []string
	for prompt, err := range l.Prompts(ctx) {
		if err != nil {
			break
		}
		names = append(names, prompt.Name)
	}
	return names
}
