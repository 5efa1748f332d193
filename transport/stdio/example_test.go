package stdio_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// A program that serves on its standard input and output.
func ExampleServe() {
	h := mcp.HandlerFunc(func(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
		return &mcp.Response{Result: []byte(`{"resultType":"complete"}`)}, nil
	})
	if err := stdio.Serve(context.Background(), h); err != nil {
		log.Fatal(err)
	}
}

// A program as a child; closing it ends the child and all that it started.
func ExampleStart() {
	process, err := stdio.Start(exec.Command("tea-server", "--kettle", "blue"), stdio.Stderr(os.Stderr))
	if err != nil {
		log.Fatal(err)
	}
	defer process.Close()
	response, err := process.Handle(context.Background(), &mcp.Request{Method: "tools/list"}, nil)
	if err != nil {
		log.Print(err)
		return
	}
	fmt.Printf("%s\n", response.Result)
}

// Both ends in one process.
func ExampleConnect() {
	h := mcp.HandlerFunc(func(_ context.Context, req *mcp.Request, _ mcp.Sink) (*mcp.Response, error) {
		return nil, mcp.MethodNotFound(req.Method)
	})
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	served := make(chan error)
	go func() { served <- stdio.ServeStream(context.Background(), h, toServer, fromServer) }()

	conn := stdio.Connect(toClient, fromClient)
	_, err := conn.Handle(context.Background(), &mcp.Request{Method: "tea/brew"}, nil)
	fmt.Println(err)

	if err := conn.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(<-served)
	// Output:
	// method not found: tea/brew (-32601)
	// <nil>
}
