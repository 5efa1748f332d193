package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// Files returns a TemplateFunc that reads the files of a tree. The template's
// one variable is the file's path in it:
//
//	root, err := os.OpenRoot("/srv/docs")
//	…
//	err = s.AddResourceTemplate(
//		mcp.ResourceTemplate{URITemplate: "file:///docs/{+path}", Name: "docs"},
//		server.Files(root.FS()))
//
// Nothing outside of the tree is read: a path with an element such as .. or
// one that begins at the root does not exist (RESOURCE-027), and an os.Root
// does not follow symbolic links out of it either. A file whose bytes are UTF-8
// is text, any other a blob; its MIME type follows from its name. A file is read
// whole: offer no tree with files that do not fit into memory.
func Files(tree fs.FS) TemplateFunc {
	return func(_ context.Context, _ *Call, uri string, variables map[string]string) (mcp.Contents, error) {
		if len(variables) != 1 {
			return nil, fmt.Errorf("a template for files has one variable, not %d", len(variables))
		}
		var name string
		for _, name = range variables {
		}
		if !fs.ValidPath(name) || strings.ContainsRune(name, 0) {
			return nil, mcp.ResourceNotFound(uri)
		}
		info, err := fs.Stat(tree, name)
		switch {
		case errors.Is(err, fs.ErrNotExist), err == nil && !info.Mode().IsRegular():
			return nil, mcp.ResourceNotFound(uri)
		case err != nil:
			return nil, fmt.Errorf("read a file: %w", err)
		}
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			return nil, fmt.Errorf("read a file: %w", err)
		}
		mimeType := mime.TypeByExtension(path.Ext(name))
		if utf8.Valid(content) {
			return mcp.Contents{&mcp.TextResourceContents{Text: string(content), MIMEType: mimeType}}, nil
		}
		return mcp.Contents{&mcp.BlobResourceContents{Blob: content, MIMEType: mimeType}}, nil
	}
}
