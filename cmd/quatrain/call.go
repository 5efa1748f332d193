package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/toolargs"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

const callLong = `Call a tool.

An ARG is key=value or key:=JSON. The value takes the type that the tool's
schema names: a=1 is a number where the schema says number, text where it says
string. a.b=1 goes into an object, a[]=x appends to an array. --args gives the
whole object at once.

A tool that reports a failure of its own has its text printed, and the exit
code is 1.`

func newCall(e *env) *cobra.Command {
	var flags talkFlags
	var whole string
	cmd := &cobra.Command{
		Use:   "call TARGET TOOL [ARG…]",
		Short: "Call a tool",
		Long:  callLong,
		Example: `  quatrain call demo get_weather location=Seattle
  quatrain call demo add a=1 b=2 --json
  quatrain call demo echo --args '{"text": "hello"}' --trace
  quatrain call add a=1 b=2 -- quatrain serve demo`,
		ValidArgsFunction: completeTarget(e, &flags, toolNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			return talk(cmd, e, &flags, args, func(ctx context.Context, l *link, args []string) error {
				if len(args) == 0 {
					return usagef("name a tool; %s", l.lists("tools"))
				}
				given := toolArguments{words: args[1:]}
				if cmd.Flags().Changed("args") {
					given.whole = &whole
				}
				return call(ctx, e, &flags, l, args[0], given)
			})
		},
	}
	flags.add(cmd)
	cmd.Flags().StringVar(&whole, "args", "", "the arguments as one `JSON` object, @FILE or - (standard input)")
	return cmd
}

// call calls a tool of l and prints its result.
func call(ctx context.Context, e *env, flags *talkFlags, l *link, name string, given toolArguments) error {
	tool, known, err := findTool(ctx, l, name)
	if err != nil {
		return during(err, "listing the tools of %s", l.name)
	}
	arguments, err := given.object(e, tool.InputSchema)
	if err != nil {
		return err
	}
	result, err := l.CallTool(ctx, name, arguments, l.show.options()...)
	l.show.clear()
	if err != nil {
		err = during(err, "calling %s on %s", name, l.name)
		if tool.Name == "" {
			return hinted(err, toolHint(l, name, known))
		}
		return err
	}
	if flags.json {
		err = e.printJSON(l.last())
	} else {
		err = writeResult(e, result)
	}
	if err == nil && result.IsError {
		return errToolFailed
	}
	return err
}

// writeResult writes what a tool returned for a person. Structured content is
// shown only where there is no other: servers give the same as text.
func writeResult(e *env, result *mcp.CallToolResult) error {
	if len(result.Content) > 0 {
		return writeContent(e.foreignStdout(), result.Content...)
	}
	if result.StructuredContent == nil {
		return nil
	}
	value := result.StructuredContent.Clone()
	if err := value.Indent(jsontext.WithIndent("  ")); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	_, err := fmt.Fprintln(e.foreignStdout(), string(value))
	return err
}

// findTool looks for a tool in the server's list. It returns the zero Tool,
// and the names there are, when the list lacks it or there is no list: a
// server may serve what it does not list, so that is for the call to find out.
func findTool(ctx context.Context, l *link, name string) (mcp.Tool, []string, error) {
	var known []string
	for tool, err := range l.Tools(ctx) {
		var wire *jsonrpc.Error
		switch {
		case errors.As(err, &wire) && wire.Code == jsonrpc.MethodNotFound:
			return mcp.Tool{}, nil, nil
		case err != nil:
			return mcp.Tool{}, nil, err
		case tool.Name == name:
			return tool, nil, nil
		}
		known = append(known, tool.Name)
	}
	return mcp.Tool{}, known, nil
}

// toolNames returns the names of a server's tools.
func toolNames(ctx context.Context, l *link) []string {
	_, known, err := findTool(ctx, l, "")
	if err != nil {
		return nil
	}
	return known
}

// toolHint says which tool somebody meant who wrote name.
func toolHint(l *link, name string, known []string) string {
	if meant := suggest(name, known); meant != "" {
		return "did you mean " + meant + "?"
	}
	return l.lists("tools")
}

// toolArguments are the arguments as they stood on the command line.
type toolArguments struct {
	words []string // key=value, key:=JSON
	whole *string  // of --args, nil without
}

// object returns the arguments object.
func (a toolArguments) object(e *env, schema jsontext.Value) (jsontext.Value, error) {
	if a.whole == nil {
		object, err := toolargs.Parse(schema, a.words)
		if err != nil {
			return nil, usagef("%v", err)
		}
		return object, nil
	}
	if len(a.words) > 0 {
		return nil, usagef("there is both --args and %q; give the arguments one way", a.words[0])
	}
	text, err := readArgument(e, *a.whole)
	if err != nil {
		return nil, err
	}
	object := jsontext.Value(strings.TrimSpace(text))
	if !object.IsValid() || object.Kind() != '{' {
		return nil, usagef(`--args wants a JSON object, as in --args '{"key": "value"}'`)
	}
	return object, nil
}

// readArgument returns what an argument names: @FILE the text of a file, -
// what standard input has, anything else itself.
func readArgument(e *env, argument string) (string, error) {
	if argument == "-" {
		text, err := io.ReadAll(e.stdin)
		if err != nil {
			return "", usagef("reading the arguments from standard input: %v", err)
		}
		return string(text), nil
	}
	file, isFile := strings.CutPrefix(argument, "@")
	if !isFile {
		return argument, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", usagef("reading the arguments: %v", err)
	}
	return string(text), nil
}
