package stdio

import (
	"fmt"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// calls are the open calls of a connection, by what a line may name them.
type calls struct {
	over chan struct{} // closed when there can be no more

	mu      *sync.Mutex // guards the rest
	err     error       // why there can be no more; nil while there can
	last    uint64
	byID    map[jsonrpc.ID]*call // canonical
	byToken map[jsonrpc.ID]*call // canonical progress token as it is on the wire
	late    [64]jsonrpc.ID       // of the last calls that were cancelled
	lates   int                  // how many there were
}

func newCalls() calls {
	return calls{over: make(chan struct{}), mu: new(sync.Mutex), byID: map[jsonrpc.ID]*call{}, byToken: map[jsonrpc.ID]*call{}}
}

// open registers a call. A progress token that another open call has is
// exchanged for one of the connection's own, and back in what comes
// (PROGRESS-002).
func (c *calls) open(req *mcp.Request) (*call, error) {
	meta := req.Meta()
	token, _, _ := meta.ProgressToken()
	_, logs, _ := meta.LogLevel()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return nil, c.err
	}
	c.last++
	call := &call{
		number: c.last, id: jsonrpc.IntID(int64(c.last)), method: req.Method, params: req.Params,
		logs: logs, wake: make(chan struct{}, 1),
	}
	if !token.IsZero() {
		call.token = token.ID().Canonical()
		if c.byToken[call.token] != nil {
			call.theirs = token.ID()
			call.token = c.freeToken()
			call.params = withToken(req.Params, meta, call.token)
		}
		c.byToken[call.token] = call
	}
	c.byID[call.id] = call
	return call, nil
}

// freeToken returns a progress token that no open call has; the caller holds the
// lock.
func (c *calls) freeToken() jsonrpc.ID {
	for n := c.last; ; n++ {
		token := jsonrpc.StringID(fmt.Sprintf("quatrain-%d", n)).Canonical()
		if c.byToken[token] == nil {
			return token
		}
	}
}

// withToken returns params with another progress token.
func withToken(params jsontext.Value, meta mcp.Meta, token jsonrpc.ID) jsontext.Value {
	return withMember(params, "_meta", meta.With(mcp.KeyProgressToken, jsontext.Value(token.String())).Raw())
}

// withMember returns an object in which a member that is there has another
// value. All other bytes stay.
func withMember(object jsontext.Value, member string, value jsontext.Value) jsontext.Value {
	out := []byte{'{'}
	for name, old := range jsonrpc.Members(object) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = jsonrpc.AppendString(out, string(name))
		out = append(out, ':')
		if string(name) == member {
			old = value
		}
		out = append(out, old...)
	}
	return append(out, '}')
}

// close forgets a call.
func (c *calls) close(call *call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.byID, call.id)
	if !call.token.IsZero() {
		delete(c.byToken, call.token)
	}
}

// fail ends all calls, and those to come, for a reason. The first one counts.
func (c *calls) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return
	}
	c.err = err
	close(c.over)
	for _, call := range c.byID {
		call.fail(err)
	}
}

// failOpen ends the calls that are open now.
func (c *calls) failOpen(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range c.byID {
		call.fail(err)
	}
}

// ended returns why there can be no more calls, nil while there can.
func (c *calls) ended() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// cancelled remembers that a response of the call may yet come.
func (c *calls) cancelled(call *call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.late[c.lates%len(c.late)] = call.id
	c.lates++
}

// expected reports whether a response without an open call is that of one which
// was cancelled not long ago.
func (c *calls) expected(id jsonrpc.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !id.IsZero() && slices.Contains(c.late[:], id.Canonical())
}

// find returns the call with an id.
func (c *calls) find(id jsonrpc.ID) *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byID[id.Canonical()]
}

// withProgressToken returns the call with a progress token.
func (c *calls) withProgressToken(token jsonrpc.ID) *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byToken[token.Canonical()]
}

// logging returns the one call that asked for log messages; nil if none did or
// several, for then nobody knows whose they are.
func (c *calls) logging() *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	var one *call
	for _, call := range c.byID {
		switch {
		case !call.logs:
		case one != nil:
			return nil
		default:
			one = call
		}
	}
	return one
}
