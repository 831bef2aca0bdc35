package hermes

import (
	"context"
	"encoding/json"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// MetaSubject describes the participants and trait of a finished meta-analysis.
type MetaSubject struct {
	*Meta
	About    *Phenotype // nil if the phenotype was deleted from the list
	Used     []MetaInput
	Sexes    []string // of Sexes: those of the submissions used, without duplicates
	Scheme   meta.Scheme
	Variants int64
	Build    genome.Build
}

// MetaSubject returns the subject of a meta-analysis with results.
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

// subjectOf returns the subject of a result from its summary.
func (s *Service) subjectOf(ctx context.Context, m *Meta, summary *meta.Summary) (*MetaSubject, error) {
	out := &MetaSubject{Meta: m, Scheme: summary.Settings.Scheme, Variants: summary.NVariants, Build: summary.Settings.Build}
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

// People returns the number of participants of the submissions used, and of the cases among them.
// Each is nil unless every submission states it.
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
