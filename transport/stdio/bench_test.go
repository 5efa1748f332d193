package stdio_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"testing"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// benchParams are those of a small tool call.
const benchParams = `{"name":"echo","arguments":{"text":"hello"},"_meta":{` +
	`"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},` +
	`"io.modelcontextprotocol/clientCapabilities":{}}}`

// benchResult is what it is answered with.
var benchResult = &mcp.Response{Result: []byte(`{"resultType":"complete","content":[{"type":"text","text":"hello"}]}`)}

func benchHandler(context.Context, *mcp.Request, mcp.Sink) (*mcp.Response, error) {
	return benchResult, nil
}

// osPipes connects both ends by pipes of the system.
func osPipes(tb testing.TB, h mcp.Handler, serve []stdio.ServeOption, opts ...stdio.ClientOption) *stdio.Conn {
	tb.Helper()
	toServer, fromClient, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	toClient, fromServer, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	return serveAndConnect(tb, h, toServer, fromServer, toClient, fromClient, serve, opts)
}

// serveAndConnect runs both ends until the test ends.
func serveAndConnect(tb testing.TB, h mcp.Handler, sr io.ReadCloser, sw io.WriteCloser, cr io.ReadCloser, cw io.WriteCloser,
	serve []stdio.ServeOption, opts []stdio.ClientOption,
) *stdio.Conn {
	tb.Helper()
	var served sync.WaitGroup
	served.Go(func() {
		_ = stdio.ServeStream(tb.Context(), h, sr, sw, serve...)
		_ = sw.Close()
		_ = sr.Close()
	})
	conn := stdio.Connect(cr, cw, opts...)
	tb.Cleanup(func() {
		_ = conn.Close()
		served.Wait()
	})
	return conn
}

// BenchmarkCall is a call from one end to the other and back over pipes of the
// system: from one goroutine, and from 64.
func BenchmarkCall(b *testing.B) {
	for _, depth := range []int{1, 64} {
		b.Run(fmt.Sprintf("%d in flight", depth), func(b *testing.B) {
			conn := osPipes(b, mcp.HandlerFunc(benchHandler), nil)
			b.ReportAllocs()
			inFlight(b, depth, func() error {
				_, err := conn.Handle(b.Context(), &mcp.Request{Method: "tools/call", Params: []byte(benchParams)}, nil)
				return err
			})
		})
	}
}

// inFlight does b.N calls, so many at a time.
func inFlight(b *testing.B, depth int, call func() error) {
	var all sync.WaitGroup
	work := make(chan struct{}, depth)
	for range depth {
		all.Go(func() {
			for range work {
				if err := call(); err != nil {
					b.Error(err)
				}
			}
		})
	}
	for range b.N {
		work <- struct{}{}
	}
	close(work)
	all.Wait()
}

// BenchmarkServe is the server's end alone, beside the floor: a loop that reads
// a line and writes one.
func BenchmarkServe(b *testing.B) {
	request := []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":` + benchParams + "}\n")
	response := append(append([]byte(`{"jsonrpc":"2.0","id":1,"result":`), benchResult.Result...), "}\n"...)
	floor := func(_ context.Context, r io.Reader, w io.Writer) {
		lines := bufio.NewReaderSize(r, 64<<10)
		for {
			if _, err := lines.ReadSlice('\n'); err != nil {
				return
			}
			if _, err := w.Write(response); err != nil {
				return
			}
		}
	}
	serve := func(ctx context.Context, r io.Reader, w io.Writer) {
		_ = stdio.ServeStream(ctx, mcp.HandlerFunc(benchHandler), r, w)
	}
	for _, run := range []struct {
		name  string
		serve func(context.Context, io.Reader, io.Writer)
	}{{"floor", floor}, {"ours", serve}} {
		b.Run(run.name+" 1 in flight", func(b *testing.B) {
			w, lines, end := startServer(b, run.serve)
			defer end()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := w.Write(request); err != nil {
					b.Fatal(err)
				}
				if _, err := lines.ReadSlice('\n'); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(run.name+" pipelined", func(b *testing.B) {
			w, lines, end := startServer(b, run.serve)
			defer end()
			b.ReportAllocs()
			var writing sync.WaitGroup
			writing.Go(func() {
				buffered := bufio.NewWriterSize(w, 16<<10)
				for i := range b.N {
					fmt.Fprintf(buffered, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":%s}`+"\n", i, benchParams)
				}
				_ = buffered.Flush()
			})
			for range b.N {
				if _, err := lines.ReadSlice('\n'); err != nil {
					b.Fatal(err)
				}
			}
			writing.Wait()
		})
	}
}

// startServer runs a server on pipes and returns the other ends.
func startServer(b *testing.B, serve func(context.Context, io.Reader, io.Writer)) (io.Writer, *bufio.Reader, func()) {
	b.Helper()
	toServer, requests, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	responses, fromServer, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	var served sync.WaitGroup
	served.Go(func() { serve(b.Context(), toServer, fromServer) })
	return requests, bufio.NewReaderSize(responses, 64<<10), func() {
		_ = requests.Close()
		served.Wait()
		for _, f := range []*os.File{toServer, responses, fromServer} {
			_ = f.Close()
		}
	}
}
