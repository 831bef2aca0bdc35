// Package contract reads api/openapi.yaml for the server: requests are checked against it, and a
// page shows it.
package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Contract is api/openapi.yaml, prepared to check requests: callers may send only what it defines.
type Contract struct {
	text       []byte
	docs       []byte                        // the page that shows it
	Info       documentInfo                  `json:"info"`
	Paths      map[string]map[string]rawJSON `json:"paths"`
	Components documentComponents            `json:"components"`
	Operations map[string]*Operation         // by pattern of the mux
}

type rawJSON = json.RawMessage

type documentInfo struct {
	Title       string `json:"title"`
	Version     string `json:"version"`
	Description string `json:"description"`
}

type documentComponents struct {
	Schemas    map[string]*Schema    `json:"schemas"`
	Parameters map[string]*parameter `json:"parameters"`
	Responses  map[string]*Response  `json:"responses"`
}

// Operation is one call.
type Operation struct {
	ID          string               `json:"operationId"`
	Summary     string               `json:"summary"`
	Description string               `json:"description"`
	Tags        []string             `json:"tags"`
	Parameters  []*parameter         `json:"parameters"`
	RequestBody *requestBody         `json:"requestBody"`
	Responses   map[string]*Response `json:"responses"`
	Export      bool                 `json:"x-export"` // returns a JSON file
	pattern     string
	Streams     bool // returns a file or a stream of any length
	Opaque      bool // its handler checks the parameters, so that faults are not revealed
}

type parameter struct {
	Ref         string  `json:"$ref"`
	Name        string  `json:"name"`
	In          string  `json:"in"`
	Required    bool    `json:"required"`
	Description string  `json:"description"`
	Schema      *Schema `json:"schema"`
}

type requestBody struct {
	Content map[string]mediaType `json:"content"`
}

// Response is one answer of a call.
type Response struct {
	Ref         string               `json:"$ref"`
	Description string               `json:"description"`
	Content     map[string]mediaType `json:"content"`
}

type mediaType struct {
	Schema *Schema `json:"schema"`
}

// Schema is the part of a JSON schema that the contract uses.
type Schema struct {
	Ref                  string             `json:"$ref"`
	Type                 string             `json:"type"`
	Format               string             `json:"format"`
	Description          string             `json:"description"`
	Enum                 []string           `json:"enum"`
	Required             []string           `json:"required"`
	Properties           map[string]*Schema `json:"properties"`
	AdditionalProperties *Additional        `json:"additionalProperties"`
	Items                *Schema            `json:"items"`
	OneOf                []*Schema          `json:"oneOf"`
	AllOf                []*Schema          `json:"allOf"` // all of its properties; a single part if the value may be null
	Nullable             bool               `json:"nullable"`
	MinLength            *int               `json:"minLength"`
	MaxLength            *int               `json:"maxLength"`
	MinItems             *int               `json:"minItems"`
	MaxItems             *int               `json:"maxItems"`
	Minimum              *float64           `json:"minimum"`
	Maximum              *float64           `json:"maximum"`
}

// Additional is true, or the schema of further properties.
type Additional struct {
	Any    bool
	schema *Schema
}

// UnmarshalJSON decodes either form.
func (a *Additional) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &a.Any); err == nil {
		return nil
	}
	return json.Unmarshal(text, &a.schema)
}

// Read parses the contract, and renders the page that shows it.
func Read(text []byte) (*Contract, error) {
	c := &Contract{text: text, Operations: make(map[string]*Operation)}
	if err := json.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("httpapi: the contract cannot be read: %w", err)
	}
	for _, path := range slices.Sorted(maps.Keys(c.Paths)) {
		if err := c.addPath(path, c.Paths[path]); err != nil {
			return nil, err
		}
	}
	var err error
	c.docs, err = c.renderDocs()
	return c, err
}

func (c *Contract) addPath(path string, item map[string]rawJSON) error {
	var shared []*parameter
	if text, ok := item["parameters"]; ok {
		if err := json.Unmarshal(text, &shared); err != nil {
			return fmt.Errorf("httpapi: parameters of %s: %w", path, err)
		}
	}
	for method, text := range item {
		if method == "parameters" {
			continue
		}
		op := new(Operation)
		if err := json.Unmarshal(text, op); err != nil {
			return fmt.Errorf("httpapi: %s %s: %w", method, path, err)
		}
		op.Parameters = append(slices.Clone(shared), op.Parameters...)
		for i, p := range op.Parameters {
			if name, ok := strings.CutPrefix(p.Ref, "#/components/parameters/"); ok {
				op.Parameters[i] = c.Components.Parameters[name]
			}
		}
		for status, r := range op.Responses {
			if name, ok := strings.CutPrefix(r.Ref, "#/components/responses/"); ok {
				op.Responses[status] = c.Components.Responses[name]
			}
		}
		pattern := path
		if strings.HasSuffix(path, "/") {
			pattern += "{$}"
		}
		op.pattern = strings.ToUpper(method) + " " + pattern
		op.Streams, op.Opaque = streaming(op), opaque(op)
		c.Operations[op.pattern] = op
	}
	return nil
}

// streaming reports operations that return a file or a stream.
func streaming(op *Operation) bool {
	return op.Export || slices.ContainsFunc(op.media(), func(m string) bool { return m != "application/json" })
}

// opaque reports operations that answer a wrong address like a missing object.
func opaque(op *Operation) bool {
	return slices.ContainsFunc(op.media(), func(m string) bool { return m == "application/octet-stream" || m == "text/event-stream" })
}

// media returns the content types that an operation returns.
func (op *Operation) media() []string {
	var out []string
	for _, r := range op.Responses {
		out = slices.AppendSeq(out, maps.Keys(r.Content))
	}
	return out
}

// Resolve follows a reference to a schema of the components, and merges a schema of several parts.
func (c *Contract) Resolve(s *Schema) *Schema {
	for s != nil && s.Ref != "" {
		s = c.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
	}
	if s == nil || len(s.AllOf) == 0 {
		return s
	}
	whole := *s
	whole.AllOf, whole.Properties = nil, make(map[string]*Schema)
	for _, part := range s.AllOf {
		p := c.Resolve(part)
		whole.Type = p.Type
		whole.Required = slices.Concat(whole.Required, p.Required)
		maps.Copy(whole.Properties, p.Properties)
	}
	return &whole
}
