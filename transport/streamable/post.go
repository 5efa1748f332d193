package streamable

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// maxRedirects is how often a request follows a redirect.
const maxRedirects = 3

// post sends a message, and once more for each redirect it may follow
// (BR-149). The answer's body is the caller's to close.
func (call *clientCall) post(m *jsonrpc.Message, mirror map[string]mcp.Mirrored) (*http.Response, error) {
	if err := call.ended(); err != nil {
		return nil, err
	}
	header, err := call.header(m, mirror)
	if err != nil {
		return nil, err
	}
	// The transport may read the body even after it returned, so it is not
	// pooled.
	body := m.Append(nil)
	target := call.c.endpoint
	for redirects := 0; ; redirects++ {
		r, err := http.NewRequestWithContext(call.ctx, http.MethodPost, target.String(), bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		r.Header = header.Clone()
		call.tapOut(r, body)
		answer, err := call.c.http.Do(r)
		if err != nil {
			err = call.because(err)
			call.tapIn(nil, nil, err, false)
			return nil, err
		}
		next, err := redirect(target, answer, redirects)
		if next == nil && err == nil {
			return answer, nil
		}
		call.tapIn(answer, nil, err, false)
		_ = answer.Body.Close()
		if err != nil {
			return nil, err
		}
		target = next
	}
}

// header returns the header of a message's POST.
func (call *clientCall) header(m *jsonrpc.Message, mirror map[string]mcp.Mirrored) (http.Header, error) {
	config := &call.c.config
	header := http.Header{}
	for name, values := range config.header {
		header[name] = slices.Clone(values)
	}
	if config.sign != nil {
		if err := config.sign(call.ctx, header); err != nil {
			return nil, fmt.Errorf("header: %w", err)
		}
	}
	// Configured fields must not stand in for those that mirror the message.
	maps.DeleteFunc(header, func(name string, _ []string) bool { return isProtocolHeader(name) })
	header["Content-Type"] = []string{mediaJSON}
	header["Accept"] = []string{acceptAll}
	return header, config.names.setHeaders(header, m, mirror)
}

// redirect returns where to send a message next, nil if the answer is final.
// The body and every header are repeated, credentials too, so it must be the
// same origin. The other redirects would turn the POST into a GET.
func redirect(from *url.URL, answer *http.Response, redirects int) (*url.URL, error) {
	refusal := &HTTPError{Status: answer.StatusCode, Header: answer.Header}
	location, err := answer.Location()
	switch answer.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther:
		refusal.Reason = "the redirect would lose the message"
		if err == nil {
			refusal.Reason = fmt.Sprintf("the redirect to %s would lose the message; is that the right URL? (a slash at the end matters)", location.Redacted())
		}
		return nil, refusal
	case http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return nil, nil
	}
	switch {
	case err != nil:
		refusal.Reason = "a redirect to nowhere"
	case !sameServer(from, location):
		refusal.Reason = fmt.Sprintf("a redirect to another origin, %s, is not followed", location.Redacted())
	case redirects >= maxRedirects:
		refusal.Reason = fmt.Sprintf("more than %d redirects", maxRedirects)
	default:
		return location, nil
	}
	return nil, refusal
}

// sameServer reports whether two URLs have the same origin.
func sameServer(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && a.Hostname() == b.Hostname() &&
		portOf(a.Host, a.Scheme) == portOf(b.Host, b.Scheme)
}
