package streamable_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/quatrain-mcp/quatrain/internal/memhttp"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

func TestClientCancellation(t *testing.T) {
	t.Run("HTTP-033_CANCEL-001_CANCEL-012 the end of the context closes the stream", func(t *testing.T) {
		for _, streaming := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				var requests int
				ended := make(chan struct{})
				server := memhttp.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					requests++
					_, _ = io.ReadAll(r.Body)
					if streaming {
						w.Header().Set("Content-Type", "text/event-stream")
						_, _ = io.WriteString(w, noteEvent)
						_ = http.NewResponseController(w).Flush()
					}
					<-r.Context().Done()
					close(ended)
				}))
				client, err := streamable.NewClient(memhttp.Origin, streamable.HTTPClient(server.Client()))
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				go func() {
					synctest.Wait()
					cancel()
				}()
				_, err = client.Handle(ctx, &mcp.Request{Method: "x"}, nil)
				if !errors.Is(err, context.Canceled) || outcome(nil, err) != "local error" {
					t.Errorf("got %v, want context.Canceled", err)
				}
				<-ended
				if requests != 1 {
					t.Errorf("%d requests, want 1: cancellation is no message", requests)
				}
				_ = client.Close()
				server.Close()
			})
		}
	})

	t.Run("CANCEL-018 a deadline", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			server := memhttp.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				_, _ = io.ReadAll(r.Body)
				<-r.Context().Done()
			}))
			client, err := streamable.NewClient(memhttp.Origin, streamable.HTTPClient(server.Client()))
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 1)
			defer cancel()
			if _, err := client.Handle(ctx, &mcp.Request{Method: "x"}, nil); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, want context.DeadlineExceeded", err)
			}
			_ = client.Close()
			server.Close()
		})
	})

	t.Run("a sink that has enough ends the call", func(t *testing.T) {
		enough := errors.New("enough")
		ended := make(chan struct{})
		client := connect(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.ReadAll(r.Body)
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, noteEvent)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
			close(ended)
		}))
		_, err := client.Handle(t.Context(), &mcp.Request{Method: "x"},
			mcp.SinkFunc(func(context.Context, *mcp.Notification) error { return enough }))
		if !errors.Is(err, enough) {
			t.Errorf("got %v, want %v", err, enough)
		}
		<-ended
	})

	t.Run("BR-109 Close does not wait for a silent peer", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			server := memhttp.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				_, _ = io.ReadAll(r.Body)
				<-r.Context().Done()
			}))
			client, err := streamable.NewClient(memhttp.Origin, streamable.HTTPClient(server.Client()))
			if err != nil {
				t.Fatal(err)
			}
			failed := make(chan error, 1)
			go func() {
				_, err := client.Handle(t.Context(), &mcp.Request{Method: "subscriptions/listen"}, nil)
				failed <- err
			}()
			synctest.Wait()
			if err := client.Close(); err != nil {
				t.Error(err)
			}
			if err := <-failed; !errors.Is(err, streamable.ErrClosed) {
				t.Errorf("the open call: got %v, want ErrClosed", err)
			}
			if _, err := client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil); !errors.Is(err, streamable.ErrClosed) {
				t.Errorf("a later call: got %v, want ErrClosed", err)
			}
			server.Close()
		})
	})

	t.Run("BR-109 nor for a stream that goes on after its response", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ended := make(chan struct{})
			server := memhttp.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.ReadAll(r.Body)
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = io.WriteString(w, strings.ReplaceAll("data: "+okResult+"\n\n", "@", "1"))
				_ = http.NewResponseController(w).Flush()
				<-r.Context().Done()
				close(ended)
			}))
			client, err := streamable.NewClient(memhttp.Origin, streamable.HTTPClient(server.Client()))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := client.Handle(t.Context(), &mcp.Request{Method: "x"}, nil); err != nil {
				t.Fatal(err)
			}
			_ = client.Close()
			<-ended // deadlock unless the stream was closed
			server.Close()
		})
	})
}

func TestClientUsesConnectionsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener := memhttp.Listen()
		dials := 0
		http1 := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			dials++
			return listener.Dial(ctx, network, addr)
		}}}
		server := &http.Server{Handler: streamable.NewHandler(mcp.HandlerFunc(
			func(ctx context.Context, _ *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
				return result(`{}`), sink.Notify(ctx, note)
			}))}
		served := make(chan struct{})
		go func() {
			defer close(served)
			_ = server.Serve(listener)
		}()
		client, err := streamable.NewClient(memhttp.Origin, streamable.HTTPClient(http1))
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			ctx, cancel := context.WithCancel(t.Context())
			if _, err := client.Handle(ctx, &mcp.Request{Method: "x"}, nil); err != nil {
				t.Error(err)
			}
			cancel() // as everybody does on return
			synctest.Wait()
		}
		if dials != 1 {
			t.Errorf("%d connections for 5 streams, want 1", dials)
		}
		_ = client.Close()
		http1.CloseIdleConnections()
		_ = server.Close()
		<-served
	})
}
