package stdio_test

import (
	"errors"
	"net"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// A transport of one's own, here a network connection, carries the same
// messages: each request with its own metadata, and no handshake.
func TestOverANetworkConnection(t *testing.T) {
	theirs, ours := net.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- stdio.ServeStream(t.Context(), server.New(mcp.Implementation{Name: "x", Version: "1"}), theirs, theirs)
	}()
	conn := stdio.Connect(ours, ours)
	ask := func(params string) error {
		_, err := conn.Handle(t.Context(), &mcp.Request{Method: "server/discover", Params: jsontext.Value(params)}, nil)
		return err
	}
	const meta = `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}`
	t.Run("TRANSPORT-004 each request has its own metadata", func(t *testing.T) {
		if err := ask(meta); err != nil {
			t.Error(err)
		}
		var wire *jsonrpc.Error
		if err := ask(`{}`); !errors.As(err, &wire) || wire.Code != jsonrpc.InvalidParams || !wire.FromPeer() {
			t.Errorf("without _meta: %v", err)
		}
	})
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}
