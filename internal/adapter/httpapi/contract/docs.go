package contract

import (
	"bytes"
	_ "embed"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"

	"cohortium/internal/adapter/httpapi/request"
)

//go:embed docs.html
var docsTemplate string

// docsOperation is one call as the page shows it.
type docsOperation struct {
	Method, Path string
	*Operation
	Media []string
	Body  string
}

// renderDocs renders the page of the API once, equal for all callers. The nonce of its style is
// filled in per request.
func (c *Contract) renderDocs() ([]byte, error) {
	tmpl, err := template.New("docs").Parse(docsTemplate)
	if err != nil {
		return nil, err
	}
	groups := make(map[string][]docsOperation)
	var tags []string
	for _, pattern := range slices.Sorted(maps.Keys(c.Operations)) {
		op := c.Operations[pattern]
		method, path, _ := strings.Cut(strings.TrimSuffix(pattern, "{$}"), " ")
		tag := "other"
		if len(op.Tags) > 0 {
			tag = op.Tags[0]
		}
		if groups[tag] == nil {
			tags = append(tags, tag)
		}
		d := docsOperation{Method: method, Path: path, Operation: op}
		if op.RequestBody != nil {
			d.Media = slices.Sorted(maps.Keys(op.RequestBody.Content))
			for _, m := range op.RequestBody.Content {
				if m.Schema != nil {
					d.Body = strings.TrimPrefix(m.Schema.Ref, "#/components/schemas/")
				}
			}
		}
		groups[tag] = append(groups[tag], d)
	}
	slices.Sort(tags)
	var page bytes.Buffer
	err = tmpl.Execute(&page, map[string]any{
		"Info": c.Info, "Tags": tags, "Groups": groups, "Schemas": c.Components.Schemas,
		"Names": slices.Sorted(maps.Keys(c.Components.Schemas)), "Nonce": nonceMark,
	})
	return page.Bytes(), err
}

// nonceMark is the placeholder of the nonce in the rendered page.
const nonceMark = "NONCE-OF-THIS-REQUEST"

// ShowDocs serves GET /api/docs.
func (c *Contract) ShowDocs(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(bytes.ReplaceAll(c.docs, []byte(nonceMark), []byte(request.Nonce(r.Context()))))
}

// ShowContract serves GET /api/openapi.json.
func (c *Contract) ShowContract(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(c.text)
}

// Link formats the type of a schema, with a link if it has a name.
func (s *Schema) Link() template.HTML {
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		name = template.HTMLEscapeString(name)
		return template.HTML(`<a href="#type-` + name + `">` + name + `</a>`)
	}
	if s.Type == "array" && s.Items != nil {
		return "list of " + s.Items.Link()
	}
	if len(s.OneOf) > 0 {
		return links(s.OneOf, " or ")
	}
	if len(s.AllOf) > 0 {
		return links(s.AllOf, " and ")
	}
	text := s.Type
	if s.Format != "" {
		text += " (" + s.Format + ")"
	}
	return template.HTML(template.HTMLEscapeString(strings.TrimSpace(text + " " + strings.Join(s.Enum, ", "))))
}

func links(parts []*Schema, between template.HTML) (text template.HTML) {
	for i, part := range parts {
		if i > 0 {
			text += between
		}
		text += part.Link()
	}
	return text
}
