package client

import (
	"fmt"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// tokens hands out progress tokens, each unique among the requests that are
// open (PROGRESS-002, PROGRESS-010).
type tokens struct {
	mu   sync.Mutex // guards all below
	last int64
	open map[jsonrpc.ID]struct{} // by the canonical id
}

// next returns a token that no open request has.
func (t *tokens) next() jsonrpc.ID {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		t.last++
		if token := jsonrpc.IntID(t.last); t.add(token) {
			return token
		}
	}
}

// claim takes a token that the caller chose; false if an open request has it.
func (t *tokens) claim(token jsonrpc.ID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.add(token)
}

// add marks a token as open, unless it is. The lock is held.
func (t *tokens) add(token jsonrpc.ID) bool {
	key := token.Canonical()
	if _, taken := t.open[key]; taken {
		return false
	}
	if t.open == nil {
		t.open = map[jsonrpc.ID]struct{}{}
	}
	t.open[key] = struct{}{}
	return true
}

// release gives a token back; the zero token is none.
func (t *tokens) release(token jsonrpc.ID) {
	if token.IsZero() {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.open, token.Canonical())
}

// progressToken returns the token of a call, zero if it needs none: the one
// that the caller put into _meta, a string or an integer (PROGRESS-001,
// BR-061), else a new one if somebody listens to progress.
func (c *Client) progressToken(call *call, params jsontext.Value) (jsonrpc.ID, error) {
	chosen := call.extra.Get(mcp.KeyProgressToken)
	if chosen == nil {
		chosen = jsonrpc.Member(jsonrpc.Member(params, "_meta"), mcp.KeyProgressToken)
	}
	switch {
	case chosen != nil:
		token, err := jsonrpc.ParseID(chosen)
		if err != nil {
			return jsonrpc.ID{}, fmt.Errorf("_meta key %s is %s, not a string or an integer", mcp.KeyProgressToken, clip(string(chosen)))
		}
		if !c.tokens.claim(token) {
			return jsonrpc.ID{}, fmt.Errorf("_meta key %s: an open request of this client has the token %s already", mcp.KeyProgressToken, clip(token.String()))
		}
		return token, nil
	case call.onProgress != nil:
		token := c.tokens.next()
		call.extra = call.extra.With(mcp.KeyProgressToken, jsontext.Value(token.String()))
		return token, nil
	default:
		return jsonrpc.ID{}, nil
	}
}
