package demo

import (
	"context"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quatrain-mcp/quatrain/mcp"
	"github.com/quatrain-mcp/quatrain/server"
)

// weatherInput is written out because a Go type cannot say which units there
// are.
const weatherInput = `{
	"type": "object",
	"properties": {
		"location": {"type": "string", "description": "a city, such as Seattle; list_cities names them"},
		"unit": {"type": "string", "enum": ["celsius", "fahrenheit"], "default": "celsius", "description": "the unit of the temperature"}
	},
	"required": ["location"],
	"additionalProperties": false
}`

const weatherOutput = `{
	"type": "object",
	"properties": {
		"location": {"type": "string"},
		"country": {"type": "string"},
		"temperature": {"type": "number"},
		"unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
		"conditions": {"type": "string"},
		"humidity": {"type": "integer", "description": "percent"},
		"wind": {"type": "integer", "description": "kilometres an hour"}
	},
	"required": ["location", "country", "temperature", "unit", "conditions", "humidity", "wind"]
}`

// weather is the structured content of get_weather.
type weather struct {
	Location    string  `json:"location"`
	Country     string  `json:"country"`
	Temperature float64 `json:"temperature"`
	Unit        string  `json:"unit"`
	Conditions  string  `json:"conditions"`
	Humidity    int     `json:"humidity"`
	Wind        int     `json:"wind"`
}

// in returns the report with its temperature in a unit, "" meaning celsius.
func (r report) in(unit string) weather {
	w := weather{r.City, r.Country, r.Celsius, "celsius", r.Conditions, r.Humidity, r.Wind}
	if unit == "fahrenheit" {
		w.Unit, w.Temperature = unit, fahrenheit(r.Celsius)
	}
	return w
}

// String says the weather in a sentence.
func (w weather) String() string {
	symbol := "°C"
	if w.Unit == "fahrenheit" {
		symbol = "°F"
	}
	return fmt.Sprintf("%s, %s: %s, %g %s, humidity %d %%, wind %d km/h",
		w.Location, w.Country, w.Conditions, w.Temperature, symbol, w.Humidity, w.Wind)
}

// unknownCity says that there is no such city, and which there are.
func unknownCity(name string) error {
	if near := withPrefix(cities(), firstLetter(name)); len(near) > 0 {
		return fmt.Errorf("no weather for %q, but for %s; list_cities names all", name, strings.Join(near, ", "))
	}
	return fmt.Errorf("no weather for %q; list_cities names the cities there are", name)
}

func firstLetter(name string) string {
	for _, r := range strings.TrimSpace(name) {
		return string(r)
	}
	return "?"
}

func addWeather(s *server.Server) {
	server.AddTool(s, mcp.Tool{
		Name:         "get_weather",
		Title:        "Weather",
		Description:  "Tells the weather in a city. The data is made up and never changes.",
		InputSchema:  jsontext.Value(weatherInput),
		OutputSchema: jsontext.Value(weatherOutput),
		Annotations:  harmless(),
	}, getWeather)

	type none struct{}
	type list struct {
		Cities []string `json:"cities"`
	}
	server.AddTool(s, mcp.Tool{
		Name:        "list_cities",
		Title:       "Cities",
		Description: "Names the cities that get_weather knows.",
		Annotations: harmless(),
	}, func(context.Context, *server.Call, none) (list, error) {
		return list{cities()}, nil
	})
}

func getWeather(_ context.Context, _ *server.Call, in struct {
	Location string `json:"location"`
	Unit     string `json:"unit"`
}) (*mcp.CallToolResult, error) {
	r, ok := find(in.Location)
	if !ok {
		return nil, unknownCity(in.Location)
	}
	w := r.in(in.Unit)
	structured, err := json.Marshal(w)
	if err != nil {
		return nil, fmt.Errorf("encoding the weather: %w", err)
	}
	return &mcp.CallToolResult{
		Content:           mcp.Content{mcp.Text(w.String())},
		StructuredContent: structured,
	}, nil
}
