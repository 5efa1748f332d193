package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/jsonrpc"
	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// AddFixtures adds to s the tools, resources and prompts that the official
// conformance suite calls. Their names, texts and schemas are the suite's.
func AddFixtures(s *server.Server) error {
	addContentFixtures(s)
	addBehaviorFixtures(s)
	for _, add := range []func(*server.Server) error{addSchemaFixture, addResourceFixtures, addPromptFixtures} {
		if err := add(s); err != nil {
			return fmt.Errorf("the fixtures: %w", err)
		}
	}
	return nil
}

// none is the input of a tool without arguments.
type none struct{}

// pixel is the image of the fixtures.
func pixel() ([]byte, error) { return disc(swatches()["red"], 1) }

// addContentFixtures adds a tool for each kind of content.
func addContentFixtures(s *server.Server) {
	add := func(name, description string, content func() (mcp.Content, error)) {
		server.AddTool(s, mcp.Tool{Name: name, Description: description},
			func(context.Context, *server.Call, none) (mcp.Content, error) { return content() })
	}
	add("test_simple_text", "Returns a text.", func() (mcp.Content, error) {
		return mcp.Content{mcp.Text("This is a simple text response for testing.")}, nil
	})
	add("test_image_content", "Returns an image.", func() (mcp.Content, error) {
		image, err := pixel()
		return mcp.Content{mcp.Image(image, "image/png")}, err
	})
	add("test_audio_content", "Returns a sound.", func() (mcp.Content, error) {
		return mcp.Content{mcp.Audio(tone(440, 200), "audio/wav")}, nil
	})
	add("test_embedded_resource", "Returns a resource.", func() (mcp.Content, error) {
		return mcp.Content{&mcp.EmbeddedResource{Resource: &mcp.TextResourceContents{
			URI: "test://embedded-resource", MIMEType: "text/plain", Text: "This is an embedded resource content.",
		}}}, nil
	})
	add("test_multiple_content_types", "Returns a text, an image and a resource.", func() (mcp.Content, error) {
		image, err := pixel()
		return mcp.Content{
			mcp.Text("Multiple content types test:"),
			mcp.Image(image, "image/png"),
			&mcp.EmbeddedResource{Resource: &mcp.TextResourceContents{
				URI: "test://mixed-content-resource", MIMEType: "application/json", Text: `{"test":"data","value":123}`,
			}},
		}, err
	})
	add("test_error_handling", "Always fails.", func() (mcp.Content, error) {
		//lint:ignore ST1005 the text is the suite's
		return nil, errors.New("This tool intentionally returns an error for testing")
	})
}

// fixturePause lies between two notifications of a fixture.
const fixturePause = 20 * time.Millisecond

// addBehaviorFixtures adds tools whose way matters more than their result.
func addBehaviorFixtures(s *server.Server) {
	steps := func(ctx context.Context, call *server.Call, _ none) (string, error) {
		for _, done := range []float64{0, 50, 100} {
			if err := call.Progress(ctx, done, 100, fmt.Sprintf("Completed step %g of 100", done)); err != nil {
				return "", err
			}
			if err := wait(ctx, fixturePause); err != nil {
				return "", err
			}
		}
		return "All steps are done.", nil
	}
	server.AddTool(s, mcp.Tool{
		Name: "test_tool_with_progress", Description: "Reports progress three times.",
	}, steps)
	server.AddTool(s, mcp.Tool{
		Name: "test_streaming_elicitation", Description: "Answers with a stream.",
	}, steps)
	server.AddTool(s, mcp.Tool{
		Name: "test_logging_tool", Description: "Logs, to who asked for log messages.",
	}, func(ctx context.Context, call *server.Call, _ none) (string, error) {
		//lint:ignore SA1019 the suite tests what is deprecated too
		if err := call.Log(ctx, mcp.LevelInfo, "fixtures", "The tool runs."); err != nil {
			return "", err
		}
		return "Logged.", nil
	})
	server.AddTool(s, mcp.Tool{
		Name: "test_missing_capability", Description: "Needs a client that can sample.",
	}, func(context.Context, *server.Call, none) (string, error) {
		return "The client can sample.", nil
	}, server.RequireCapabilities(mcp.ClientCapabilities{Sampling: &mcp.SamplingCapability{}}))
}

// schemaFixture is the input schema whose keywords have to survive a list.
const schemaFixture = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"type": "object",
	"$defs": {
		"address": {
			"$anchor": "addressDef",
			"type": "object",
			"properties": {"street": {"type": "string"}, "city": {"type": "string"}}
		}
	},
	"properties": {
		"name": {"type": "string"},
		"address": {"$ref": "#/$defs/address"},
		"contactMethod": {"type": "string", "enum": ["phone", "email"]},
		"phone": {"type": "string"},
		"email": {"type": "string"}
	},
	"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
	"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
	"then": {"required": ["phone"]},
	"else": {"required": ["email"]},
	"additionalProperties": false
}`

func addSchemaFixture(s *server.Server) error {
	return s.AddRawTool(mcp.Tool{
		Name:        "json_schema_2020_12_tool",
		Description: "Has an input schema with keywords of JSON Schema 2020-12.",
		InputSchema: jsontext.Value(schemaFixture),
	}, func(_ context.Context, _ *server.Call, arguments jsontext.Value) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: mcp.Content{mcp.Text("The arguments fit: " + string(arguments))}}, nil
	})
}

func addResourceFixtures(s *server.Server) error {
	err := s.AddResource(mcp.Resource{
		URI: "test://static-text", Name: "static-text", MIMEType: "text/plain", Description: "A text that never changes.",
	}, text("This is the content of the static text resource."))
	if err != nil {
		return err
	}
	image, err := pixel()
	if err != nil {
		return err
	}
	err = s.AddResource(mcp.Resource{
		URI: "test://static-binary", Name: "static-binary", MIMEType: "image/png", Description: "An image that never changes.",
	}, blob(image))
	if err != nil {
		return err
	}
	return s.AddResourceTemplate(mcp.ResourceTemplate{
		URITemplate: "test://template/{id}/data", Name: "template", MIMEType: "application/json", Description: "Data by its id.",
	}, func(_ context.Context, _ *server.Call, _ string, variables map[string]string) (mcp.Contents, error) {
		id := variables["id"]
		data := append([]byte(`{"id":`), jsonrpc.AppendString(nil, id)...)
		data = append(data, `,"templateTest":true,"data":`...)
		data = append(jsonrpc.AppendString(data, "Data for ID: "+id), '}')
		return mcp.Contents{&mcp.TextResourceContents{Text: string(data)}}, nil
	})
}

func addPromptFixtures(s *server.Server) error {
	add := func(name, description string, messages func(map[string]string) ([]mcp.PromptMessage, error), arguments ...mcp.PromptArgument) error {
		return s.AddPrompt(mcp.Prompt{Name: name, Description: description, Arguments: arguments},
			func(_ context.Context, _ *server.Call, given map[string]string) (*mcp.GetPromptResult, error) {
				m, err := messages(given)
				return &mcp.GetPromptResult{Messages: m}, err
			})
	}
	required := func(name, description string) mcp.PromptArgument {
		return mcp.PromptArgument{Name: name, Description: description, Required: true}
	}
	return errors.Join(
		add("test_simple_prompt", "A prompt without arguments.", func(map[string]string) ([]mcp.PromptMessage, error) {
			return []mcp.PromptMessage{says(mcp.Text("This is a simple prompt for testing."))}, nil
		}),
		add("test_prompt_with_arguments", "A prompt with two arguments.", func(given map[string]string) ([]mcp.PromptMessage, error) {
			text := fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", given["arg1"], given["arg2"])
			return []mcp.PromptMessage{says(mcp.Text(text))}, nil
		}, required("arg1", "the first"), required("arg2", "the second")),
		add("test_prompt_with_embedded_resource", "A prompt with a resource in it.", func(given map[string]string) ([]mcp.PromptMessage, error) {
			return []mcp.PromptMessage{
				says(&mcp.EmbeddedResource{Resource: &mcp.TextResourceContents{
					URI: given["resourceUri"], MIMEType: "text/plain", Text: "Embedded resource content for testing.",
				}}),
				says(mcp.Text("Please process the embedded resource above.")),
			}, nil
		}, required("resourceUri", "the URI of the resource")),
		add("test_prompt_with_image", "A prompt with an image in it.", func(map[string]string) ([]mcp.PromptMessage, error) {
			image, err := pixel()
			return []mcp.PromptMessage{
				says(mcp.Image(image, "image/png")),
				says(mcp.Text("Please analyze the image above.")),
			}, err
		}),
		s.CompletePrompt("test_prompt_with_arguments", "arg1", func(_ context.Context, _ *server.Call, typed string, _ map[string]string) ([]string, error) {
			return withPrefix([]string{"testValue1", "testValue2"}, typed), nil
		}),
	)
}
