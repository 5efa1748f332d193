package server

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A Server answers requests with what was added to it. New makes one; it is
// safe for concurrent use.
type Server struct {
	config config
	mark   resultMark

	// mu is held by those who change what the server offers. Who answers
	// requests reads the current snapshot and takes no lock.
	mu         sync.Mutex
	methods    atomic.Pointer[map[string]method]
	tools      catalog[*tool]
	resources  catalog[*resource]
	templates  catalog[*template]
	prompts    catalog[*prompt]
	completers atomic.Pointer[map[completerKey]CompleteFunc]
	extensions atomic.Pointer[map[string]jsontext.Value]
}

// New returns a server that names itself info in every result (META-022).
func New(info mcp.Implementation, opts ...Option) *Server {
	s := &Server{config: defaults()}
	for _, opt := range opts {
		opt(&s.config)
	}
	s.mark = newResultMark(info)
	methods := s.core()
	s.methods.Store(&methods)
	return s
}

// Handle answers a request. It is what transports, middleware and clients in
// the same process call.
func (s *Server) Handle(ctx context.Context, req *mcp.Request, sink mcp.Sink) (response *mcp.Response, err error) {
	defer func() {
		if v := recover(); v != nil {
			s.config.logger.ErrorContext(ctx, "panic while answering a request",
				"method", req.Method, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			response, err = nil, jsonrpc.Errorf(jsonrpc.InternalError, "internal error")
		}
	}()
	call := &Call{server: s, request: req, meta: req.Meta(), sink: sink}
	result, err := s.dispatch(ctx, call)
	if err != nil {
		return nil, err
	}
	return &mcp.Response{Result: result}, nil
}

// errNoResult is what a function that returned neither result nor error did.
var errNoResult = errors.New("the function returned neither a result nor an error")
