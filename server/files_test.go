package server_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"secret.txt": "hunter2", "docs/a.txt": "hello", "docs/b c.json": "{}", "docs/pic.png": "\x89PNG\xff", "docs/sub/d.txt": "deep",
	} {
		mustAdd(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		mustAdd(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	mustAdd(t, os.Symlink(filepath.Join(dir, "secret.txt"), filepath.Join(dir, "docs", "link.txt")))
	root, err := os.OpenRoot(filepath.Join(dir, "docs"))
	mustAdd(t, err)
	defer root.Close()
	s := newServer()
	mustAdd(t, s.AddResourceTemplate(mcp.ResourceTemplate{URITemplate: "file:///docs/{+path}", Name: "docs"}, server.Files(root.FS())))

	isText(t, result(t, s, "resources/read", `"uri":"file:///docs/a.txt"`), `"hello"`, "contents", "text")
	isText(t, result(t, s, "resources/read", `"uri":"file:///docs/sub/d.txt"`), `"deep"`, "contents", "text")
	isText(t, result(t, s, "resources/read", `"uri":"file:///docs/b%20c.json"`), `"application/json"`, "contents", "mimeType")
	isText(t, result(t, s, "resources/read", `"uri":"file:///docs/pic.png"`), `"iVBOR/8="`, "contents", "blob")
	for _, path := range []string{
		"../secret.txt", "..%2Fsecret.txt", "%2e%2e/secret.txt", "sub/../../secret.txt", "sub/../a.txt",
		"/etc/passwd", "%2Fetc%2Fpasswd", "none", "sub", "", ".", "a.txt%00", "link.txt",
	} {
		t.Run("RESOURCE-027 "+path, func(t *testing.T) {
			got, err := ask(t, s, "resources/read", `"uri":"file:///docs/`+path+`"`)
			if err == nil {
				t.Fatalf("got %s", got)
			}
			if path != "link.txt" { // the tree's own fault, and not for the peer to know
				refused(t, s, "resources/read", `"uri":"file:///docs/`+path+`"`, jsonrpc.InvalidParams)
			}
		})
	}
}
