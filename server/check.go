package server

import (
	"errors"
	"fmt"
	"mime"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// This file checks what a program hands over against what may leave. What fails
// is a mistake of the program: an error when something is added, an internal
// error when it is returned.

// checkURI checks that a URI is absolute (RESOURCE-022).
func checkURI(uri string) error {
	u, err := url.Parse(uri)
	switch {
	case err != nil:
		return err
	case u.Scheme == "":
		return errors.New("its URI has no scheme")
	}
	return nil
}

// checkAnnotations checks annotations (RESOURCE-016).
func checkAnnotations(a *mcp.Annotations) error {
	if a == nil {
		return nil
	}
	if a.Priority != nil && (*a.Priority < 0 || *a.Priority > 1) {
		return fmt.Errorf("its annotations have the priority %v, not one from 0 to 1", *a.Priority)
	}
	for _, role := range a.Audience {
		if role != mcp.RoleUser && role != mcp.RoleAssistant {
			return fmt.Errorf("its annotations have the audience %q, neither user nor assistant", role)
		}
	}
	return nil
}

// checkText checks that text is text (RESOURCE-014).
func checkText(text string) error {
	if !utf8.ValidString(text) {
		return errors.New("text that is no UTF-8; return a blob")
	}
	return nil
}

// checkMIMEType checks that a MIME type is one.
func checkMIMEType(mimeType string) error {
	if kind, _, err := mime.ParseMediaType(mimeType); err != nil || !strings.Contains(kind, "/") {
		return fmt.Errorf("%q is no MIME type", mimeType)
	}
	return nil
}

// checkPromptContent checks a block of a prompt: pictures, sounds and embedded
// resources say what they are (PROMPT-013, PROMPT-014, PROMPT-016,
// PROMPT-017).
func checkPromptContent(block mcp.ContentBlock) error {
	switch block := block.(type) {
	case *mcp.ImageContent:
		return checkMIMEType(block.MIMEType)
	case *mcp.AudioContent:
		return checkMIMEType(block.MIMEType)
	case *mcp.EmbeddedResource:
		switch contents := block.Resource.(type) {
		case *mcp.TextResourceContents:
			return errors.Join(checkURI(contents.URI), checkMIMEType(contents.MIMEType), checkText(contents.Text))
		case *mcp.BlobResourceContents:
			return errors.Join(checkURI(contents.URI), checkMIMEType(contents.MIMEType))
		}
	}
	return nil
}
