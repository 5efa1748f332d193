package main

import (
	"bytes"
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/quatrain-mcp/quatrain/mcp"
)

func newRead(e *env) *cobra.Command {
	var flags talkFlags
	var output string
	cmd := &cobra.Command{
		Use:   "read TARGET URI",
		Short: "Print a resource: text, or a blob as bytes",
		Example: `  quatrain read demo demo:///about.md
  quatrain read demo demo:///logo.png --output logo.png`,
		ValidArgsFunction: completeTarget(e, &flags, resourceURIs),
		RunE: func(cmd *cobra.Command, args []string) error {
			return talk(cmd, e, &flags, args, func(ctx context.Context, l *link, args []string) error {
				if len(args) != 1 {
					return usagef("name one resource: quatrain read TARGET URI; quatrain list TARGET resources shows them")
				}
				return read(ctx, e, &flags, l, args[0], output)
			})
		},
	}
	flags.add(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "", "write the contents into this `file`")
	return cmd
}

func read(ctx context.Context, e *env, flags *talkFlags, l *link, uri, output string) error {
	result, err := l.ReadResource(ctx, uri, l.show.options()...)
	if err != nil {
		err = during(err, "reading %s from %s", uri, l.name)
		return hinted(err, l.lists("resources"))
	}
	var contents bytes.Buffer
	binary := false
	for _, part := range result.Contents {
		switch p := part.(type) {
		case *mcp.TextResourceContents:
			contents.WriteString(p.Text)
		case *mcp.BlobResourceContents:
			contents.Write(p.Blob)
			binary = true
		}
	}
	if output != "" {
		if err := os.WriteFile(output, contents.Bytes(), 0o666); err != nil {
			return usagef("writing the resource: %v", err)
		}
	}
	switch {
	case flags.json:
		return e.printJSON(l.last())
	case output != "":
		return nil
	case binary && e.stdoutTerminal:
		return usagef("%s is %s of binary data, nothing for a terminal; write it into a file with --output FILE", uri, byteCount(contents.Len()))
	case binary:
		_, err = e.stdout.Write(contents.Bytes())
	case e.stdoutTerminal:
		err = writeContent(e.foreignStdout(), mcp.Text(contents.String()))
	default:
		_, err = e.stdout.Write(contents.Bytes())
	}
	return err
}

// resourceURIs returns the URIs of a server's resources.
func resourceURIs(ctx context.Context, l *link) []string {
	var uris []string
	for resource, err := range l.Resources(ctx) {
		if err != nil {
			break
		}
		uris = append(uris, resource.URI)
	}
	return uris
}
