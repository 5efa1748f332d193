package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// lists are what list can show.
func lists() []string { return []string{"tools", "resources", "templates", "prompts"} }

func newList(e *env) *cobra.Command {
	var flags talkFlags
	cmd := &cobra.Command{
		Use:   "list TARGET [tools|resources|templates|prompts]",
		Short: "List a server's tools, or its resources, templates or prompts",
		Example: `  quatrain list demo
  quatrain list demo resources
  quatrain list -- my-server --stdio`,
		ValidArgsFunction: completeTarget(e, &flags, func(context.Context, *link) []string { return lists() }),
		RunE: func(cmd *cobra.Command, args []string) error {
			return talk(cmd, e, &flags, args, func(ctx context.Context, l *link, args []string) error {
				what := "tools"
				if len(args) > 0 {
					what = args[0]
				}
				if len(args) > 1 || !slices.Contains(lists(), what) {
					return usagef("list what? Say tools, resources, templates or prompts: quatrain list TARGET prompts")
				}
				return list(ctx, e, &flags, l, what)
			})
		},
	}
	flags.add(cmd)
	return cmd
}

func list(ctx context.Context, e *env, flags *talkFlags, l *link, what string) error {
	var (
		rows   [][2]string
		err    error
		member = what
	)
	switch what {
	case "tools":
		rows, err = rowsOf(l.Tools(ctx), func(t mcp.Tool) [2]string {
			return [2]string{t.Name + signature(t), firstSentence(cmp.Or(t.Description, t.Title))}
		})
	case "resources":
		rows, err = rowsOf(l.Resources(ctx), func(r mcp.Resource) [2]string {
			return [2]string{r.URI, firstSentence(cmp.Or(r.Description, r.Title, r.Name))}
		})
	case "templates":
		member = "resourceTemplates"
		rows, err = rowsOf(l.ResourceTemplates(ctx), func(t mcp.ResourceTemplate) [2]string {
			return [2]string{t.URITemplate, firstSentence(cmp.Or(t.Description, t.Title, t.Name))}
		})
	default:
		rows, err = rowsOf(l.Prompts(ctx), func(p mcp.Prompt) [2]string {
			return [2]string{p.Name + promptSignature(p), firstSentence(cmp.Or(p.Description, p.Title))}
		})
	}
	if err != nil {
		return during(err, "listing the %s of %s", what, l.name)
	}
	switch {
	case flags.json:
		return e.printJSON(oneList(l.raw(), member))
	case len(rows) == 0:
		fmt.Fprintf(e.stderr, "%s has no %s\n", e.err(l.name), what)
		return nil
	default:
		return writeRows(e.foreignStdout(), rows, e.width)
	}
}

// oneList returns the first of the pages of a list with the items of all in
// it, as they came, and without a cursor.
func oneList(pages []jsontext.Value, member string) jsontext.Value {
	items := jsontext.Value{'['}
	for _, page := range pages {
		inner := bytes.TrimSpace(jsonrpc.Member(page, member))
		inner = bytes.TrimSpace(inner[1 : len(inner)-1])
		if len(items) > 1 && len(inner) > 0 {
			items = append(items, ',')
		}
		items = append(items, inner...)
	}
	items = append(items, ']')
	list := jsontext.Value{'{'}
	for name, value := range jsonrpc.Members(pages[0]) {
		switch string(name) {
		case "nextCursor":
			continue
		case member:
			value = items
		}
		if len(list) > 1 {
			list = append(list, ',')
		}
		list = append(jsonrpc.AppendString(list, string(name)), ':')
		list = append(list, value...)
	}
	return append(list, '}')
}

// rowsOf makes a row of each item.
func rowsOf[T any](items iter.Seq2[T, error], row func(T) [2]string) ([][2]string, error) {
	var rows [][2]string
	for item, err := range items {
		if err != nil {
			return nil, err
		}
		rows = append(rows, row(item))
	}
	return rows, nil
}

// signature names the arguments of a tool, the optional ones in brackets.
func signature(t mcp.Tool) string {
	var required []string
	_ = json.Unmarshal(jsonrpc.Member(t.InputSchema, "required"), &required)
	var text strings.Builder
	for name := range jsonrpc.Members(jsonrpc.Member(t.InputSchema, "properties")) {
		if slices.Contains(required, string(name)) {
			text.WriteString(" " + string(name))
		} else {
			text.WriteString(" [" + string(name) + "]")
		}
	}
	return text.String()
}

func promptSignature(p mcp.Prompt) string {
	var text strings.Builder
	for _, argument := range p.Arguments {
		if argument.Required {
			text.WriteString(" " + argument.Name)
		} else {
			text.WriteString(" [" + argument.Name + "]")
		}
	}
	return text.String()
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
