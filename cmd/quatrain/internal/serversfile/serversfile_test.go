package serversfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/quatrain-mcp/quatrain/cmd/quatrain/internal/serversfile"
)

// write writes a file below a temporary folder and returns its path.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func environment(name string) (string, bool) {
	value, found := map[string]string{"HOME": "/home/me", "KEY": "s3cret", "EMPTY": "", "NESTED": "${KEY}"}[name]
	return value, found
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       serversfile.Server
	}{
		{
			name: "mcpServers with a command",
			text: `{"mcpServers": {"it": {"command": "run", "args": ["a", "${HOME}/x"], "env": {"K": "${env:KEY}"}, "cwd": "/tmp"}}}`,
			want: serversfile.Server{Command: "run", Args: []string{"a", "/home/me/x"}, Env: map[string]string{"K": "s3cret"}, Dir: "/tmp"},
		},
		{
			name: "servers with a URL",
			text: `{"inputs": [], "servers": {"it": {"type": "http", "url": "https://x.example/mcp", "headers": {"Authorization": "Bearer ${KEY}"}}}}`,
			want: serversfile.Server{URL: "https://x.example/mcp", Headers: map[string]string{"Authorization": "Bearer s3cret"}},
		},
		{
			name: "comments and commas",
			text: "{\n// mine\n\"mcpServers\": {\"it\": {\"command\": \"run\", /* no args */},},\n}",
			want: serversfile.Server{Command: "run"},
		},
		{
			name: "a default",
			text: `{"servers": {"it": {"command": "${SHELL_OF_MINE:-sh}${EMPTY:-x}${HOME:-y}"}}}`,
			want: serversfile.Server{Command: "sh/home/me"},
		},
		{
			name: "what is put in is not expanded again",
			text: `{"servers": {"it": {"command": "$${NESTED}$"}}}`,
			want: serversfile.Server{Command: "$${KEY}$"},
		},
		{
			name: "members of a host",
			text: `{"servers": {"it": {"command": "run", "disabled": true, "autoApprove": ["x"]}}}`,
			want: serversfile.Server{Command: "run"},
		},
		{
			name: "a bad neighbour and its unset variable",
			text: `{"servers": {"bad": {"command": 1}, "worse": {"url": "${UNSET}"}, "it": {"command": "run"}}}`,
			want: serversfile.Server{Command: "run"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := write(t, t.TempDir(), "mcp.json", test.text)
			test.want.Name, test.want.File = "it", file
			got, err := serversfile.Find("it", []string{file}, environment)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("Find (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFindErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no JSON", `{"servers": {`, "mcp.json"},
		{"other JSON", `{"projects": {}}`, `neither "mcpServers" nor "servers"`},
		{"a wrong type", `{"servers": {"it": {"command": ["run"]}}}`, "/command"},
		{"neither", `{"servers": {"it": {}}}`, `either "command" or "url"`},
		{"both", `{"servers": {"it": {"command": "x", "url": "http://x"}}}`, `either "command" or "url"`},
		{"the old transport", `{"servers": {"it": {"type": "sse", "url": "http://x"}}}`, "not supported"},
		{"an unset variable", `{"servers": {"it": {"command": "${NO_SUCH}"}}}`, "NO_SUCH is not set"},
		{"a variable of the host", `{"servers": {"it": {"command": "${input:key}"}}}`, "host's own"},
		{"a brace not closed", `{"servers": {"it": {"command": "${HOME"}}}`, "closing brace"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := write(t, t.TempDir(), "mcp.json", test.text)
			got, err := serversfile.Find("it", []string{file}, environment)
			if err == nil {
				t.Fatalf("Find = %+v, want an error", got)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("Find: %v, want it to say %q", err, test.want)
			}
		})
	}
}

func TestFindLooksEverywhereInOrder(t *testing.T) {
	dir, config := t.TempDir(), t.TempDir()
	write(t, dir, ".mcp.json", `{"mcpServers": {"one": {"command": "first"}}}`)
	write(t, dir, ".vscode/mcp.json", `{"servers": {"one": {"command": "second"}, "two": {"command": "${workspaceFolder}/run", "cwd": "sub"}}}`)
	write(t, config, "quatrain/mcp.json", `{"servers": {"three": {"command": "third"}}}`)
	places := serversfile.Places(dir, config)

	for name, want := range map[string]string{"one": "first", "two": dir + "/run", "three": "third"} {
		got, err := serversfile.Find(name, places, environment)
		if err != nil {
			t.Fatal(err)
		}
		if got.Command != filepath.FromSlash(want) {
			t.Errorf("%s runs %q, want %q", name, got.Command, want)
		}
		if name == "two" && got.Dir != filepath.Join(dir, "sub") {
			t.Errorf("%s runs in %q, want the workspace's folder sub", name, got.Dir)
		}
	}

	var unknown *serversfile.UnknownError
	if _, err := serversfile.Find("four", places, environment); !errors.As(err, &unknown) {
		t.Fatalf("Find of an unknown name: %v, want an UnknownError", err)
	}
	if diff := cmp.Diff([]string{"one", "three", "two"}, unknown.Known); diff != "" {
		t.Errorf("known names (-want +got):\n%s", diff)
	}
}

func TestFindWithoutFiles(t *testing.T) {
	_, err := serversfile.Find("it", serversfile.Places(t.TempDir(), ""), environment)
	if !errors.Is(err, serversfile.ErrNoFile) {
		t.Errorf("Find: %v, want ErrNoFile", err)
	}
}
