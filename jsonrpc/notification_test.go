package jsonrpc_test

import (
	"testing"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

func TestNotificationHasNoID(t *testing.T) {
	t.Run("JSONRPC-024", func(t *testing.T) {
		frame := jsonrpc.AppendNotification(nil, "notifications/x", []byte(`{"id":1}`))
		m, err := jsonrpc.Decode(frame, jsonrpc.Limits{})
		if err != nil || m.Shape != jsonrpc.Notification || !m.ID.IsZero() {
			t.Errorf("%s: %v with id %s, %v", frame, m.Shape, m.ID, err)
		}
		// One with an id is a request, and nobody may take it for less.
		m, err = jsonrpc.Decode([]byte(`{"jsonrpc":"2.0","id":5,"method":"notifications/x"}`), jsonrpc.Limits{})
		if err != nil || m.Shape != jsonrpc.Request {
			t.Errorf("with an id: %v, %v", m.Shape, err)
		}
	})
}
