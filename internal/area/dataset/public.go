package dataset

import (
	"cohortium/internal/platform/phrase"
	"context"
	"encoding/json"
	"fmt"

	"cohortium/internal/area/dataset/catalogue"
	"cohortium/internal/platform/errs"
)

// PublicPath is the path of public data sets, before the id.
const PublicPath = "/p/datasets/"

// Open reports whether a data set is public, also without an account.
func (d *Dataset) Open() bool { return d.Sharing == Public && d.DeletedAt == nil }

// Title returns the title of a data set: its phenotypes and study, or its name without phenotypes.
func (v *View) Title() string {
	labels := make([]string, len(v.Phenotypes))
	for i, p := range v.Phenotypes {
		labels[i] = p.label()
	}
	return title(v.Name, v.Study.Name, labels)
}

// Title returns that of View.
func (r *Row) Title() string { return title(r.Name, r.StudyName, r.Phenotypes) }

func title(name, study string, phenotypes []string) string {
	switch len(phenotypes) {
	case 0:
		return name
	case 1:
		return phenotypes[0] + ", " + study
	case 2:
		return phenotypes[0] + " and " + phenotypes[1] + ", " + study
	}
	return fmt.Sprintf("%s and %d other phenotypes, %s", phenotypes[0], len(phenotypes)-1, study)
}

// Summary describes a data set in one line, for link previews.
func (v *View) Summary() string {
	codes := AllCodes()
	return fmt.Sprintf("%s: %s of %s people, %s, %s. %s", v.Name, LabelOf(codes.DataType, v.DataType), phrase.Thousands(v.GlobalSampleSize),
		LabelOf(codes.Ancestry, v.Ancestry), LabelOf(codes.GenomeBuild, v.GenomeBuild), errs.Shortened(v.Description, 200))
}

// Creators returns the people to cite, the principal investigator first.
func (m *Metadata) Creators() []string {
	out := []string{}
	for _, name := range []string{m.Contributor, m.Submitter} {
		if name != "" && (len(out) == 0 || out[0] != name) {
			out = append(out, name)
		}
	}
	return out
}

// PublicDataset returns a public data set to any caller. In every other case the answer is the same
// errs.NotFound (not_public).
func (s *Service) PublicDataset(ctx context.Context, id string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.PublicDataset(%q)", id)
	v, err := s.Dataset(ctx, nil, id)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.New(errs.NotFound, "not_public", "There is no public data set at this address.").Because(err)
	}
	return v, err
}

// PublicRecord returns a data set as schema.org JSON-LD, with HTML characters escaped.
func (s *Service) PublicRecord(v *View) ([]byte, error) { return catalogue.SchemaOrg(s.record(v)) }

// ListPublic lists public data sets for any caller, last changed first by default.
func (s *Service) ListPublic(ctx context.Context, f Filter) (_ *Page, err error) {
	defer errs.Wrap(&err, "dataset.ListPublic")
	f.Open = true
	return s.page(ctx, nil, f)
}

// PublicResults is the part of the newest verdict about a file that is public. It does not contain
// notes of the check.
type PublicResults struct {
	Lambda1000   json.RawMessage `json:"lambda_1000,omitempty"`
	LeadVariants json.RawMessage `json:"lead_variants,omitempty"`
	Leads        int64           `json:"n_leads"`
	Deposit      *PublicDeposit  `json:"deposit,omitempty"` // nil if the check failed
}

// PublicDeposit is the table in the format of the GWAS Catalog.
type PublicDeposit struct {
	File string `json:"file"` // file name when saved
	Size int64  `json:"size"` // bytes
}

// PublicResults returns the public facts about the results of a current data file of a public data
// set. errs.NotFound without a verdict.
func (s *Service) PublicResults(ctx context.Context, id, fileID string) (_ *PublicResults, err error) {
	defer errs.Wrap(&err, "dataset.PublicResults(%q, %q)", id, fileID)
	d, _, f, err := s.dataFileFor(ctx, nil, id, fileID)
	if err != nil {
		return nil, err
	}
	c, err := s.judgedCheck(ctx, d, f)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, errs.Missing("result of a check")
	}
	if c, err = s.store.Check(ctx, c.ID); err != nil {
		return nil, err
	}
	var out PublicResults
	if err := json.Unmarshal(c.Report, &out); err != nil {
		return nil, err
	}
	if out.Deposit == nil || c.Status == CheckFailed {
		out.Deposit = nil
		return &out, nil
	}
	p, err := s.depositOf(ctx, d, f, c)
	if err == nil {
		out.Deposit.File = p.name()
	}
	return &out, err
}

// PublicSummary counts the public data sets.
type PublicSummary struct {
	Datasets   int64
	Studies    int64
	Phenotypes int64
	Ancestries int64
}

// PublicSummary counts the public data sets.
func (s *Service) PublicSummary(ctx context.Context) (_ *PublicSummary, err error) {
	defer errs.Wrap(&err, "dataset.PublicSummary")
	return s.store.PublicSummary(ctx)
}

// PublicPhenotypes lists up to limit phenotypes of public data sets that contain every word of a
// query, most used first, and their total number.
func (s *Service) PublicPhenotypes(ctx context.Context, query string, limit int) (_ []KnownPhenotype, total int64, err error) {
	defer errs.Wrap(&err, "dataset.PublicPhenotypes(%q)", query)
	used, err := s.store.UsedPhenotypes(ctx, &Reader{}) // an account that does not exist
	if err != nil {
		return nil, 0, err
	}
	found := search(merge(nil, used), query)
	return found[:min(limit, len(found))], int64(len(found)), nil
}
