package client_test

import (
	"context"
	"fmt"
	"log"

	"github.com/quatrain-mcp/quatrain/client"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// weather is a server as others write one.
func weather() *server.Server {
	s := server.New(mcp.Implementation{Name: "weather", Version: "1.0.0"})
	server.AddTool(s, mcp.Tool{Name: "get_weather", Description: "The weather at a place"},
		func(ctx context.Context, call *server.Call, in struct {
			Location string `json:"location"`
		}) (string, error) {
			for hour := range 3 {
				if err := call.Progress(ctx, float64(hour+1), 3, "asking the clouds"); err != nil {
					return "", err
				}
			}
			return "Rain in " + in.Location, nil
		})
	return s
}

func ExampleDial() {
	ctx := context.Background()
	c, err := client.Dial(ctx, client.InProcess(weather()))
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	info, _, _ := c.Server().Meta.ServerInfo()
	fmt.Println(info.Name, info.Version)
	// Output: weather 1.0.0
}

func ExampleClient_CallTool() {
	ctx := context.Background()
	c, err := client.Dial(ctx, client.InProcess(weather()))
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	result, err := c.CallTool(ctx, "get_weather", map[string]any{"location": "Seattle"})
	if err != nil {
		log.Fatal(err)
	}
	for _, block := range result.Content {
		switch block := block.(type) {
		case *mcp.TextContent:
			fmt.Println(block.Text)
		case *mcp.ImageContent:
			fmt.Println("an image,", len(block.Data), "bytes")
		}
	}
	// Output: Rain in Seattle
}

func ExampleClient_Tools() {
	ctx := context.Background()
	c, err := client.Dial(ctx, client.InProcess(weather()))
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	for tool, err := range c.Tools(ctx) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %s\n", tool.Name, tool.Description)
	}
	// Output: get_weather: The weather at a place
}

func ExampleCallToolFor() {
	ctx := context.Background()
	c, err := client.Dial(ctx, client.InProcess(weather()))
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	text, err := client.CallToolFor[string](ctx, c, "get_weather", map[string]any{"location": "Oslo"},
		client.OnProgress(func(p mcp.ProgressParams) { fmt.Printf("%v/%v %s\n", p.Progress, *p.Total, p.Message) }))
	fmt.Println(text, err)
	// Output:
	// 1/3 asking the clouds
	// 2/3 asking the clouds
	// 3/3 asking the clouds
	// Rain in Oslo <nil>
}

func ExampleFollow() {
	ctx := context.Background()
	c, err := client.Dial(ctx, client.InProcess(weather()))
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	params := mcp.CallToolParams{Name: "get_weather", Arguments: []byte(`{"location":"Oslo"}`)}
	ex := client.Follow(ctx, c, mcp.ToolsCall, params, client.Meta(mcp.KeyProgressToken, "clouds"))
	for n := range ex.Notifications() {
		progress, err := mcp.EventProgress.DecodeParams(n.Params)
		fmt.Println(progress.Progress, err)
	}
	result, err := ex.Result()
	fmt.Println(result.Content[0].(*mcp.TextContent).Text, err)
	// Output:
	// 1 <nil>
	// 2 <nil>
	// 3 <nil>
	// Rain in Oslo <nil>
}
