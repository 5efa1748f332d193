package streamable

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// A guard decides by Host and Origin who may talk to this server. It protects
// against web pages: whoever is no browser can write these headers as he
// likes, and needs no permission to.
type guard struct {
	origins []string // as origin.String writes them; what is none, as it is
	hosts   []string // lower case, with or without port
	proxies []netip.Prefix

	anyOrigin, anyHost bool
}

// newGuard returns the guard for what the options said.
func newGuard(c *handlerConfig) guard {
	g := guard{proxies: c.proxies}
	for _, origin := range c.origins {
		g.anyOrigin = g.anyOrigin || origin == "*"
		if o, ok := parseOrigin(strings.TrimSuffix(origin, "/")); ok {
			origin = o.String()
		}
		g.origins = append(g.origins, origin)
	}
	for _, host := range c.hosts {
		g.anyHost = g.anyHost || host == "*"
		g.hosts = append(g.hosts, strings.ToLower(host))
	}
	return g
}

// check returns the reason to refuse a request, "" if there is none.
func (g *guard) check(r *http.Request) string {
	loopback := isLoopbackConn(r)
	if !g.allowsHost(r.Host, loopback) {
		return fmt.Sprintf("the Host %s is not one this server is known by", quote(r.Host))
	}
	switch origins := r.Header["Origin"]; {
	case len(origins) == 0:
		return ""
	case len(origins) == 1 && g.allowsOrigin(origins[0], r, loopback):
		return ""
	default:
		return fmt.Sprintf("the Origin %s is not allowed", quote(strings.Join(origins, ", ")))
	}
}

// allowsHost reports whether a Host header may name this server. On a loopback
// connection a foreign name means DNS rebinding: a web page whose name now
// points here, which makes its requests same-origin (BR-052).
func (g *guard) allowsHost(host string, loopback bool) bool {
	switch {
	case g.anyHost:
		return true
	case loopback && isLoopbackHost(hostname(host)):
		return true
	case len(g.hosts) > 0:
		return g.names(host)
	default:
		return !loopback
	}
}

// names reports whether host is in the list, there with its port or without
// one.
func (g *guard) names(host string) bool {
	host = strings.ToLower(host)
	return slices.Contains(g.hosts, host) || slices.Contains(g.hosts, hostname(host))
}

// allowsOrigin reports whether a web page of that origin may make requests.
func (g *guard) allowsOrigin(text string, r *http.Request, loopback bool) bool {
	if g.anyOrigin || slices.Contains(g.origins, text) {
		return true
	}
	origin, ok := parseOrigin(text)
	switch {
	case !ok: // also "null", the origin of sandboxed and local pages
		return false
	case slices.Contains(g.origins, origin.String()):
		return true
	case loopback && isLoopbackHost(origin.host):
		return true
	default:
		return g.sameOrigin(origin, r)
	}
}

// sameOrigin reports whether a page came from this server itself. A page of a
// rebound name would look so too; hence a name counts only if AllowHosts lists
// it, and an address always, for nobody can make that point elsewhere. The
// scheme is not compared: a proxy may have taken TLS off.
func (g *guard) sameOrigin(origin origin, r *http.Request) bool {
	host := r.Host
	if forwarded := g.forwarded(r).host; forwarded != "" {
		host = forwarded
	}
	if !strings.EqualFold(origin.host, hostname(host)) || origin.port != portOf(host, origin.scheme) {
		return false
	}
	if _, err := netip.ParseAddr(origin.host); err == nil {
		return true
	}
	return g.anyHost || g.names(host)
}

// An origin is that of a web page. The port is never empty.
type origin struct{ scheme, host, port string }

func (o origin) String() string { return o.scheme + "://" + net.JoinHostPort(o.host, o.port) }

// parseOrigin reads an Origin: a scheme and a host, perhaps a port, nothing
// else.
func parseOrigin(text string) (origin, bool) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" || u.Hostname() == "" || u.User != nil ||
		u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return origin{}, false
	}
	scheme := strings.ToLower(u.Scheme)
	return origin{scheme, strings.ToLower(u.Hostname()), portOf(u.Host, scheme)}, true
}

// portOf returns the port in host, or else the usual one of the scheme.
func portOf(host, scheme string) string {
	if _, port, err := net.SplitHostPort(host); err == nil && port != "" {
		return port
	}
	if scheme == "https" {
		return "443"
	}
	return "80"
}

// hostname returns host without port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// isLoopbackHost reports whether a name or address can only mean this machine.
func isLoopbackHost(name string) bool {
	if strings.EqualFold(name, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.Unmap().IsLoopback()
}

// isLoopbackConn reports whether the request came over a connection to a
// loopback address of this machine. Pipes and Unix sockets are out of reach of
// browsers, so they are none.
func isLoopbackConn(r *http.Request) bool {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return ok && addr.IP.IsLoopback()
}
