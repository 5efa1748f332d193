package archtest

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// revision matches the name of a protocol revision.
var revision = regexp.MustCompile(`^"(2024-11-05|2025-03-26|2025-06-18|2025-11-25|2026-07-28)"$`)

// revisionFiles are the files that may name or compare protocol revisions
// beside package legacy and the files called era.go.
var revisionFiles = map[string]string{
	"mcp/mcp.go":            "defines the one revision of the core",
	"server/version.go":     "the negotiation, at the server: accepts a request or refuses its version",
	"client/version.go":     "the negotiation, at the client: understands a refusal",
	"cmd/quatrain/flags.go": "the flag --revision, which a person gives",
}

// The core speaks one revision. Whoever compares revisions elsewhere has let an
// era in.
func TestErasLiveAtTheEdge(t *testing.T) {
	needed := map[string]bool{}
	for _, f := range sources(t) {
		if f.test() || within(f.dir(), "legacy/...") || f.base() == "era.go" || within(f.dir(), "internal/archtest") {
			continue
		}
		found := func(n ast.Node, what string) {
			needed[f.path] = true
			if revisionFiles[f.path] == "" {
				t.Errorf("%s:%d: %s outside legacy, era.go and the negotiation", f.path, f.line(n), what)
			}
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if n.Kind == token.STRING && revision.MatchString(n.Value) {
					found(n, "the revision "+n.Value+" is named")
				}
			case *ast.BinaryExpr:
				switch n.Op {
				case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
					if isRevision(n.X) || isRevision(n.Y) {
						found(n, "revisions are compared")
					}
				}
			}
			return true
		})
	}
	stale(t, "revisionFiles", revisionFiles, needed)
}

func isRevision(expr ast.Expr) bool {
	selector, ok := expr.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := selector.X.(*ast.Ident)
	return ok && pkg.Name == "mcp" && selector.Sel.Name == "Revision"
}

// banned are the calls that no package makes, or no package of the library.
var banned = []struct {
	call        string
	libraryOnly bool
	why         string
}{
	{"fmt.Print", true, "a library does not own stdout"},
	{"fmt.Printf", true, "a library does not own stdout"},
	{"fmt.Println", true, "a library does not own stdout"},
	{"log.", true, "a library logs to the *slog.Logger it was given"},
	{"slog.SetDefault", false, "the default logger belongs to main"},
	{"slog.Info", true, "a library logs to the *slog.Logger it was given"},
	{"slog.Warn", true, "a library logs to the *slog.Logger it was given"},
	{"slog.Error", true, "a library logs to the *slog.Logger it was given"},
	{"slog.Debug", true, "a library logs to the *slog.Logger it was given"},
	{"os.Exit", true, "only main ends the program"},
	{"time.Sleep", false, "wait for what you wait for, in the bubble of testing/synctest if it is time"},
	{"panic", true, "an error is returned"},
}

// bannedAllowed are the places that make such a call all the same: the file,
// the call and the function it stands in.
var bannedAllowed = map[string]string{
	"server/method.go: panic in AddMethod":     "registration: a mistake in the program, and documented",
	"server/tools_typed.go: panic in AddTool":  "registration: a mistake in the program, and documented",
	"server/page.go: panic in appendCache":     "a number and a word always encode",
	"server/result.go: panic in newResultMark": "strings always encode",
}

func TestBannedCalls(t *testing.T) {
	needed := map[string]bool{}
	for _, f := range sources(t) {
		for _, decl := range f.syntax.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if fn.Name.Name == "init" && fn.Recv == nil {
				t.Errorf("%s:%d: init runs behind the reader's back", f.path, f.line(fn))
			}
			ast.Inspect(fn, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				name := callee(call)
				for _, ban := range banned {
					hit := name == ban.call || strings.HasSuffix(ban.call, ".") && strings.HasPrefix(name, ban.call)
					if !hit || ban.libraryOnly && !f.library() || ban.call == "time.Sleep" && f.bubble() {
						continue
					}
					key := fmt.Sprintf("%s: %s in %s", f.path, name, fn.Name.Name)
					needed[key] = true
					if bannedAllowed[key] == "" {
						t.Errorf("%s:%d: %s: %s", f.path, f.line(call), name, ban.why)
					}
				}
				return true
			})
		}
	}
	stale(t, "bannedAllowed", bannedAllowed, needed)
}

// callee returns the name of what is called: panic, fmt.Println.
func callee(call *ast.CallExpr) string {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		if pkg, ok := fun.X.(*ast.Ident); ok {
			return pkg.Name + "." + fun.Sel.Name
		}
	}
	return ""
}
