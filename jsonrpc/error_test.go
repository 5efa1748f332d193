package jsonrpc_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
)

func TestError(t *testing.T) {
	err := jsonrpc.Errorf(jsonrpc.InvalidParams, "unknown tool %q", "x")
	if got, want := err.Error(), `unknown tool "x" (-32602)`; got != want {
		t.Errorf("Error() = %s, want %s", got, want)
	}
	if got, want := (&jsonrpc.Error{Code: 7}).Error(), "error without a message (7)"; got != want {
		t.Errorf("Error() = %s, want %s", got, want)
	}
	wrapped := fmt.Errorf("call x: %w", err)
	if !errors.Is(wrapped, &jsonrpc.Error{Code: jsonrpc.InvalidParams}) {
		t.Error("not errors.Is-equal to an error of the same code")
	}
	if errors.Is(wrapped, &jsonrpc.Error{Code: jsonrpc.InternalError}) || errors.Is(wrapped, (*jsonrpc.Error)(nil)) {
		t.Error("errors.Is-equal to an error of another code or to none")
	}
	var found *jsonrpc.Error
	if !errors.As(wrapped, &found) || found != err {
		t.Error("errors.As does not find it")
	}
}

func TestErrorWithData(t *testing.T) {
	err := jsonrpc.Errorf(1, "x")
	with := err.WithData(jsontext.Value(`[1]`))
	if err.Data != nil || string(with.Data) != `[1]` || with.Message != "x" || with.FromPeer() {
		t.Errorf("WithData made %v with %s out of %v with %s", with, with.Data, err, err.Data)
	}
}

func TestErrorFromPeer(t *testing.T) {
	m, err := jsonrpc.Decode([]byte(`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`), jsonrpc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if !m.Error.FromPeer() || !m.Clone().Error.FromPeer() {
		t.Error("a decoded error is not from the peer")
	}
	if jsonrpc.Errorf(1, "x").FromPeer() {
		t.Error("an error of this side is from the peer")
	}
	_, e := decodeError(t, "", jsonrpc.Limits{})
	if e.Response().FromPeer() {
		t.Error("the answer to a broken frame is from the peer")
	}
}
