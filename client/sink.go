package client

import (
	"context"
	"log/slog"
	"sync"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A callSink hands the notifications of a call to its callbacks, one at a time
// and none after the call.
type callSink struct {
	call   *call
	token  jsonrpc.ID // zero if there is none
	watch  *watch
	logger *slog.Logger

	mu   sync.Mutex // held while a callback runs; guards done
	done bool
}

// Notify hands on a notification. What comes after the response, or for
// another token, is nobody's (PROGRESS-009); what does not decode is not worth
// ending a call for.
func (s *callSink) Notify(ctx context.Context, n *mcp.Notification) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		return mcp.ErrDone
	}
	if s.call.onNotification != nil {
		if err := s.call.onNotification(ctx, n); err != nil {
			s.done = true
			s.watch.cancel(err) // a handler may not look at what Notify returns
			return err
		}
	}
	switch n.Method {
	case mcp.EventProgress.Name:
		s.progress(ctx, n)
	case mcp.EventLoggingMessage.Name:
		s.log(ctx, n)
	}
	return nil
}

func (s *callSink) progress(ctx context.Context, n *mcp.Notification) {
	params, err := mcp.EventProgress.DecodeParams(n.Params)
	switch {
	case err != nil:
		s.malformed(ctx, n, err)
	case !params.ProgressToken.ID().Equal(s.token):
		s.logger.DebugContext(ctx, "progress for a token this call does not have", "token", params.ProgressToken.String())
	default:
		s.watch.alive()
		if s.call.onProgress != nil {
			s.call.onProgress(params)
		}
	}
}

func (s *callSink) log(ctx context.Context, n *mcp.Notification) {
	if s.call.onLog == nil {
		return
	}
	params, err := mcp.EventLoggingMessage.DecodeParams(n.Params)
	if err != nil {
		s.malformed(ctx, n, err)
		return
	}
	if params.Level.AtLeast(s.call.level) {
		s.call.onLog(params)
	}
}

func (s *callSink) malformed(ctx context.Context, n *mcp.Notification, err error) {
	s.logger.WarnContext(ctx, "a malformed notification is ignored", "method", n.Method, "error", err)
}

// end lets a callback that runs finish, and no more begin.
func (s *callSink) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = true
}
