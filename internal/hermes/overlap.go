package hermes

import (
	"context"
	"errors"
	"strings"

	"cohortium/internal/auth"
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

// SharedVariants says which of some data sets share few variants with the others,
// by the samples of their current runs. A data set without one, of a run before
// there were any, is passed over.
func (s *Service) SharedVariants(ctx context.Context, id *auth.Identity, uploadIDs []string) (_ []FewShared, err error) {
	defer errs.Wrap(&err, "hermes.SharedVariants(%d data sets)", len(uploadIDs))
	uploads := make([]*Upload, len(uploadIDs))
	for i, uploadID := range uploadIDs {
		if uploads[i], err = s.uploadFor(ctx, id, uploadID, auth.Visible); err != nil {
			return nil, err
		}
	}
	return s.fewShared(ctx, uploads)
}

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

// apart are the faults of a choice whose data sets share few variants, when that
// was not confirmed. Samples lie outside of the database, so this comes before the
// transaction; what is amiss with the ids themselves is told in it.
func (s *Service) apart(ctx context.Context, in *NewMeta) ([]errs.Field, error) {
	if in.Options.FewShared {
		return nil, nil
	}
	var uploads []*Upload
	seen := make(map[string]bool)
	for _, id := range in.Datasets {
		u, err := s.store.Upload(ctx, id)
		switch {
		case errs.Is(err, errs.NotFound) || seen[id]:
			continue
		case err != nil:
			return nil, err
		}
		seen[id] = true
		uploads = append(uploads, u)
	}
	found, err := s.fewShared(ctx, uploads)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	var message strings.Builder
	for _, f := range found {
		message.WriteString(f.Sentence + " ")
	}
	return []errs.Field{{Field: "options.few_shared", Message: message.String() + sketch.Why + " Combining them has to be chosen."}}, nil
}
