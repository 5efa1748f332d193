package client_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// A list that goes on for ever without an entry ends with an error.
func TestEndlessList(t *testing.T) {
	pages := 0
	endless := mcp.HandlerFunc(func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
		pages++
		return &mcp.Response{Result: jsontext.Value(fmt.Sprintf(
			`{"resultType":"complete","tools":[],"nextCursor":"c%d","ttlMs":0,"cacheScope":"private"}`, pages))}, nil
	})
	c, err := client.Dial(t.Context(), client.InProcess(endless), client.SkipDiscovery())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for tool, err := range c.Tools(t.Context()) {
		var invalid *client.ResultError
		if !errors.As(err, &invalid) {
			t.Errorf("got %v, %v, want a *client.ResultError", tool, err)
		}
	}
	if pages != 1000 {
		t.Errorf("%d pages were asked for", pages)
	}
}
