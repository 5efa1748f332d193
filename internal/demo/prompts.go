package demo

import (
	"context"
	"fmt"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

func addPrompts(s *server.Server) error {
	err := s.AddPrompt(mcp.Prompt{
		Name: "plan_trip", Title: "Plan a trip",
		Description: "Asks for a plan of a trip that suits the weather.",
		Arguments: []mcp.PromptArgument{
			{Name: "city", Description: "where to go", Required: true},
			{Name: "days", Description: "how long, in days; by default 2"},
		},
	}, planTrip)
	if err != nil {
		return err
	}
	err = s.AddPrompt(mcp.Prompt{
		Name: "review_text", Title: "Review a text",
		Description: "Asks for a review of a text in a tone of voice.",
		Arguments: []mcp.PromptArgument{
			{Name: "text", Description: "what to review", Required: true},
			{Name: "tone", Description: "brief, friendly or strict; by default friendly"},
		},
	}, reviewText)
	if err != nil {
		return err
	}
	return s.AddPrompt(mcp.Prompt{
		Name: "continue_book", Title: "Continue a book",
		Description: "Asks to go on from the first words of a book, which come along.",
		Arguments:   []mcp.PromptArgument{{Name: "id", Description: "the id of a book", Required: true}},
	}, continueBook)
}

// says returns a message of the user.
func says(block mcp.ContentBlock) mcp.PromptMessage {
	return mcp.PromptMessage{Role: mcp.RoleUser, Content: block}
}

func planTrip(_ context.Context, _ *server.Call, arguments map[string]string) (*mcp.GetPromptResult, error) {
	r, ok := find(arguments["city"])
	if !ok {
		return nil, mcp.InvalidParams("%v", unknownCity(arguments["city"]))
	}
	days := arguments["days"]
	if days == "" {
		days = "2"
	}
	return &mcp.GetPromptResult{
		Description: "A trip to " + r.City,
		Messages: []mcp.PromptMessage{says(mcp.Text(fmt.Sprintf(
			"Plan a trip of %s days to %s. The weather there is: %s. Suggest what to see, in the order that suits it.",
			days, r.City, r.in(""))))},
	}, nil
}

func reviewText(_ context.Context, _ *server.Call, arguments map[string]string) (*mcp.GetPromptResult, error) {
	tone := arguments["tone"]
	if tone == "" {
		tone = "friendly"
	}
	return &mcp.GetPromptResult{
		Messages: []mcp.PromptMessage{
			says(mcp.Text(fmt.Sprintf("Review the following text. Be %s.", tone))),
			says(mcp.Text(arguments["text"])),
		},
	}, nil
}

func continueBook(_ context.Context, _ *server.Call, arguments map[string]string) (*mcp.GetPromptResult, error) {
	b, ok := findBook(arguments["id"])
	if !ok {
		return nil, mcp.InvalidParams("%v", unknownBook(arguments["id"]))
	}
	return &mcp.GetPromptResult{
		Description: b.Title + ", continued",
		Messages: []mcp.PromptMessage{
			says(&mcp.EmbeddedResource{Resource: &mcp.TextResourceContents{
				URI: "book://" + b.ID, MIMEType: "text/plain", Text: opening(b),
			}}),
			says(mcp.Text("Go on from here, in the same voice, for one paragraph.")),
		},
	}, nil
}

func addCompletions(s *server.Server) error {
	from := func(values []string) server.CompleteFunc {
		return func(_ context.Context, _ *server.Call, typed string, _ map[string]string) ([]string, error) {
			return withPrefix(values, typed), nil
		}
	}
	for _, c := range []struct {
		prompt, argument string
		values           []string
	}{
		{"plan_trip", "city", cities()},
		{"review_text", "tone", []string{"brief", "friendly", "strict"}},
		{"continue_book", "id", bookIDs()},
	} {
		if err := s.CompletePrompt(c.prompt, c.argument, from(c.values)); err != nil {
			return err
		}
	}
	if err := s.CompleteTemplate(weatherTemplate, "city", from(cities())); err != nil {
		return err
	}
	return s.CompleteTemplate(bookTemplate, "id", from(bookIDs()))
}
