package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

const (
	countdownFrom  = 3
	countdownPause = 200 * time.Millisecond
)

func addCountdown(s *server.Server) {
	server.AddTool(s, mcp.Tool{
		Name:        "countdown",
		Title:       "Countdown",
		Description: "Counts down to a launch. Reports progress, logs each step, and stops when it is cancelled.",
		Annotations: harmless(),
	}, countdown)
}

func countdown(ctx context.Context, call *server.Call, in struct {
	From  int `json:"from,omitzero" jsonschema:"where to begin, 1 to 60; by default 3"`
	Pause int `json:"pause_ms,omitzero" jsonschema:"milliseconds between two numbers, at most 10000; by default 200"`
}) (string, error) {
	from, pause := in.From, time.Duration(in.Pause)*time.Millisecond
	if from == 0 {
		from = countdownFrom
	}
	if pause == 0 {
		pause = countdownPause
	}
	if from < 1 || from > 60 {
		return "", fmt.Errorf("from is %d, and must be 1 to 60", from)
	}
	if pause < 0 || pause > 10*time.Second {
		return "", fmt.Errorf("pause_ms is %d, and must be 1 to 10000", in.Pause)
	}
	for n := from; n > 0; n-- {
		message := fmt.Sprintf("%d …", n)
		if err := call.Progress(ctx, float64(from-n), float64(from), message); err != nil {
			return "", err
		}
		//lint:ignore SA1019 what is deprecated is demonstrated too
		if err := call.Log(ctx, mcp.LevelInfo, "countdown", message); err != nil {
			return "", err
		}
		if err := wait(ctx, pause); err != nil {
			return "", err
		}
	}
	if err := call.Progress(ctx, float64(from), float64(from), "0"); err != nil {
		return "", err
	}
	return fmt.Sprintf("Counted down from %d. Liftoff!", from), nil
}

// wait waits, unless ctx ends first.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
