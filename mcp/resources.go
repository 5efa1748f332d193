package mcp

import "github.com/go-json-experiment/json/jsontext"

// A Resource is something a server lets clients read.
type Resource struct {
	URI         string       `json:"uri"`
	Name        string       `json:"name"`
	Title       string       `json:"title,omitzero"`
	Description string       `json:"description,omitzero"`
	MIMEType    string       `json:"mimeType,omitzero"`
	Size        *int64       `json:"size,omitzero"` // bytes
	Icons       []Icon       `json:"icons,omitzero"`
	Annotations *Annotations `json:"annotations,omitzero"`
	Meta        Meta         `json:"_meta,omitzero"`
}

// A ResourceTemplate is a family of resources by an RFC 6570 template.
type ResourceTemplate struct {
	URITemplate string       `json:"uriTemplate"`
	Name        string       `json:"name"`
	Title       string       `json:"title,omitzero"`
	Description string       `json:"description,omitzero"`
	MIMEType    string       `json:"mimeType,omitzero"`
	Icons       []Icon       `json:"icons,omitzero"`
	Annotations *Annotations `json:"annotations,omitzero"`
	Meta        Meta         `json:"_meta,omitzero"`
}

// ListResourcesResult is the result of resources/list.
type ListResourcesResult struct {
	ResultType ResultType `json:"resultType,omitzero"`
	Resources  []Resource `json:"resources"`
	NextCursor *string    `json:"nextCursor,omitzero"`
	Cache      `json:",embed"`
	Meta       Meta `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the result; resources is required (RESOURCE-007).
func (r *ListResourcesResult) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ListResourcesResult
	return readList(dec, (*plain)(r), "resources", &r.Resources)
}

// ListResourceTemplatesResult is the result of resources/templates/list.
type ListResourceTemplatesResult struct {
	ResultType        ResultType         `json:"resultType,omitzero"`
	ResourceTemplates []ResourceTemplate `json:"resourceTemplates"`
	NextCursor        *string            `json:"nextCursor,omitzero"`
	Cache             `json:",embed"`
	Meta              Meta `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the result; resourceTemplates is required (RESOURCE-008).
func (r *ListResourceTemplatesResult) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ListResourceTemplatesResult
	return readList(dec, (*plain)(r), "resourceTemplates", &r.ResourceTemplates)
}

// ReadResourceParams are the params of resources/read.
type ReadResourceParams struct {
	URI            string         `json:"uri"`
	InputResponses InputResponses `json:"inputResponses,omitzero"`
	RequestState   *string        `json:"requestState,omitzero"`
	Meta           Meta           `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the params; uri is required (RESOURCE-011).
func (p *ReadResourceParams) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ReadResourceParams
	return readObject(dec, (*plain)(p), "uri")
}

// ReadResourceResult is the result of resources/read.
type ReadResourceResult struct {
	ResultType ResultType `json:"resultType,omitzero"`
	Contents   Contents   `json:"contents"`
	Cache      `json:",embed"`
	Meta       Meta `json:"_meta,omitzero"`
}

// UnmarshalJSONFrom reads the result; contents is required (RESOURCE-012).
func (r *ReadResourceResult) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ReadResourceResult
	return readList(dec, (*plain)(r), "contents", (*[]ResourceContents)(&r.Contents))
}
