package client_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/stdio"
)

// A pipe is the server's end of a stream to a client; the test is the server.
type pipe struct {
	t    *testing.T
	in   *bufio.Reader
	out  *io.PipeWriter
	ends []io.Closer
}

// dialPipe connects a client to the test.
func dialPipe(t *testing.T, opts ...client.Option) (*client.Client, *pipe) {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	c, err := client.Dial(t.Context(), client.Stream(fromServer, toServer), append([]client.Option{client.SkipDiscovery(), quiet()}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	p := &pipe{t, bufio.NewReader(fromClient), toClient, []io.Closer{fromClient, toClient}}
	t.Cleanup(func() {
		for _, end := range p.ends {
			_ = end.Close()
		}
		_ = c.Close()
	})
	return c, p
}

// read returns the next message of the client.
func (p *pipe) read() jsontext.Value {
	line, err := p.in.ReadBytes('\n')
	if err != nil {
		p.t.Errorf("reading: %v", err)
	}
	return line
}

// write writes a line; @ stands for the id.
func (p *pipe) write(line string, id jsontext.Value) {
	if _, err := io.WriteString(p.out, strings.ReplaceAll(line, "@", string(id))+"\n"); err != nil {
		p.t.Errorf("writing: %v", err)
	}
}

// listing calls tools/list and returns how it ended.
func listing(t *testing.T, c *client.Client) <-chan error {
	done := make(chan error, 1)
	go func() {
		_, err := c.ListTools(t.Context(), nil)
		done <- err
	}()
	return done
}

func TestResponsesThatMatchNothing(t *testing.T) {
	t.Run("BR-007", func(t *testing.T) {
		logger, log := logged()
		c, peer := dialPipe(t, logger)
		done := listing(t, c)
		id := jsonrpc.Member(peer.read(), "id")
		peer.write(strings.Replace(emptyList, "@", `"@"`, 1), id)
		peer.write(`{"jsonrpc":"2.0","id":@,"result":{"resultType":"complete","tools":[`+toolA+`],"ttlMs":0,"cacheScope":"public"}}`, id)
		if err := <-done; err != nil {
			t.Error(err)
		}
		contains(t, log.String(), "unmatched-response-id")
		done = listing(t, c) // the connection goes on
		peer.write(emptyList, jsonrpc.Member(peer.read(), "id"))
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestBrokenResponsesOverStdio(t *testing.T) {
	t.Run("BR-158", func(t *testing.T) {
		c, peer := dialPipe(t)
		for _, frame := range []string{
			`{"jsonrpc":"2.0","id":@}`,
			`{"jsonrpc":"2.0","id":@,"result":{"resultType":"complete"},"error":{"code":-32603,"message":"x"}}`,
			`{"jsonrpc":"2.0","id":@,"error":{"code":"-32603","message":"x"}}`,
			`{"jsonrpc":"2.0","id":@,"result":[]}`,
		} {
			done := listing(t, c)
			peer.write(frame, jsonrpc.Member(peer.read(), "id"))
			err := <-done
			if err == nil {
				t.Errorf("%s counts as a result", frame)
				continue
			}
			notFromPeer(t, err)
		}
		done := listing(t, c)
		peer.write(emptyList, jsonrpc.Member(peer.read(), "id"))
		if err := <-done; err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestTimeoutOverStdio(t *testing.T) {
	for _, id := range []string{"BR-101", "CANCEL-001"} {
		t.Run(id, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, peer := dialPipe(t)
				done := make(chan error, 1)
				go func() {
					_, err := c.CallTool(t.Context(), "slow", nil, client.Timeout(200*time.Millisecond, 0))
					done <- err
				}()
				call := jsonrpc.Member(peer.read(), "id")
				cancelled := peer.read()
				if err := <-done; !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("the call: %v", err)
				}
				if method := string(jsonrpc.Member(cancelled, "method")); method != `"notifications/cancelled"` {
					t.Errorf("the client sent %s", cancelled)
				}
				if got := jsonrpc.Member(jsonrpc.Member(cancelled, "params"), "requestId"); string(got) != string(call) {
					t.Errorf("cancelled %s, want %s", got, call)
				}
				// The answer comes too late, and the connection goes on (CANCEL-013).
				peer.write(`{"jsonrpc":"2.0","id":@,"result":{"resultType":"complete","content":[]}}`, call)
				next := listing(t, c)
				peer.write(emptyList, jsonrpc.Member(peer.read(), "id"))
				if err := <-next; err != nil {
					t.Errorf("afterwards: %v", err)
				}
			})
		})
	}
}

func TestPeerThatGoes(t *testing.T) {
	t.Run("BR-157 output closed", func(t *testing.T) {
		c, peer := dialPipe(t)
		done := listing(t, c)
		peer.read()
		_ = peer.out.Close()
		err := <-done
		if err == nil {
			t.Fatal("no error")
		}
		notFromPeer(t, err, "tools/list", "closed")
	})
	t.Run("BR-157 line too large", func(t *testing.T) {
		c, peer := dialPipe(t, client.Stdio(stdio.Limits(jsonrpc.Limits{Size: 100})))
		done := listing(t, c)
		id := jsonrpc.Member(peer.read(), "id")
		peer.write(`{"jsonrpc":"2.0","id":@,"result":{"x":"`+strings.Repeat("x", 200)+`"}}`, id)
		_ = peer.out.Close()
		err := <-done
		if err == nil {
			t.Fatal("no error")
		}
		notFromPeer(t, err, "too large")
	})
}

func TestCloseEndsOpenCalls(t *testing.T) {
	c, peer := dialPipe(t)
	done := listing(t, c)
	peer.read()
	if err := c.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	err := <-done
	if !errors.Is(err, client.ErrClosed) || !errors.Is(err, stdio.ErrClosed) {
		t.Errorf("the open call: %v", err)
	}
}

// childEnv makes this test binary a server, the way its value says.
const childEnv = "QUATRAIN_CLIENT_TEST_CHILD"

// beChild is a server on stdio.
func beChild(how string) {
	in := bufio.NewScanner(os.Stdin)
	switch how {
	case "dies":
		in.Scan()
		fmt.Fprintln(os.Stderr, "boom")
		os.Exit(3)
	case "answers":
		for in.Scan() {
			id := string(jsonrpc.Member(jsontext.Value(in.Bytes()), "id"))
			fmt.Println(strings.Replace(`{"jsonrpc":"2.0","id":@,"result":`+strings.ReplaceAll(discovery, "\n", "")+`}`, "@", id, 1))
		}
	}
}

// child returns the target that is this test binary as a server.
func child(t *testing.T, how string) client.Target {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childEnv+"="+how)
	return client.Cmd(cmd)
}

func TestCommand(t *testing.T) {
	c, err := client.Dial(t.Context(), child(t, "answers"))
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Server().Instructions; got != "Be kind." {
		t.Errorf("the server says %q", got)
	}
	if err := c.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	if _, err := client.Dial(t.Context(), client.Command("/no/such/program")); err == nil {
		t.Error("a program that is not there was dialled")
	}
}

func TestChildThatDies(t *testing.T) {
	for _, id := range []string{"BR-104", "BR-157 exit status"} {
		t.Run(id, func(t *testing.T) {
			c, err := client.Dial(t.Context(), child(t, "dies"), client.SkipDiscovery(), quiet())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			_, err = c.CallTool(t.Context(), "t", nil)
			var exit *stdio.ExitError
			if !errors.As(err, &exit) {
				t.Fatalf("got %v, want an ExitError", err)
			}
			notFromPeer(t, err, "tools/call t", "exit status 3", "boom")
		})
	}
}

var _ mcp.Handler = (*client.Client)(nil)
