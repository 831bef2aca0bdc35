package hermes

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"cohortium/internal/platform/file"
	"cohortium/internal/platform/phrase"
)

// catalogued is a published freeze as a schema.org Dataset that follows Croissant 1.0, see
// https://docs.mlcommons.org/croissant/docs/croissant-spec.html.
type catalogued struct {
	Context     map[string]string `json:"@context"`
	Type        string            `json:"@type"`
	ConformsTo  string            `json:"conformsTo"`
	ID          string            `json:"@id"`
	Name        string            `json:"name"`
	Description string            `json:"description"`
	URL         string            `json:"url"`
	Version     string            `json:"version"`
	Published   string            `json:"datePublished"`
	Cite        string            `json:"citeAs"`
	Creator     named             `json:"creator"`
	License     string            `json:"license,omitempty"`
	Conditions  string            `json:"conditionsOfAccess,omitempty"`
	Keywords    []string          `json:"keywords"`
	Files       []catalogFile     `json:"distribution"`
}

type named struct {
	Type string `json:"@type"`
	Name string `json:"name"`
}

type catalogFile struct {
	Type     string `json:"@type"`
	ID       string `json:"@id"`
	Name     string `json:"name"`
	URL      string `json:"contentUrl"`
	Size     string `json:"contentSize"`
	Encoding string `json:"encodingFormat"`
	SHA256   string `json:"sha256"`
}

// freezeMetadata returns the description of a published freeze for catalogues.
func (s *Service) freezeMetadata(ctx context.Context, name string, f *Freeze) (*file.Download, error) {
	p, err := s.PublicFreeze(ctx, name)
	if err != nil {
		return nil, err
	}
	content, err := json.MarshalIndent(s.cataloguedOf(p, f), "", "  ")
	if err != nil {
		return nil, err
	}
	d := file.InMemory(FreezeMetadata, "application/ld+json", content, f.UpdatedAt)
	d.Open = true
	return d, nil
}

func (s *Service) cataloguedOf(p *PublicFreeze, f *Freeze) *catalogued {
	at := s.publicAddress(f)
	out := &catalogued{Type: "sc:Dataset", ConformsTo: "http://mlcommons.org/croissant/1.0", ID: at, Name: p.Title, URL: at, Version: p.ReleaseVersion,
		Published: p.PublishedAt.UTC().Format(time.DateOnly), Cite: p.Citation, Creator: named{"Organization", p.Title}, License: p.Terms,
		Keywords: []string{"GWAS", "summary statistics", "meta-analysis"}, Files: []catalogFile{},
		Context: map[string]string{
			"@language": "en", "@vocab": "https://schema.org/", "sc": "https://schema.org/", "cr": "http://mlcommons.org/croissant/",
			"dct": "http://purl.org/dc/terms/", "conformsTo": "dct:conformsTo", "citeAs": "cr:citeAs",
		}}
	var phenotypes []string
	for _, one := range p.Phenotypes {
		phenotypes = append(phenotypes, one.Description)
	}
	out.Keywords = append(out.Keywords, phenotypes...)
	out.Description = fmt.Sprintf("Genome-wide association meta-analyses of %s in %s.", joined(phenotypes),
		phrase.Counted(int64(len(p.Cohorts)), "cohort", "cohorts"))
	if p.EmbargoUntil != "" {
		out.Conditions = "Files are available from " + p.EmbargoUntil + "."
	}
	base := strings.TrimSuffix(s.cfg.BaseURL, "/") + "/api/public/freezes/" + url.PathEscape(p.Name) + "/files/"
	for _, r := range p.Results {
		for _, one := range r.Files {
			out.Files = append(out.Files, catalogFile{Type: "cr:FileObject", ID: one.Name, Name: one.Name, URL: base + url.PathEscape(one.Name),
				Size: fmt.Sprintf("%d B", one.Size), Encoding: contentType(one.Name), SHA256: one.SHA256})
		}
	}
	return out
}
