package streamable

import (
	"net/http"
	"net/netip"
	"strings"
)

// A hop is what the reverse proxies in front of this server say of a request.
type hop struct {
	remote string // the address they got it from
	host   string // the Host it had there, "" if they do not say
}

// forwarded returns who made a request, and by what name, as far as trusted
// proxies tell. Each proxy appends to what it was told, and anybody can begin
// such a list, so it is read from its end: the first address that is no
// trusted proxy's is the client's, and nothing before it counts.
func (g *guard) forwarded(r *http.Request) hop {
	h := hop{remote: r.RemoteAddr}
	if len(g.proxies) == 0 || !g.trusts(r.RemoteAddr) {
		return h
	}
	if fields := r.Header["Forwarded"]; len(fields) > 0 {
		hops := splitQuoted(strings.Join(fields, ","), ',')
		for i := len(hops) - 1; i >= 0 && g.trusts(h.remote); i-- {
			next := parseForwarded(hops[i])
			h.remote = next.remote
			if next.host != "" {
				h.host = next.host
			}
		}
		return h
	}
	hops := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for i := len(hops) - 1; i >= 0 && g.trusts(h.remote); i-- {
		if remote := strings.TrimSpace(hops[i]); remote != "" {
			h.remote = remote
		}
	}
	// One field, that the nearest proxy sets: the last of several.
	hosts := strings.Split(strings.Join(r.Header["X-Forwarded-Host"], ","), ",")
	h.host = strings.TrimSpace(hosts[len(hosts)-1])
	return h
}

// trusts reports whether an address, with or without port, is a trusted
// proxy's.
func (g *guard) trusts(remote string) bool {
	addr, err := netip.ParseAddr(hostname(remote))
	if err != nil {
		return false
	}
	addr = addr.Unmap().WithZone("")
	for _, network := range g.proxies {
		if network.Contains(addr) {
			return true
		}
	}
	return false
}

// parseForwarded reads one element of a Forwarded header (RFC 7239).
func parseForwarded(element string) hop {
	var h hop
	for _, pair := range splitQuoted(element, ';') {
		name, value, _ := strings.Cut(pair, "=")
		value = unquote(strings.TrimSpace(value))
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "for":
			h.remote = value
		case "host":
			h.host = value
		}
	}
	return h
}

// splitQuoted splits s at sep where it is not within quotes.
func splitQuoted(s string, sep byte) []string {
	var parts []string
	quoted, start := false, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == sep && !quoted:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

// unquote returns what a quoted string says, and anything else as it is.
func unquote(s string) string {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return s
	}
	s = s[1 : len(s)-1]
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var plain strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		plain.WriteByte(s[i])
	}
	return plain.String()
}
