package streamable

import (
	"net/http"
	"strings"
)

// What CORS lets web pages of allowed origins send and read.
const (
	corsHeaders = "Content-Type, Accept, Authorization, Mcp-Protocol-Version, Mcp-Method, Mcp-Name"
	corsExposed = "WWW-Authenticate, Retry-After"
	corsMaxAge  = "600"
	allowed     = "POST, OPTIONS"
)

// allowPage lets the web page whose request passed the guard read the answer.
func allowPage(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return
	}
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Expose-Headers", corsExposed)
	header.Add("Vary", "Origin")
}

// preflight answers OPTIONS: what may be sent here, and to a web page of an
// allowed origin that it may send the headers it asks for. Which Mcp-Param-*
// there are, tools decide, so there is no list of them.
func preflight(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Allow", allowed)
	if r.Header.Get("Origin") != "" && r.Header.Get("Access-Control-Request-Method") != "" {
		header.Set("Access-Control-Allow-Methods", "POST")
		header.Set("Access-Control-Allow-Headers", allowedHeaders(r.Header.Values("Access-Control-Request-Headers")))
		header.Set("Access-Control-Max-Age", corsMaxAge)
	}
	w.WriteHeader(http.StatusNoContent)
}

// allowedHeaders returns the usual headers and those asked for.
func allowedHeaders(fields []string) string {
	list := corsHeaders
	for _, field := range fields {
		for name := range strings.SplitSeq(field, ",") {
			if name = strings.TrimSpace(name); isToken(name) {
				list += ", " + name
			}
		}
	}
	return list
}
