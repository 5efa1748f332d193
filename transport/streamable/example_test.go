package streamable_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// greet stands for a server: package server makes such Handlers.
func greet(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	err := mcp.Notify(ctx, sink, &mcp.Notification{
		Method: "notifications/progress",
		Params: []byte(`{"progressToken":1,"progress":1}`),
	})
	if err != nil {
		return nil, err
	}
	return &mcp.Response{Result: []byte(`{"resultType":"complete"}`)}, nil
}

// A Handler is an http.Handler, and a Client an mcp.Handler: what one takes
// the other returns.
func Example() {
	endpoint := httptest.NewServer(streamable.NewHandler(mcp.HandlerFunc(greet)))
	defer endpoint.Close()

	client, err := streamable.NewClient(endpoint.URL)
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = client.Close() }()

	request := &mcp.Request{Method: "example/greet"}
	response, err := client.Handle(context.Background(), request,
		mcp.SinkFunc(func(_ context.Context, n *mcp.Notification) error {
			fmt.Println(n.Method, string(n.Params))
			return nil
		}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(response.Result))
	// Output:
	// notifications/progress {"progressToken":1,"progress":1}
	// {"resultType":"complete"}
}

// A tap sees what goes over the wire.
func ExampleTap() {
	tap := streamable.Tap(func(f mcp.Frame) { fmt.Println(f.Direction, string(f.Data)) })
	endpoint := httptest.NewServer(streamable.NewHandler(mcp.HandlerFunc(greet), tap))
	defer endpoint.Close()

	client, err := streamable.NewClient(endpoint.URL)
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	if _, err := client.Handle(context.Background(), &mcp.Request{Method: "example/greet"}, nil); err != nil {
		log.Fatal(err)
	}
	// Output:
	// in {"jsonrpc":"2.0","id":1,"method":"example/greet"}
	// out {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}
	// out {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}
}

// The endpoint is one path of a server that has others.
func ExampleNewHandler() {
	mux := http.NewServeMux()
	mux.Handle("/mcp", streamable.NewHandler(mcp.HandlerFunc(greet),
		streamable.AllowHosts("mcp.example.com"),
		streamable.AllowOrigins("https://app.example.com"),
	))
	mux.HandleFunc("/healthz", func(http.ResponseWriter, *http.Request) {})
	// http.ListenAndServe(":8080", mux)
}

// Serve ends when its context does, and lets open requests end first.
func ExampleServe() {
	ctx, stop := context.WithCancel(context.Background())
	ln, err := streamable.Listen(ctx, ":0") // this machine only
	if err != nil {
		log.Fatal(err)
	}
	stop() // at once, so that the example ends

	h := streamable.NewHandler(mcp.HandlerFunc(greet))
	fmt.Println(streamable.Serve(ctx, ln, h, streamable.Grace(5*time.Second)))
	// Output: <nil>
}
