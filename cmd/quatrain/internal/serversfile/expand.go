package serversfile

import (
	"fmt"
	"strings"
)

// An expander replaces variables. It keeps its first error.
type expander struct {
	lookup func(string) (string, bool)
	folder string // what ${workspaceFolder} stands for
	err    error
}

func (e *expander) expandAll(values map[string]string) map[string]string {
	if values == nil {
		return nil
	}
	expanded := make(map[string]string, len(values))
	for name, value := range values {
		expanded[name] = e.expand(value)
	}
	return expanded
}

// expand returns text with each ${…} replaced by what it stands for. What is
// put in is not expanded again.
func (e *expander) expand(text string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "${")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed {
			e.fail("${%s lacks its closing brace", rest)
			return out.String()
		}
		out.WriteString(e.variable(name))
		text = after
	}
}

// variable returns what ${name} stands for.
func (e *expander) variable(name string) string {
	name, fallback, hasFallback := strings.Cut(name, ":-")
	variable, isEnv := strings.CutPrefix(name, "env:")
	if !isEnv {
		if name == "workspaceFolder" {
			return e.folder
		}
		if kind, _, other := strings.Cut(name, ":"); other {
			e.fail("${%s}: %q variables are the host's own; use ${env:NAME}", name, kind)
			return ""
		}
	}
	if value, found := e.lookup(variable); found {
		return value
	}
	if !hasFallback {
		e.fail("the environment variable %s is not set", variable)
	}
	return fallback
}

func (e *expander) fail(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf(format, args...)
	}
}
