package archtest

import (
	"slices"
	"strings"
	"testing"
)

// forbidden is the direction of imports: what from must not reach, neither
// directly nor through another package.
var forbidden = []struct{ from, to, why string }{
	{"jsonrpc", "mcp/...", "the four shapes know nothing of MCP"},
	{"jsonrpc", "internal/...", "the four shapes stand alone"},
	{"mcp", "schema/...", "wire types carry schemas as bytes; the policy for them lies above"},
	{"mcp", "internal/...", "what the revision is needs no machinery"},

	{"jsonrpc/...", "server/...", "arrows point down"},
	{"jsonrpc/...", "client/...", "arrows point down"},
	{"jsonrpc/...", "transport/...", "arrows point down"},
	{"jsonrpc/...", "legacy/...", "arrows point down"},
	{"jsonrpc/...", "schema/...", "arrows point down"},
	{"mcp/...", "server/...", "arrows point down"},
	{"mcp/...", "client/...", "arrows point down"},
	{"mcp/...", "transport/...", "the contract knows no carrier"},
	{"mcp/...", "legacy/...", "earlier eras live at the edge"},
	{"schema/...", "server/...", "arrows point down"},
	{"schema/...", "client/...", "arrows point down"},
	{"schema/...", "transport/...", "arrows point down"},
	{"schema/...", "legacy/...", "earlier eras live at the edge"},

	{"legacy/...", "transport/...", "legacy lies below the transports and does no I/O"},
	{"legacy/...", "server/...", "an era is translated for any Handler"},
	{"legacy/...", "client/...", "an era is translated for any Handler"},
	{"transport/...", "server/...", "a transport knows one interface, mcp.Handler"},
	{"transport/...", "client/...", "a transport knows one interface, mcp.Handler"},
	{"transport/stdio/...", "transport/streamable/...", "transports do not know one another"},
	{"transport/streamable/...", "transport/stdio/...", "transports do not know one another"},

	{"server/...", "client/...", "both ends meet in mcp only"},
	{"server/...", "transport/...", "a server is a Handler and is carried by whatever its owner picks"},
	{"server/...", "legacy/...", "the core speaks one revision"},
	{"client/...", "server/...", "both ends meet in mcp only"},

	{"internal/sse/...", "mcp/...", "the event stream format knows nothing of what it carries"},
	{"internal/sse/...", "jsonrpc/...", "the event stream format knows nothing of what it carries"},
	{"internal/memhttp/...", "mcp/...", "a network in memory knows nothing of what it carries"},
	{"internal/spec/...", "mcp/...", "the catalogue is data"},
	{"internal/demo/...", "transport/...", "the demonstration server is a Handler like any other"},
	{"internal/demo/...", "client/...", "the demonstration server is a Handler like any other"},
}

// above are the packages that sit on top of the library and that no package of
// the library reaches.
var above = []string{
	"cmd/...", "internal/demo/...", "internal/casesrv/...", "internal/peer/...", "internal/spec/...",
	"inspector/...", "proxy/...", "capture/...", "check/...", "cluster/...", "trace/...", "mcptest/...",
}

// library are the packages that a program compiles in to be a server or a
// client, and modules what they may bring with them.
var (
	library = []string{"jsonrpc/...", "mcp/...", "schema/...", "server/...", "client/...", "transport/...", "legacy/..."}

	modules = map[string]string{
		"github.com/go-json-experiment/json":       "JSON",
		"github.com/google/jsonschema-go":          "schemas from Go types",
		"github.com/santhosh-tekuri/jsonschema/v6": "validation",
		"golang.org/x/text":                        "messages of the validation",
		"github.com/yosida95/uritemplate/v3":       "resource templates",
	}
)

func TestImportDirection(t *testing.T) {
	packages := list(t, "./...")
	rules := forbidden
	for _, from := range library {
		for _, to := range above {
			rules = append(rules, struct{ from, to, why string }{from, to, "the library does not know what is built on it"})
		}
	}
	for _, p := range packages {
		from := strings.TrimPrefix(p.ImportPath, module)
		for _, dep := range p.Deps {
			to, ours := strings.CutPrefix(dep, module)
			if !ours {
				continue
			}
			for _, rule := range rules {
				if within(from, rule.from) && within(to, rule.to) {
					t.Errorf("%s must not import %s: %s", from, to, rule.why)
				}
			}
		}
	}
}

func TestLibraryIsSmall(t *testing.T) {
	packages := list(t, "-deps", "./...")
	for _, p := range packages {
		from, ours := strings.CutPrefix(p.ImportPath, module)
		if !ours || !slices.ContainsFunc(library, func(pattern string) bool { return within(from, pattern) }) {
			continue
		}
		for _, dep := range p.Deps {
			d := packages[dep]
			if d.Standard || d.Module == nil || d.Module.Path+"/" == module {
				continue
			}
			if modules[d.Module.Path] == "" {
				t.Errorf("%s links %s: who wants a server must not compile more than %v", from, dep, keys(modules))
			}
		}
	}
}

// A program that is a server on stdio links no database, no broker and no
// tracer, and none of the modules that only the binary needs.
func TestServerOnStdioIsSmall(t *testing.T) {
	for _, p := range list(t, "-deps", "./server", "./transport/stdio") {
		if p.Module == nil || p.Module.Path+"/" == module {
			continue
		}
		if modules[p.Module.Path] == "" {
			t.Errorf("server and transport/stdio link %s", p.ImportPath)
		}
	}
}

// The core does no I/O of its own.
func TestNoIO(t *testing.T) {
	for _, p := range list(t, "./...") {
		from := strings.TrimPrefix(p.ImportPath, module)
		if !within(from, "jsonrpc/...") && !within(from, "mcp/...") && !within(from, "legacy/...") {
			continue
		}
		for _, to := range p.Imports {
			switch to {
			case "net", "net/http", "os", "os/exec", "syscall":
				t.Errorf("%s must not import %s: the core does no I/O", from, to)
			}
		}
	}
}

// Version 1 of the JSON package accepts what MCP forbids: names in any case,
// duplicate names, invalid UTF-8.
func TestNoOldJSON(t *testing.T) {
	for _, p := range list(t, "./...") {
		from := strings.TrimPrefix(p.ImportPath, module)
		if within(from, "bench/...") {
			continue
		}
		for _, to := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if to == "encoding/json" {
				t.Errorf("%s must not import encoding/json: it is not strict", from)
			}
		}
	}
}

func keys(m map[string]string) []string {
	var list []string
	for key := range m {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}
