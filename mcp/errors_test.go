package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

func TestErrors(t *testing.T) {
	tests := []struct {
		name string
		got  *jsonrpc.Error
		code jsonrpc.Code
		data string
	}{
		{"ERROR-018 elicitation", mcp.MissingCapability(mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapability{URL: &mcp.CapabilityObject{}}}),
			-32021, `{"requiredCapabilities":{"elicitation":{"url":{}}}}`},
		{"ERROR-018 an extension", mcp.MissingCapability(mcp.ClientCapabilities{Extensions: map[string]jsontext.Value{"com.example/x": raw("{}")}}),
			-32021, `{"requiredCapabilities":{"extensions":{"com.example/x":{}}}}`},
		{"ERROR-020,ERROR-021", mcp.UnsupportedVersion("1900-01-01", mcp.Revision), -32022, `{"supported":["2026-07-28"],"requested":"1900-01-01"}`},
		{"ERROR-020 nothing supported", mcp.UnsupportedVersion(""), -32022, `{"supported":[],"requested":""}`},
		{"HEADER-014", mcp.HeaderMismatch("a %s", "b"), -32020, ``},
		{"ERROR-003", mcp.MethodNotFound("x/y"), -32601, ``},
		{"ERROR-005", mcp.InvalidParams("x"), -32602, ``},
		{"RESOURCE-023", mcp.ResourceNotFound("x:\xff"), -32602, "{\"uri\":\"x:\uFFFD\"}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got.Code != tt.code || string(tt.got.Data) != tt.data || tt.got.Message == "" {
				t.Errorf("got %d %q %s, want %d … %s", tt.got.Code, tt.got.Message, tt.got.Data, tt.code, tt.data)
			}
			if tt.got.FromPeer() {
				t.Error("an error of this side counts as the peer's")
			}
		})
	}
	if e := mcp.MethodNotFound(strings.Repeat("é", 1000)); len(e.Message) > 300 {
		t.Errorf("the message quotes %d bytes of the peer's", len(e.Message))
	}
}

func TestAsError(t *testing.T) {
	wire := mcp.InvalidParams("x")
	for name, err := range map[string]error{"itself": wire, "wrapped": fmt.Errorf("while: %w", wire), "refused": mcp.Refuse(wire)} {
		if got, ok := mcp.AsError(err); got != wire || !ok {
			t.Errorf("%s: got %v, %v", name, got, ok)
		}
	}
	t.Run("ERROR-006", func(t *testing.T) {
		for _, err := range []error{errors.New("password=hunter2"), context.Canceled, nil} {
			got, ok := mcp.AsError(err)
			if ok || got.Code != jsonrpc.InternalError || got.Message != "internal error" || got.Data != nil {
				t.Errorf("%v becomes %+v, %v", err, got, ok)
			}
		}
	})
	refusal := mcp.Refuse(wire)
	if !errors.Is(refusal, wire) || refusal.Error() != wire.Error() {
		t.Errorf("a refusal hides its error: %v", refusal)
	}
}

func TestHTTPStatus(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want int
	}{
		{"ERROR-001", jsonrpc.Errorf(jsonrpc.ParseError, ""), 400},
		{"ERROR-002", jsonrpc.Errorf(jsonrpc.InvalidRequest, ""), 400},
		{"HTTP-034", mcp.MethodNotFound("x"), 404},
		{"META-014", mcp.Refuse(mcp.InvalidParams("no _meta")), 400},
		{"META-014 wrapped", fmt.Errorf("x: %w", mcp.Refuse(mcp.InvalidParams("no _meta"))), 400},
		{"HEADER-014", mcp.HeaderMismatch("x"), 400},
		{"ERROR-019", fmt.Errorf("x: %w", mcp.MissingCapability(mcp.ClientCapabilities{})), 400},
		{"VERSION-001", mcp.UnsupportedVersion("x"), 400},
		{"params a method refuses", mcp.InvalidParams("x"), 200},
		{"internal error", errors.New("x"), 200},
		{"an application's own", jsonrpc.Errorf(1, ""), 200},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := mcp.HTTPStatus(tt.err); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

// The codes that the package names are all it could send.
func TestCodes(t *testing.T) {
	named := map[int64][]string{} // code to where it stands
	var legacyUses []string
	for _, f := range packageSources(t) {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.UnaryExpr:
				if lit, ok := n.X.(*ast.BasicLit); ok && n.Op == token.SUB && lit.Kind == token.INT {
					if code, err := strconv.ParseInt(lit.Value, 0, 64); err == nil && code >= 32000 && code <= 32768 {
						named[-code] = append(named[-code], f.name)
					}
				}
			case *ast.Ident:
				if n.Name == "CodeLegacyResourceNotFound" {
					legacyUses = append(legacyUses, f.name)
				}
			}
			return true
		})
	}
	t.Run("ERROR-007", func(t *testing.T) {
		for code, where := range named {
			if code >= -32019 && code != int64(mcp.CodeLegacyResourceNotFound) {
				t.Errorf("%v names the legacy code %d", where, code)
			}
		}
	})
	t.Run("ERROR-010", func(t *testing.T) {
		for code, where := range named {
			if -32099 <= code && code < int64(mcp.CodeUnsupportedProtocolVersion) {
				t.Errorf("%v names %d, which the specification does not define", where, code)
			}
		}
		for _, code := range []jsonrpc.Code{mcp.CodeHeaderMismatch, mcp.CodeMissingRequiredCapability, mcp.CodeUnsupportedProtocolVersion} {
			if len(named[int64(code)]) != 1 {
				t.Errorf("%d is named at %v, want once", code, named[int64(code)])
			}
		}
	})
	t.Run("ERROR-012,ERROR-008", func(t *testing.T) {
		if len(legacyUses) != 1 {
			t.Errorf("CodeLegacyResourceNotFound is declared and otherwise not used here, but stands in %v", legacyUses)
		}
	})
	t.Run("ERROR-013", func(t *testing.T) {
		if where := named[-32042]; where != nil {
			t.Errorf("%v names -32042", where)
		}
	})
}

type source struct {
	name   string
	syntax *ast.File
}

// packageSources parses the package without its tests.
func packageSources(t *testing.T) (all []source) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, source{name, syntax})
	}
	return all
}
