package streamable_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"go.uber.org/goleak"

	"github.com/quatrain-mcp/quatrain/internal/memhttp"
	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/transport/streamable"
)

var update = flag.Bool("update", false, "write the responses into testdata/wire")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestWire sends the request of each file as it stands there over a connection
// and compares what comes back. The files say what they are about; their names
// begin with the rules and cases they prove.
func TestWire(t *testing.T) {
	files, err := filepath.Glob("testdata/wire/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := roundTrip(t, archive)
			if *update {
				archive.Files = append(archive.Files[:1], txtar.File{Name: "response", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(archive.Files) != 2 {
				t.Fatal("the file has no response yet; run with -update")
			}
			if diff := cmp.Diff(string(archive.Files[1].Data), got); diff != "" {
				t.Errorf("response (-want +got):\n%s", diff)
			}
		})
	}
}

// roundTrip returns the response to the request of a file.
func roundTrip(t *testing.T, archive *txtar.Archive) string {
	var opts []streamable.HandlerOption
	var conns connOption
	for line := range strings.Lines(string(archive.Comment)) {
		option, ok := strings.CutPrefix(strings.TrimSpace(line), "option: ")
		if !ok {
			continue
		}
		switch name, value, _ := strings.Cut(option, " "); name {
		case "loopback":
			conns.loopback = true
		case "allow-origin":
			opts = append(opts, streamable.AllowOrigins(value))
		case "allow-host":
			opts = append(opts, streamable.AllowHosts(value))
		case "trust":
			opts = append(opts, streamable.TrustedProxies(netip.MustParsePrefix(value)))
		default:
			t.Fatalf("unknown option %q", name)
		}
	}
	listener := memhttp.Listen()
	server := &http.Server{Handler: streamable.NewHandler(mcp.HandlerFunc(fixture), opts...)}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(&connListener{listener, conns})
	}()
	defer func() {
		_ = server.Close()
		<-served
	}()
	conn, err := listener.Dial(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	go func() { _, _ = conn.Write(rawRequest(archive.Files[0].Data)) }()
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	return dump(t, response)
}

// rawRequest turns the text of a request into the bytes of one.
func rawRequest(text []byte) []byte {
	head, body, _ := bytes.Cut(text, []byte("\n\n"))
	body = bytes.TrimSuffix(body, []byte("\n"))
	raw := bytes.ReplaceAll(head, []byte("\n"), []byte("\r\n"))
	raw = fmt.Appendf(raw, "\r\nContent-Length: %d\r\n\r\n", len(body))
	return append(raw, body...)
}

// dump returns a response as text, without what changes from run to run.
func dump(t *testing.T, response *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Errorf("read the body: %v", err)
	}
	if length := response.Header.Get("Content-Length"); length != "" && length != strconv.Itoa(len(body)) {
		t.Errorf("Content-Length is %s, the body has %d bytes", length, len(body))
	}
	response.Header.Del("Date")
	response.Header.Del("Content-Length")
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n", response.Status)
	for _, name := range slices.Sorted(maps.Keys(response.Header)) {
		for _, value := range response.Header[name] {
			fmt.Fprintf(&text, "%s: %s\n", name, value)
		}
	}
	if len(body) > 0 {
		fmt.Fprintf(&text, "\n%s\n", bytes.TrimSuffix(body, []byte("\n\n")))
	}
	return text.String()
}

// connOption says what connections look like to the server.
type connOption struct{ loopback bool }

// A connListener gives its connections other addresses.
type connListener struct {
	net.Listener
	option connOption
}

func (l *connListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err == nil && l.option.loopback {
		conn = loopbackConn{conn}
	}
	return conn, err
}

type loopbackConn struct{ net.Conn }

func (loopbackConn) LocalAddr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 3000}
}

func (loopbackConn) RemoteAddr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 40000}
}

// fixture is a server with just enough in it to see what the transport makes
// of its answers.
func fixture(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	version := jsonrpc.Member(jsonrpc.Member(req.Params, "_meta"), mcp.KeyProtocolVersion)
	switch string(version) {
	case "":
		return nil, mcp.Refuse(mcp.InvalidParams("_meta lacks the protocol version"))
	case `"` + mcp.Revision + `"`:
	default:
		err := jsonrpc.Errorf(mcp.CodeUnsupportedProtocolVersion, "unsupported version")
		data := fmt.Appendf(nil, `{"supported":[%q],"requested":%s}`, mcp.Revision, version)
		return nil, mcp.Refuse(err.WithData(data))
	}
	switch req.Method {
	case "tools/list":
		return result(`{"resultType":"complete","tools":[]}`), nil
	case "resources/read":
		return result(`{"resultType":"complete","contents":[]}`), nil
	case "tools/call":
		name := string(jsonrpc.Member(req.Params, "name"))
		if name == "" {
			return nil, mcp.InvalidParams("params.name is missing")
		}
		return callFixture(ctx, strings.Trim(name, `"`), req, sink)
	default:
		return nil, jsonrpc.Errorf(jsonrpc.MethodNotFound, "no such method")
	}
}

// callFixture runs the tools of fixture.
func callFixture(ctx context.Context, name string, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
	progress := func(n int) error {
		return sink.Notify(ctx, &mcp.Notification{
			Method: "notifications/progress",
			Params: fmt.Appendf(nil, "{\n\"progress\":%d}", n),
		})
	}
	switch name {
	case "progress":
		if err := errors.Join(progress(1), progress(2)); err != nil {
			return nil, err
		}
		return result(`{"resultType":"complete"}`), nil
	case "late-error":
		if err := progress(1); err != nil {
			return nil, err
		}
		return nil, mcp.InvalidParams("too late for a status")
	case "lines":
		if err := progress(1); err != nil {
			return nil, err
		}
		return result("{\n\"resultType\":\r\n\"complete\"}"), nil
	case "mirror":
		text := `{"resultType":"complete"`
		for _, param := range slices.Sorted(maps.Keys(req.Mirror)) {
			text += fmt.Sprintf(`,%q:{"text":%q,"malformed":%t}`, param, req.Mirror[param].Text, req.Mirror[param].Malformed)
		}
		return result(text + "}"), nil
	case "ask":
		err := jsonrpc.Errorf(mcp.CodeMissingRequiredCapability, "a capability is missing")
		return nil, err.WithData([]byte(`{"requiredCapabilities":{"elicitation":{}}}`))
	case "none":
		return nil, mcp.InvalidParams("no such tool")
	case "secret":
		return nil, errors.New("the password is hunter2")
	default:
		return result(`{"resultType":"complete","content":[]}`), nil
	}
}

func result(text string) *mcp.Response { return &mcp.Response{Result: []byte(text)} }
