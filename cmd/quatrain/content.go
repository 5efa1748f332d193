package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// writeContent writes content for a person: text as it is, and of what is no
// text what it is.
func writeContent(w io.Writer, blocks ...mcp.ContentBlock) error {
	for _, block := range blocks {
		text := describe(block)
		if !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		if _, err := io.WriteString(w, text); err != nil {
			return fmt.Errorf("writing the result: %w", err)
		}
	}
	return nil
}

func describe(block mcp.ContentBlock) string {
	switch b := block.(type) {
	case *mcp.TextContent:
		return b.Text
	case *mcp.ImageContent:
		return fmt.Sprintf("[image %s, %s]", b.MIMEType, byteCount(len(b.Data)))
	case *mcp.AudioContent:
		return fmt.Sprintf("[audio %s, %s]", b.MIMEType, byteCount(len(b.Data)))
	case *mcp.ResourceLink:
		return fmt.Sprintf("[resource %s: %s]", b.URI, cmp.Or(b.Title, b.Name))
	case *mcp.EmbeddedResource:
		switch r := b.Resource.(type) {
		case *mcp.TextResourceContents:
			return fmt.Sprintf("[resource %s]\n%s", r.URI, r.Text)
		case *mcp.BlobResourceContents:
			return fmt.Sprintf("[resource %s %s, %s]", r.URI, r.MIMEType, byteCount(len(r.Blob)))
		}
	case *mcp.UnknownContent:
		return fmt.Sprintf("[%s: %s]", b.Type, b.Raw)
	}
	return "[content of a kind that cannot be shown here]"
}

// byteCount returns a number of bytes as a person would say it.
func byteCount(n int) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	default:
		return fmt.Sprintf("%d bytes", n)
	}
}
