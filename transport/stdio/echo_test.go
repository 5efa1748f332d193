package stdio_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
)

// echo answers with its params, or does what the method says.
func echo(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	switch req.Method {
	case "wait": // for cancellation
		<-ctx.Done()
		return nil, ctx.Err()
	case "slow":
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	case "notify":
		if err := mcp.Notify(ctx, sink, &mcp.Notification{Method: "notifications/progress", Params: req.Params}); err != nil {
			return nil, err
		}
	case "pid":
		return &mcp.Response{Result: fmt.Appendf(nil, `{"pid":%d}`, os.Getpid())}, nil
	case "die":
		fmt.Fprintln(os.Stderr, "asked to die")
		os.Exit(3)
	}
	if req.Params == nil {
		return &mcp.Response{Result: []byte("{}")}, nil
	}
	return &mcp.Response{Result: append([]byte(nil), req.Params...)}, nil
}
