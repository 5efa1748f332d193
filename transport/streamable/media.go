package streamable

import (
	"mime"
	"strconv"
	"strings"

	"github.com/quatrain-mcp/quatrain/internal/sse"
)

const (
	mediaJSON = "application/json"
	acceptAll = mediaJSON + ", " + sse.MediaType // what a Client accepts (HTTP-009)
)

// isJSON reports whether a Content-Type is JSON in UTF-8. It takes the media
// type apart: a browser may send text/plain with any parameter without asking
// (BR-034).
func isJSON(contentType string) bool {
	if contentType == mediaJSON {
		return true
	}
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil || media != mediaJSON {
		return false
	}
	charset, ok := params["charset"]
	return !ok || strings.EqualFold(charset, "utf-8")
}

// isStream reports whether a Content-Type is that of an SSE stream.
func isStream(contentType string) bool {
	if contentType == sse.MediaType {
		return true
	}
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && media == sse.MediaType
}

// An accept says what a client takes as an answer.
type accept struct{ json, stream bool }

// parseAccept reads Accept fields: media ranges with wildcards and parameters
// (BR-035). The most specific range that matches decides, and a weight of 0
// refuses. No Accept at all takes everything.
func parseAccept(fields []string) accept {
	if len(fields) == 0 || len(fields) == 1 && fields[0] == acceptAll {
		return accept{json: true, stream: true}
	}
	var json, stream preference
	for _, field := range fields {
		for entry := range strings.SplitSeq(field, ",") {
			media, params, _ := strings.Cut(entry, ";")
			media = strings.ToLower(strings.TrimSpace(media))
			wanted := !refuses(params)
			json.consider(media, mediaJSON, wanted)
			stream.consider(media, sse.MediaType, wanted)
		}
	}
	return accept{json: json.wanted, stream: stream.wanted}
}

// A preference is what the media ranges so far say of one media type.
type preference struct {
	specific int // 1 for */*, 2 for a type, 3 for the media type itself
	wanted   bool
}

// consider takes one more media range into account.
func (p *preference) consider(media, ours string, wanted bool) {
	specific := 0
	switch kind, _, _ := strings.Cut(ours, "/"); media {
	case ours:
		specific = 3
	case kind + "/*":
		specific = 2
	case "*/*":
		specific = 1
	}
	switch {
	case specific == 0 || specific < p.specific:
	case specific > p.specific:
		p.specific, p.wanted = specific, wanted
	default: // the same range with other parameters
		p.wanted = p.wanted || wanted
	}
}

// refuses reports whether the parameters of a media range have the weight 0.
func refuses(params string) bool {
	for param := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(param, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		return err == nil && weight == 0
	}
	return false
}
