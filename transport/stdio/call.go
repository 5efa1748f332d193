package stdio

import (
	"bytes"
	"sync"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// What may wait for a caller that does not take it.
const (
	maxQueue      = 1024
	maxQueueBytes = 16 << 20
	coalesceFrom  = 32 // entries of a queue that is no longer a mere delay
)

// A call is one request at the client's end. Whoever reads puts what comes into
// its queue and never waits; whoever called takes it out.
type call struct {
	number uint64 // for the tap
	id     jsonrpc.ID
	method string
	params []byte
	token  jsonrpc.ID // progress token on the wire, canonical; zero if none
	theirs jsonrpc.ID // the caller's own token, if it is another
	logs   bool       // asked for log messages

	wake chan struct{} // holds one when there is something to take

	mu      sync.Mutex // guards the rest
	queue   []*mcp.Notification
	size    int
	message *jsonrpc.Message // the response
	err     error            // why there will be none
}

// notified queues a notification, which becomes the call's own. Once many wait,
// one that says the same anew takes the place of the one before it. If the
// queue is full the call fails.
func (c *call) notified(n *mcp.Notification) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil || c.message != nil {
		return
	}
	if last := len(c.queue) - 1; last >= coalesceFrom && supersedes(n, c.queue[last]) {
		c.size += len(n.Params) - len(c.queue[last].Params)
		c.queue[last] = n
		return
	}
	c.queue = append(c.queue, n)
	c.size += len(n.Params)
	if len(c.queue) > maxQueue || c.size > maxQueueBytes {
		c.err, c.queue = mcp.ErrSlowConsumer, nil
	}
	c.ring()
}

// supersedes reports whether a notification makes the one before it needless.
func supersedes(n, before *mcp.Notification) bool {
	if n.Method != before.Method {
		return false
	}
	switch n.Method {
	case mcp.EventProgress.Name:
		return true
	case mcp.EventToolsListChanged.Name, mcp.EventPromptsListChanged.Name, mcp.EventResourcesListChanged.Name:
		return bytes.Equal(n.Params, before.Params)
	}
	return false
}

// respond ends the call with its response, which becomes the call's own.
func (c *call) respond(m *jsonrpc.Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil && c.message == nil {
		c.message = m
		c.ring()
	}
}

// fail ends the call without a response.
func (c *call) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil && c.message == nil {
		c.err = err
		c.ring()
	}
}

// ring wakes whoever called.
func (c *call) ring() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// take returns what has come since the last time.
func (c *call) take() ([]*mcp.Notification, *jsonrpc.Message, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	queue := c.queue
	c.queue, c.size = nil, 0
	return queue, c.message, c.err
}

// answered reports whether the server has nothing more to do for the call, as
// far as this side knows.
func (c *call) answered() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.message != nil || c.err != nil && c.err != mcp.ErrSlowConsumer
}
