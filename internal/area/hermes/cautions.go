package hermes

import (
	"context"
	"slices"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// MetaCautions returns the cautions for a choice of submissions before a meta-analysis is created.
func (s *Service) MetaCautions(ctx context.Context, id *auth.Identity, uploadIDs []string) (_ []Caution, err error) {
	defer errs.Wrap(&err, "hermes.MetaCautions(%d submissions)", len(uploadIDs))
	uploads, err := s.visible(ctx, id, uploadIDs)
	if err != nil {
		return nil, err
	}
	return s.cautions(ctx, uploads)
}

// mostPaired limits the submissions of a choice that are compared in pairs; further ones are skipped.
const mostPaired = 50

// cautions checks stored facts of the submissions: descriptions, reports, samples and finished
// comparisons. It computes nothing and reads no result files.
func (s *Service) cautions(ctx context.Context, uploads []*Submission) ([]Caution, error) {
	settings, err := s.store.ConsortiumSettings(ctx)
	if err != nil {
		return nil, err
	}
	policy := settings.orDefault(s.cfg).QC
	l := policy.limits()
	withRun := slices.DeleteFunc(slices.Clone(uploads), func(u *Submission) bool { return u.RunID == "" })
	figures, err := s.figuresOf(ctx, withRun)
	if err != nil {
		return nil, err
	}
	pairs, _, err := s.overlapping(ctx, uploads[:min(len(uploads), mostPaired)], 0)
	if err != nil {
		return nil, err
	}
	verdicts, err := s.verdicts(ctx, uploads, figures)
	if err != nil {
		return nil, err
	}
	all := []Caution{
		ancestryCaution(uploads), sexCaution(uploads), cohortCaution(uploads), peopleCaution(pairs), sharedCaution(),
		inflationCaution(uploads, figures, l), scaleCaution(uploads, figures), sizeCaution(uploads, figures, l), frequencyCaution(), contradictionCaution(),
	}
	for i := range all {
		all[i].take(verdicts, uploads)
	}
	return slices.DeleteFunc(all, func(c Caution) bool { return len(c.Findings) == 0 }), nil
}
