package client_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/mcp"
)

// telling notifies and then answers. TOKEN in params stands for the token of
// the request.
func telling(t *testing.T, method string, params ...func(token string) string) *fake {
	return &fake{answer: func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
		for _, p := range params {
			notify(ctx, t, sink, method, p(string(req.Meta().Get(mcp.KeyProgressToken))))
		}
		return &mcp.Response{Result: jsontext.Value(`{"content":[]}`)}, nil
	}}
}

func progress(rest string) func(token string) string {
	return func(token string) string { return `{"progressToken":` + token + `,` + rest + `}` }
}

func fixed(params string) func(string) string { return func(string) string { return params } }

func TestProgress(t *testing.T) {
	var got []string
	keep := client.OnProgress(func(p mcp.ProgressParams) {
		total := "?"
		if p.Total != nil {
			total = fmt.Sprint(*p.Total)
		}
		got = append(got, fmt.Sprintf("%v of %s %s", p.Progress, total, p.Message))
	})
	for _, test := range []struct {
		name string
		f    *fake
		want []string
	}{
		{"PROGRESS-003", telling(t, "notifications/progress", progress(`"progress":1`), progress(`"progress":2,"total":4,"message":"half"`)),
			[]string{"1 of ? ", "2 of 4 half"}},
		{"PROGRESS-003 none at all", telling(t, "notifications/progress"), nil},
		{"PROGRESS-006", telling(t, "notifications/progress", progress(`"progress":0.5,"total":1.5`)), []string{"0.5 of 1.5 "}},
		{"PROGRESS-004 malformed is ignored", telling(t, "notifications/progress",
			progress(`"progress":"1"`), progress(`"x":1`), fixed(`{"progress":1}`), fixed(`{"progressToken":true,"progress":1}`), fixed(`{}`), progress(`"progress":3`)),
			[]string{"3 of ? "}},
		{"PROGRESS-008 of a token never sent", telling(t, "notifications/progress", fixed(`{"progressToken":"never-sent","progress":1}`)), nil},
		{"the same digits as a string", telling(t, "notifications/progress", func(token string) string {
			return `{"progressToken":"` + token + `","progress":1}`
		}), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got = nil
			if _, err := dial(t, test.f).CallTool(t.Context(), "t", nil, keep); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("progress (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("PROGRESS-013 unasked for", func(t *testing.T) {
		f := telling(t, "notifications/progress", fixed(`{"progressToken":1,"progress":1}`))
		if _, err := dial(t, f).CallTool(t.Context(), "t", nil); err != nil {
			t.Error(err)
		}
		if token := f.last(t).Meta().Get(mcp.KeyProgressToken); token != nil {
			t.Errorf("a call that wants no progress has the token %s", token)
		}
	})
}

func TestProgressToken(t *testing.T) {
	t.Run("PROGRESS-001", func(t *testing.T) {
		f := results(`{"content":[]}`)
		c := dial(t, f)
		if _, err := c.CallTool(t.Context(), "t", nil, client.OnProgress(ignore)); err != nil {
			t.Fatal(err)
		}
		if token, ok, err := f.last(t).Meta().ProgressToken(); !ok || err != nil {
			t.Errorf("the token is %v, %v", token, err)
		}
		for _, bad := range []any{true, 1.5, nil, []int{1}} {
			if _, err := c.CallTool(t.Context(), "t", nil, client.Meta(mcp.KeyProgressToken, bad)); err == nil {
				t.Errorf("the token %v was sent", bad)
			}
		}
		if n := len(f.requests()); n != 1 {
			t.Errorf("%d requests were sent", n)
		}
	})
	t.Run("BR-061", func(t *testing.T) {
		for _, token := range []any{"007", "tok", 7} {
			f := telling(t, "notifications/progress", progress(`"progress":1`))
			var got []mcp.ProgressParams
			_, err := dial(t, f).CallTool(t.Context(), "t", nil, client.Meta(mcp.KeyProgressToken, token),
				client.OnProgress(func(p mcp.ProgressParams) { got = append(got, p) }))
			if err != nil || len(got) != 1 {
				t.Errorf("token %v: %v, %v", token, got, err)
			}
			want := map[any]string{"007": `"007"`, "tok": `"tok"`, 7: "7"}[token]
			if sent := string(f.last(t).Meta().Get(mcp.KeyProgressToken)); sent != want {
				t.Errorf("token %v was sent as %s", token, sent)
			}
		}
	})
	t.Run("one that stands in params", func(t *testing.T) {
		f := telling(t, "notifications/progress", progress(`"progress":1`))
		var got int
		_, err := dial(t, f).Do(t.Context(), "m", jsontext.Value(`{"_meta":{"progressToken":"tok"}}`), client.OnProgress(func(mcp.ProgressParams) { got++ }))
		if sent := string(f.last(t).Meta().Get(mcp.KeyProgressToken)); sent != `"tok"` || got != 1 || err != nil {
			t.Errorf("sent %s, got %d, %v", sent, got, err)
		}
	})
	for _, id := range []string{"PROGRESS-002", "PROGRESS-010"} {
		t.Run(id, func(t *testing.T) { uniqueTokens(t) })
	}
}

// uniqueTokens holds requests open, one within the other, and looks at their
// tokens.
func uniqueTokens(t *testing.T) {
	const depth = 5
	f := &fake{}
	c := dial(t, f)
	f.answer = func(ctx context.Context, _ *mcp.Request, _ mcp.Sink) (*mcp.Response, error) {
		if len(f.requests()) < depth {
			if _, err := c.CallTool(ctx, "t", nil, client.OnProgress(ignore)); err != nil {
				return nil, err
			}
		}
		return &mcp.Response{Result: jsontext.Value(`{"content":[]}`)}, nil
	}
	// The outermost has a token that the client would choose for a later one.
	if _, err := c.CallTool(t.Context(), "t", nil, client.Meta(mcp.KeyProgressToken, 2)); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, req := range f.requests() {
		seen[string(req.Meta().Get(mcp.KeyProgressToken))] = true
	}
	if len(seen) != depth {
		t.Errorf("%d open requests have the tokens %v", depth, seen)
	}

	// A token is free again when its request is done, and not before.
	inner := make(chan error, 1)
	nested := &fake{}
	c = dial(t, nested)
	nested.answer = func(ctx context.Context, req *mcp.Request, _ mcp.Sink) (*mcp.Response, error) {
		if len(nested.requests()) == 1 {
			_, err := c.CallTool(ctx, "t", nil, client.Meta(mcp.KeyProgressToken, "a"))
			inner <- err
		}
		return &mcp.Response{Result: jsontext.Value(`{"content":[]}`)}, nil
	}
	for range 2 {
		if _, err := c.CallTool(t.Context(), "t", nil, client.Meta(mcp.KeyProgressToken, "a")); err != nil {
			t.Error(err)
		}
	}
	if err := <-inner; err == nil {
		t.Error("the token of an open request was used again")
	}
}

func TestNotificationsAfterTheResponse(t *testing.T) {
	for _, id := range []string{"PROGRESS-009", "PROGRESS-012"} {
		t.Run(id, func(t *testing.T) {
			var late mcp.Sink
			var token string
			f := &fake{answer: func(_ context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
				late, token = sink, string(req.Meta().Get(mcp.KeyProgressToken))
				return &mcp.Response{Result: jsontext.Value(`{"content":[]}`)}, nil
			}}
			var got int
			if _, err := dial(t, f).CallTool(t.Context(), "t", nil, client.OnProgress(func(mcp.ProgressParams) { got++ })); err != nil {
				t.Fatal(err)
			}
			err := late.Notify(t.Context(), &mcp.Notification{
				Method: "notifications/progress", Params: jsontext.Value(`{"progressToken":` + token + `,"progress":1}`)})
			if err != mcp.ErrDone || got != 0 {
				t.Errorf("notify gives %v, and %d reached the caller", err, got)
			}
		})
	}
}

// Callbacks run one at a time though a handler notifies from many goroutines.
func TestCallbacksDoNotRunAtOnce(t *testing.T) {
	const each = 50
	f := &fake{answer: func(ctx context.Context, req *mcp.Request, sink mcp.Sink) (*mcp.Response, error) {
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range each {
					notify(ctx, t, sink, "notifications/progress", `{"progressToken":`+string(req.Meta().Get(mcp.KeyProgressToken))+`,"progress":1}`)
				}
			})
		}
		all.Wait()
		return &mcp.Response{Result: jsontext.Value(`{"content":[]}`)}, nil
	}}
	var count int // not atomic: the race detector would see two callbacks at once
	if _, err := dial(t, f).CallTool(t.Context(), "t", nil, client.OnProgress(func(mcp.ProgressParams) { count++ })); err != nil {
		t.Fatal(err)
	}
	if count != 4*each {
		t.Errorf("%d callbacks, want %d", count, 4*each)
	}
}

func TestLogs(t *testing.T) {
	f := telling(t, "notifications/message",
		fixed(`{"level":"info","data":"below"}`), fixed(`{"level":"warning","logger":"db","data":{"a":1}}`),
		fixed(`{"level":"loud","data":1}`), fixed(`{"level":"error"}`), fixed(`{"level":"alert","data":null}`))
	var got []string
	c := dial(t, f)
	_, err := c.CallTool(t.Context(), "t", nil, client.OnLog(mcp.LevelWarning, func(m mcp.LoggingMessageParams) {
		got = append(got, fmt.Sprintf("%s %s %s", m.Level, m.Logger, m.Data))
	}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{`warning db {"a":1}`, `alert  null`}, got); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	if level, _, err := f.last(t).Meta().LogLevel(); level != mcp.LevelWarning || err != nil {
		t.Errorf("asked for %q, %v", level, err)
	}
	if _, err := c.CallTool(t.Context(), "t", nil, client.OnLog("loud", func(mcp.LoggingMessageParams) {})); err == nil {
		t.Error("a level that is none was sent")
	}
}
