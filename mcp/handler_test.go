package mcp_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
)

func TestChain(t *testing.T) {
	var order []string
	named := func(name string) mcp.Middleware {
		return func(next mcp.Handler) mcp.Handler {
			return mcp.HandlerFunc(func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
				order = append(order, name)
				return next.Handle(ctx, req, sink)
			})
		}
	}
	h := mcp.HandlerFunc(func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
		order = append(order, req.Method)
		return &mcp.Response{}, mcp.Notify(ctx, sink, &mcp.Notification{Method: "n"})
	})
	var sent []string
	sink := mcp.SinkFunc(func(_ context.Context, n *mcp.Notification) error {
		sent = append(sent, n.Method)
		return mcp.ErrDone
	})
	if _, err := mcp.Chain(h, named("first"), named("second")).Handle(t.Context(), &mcp.Request{Method: "m"}, sink); !errors.Is(err, mcp.ErrDone) {
		t.Errorf("the error of the sink is lost: %v", err)
	}
	if _, err := mcp.Chain(h).Handle(t.Context(), &mcp.Request{Method: "m"}, nil); err != nil {
		t.Errorf("no sink does not discard: %v", err)
	}
	if want := []string{"first", "second", "m", "m"}; !slices.Equal(order, want) || !slices.Equal(sent, []string{"n"}) {
		t.Errorf("order %q, sent %q, want %q and one n", order, sent, want)
	}
}

func TestClones(t *testing.T) {
	params, data := raw(`{"_meta":{"a":1}}`), []byte("frame")
	req := &mcp.Request{Method: "m", Params: params, ID: jsonrpc.IntID(1), Mirror: map[string]mcp.Mirrored{"R": {Text: "x"}}, Peer: mcp.Peer{Principal: "p"}}
	n := &mcp.Notification{Method: "n", Params: params}
	frame := mcp.Frame{Time: time.Unix(1, 0), Direction: mcp.Out, Data: data, HTTP: &mcp.FrameHTTP{Status: 200, Header: map[string][]string{"A": {"b"}}}}

	gotReq, gotN, gotFrame := req.Clone(), n.Clone(), frame.Clone()
	clear(params)
	clear(data)
	req.Mirror["R"] = mcp.Mirrored{}
	frame.HTTP.Header["A"][0] = ""
	frame.HTTP.Status = 0

	if string(gotReq.Params) != `{"_meta":{"a":1}}` || gotReq.Mirror["R"].Text != "x" || gotReq.Method != "m" || gotReq.Peer.Principal != "p" || !gotReq.ID.Equal(jsonrpc.IntID(1)) {
		t.Errorf("the request is %+v", gotReq)
	}
	if string(gotReq.Meta().Get("a")) != "1" {
		t.Errorf("_meta is %s", gotReq.Meta().Raw())
	}
	if string(gotN.Params) != `{"_meta":{"a":1}}` || gotN.Method != "n" {
		t.Errorf("the notification is %+v", gotN)
	}
	want := mcp.Frame{Time: time.Unix(1, 0), Direction: mcp.Out, Data: []byte("frame"), HTTP: &mcp.FrameHTTP{Status: 200, Header: map[string][]string{"A": {"b"}}}}
	if diff := cmp.Diff(want, gotFrame); diff != "" {
		t.Errorf("the frame (-want +got):\n%s", diff)
	}
	if got := (mcp.Frame{}).Clone(); got.Data != nil || got.HTTP != nil {
		t.Errorf("the empty frame is %+v", got)
	}
	if mcp.In.String() != "in" || mcp.Out.String() != "out" {
		t.Error("the directions have other names")
	}
}
