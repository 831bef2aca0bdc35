package hermes

import (
	"context"
	"errors"
	"io"

	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/studyset"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/guard"
)

// verdicts compares the submissions by the samples of their current runs. A run without a sample,
// from before samples were stored, is skipped. A run with variants only is compared by these.
func (s *Service) verdicts(ctx context.Context, uploads []*Submission, figures map[string]*Figures) ([]studyset.Verdict, error) {
	var runIDs []string
	for _, u := range uploads {
		if u.RunID != "" {
			runIDs = append(runIDs, u.RunID)
		}
	}
	runs, err := s.store.QCRunsByID(ctx, runIDs)
	if err != nil {
		return nil, err
	}
	attempts := make(map[string]string, len(runs))
	for _, run := range runs {
		attempts[run.ID] = run.Attempt
	}
	studies := make([]studyset.Study, len(uploads))
	group, ctx := guard.WithContext(ctx)
	group.SetLimit(8)
	for i, u := range uploads {
		group.Go(func() (err error) {
			studies[i], err = s.sampleOf(ctx, runPrefix(u.ID, u.RunID, attempts[u.RunID]))
			studies[i].Name = u.DatasetName
			if f := figures[u.RunID]; f != nil {
				studies[i].Scale = f.Scale
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return studyset.Judge(studies), nil
}

// sampleOf reads the stored sample of a run.
func (s *Service) sampleOf(ctx context.Context, prefix string) (one studyset.Study, err error) {
	one.Sample, err = readKept(ctx, s, prefix+qc.FileSample, studyset.ReadSample)
	if err == nil && one.Sample == nil {
		one.Variants, err = readKept(ctx, s, prefix+qc.FileSketch, sketch.Read)
	}
	return one, err
}

// readKept reads one file of a run; nil if the run has none, or one of another version.
func readKept[T any](ctx context.Context, s *Service, key string, read func(io.Reader) (*T, error)) (*T, error) {
	blob, err := s.blobs.OpenRange(ctx, key, 0, -1)
	if errs.Is(err, errs.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer blob.Close()
	kept, err := read(blob)
	if errors.Is(err, sketch.ErrFormat) {
		return nil, nil
	}
	return kept, err
}
