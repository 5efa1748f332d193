package main

import (
	"strings"

	"github.com/spf13/cobra"
)

const rootLong = `Quatrain speaks the Model Context Protocol: it calls servers, shows what goes
over the wire, and serves a demonstration server.

TARGET is where a server is:
  https://…         the URL of an MCP endpoint
  -- CMD ARG…       a program to start, at the end of the line
  NAME              a server in mcp.json, .mcp.json, .vscode/mcp.json or the
                    user's configuration folder (--config FILE: in that file)
  demo              the built-in demonstration server`

const rootExample = `  quatrain demo
  quatrain list demo
  quatrain call demo get_weather location=Seattle
  quatrain call https://mcp.example.com/mcp search query=tea limit=3 --trace
  quatrain call add a=1 b=2 -- my-server --stdio`

const rootEnd = `
Exit codes:
  0 done · 1 the tool reports a failure · 2 the command line is wrong
  3 the peer answered with an error or wants input · 4 no connection, a timeout
  6 authorization is needed · 130 interrupted
`

// newRoot returns the command tree. It holds no state beyond one run.
func newRoot(e *env) *cobra.Command {
	root := &cobra.Command{
		Use:           "quatrain",
		Short:         "The Model Context Protocol from the command line",
		Long:          rootLong,
		Example:       rootExample,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
		// Without this cobra words the error itself.
		Args: cobra.ArbitraryArgs,
		// The command that cobra adds by itself is replaced by our own.
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%v; see quatrain help %s", err, cmd.Name())
	})
	root.SetHelpTemplate(root.HelpTemplate() + "{{if not .HasParent}}" + rootEnd + "{{end}}")
	root.AddGroup(
		&cobra.Group{ID: "talk", Title: "Talk to a server:"},
		&cobra.Group{ID: "serve", Title: "Be a server:"},
	)
	for _, cmd := range []*cobra.Command{
		newDiscover(e), newList(e), newCall(e), newRead(e), newPrompt(e), newComplete(e),
	} {
		cmd.GroupID = "talk"
		root.AddCommand(cmd)
	}
	for _, cmd := range []*cobra.Command{newServe(e), newDemo(e)} {
		cmd.GroupID = "serve"
		root.AddCommand(cmd)
	}
	root.AddCommand(newVersion(e), newCompletion(e))
	return root
}

func unknownCommand(cmd *cobra.Command, name string) error {
	var known []string
	for _, c := range cmd.Commands() {
		known = append(known, c.Name())
	}
	if meant := suggest(name, known); meant != "" {
		return usagef("%q is not a command of quatrain; did you mean %s?", name, meant)
	}
	return usagef("%q is not a command of quatrain; these are: %s", name, strings.Join(known, ", "))
}

// noArgs is the Args of a command that has none.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument, but there is %q", cmd.CommandPath(), args[0])
	}
	return nil
}
