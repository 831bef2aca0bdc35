package hermes

import (
	"context"
	"encoding/json"
	"slices"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// MetaSubject is what a finished meta-analysis is about.
type MetaSubject struct {
	*Meta
	About    *Phenotype // nil when the list does not have it any more
	Used     []MetaInput
	Sexes    []string // of Sexes, those of the data sets used, each once
	Scheme   meta.Scheme
	Variants int64
}

// MetaSubject tells what a meta-analysis with results is about.
func (s *Service) MetaSubject(ctx context.Context, id *auth.Identity, metaID string) (_ *MetaSubject, err error) {
	defer errs.Wrap(&err, "hermes.MetaSubject(%q)", metaID)
	m, err := s.completedMeta(ctx, id, metaID)
	if err != nil {
		return nil, err
	}
	var summary meta.Summary
	if err := json.Unmarshal(m.Summary, &summary); err != nil {
		return nil, err
	}
	return s.subjectOf(ctx, m, &summary)
}

// subjectOf tells what a result is about by its summary.
func (s *Service) subjectOf(ctx context.Context, m *Meta, summary *meta.Summary) (*MetaSubject, error) {
	out := &MetaSubject{Meta: m, Scheme: summary.Settings.Scheme, Variants: summary.NVariants}
	used := make(map[string]bool)
	for _, study := range summary.Studies {
		used[study.Name] = study.RowsUsed > 0
	}
	for _, in := range m.Inputs {
		if !used[in.DatasetName] {
			continue
		}
		out.Used = append(out.Used, in)
		u, err := s.store.Upload(ctx, in.UploadID)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out.Sexes, u.Sex) {
			out.Sexes = append(out.Sexes, u.Sex)
		}
	}
	var err error
	out.About, err = s.store.Phenotype(ctx, m.Phenotype)
	if errs.Is(err, errs.NotFound) {
		return out, nil
	}
	return out, err
}

// People are the people of the data sets used, and the cases among them; those are
// nil unless each data set states its own.
func (m *MetaSubject) People() (total int64, cases *int64) {
	cases = new(int64)
	for _, in := range m.Used {
		total += in.NTotal
		if in.Cases == nil || cases == nil {
			cases = nil
			continue
		}
		*cases += *in.Cases
	}
	return total, cases
}
