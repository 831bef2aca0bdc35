package hermes

import (
	"context"
	"errors"

	"cohortium/internal/errs"
	"cohortium/internal/guard"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sketch"
)

// FewShared are data sets that share few variants with the others of a choice.
type FewShared struct {
	Datasets []string // ids
	Share    float64  // of their variants that the others report, 0–1
	Exact    bool     // counted; otherwise estimated from samples
	Sentence string
}

// fewShared says which of some data sets share few variants with the others, by the
// samples of their current runs. A data set without one, of a run before there were
// any, is passed over.
func (s *Service) fewShared(ctx context.Context, uploads []*Upload) ([]FewShared, error) {
	sketches, err := s.sketches(ctx, uploads)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(uploads))
	for i, u := range uploads {
		names[i] = u.DatasetName
	}
	var out []FewShared
	for _, g := range sketch.Apart(sketches) {
		found := FewShared{Share: g.Share, Exact: g.Exact, Sentence: g.Sentence(names)}
		for _, i := range g.Studies {
			found.Datasets = append(found.Datasets, uploads[i].ID)
		}
		out = append(out, found)
	}
	return out, nil
}

// sketches reads the samples of the current runs, nil where there is none.
func (s *Service) sketches(ctx context.Context, uploads []*Upload) ([]*sketch.Sketch, error) {
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
	out := make([]*sketch.Sketch, len(uploads))
	group, ctx := guard.WithContext(ctx)
	group.SetLimit(8)
	for i, u := range uploads {
		group.Go(func() (err error) {
			out[i], err = s.sketch(ctx, runPrefix(u.ID, u.RunID, attempts[u.RunID])+qc.FileSketch)
			if errs.Is(err, errs.NotFound) || errors.Is(err, sketch.ErrFormat) {
				return nil // a run of another version: nothing is known that could be compared
			}
			return err
		})
	}
	return out, group.Wait()
}

// sketch reads one sample.
func (s *Service) sketch(ctx context.Context, key string) (*sketch.Sketch, error) {
	blob, err := s.blobs.OpenRange(ctx, key, 0, -1)
	if err != nil {
		return nil, err
	}
	defer blob.Close()
	return sketch.Read(blob)
}
