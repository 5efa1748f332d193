package mcp

import "github.com/go-json-experiment/json/jsontext"

// CreateMessageParams are the params of sampling/createMessage: a server asks
// for a completion of the client's model. The revision deprecates sampling;
// new servers call a model themselves.
type CreateMessageParams struct {
	Messages         []SamplingMessage `json:"messages"`
	ModelPreferences *ModelPreferences `json:"modelPreferences,omitzero"`
	SystemPrompt     string            `json:"systemPrompt,omitzero"`
	IncludeContext   IncludeContext    `json:"includeContext,omitzero"`
	Temperature      *float64          `json:"temperature,omitzero"`
	MaxTokens        int64             `json:"maxTokens"`
	StopSequences    []string          `json:"stopSequences,omitzero"`
	Metadata         jsontext.Value    `json:"metadata,omitzero"` // an object for the model's provider
	Tools            []Tool            `json:"tools,omitzero"`
	ToolChoice       *ToolChoice       `json:"toolChoice,omitzero"`
	Meta             Meta              `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the params; messages and maxTokens are required
// (SAMPLING-010).
func (p *CreateMessageParams) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain CreateMessageParams
	return readObject(dec, (*plain)(p), "messages", "maxTokens")
}

// IncludeContext says which context of the conversation the client adds.
type IncludeContext string

// The values of IncludeContext; the latter two need the capability
// sampling.context and are deprecated (SAMPLING-008).
const (
	IncludeNone       IncludeContext = "none"
	IncludeThisServer IncludeContext = "thisServer"
	IncludeAllServers IncludeContext = "allServers"
)

// A SamplingMessage is one message of the conversation to complete.
type SamplingMessage struct {
	Role    Role            `json:"role"`
	Content SamplingContent `json:"content"`
	Meta    Meta            `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the message; role and content are required
// (SAMPLING-023).
func (m *SamplingMessage) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain SamplingMessage
	if err := readObject(dec, (*plain)(m), "role", "content"); err != nil {
		return err
	}
	return m.Role.check()
}

// SamplingContent is one block or a list of blocks: text, images, audio, tool
// uses and tool results (SAMPLING-024).
type SamplingContent struct {
	Blocks Content

	// List writes a single block as a list of one; several blocks are always a
	// list. Reading sets it by what came.
	List bool
}

// SamplingBlocks returns the content that is made of blocks.
func SamplingBlocks(blocks ...ContentBlock) SamplingContent {
	return SamplingContent{Blocks: blocks, List: len(blocks) != 1}
}

// MarshalJSONTo writes a block or a list of blocks.
func (c SamplingContent) MarshalJSONTo(enc *jsontext.Encoder) error {
	if len(c.Blocks) == 1 && !c.List {
		return writeBlock(enc, c.Blocks[0])
	}
	return c.Blocks.MarshalJSONTo(enc)
}

// UnmarshalJSONFrom reads a block or a list of blocks.
func (c *SamplingContent) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() == '[' {
		c.List = true
		return c.Blocks.read(dec, newSamplingBlock)
	}
	block, err := readBlock(dec, newSamplingBlock)
	*c = SamplingContent{Blocks: Content{block}}
	return err
}

// CreateMessageResult is the answer to a sampling/createMessage input request.
type CreateMessageResult struct {
	Role       Role            `json:"role"`
	Content    SamplingContent `json:"content"`
	Model      string          `json:"model"`
	StopReason string          `json:"stopReason,omitzero"` // "endTurn", "stopSequence", "maxTokens", "toolUse", or the provider's own
	Meta       Meta            `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the result; role, content and model are required
// (SAMPLING-032).
func (r *CreateMessageResult) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain CreateMessageResult
	return readObject(dec, (*plain)(r), "role", "content", "model")
}

// ModelPreferences are a server's wishes about the model; priorities are from
// 0, unimportant, to 1 (SAMPLING-029).
type ModelPreferences struct {
	Hints                []ModelHint `json:"hints,omitzero"` // the first that fits counts
	CostPriority         *float64    `json:"costPriority,omitzero"`
	SpeedPriority        *float64    `json:"speedPriority,omitzero"`
	IntelligencePriority *float64    `json:"intelligencePriority,omitzero"`
}

// A ModelHint names a model or a family: any part of a model's name.
type ModelHint struct {
	Name    string         `json:"name,omitzero"`
	Unknown jsontext.Value `json:",embed"`
}

// ToolChoice says whether the model may or must use tools.
type ToolChoice struct {
	Mode ToolChoiceMode `json:"mode,omitzero"`
}

// A ToolChoiceMode is a mode of ToolChoice; absent is ToolAuto.
type ToolChoiceMode string

// The modes.
const (
	ToolAuto     ToolChoiceMode = "auto"
	ToolRequired ToolChoiceMode = "required"
	ToolNone     ToolChoiceMode = "none"
)

// ToolUseContent is a model's wish to call a tool; only within sampling.
type ToolUseContent struct {
	ID    string         `json:"id"`
	Name  string         `json:"name"`
	Input jsontext.Value `json:"input"` // an object
	Meta  Meta           `json:"_meta,omitzero"`
}

// ToolResultContent is what came of a tool use; only within sampling.
type ToolResultContent struct {
	ToolUseID         string         `json:"toolUseId"`
	Content           Content        `json:"content"`
	StructuredContent jsontext.Value `json:"structuredContent,omitzero"` // any value; nil if absent
	IsError           bool           `json:"isError,omitzero"`
	Meta              Meta           `json:"_meta,omitzero"`
}

func (*ToolUseContent) contentBlock()    {}
func (*ToolResultContent) contentBlock() {}
