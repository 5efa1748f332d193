package mcp_test

import (
	"testing"

	"github.com/quatrain-mcp/quatrain/mcp"
)

func TestProgressTokens(t *testing.T) {
	t.Run("BR-061", func(t *testing.T) {
		for _, token := range []string{`"007"`, `7`, `"tok\u0065n"`, `12345678901234567890`} {
			got, ok, err := metaOf(`{"progressToken":` + token + `}`).ProgressToken()
			if !ok || err != nil {
				t.Fatalf("%s: %v, %v", token, ok, err)
			}
			n, err := mcp.EventProgress.Notification(mcp.ProgressParams{ProgressToken: got, Progress: 1})
			if want := `{"progressToken":` + token + `,"progress":1}`; err != nil || string(n.Params) != want {
				t.Errorf("got %s, %v, want %s", n.Params, err, want)
			}
			params, err := mcp.EventProgress.DecodeParams(n.Params)
			if err != nil || !params.ProgressToken.ID().Equal(got.ID()) {
				t.Errorf("read as %s, %v, want %s", params.ProgressToken, err, got)
			}
		}
	})
	t.Run("PROGRESS-006", func(t *testing.T) {
		params, err := mcp.EventProgress.DecodeParams(raw(`{"progressToken":1,"progress":0.25,"total":1.5}`))
		if err != nil || params.Progress != 0.25 || *params.Total != 1.5 {
			t.Errorf("got %+v, %v", params, err)
		}
	})
}
