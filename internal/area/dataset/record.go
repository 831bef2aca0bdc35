package dataset

import (
	"context"
	"strings"

	"cohortium/internal/area/dataset/catalogue"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// CatalogueRecord returns the record of a data set in the format of a catalogue (schema-org,
// datacite or dcat) or of a reference manager (bibtex or ris). by is nil without an account. An
// unknown format is errs.NotFound.
func (s *Service) CatalogueRecord(ctx context.Context, by *auth.Identity, id, format string) (_ *file.Download, err error) {
	defer errs.Wrap(&err, "dataset.CatalogueRecord(%q, %q)", id, format)
	v, err := s.Dataset(ctx, by, id)
	if err != nil {
		return nil, err
	}
	form, known := map[string]struct {
		write         func(*catalogue.Record) ([]byte, error)
		ending, media string
	}{
		"schema-org": {catalogue.SchemaOrg, ".schema-org.json", "application/json"},
		"datacite":   {catalogue.DataCite, ".datacite.json", "application/json"},
		"dcat":       {catalogue.DCAT, ".dcat.json", "application/json"},
		"bibtex":     {catalogue.BibTeX, ".bib", "application/x-bibtex; charset=utf-8"},
		"ris":        {catalogue.RIS, ".ris", "application/x-research-info-systems; charset=utf-8"},
	}[format]
	if !known {
		return nil, errs.Missing("form of metadata")
	}
	text, err := form.write(s.record(v))
	if err != nil {
		return nil, err
	}
	d := file.InMemory(safeName(v.Name)+form.ending, form.media, text, v.UpdatedAt)
	d.Open = v.Open()
	return d, nil
}

// record returns a data set for catalogues, without mail addresses.
func (s *Service) record(v *View) *catalogue.Record {
	codes := AllCodes()
	r := &catalogue.Record{
		ID:          v.ID,
		URL:         s.PageURL(v.Dataset),
		Home:        s.cfg.BaseURL,
		Name:        v.Name,
		Description: v.Description,
		Version:     v.Version,
		Created:     v.CreatedAt,
		Published:   v.published(),
		Modified:    v.UpdatedAt,
		Publisher:   s.cfg.Publisher,
		Study:       v.Study.Name,
		Institution: v.Study.Institution,
		Licence:     v.Licence,
		Status:      v.InputChanged,
		Technique:   v.Technology,
		Access:      map[Sharing]catalogue.Access{Private: catalogue.Closed, Named: catalogue.Some, Public: catalogue.Open}[v.Sharing],
		Creators:    v.Creators(),
		Publication: publicationRecord(v),
	}
	for _, f := range v.facts() {
		r.Facts = append(r.Facts, catalogue.Fact{Name: f.Label, Value: f.Text})
	}
	for _, t := range v.Terms {
		r.Terms = append(r.Terms, catalogue.Term{CURIE: t.CURIE, Label: t.Label, URL: t.URL()})
	}
	for _, p := range v.Phenotypes {
		r.Phenotypes = append(r.Phenotypes, catalogue.Phenotype{
			Code: p.Code, Description: p.Description, SampleSize: p.SampleSize, Cases: p.Cases, Controls: p.Controls,
		})
		if p.File != nil {
			r.Files = append(r.Files, s.fileRecord(v.Dataset, p.File, LabelOf(codes.DataType, v.DataType)+" results: "+p.label()+p.File.onBuild()))
		}
		for _, c := range p.CredibleSets {
			if c.File != nil {
				r.Files = append(r.Files, s.fileRecord(v.Dataset, c.File, "Credible set "+c.Name+": "+p.label()))
			}
		}
	}
	return r
}

func publicationRecord(v *View) catalogue.Publication {
	p := catalogue.Publication{URL: v.PublicationURL, Citation: strings.Join(strings.Fields(v.Publication), " ")}
	if id, err := ParsePubID(v.PubID); err == nil {
		p.Kind, p.ID = strings.ToUpper(id.Kind), id.Value
	}
	return p
}

// onBuild states the genome build of a file that differs from that of its data set.
func (f *FileView) onBuild() string {
	if f.File.Build == "" {
		return ""
	}
	return ", on " + LabelOf(AllCodes().GenomeBuild, f.Build)
}

// verdict returns the verdict of the newest check of a file, for readers of a catalogue.
func (f *FileView) verdict() string {
	switch c := f.Check; {
	case c == nil || !c.Judged():
		return ""
	case c.Status == CheckPassed:
		return "Quality check passed."
	case c.Status == CheckWarned:
		return "Quality check passed with warnings."
	}
	text := "Quality check failed."
	if f.Check.FileBuild != f.Check.Build {
		codes := AllCodes()
		text += " Positions are on " + LabelOf(codes.GenomeBuild, f.Check.FileBuild) + ", not on " + LabelOf(codes.GenomeBuild, f.Check.Build) + "."
	}
	if f.Despite != "" {
		text += " Published anyway: " + f.Despite
	}
	return text
}

func (s *Service) fileRecord(d *Dataset, f *FileView, title string) catalogue.File {
	out := catalogue.File{
		Name: strings.ToValidUTF8(f.Name, "\uFFFD"), Title: title, Check: f.verdict(), Version: f.Version, Size: f.Size, SHA256: f.SHA256,
	}
	if at := d.published(); at != nil { // a later version was public immediately
		out.Published = at
		if f.UploadedAt.After(*at) {
			out.Published = &f.UploadedAt
		}
	}
	if s.cfg.BaseURL != "" {
		out.URL = strings.TrimRight(s.cfg.BaseURL, "/") + "/api/" + string(f.Kind) + "/" + f.ShortID
	}
	return out
}
