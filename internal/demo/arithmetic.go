package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

type pair struct {
	A float64 `json:"a" jsonschema:"the first number"`
	B float64 `json:"b" jsonschema:"the second number"`
}

func addArithmetic(s *server.Server) {
	type sum struct {
		Sum float64 `json:"sum"`
	}
	server.AddTool(s, mcp.Tool{
		Name:        "add",
		Title:       "Addition",
		Description: "Adds two numbers.",
		Annotations: harmless(),
	}, func(_ context.Context, _ *server.Call, in pair) (sum, error) {
		return sum{in.A + in.B}, nil
	})

	server.AddTool(s, mcp.Tool{
		Name:        "divide",
		Title:       "Division",
		Description: "Divides one number by another. Fails, and says why, when the second is 0.",
		Annotations: harmless(),
	}, func(_ context.Context, _ *server.Call, in pair) (string, error) {
		if in.B == 0 {
			return "", errors.New("nothing can be divided by 0; call divide again with another b")
		}
		return fmt.Sprintf("%g / %g = %g", in.A, in.B, in.A/in.B), nil
	})

	server.AddTool(s, mcp.Tool{
		Name:        "echo",
		Title:       "Echo",
		Description: "Returns the text it was given.",
		Annotations: harmless(),
	}, func(_ context.Context, _ *server.Call, in struct {
		Text string `json:"text" jsonschema:"what to return"`
	}) (string, error) {
		return in.Text, nil
	})

	server.AddTool(s, mcp.Tool{
		Name:        "roll_dice",
		Title:       "Dice",
		Description: "Rolls dice. The same seed gives the same rolls.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: new(true), OpenWorldHint: new(false)},
	}, rollDice)
}

// rolls is what roll_dice returns.
type rolls struct {
	Rolls []int `json:"rolls"`
	Total int   `json:"total"`
}

func rollDice(_ context.Context, _ *server.Call, in struct {
	Count int    `json:"count,omitzero" jsonschema:"how many dice, 1 to 20; by default 2"`
	Sides int    `json:"sides,omitzero" jsonschema:"how many sides each has, 2 to 100; by default 6"`
	Seed  uint64 `json:"seed,omitzero" jsonschema:"makes the rolls repeatable; by default they are not"`
}) (rolls, error) {
	count, sides := in.Count, in.Sides
	if count == 0 {
		count = 2
	}
	if sides == 0 {
		sides = 6
	}
	var wrong []string
	if count < 1 || count > 20 {
		wrong = append(wrong, fmt.Sprintf("count is %d, and must be 1 to 20", count))
	}
	if sides < 2 || sides > 100 {
		wrong = append(wrong, fmt.Sprintf("sides is %d, and must be 2 to 100", sides))
	}
	if wrong != nil {
		return rolls{}, errors.New(strings.Join(wrong, "; "))
	}
	roll := rand.IntN
	if in.Seed != 0 {
		roll = rand.New(rand.NewPCG(in.Seed, in.Seed)).IntN
	}
	var out rolls
	for range count {
		n := roll(sides) + 1
		out.Rolls = append(out.Rolls, n)
		out.Total += n
	}
	return out, nil
}
