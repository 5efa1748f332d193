package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/toolargs"
	"github.com/quatrain-mcp/quatrain/mcp"
)

func newComplete(e *env) *cobra.Command {
	var flags talkFlags
	cmd := &cobra.Command{
		Use:   "complete TARGET prompt|resource NAME ARG=VALUE",
		Short: "Print how a server completes an argument of a prompt or a resource template",
		Long: `Print how a server completes an argument of a prompt or a resource template, a
value a line. Arguments behind the first are those that were chosen before.`,
		Example: `  quatrain complete demo prompt plan_trip city=S
  quatrain complete demo resource 'weather://{city}' city=A`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return talk(cmd, e, &flags, args, func(ctx context.Context, l *link, args []string) error {
				params, err := completeParams(args)
				if err != nil {
					return err
				}
				return complete(ctx, e, &flags, l, params)
			})
		},
	}
	flags.add(cmd)
	return cmd
}

// completeParams reads the arguments of complete.
func completeParams(args []string) (mcp.CompleteParams, error) {
	if len(args) < 3 {
		return mcp.CompleteParams{}, usagef("say what to complete: quatrain complete TARGET prompt NAME ARG=VALUE, or resource TEMPLATE ARG=VALUE")
	}
	var params mcp.CompleteParams
	switch args[0] {
	case "prompt":
		params.Ref = mcp.PromptRef(args[1])
	case "resource":
		params.Ref = mcp.ResourceRef(args[1])
	default:
		return params, usagef("%q is neither prompt nor resource: quatrain complete TARGET prompt|resource NAME ARG=VALUE", args[0])
	}
	values, err := toolargs.Strings(args[2:])
	if err != nil {
		return params, usagef("%v", err)
	}
	name, value, _ := strings.Cut(args[2], "=")
	params.Argument = mcp.CompleteArgument{Name: name, Value: value}
	if delete(values, name); len(values) > 0 {
		params.Context = &mcp.CompleteContext{Arguments: values}
	}
	return params, nil
}

func complete(ctx context.Context, e *env, flags *talkFlags, l *link, params mcp.CompleteParams) error {
	var chosen map[string]string
	if params.Context != nil {
		chosen = params.Context.Arguments
	}
	result, err := l.Complete(ctx, params.Ref, params.Argument.Name, params.Argument.Value, chosen, l.show.options()...)
	if err != nil {
		return during(err, "completing %s at %s", params.Argument.Name, l.name)
	}
	if flags.json {
		return e.printJSON(l.last())
	}
	for _, value := range result.Values {
		if _, err := fmt.Fprintln(e.foreignStdout(), value); err != nil {
			return err
		}
	}
	if more := result.HasMore; more != nil && *more {
		fmt.Fprintln(e.stderr, "there are more; type further to narrow them down")
	}
	return nil
}
