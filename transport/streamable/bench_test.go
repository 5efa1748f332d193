package streamable_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

// A load is one request that is served over and over, without a network.
type load struct {
	handler *streamable.Handler
	request *http.Request
	body    *strings.Reader
	writer  discard
}

// newLoad returns the load of a tool call whose handler notifies so often.
func newLoad(notifications int) *load {
	const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello"},` + metaParams + `}}`
	response := result(`{"resultType":"complete","content":[{"type":"text","text":"hello"}]}`)
	l := &load{
		handler: streamable.NewHandler(mcp.HandlerFunc(func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
			for range notifications {
				if err := sink.Notify(ctx, note); err != nil {
					return nil, err
				}
			}
			return response, nil
		})),
		body:    strings.NewReader(body),
		request: newPostBody(context.Background(), "tools/call", body),
		writer:  discard{header: http.Header{}},
	}
	l.request.Header["Mcp-Name"] = []string{"echo"}
	l.request.Body = io.NopCloser(l.body)
	return l
}

func (l *load) serve() (status int) {
	_, _ = l.body.Seek(0, io.SeekStart)
	clear(l.writer.header)
	l.handler.ServeHTTP(&l.writer, l.request)
	return l.writer.status
}

// discard is a ResponseWriter that forgets all but the status.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }
func (d *discard) Flush()                      {}

func (d *discard) SetWriteDeadline(time.Time) error { return nil }

func BenchmarkServeHTTP(b *testing.B) {
	for name, notifications := range map[string]int{"json": 0, "stream of 10": 10} {
		b.Run(name, func(b *testing.B) {
			l := newLoad(notifications)
			b.ReportAllocs()
			for b.Loop() {
				if status := l.serve(); status != http.StatusOK {
					b.Fatal(status)
				}
			}
		})
	}
}
