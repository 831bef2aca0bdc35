package hermes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"sync"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/guard"
	"cohortium/internal/platform/job"
)

// Neighbour is an accepted file of the same phenotype and ancestry, with its comparison to another
// file; nil if they were not compared yet.
type Neighbour struct {
	*Submission
	Together *qc.Together
}

const (
	// mostNeighbours limits the files that a file is compared with, the first by name.
	mostNeighbours = 30
	// comparedAtOnce limits the new comparisons of one request, so that an answer takes seconds at
	// most. The next request continues.
	comparedAtOnce = 3
)

// Neighbours compares the current run of a submission with those of the accepted ones of its
// phenotype and ancestry that the caller may see. left is the number of files not compared yet; the
// next request continues.
func (s *Service) Neighbours(ctx context.Context, id *auth.Identity, uploadID string) (_ []*Neighbour, left int, err error) {
	defer errs.Wrap(&err, "hermes.Neighbours(%q)", uploadID)
	u, err := s.uploadFor(ctx, id, uploadID, auth.Visible)
	if err != nil {
		return nil, 0, err
	}
	own, err := s.compared(ctx, u)
	if err != nil || own == nil {
		return []*Neighbour{}, 0, err
	}
	others, err := s.neighbours(ctx, u, onlyOwn(id))
	if err != nil {
		return nil, 0, err
	}
	found, budget := make([]*Neighbour, 0, len(others)), comparedAtOnce
	for _, other := range others {
		n := &Neighbour{Submission: other}
		if n.Together, err = s.withCurrent(ctx, own, other, &budget); errors.Is(err, errLater) {
			left++
		} else if err != nil {
			return nil, 0, err
		}
		found = append(found, n)
	}
	return found, left, nil
}

// neighbours returns the accepted files to compare a submission with.
func (s *Service) neighbours(ctx context.Context, u *Submission, uploaderID string) ([]*Submission, error) {
	rows, _, err := s.store.Uploads(ctx, UploadFilter{UploaderID: uploaderID, Phenotypes: []string{u.Phenotype}, Ancestries: []string{u.Ancestry},
		Statuses: []UploadStatus{ReviewApproved}, Sort: "dataset_name", Limit: mostNeighbours + 1})
	others := make([]*Submission, 0, len(rows))
	for _, other := range rows {
		if other.ID != u.ID && len(others) < mostNeighbours {
			others = append(others, other)
		}
	}
	return others, err
}

// comparable is a run in the form for comparisons.
type comparable struct {
	run    *QCRun
	prefix string
	build  genome.Build
	groups []string
	peer   func(context.Context) (*qc.Peer, error)
}

// compared returns the current run of a submission, nil without results.
func (s *Service) compared(ctx context.Context, u *Submission) (*comparable, error) {
	if u.RunID == "" {
		return nil, nil
	}
	run, err := s.store.QCRun(ctx, u.RunID)
	if err != nil || run.Status != RunCompleted {
		return nil, err
	}
	return s.comparable(ctx, u, run, run.Attempt)
}

func (s *Service) comparable(ctx context.Context, u *Submission, run *QCRun, attempt string) (*comparable, error) {
	build, err := s.targetOf(ctx, run)
	c := &comparable{run: run, prefix: runPrefix(u.ID, run.ID, attempt), build: build, groups: GroupsFor(u.Ancestry)}
	var once sync.Mutex
	var kept *qc.Peer
	c.peer = func(ctx context.Context) (_ *qc.Peer, err error) {
		once.Lock()
		defer once.Unlock()
		if kept == nil {
			kept, err = s.peer(ctx, c.prefix+qc.FilePeer)
		}
		return kept, err
	}
	return c, err
}

// peer reads the stored data of a run for comparisons.
func (s *Service) peer(ctx context.Context, key string) (*qc.Peer, error) {
	blob, err := s.blobs.OpenRange(ctx, key, 0, -1)
	if err != nil {
		return nil, err
	}
	defer blob.Close()
	return qc.ReadPeer(blob)
}

// withCurrent compares a run with the current run of another submission.
func (s *Service) withCurrent(ctx context.Context, own *comparable, u *Submission, budget *int) (*qc.Together, error) {
	other, err := s.compared(ctx, u)
	if err != nil || other == nil {
		return nil, err
	}
	return s.together(ctx, own, other, budget)
}

// together returns the comparison of two runs. Runs never change, so each pair is computed once and
// stored with the files of one run. It returns errLater if the budget is used up, and nil for runs
// on different builds or from before comparisons existed.
func (s *Service) together(ctx context.Context, own, other *comparable, budget *int) (*qc.Together, error) {
	if own.build != other.build {
		return nil, nil
	}
	t, err := s.stored(ctx, own, other)
	if err == nil || !errs.Is(err, errs.NotFound) {
		return t, err
	}
	if *budget == 0 {
		return nil, errLater
	}
	t, err = s.pairs.Get(ctx, pairKey(own, other), func(ctx context.Context) (*qc.Together, error) { return s.compare(ctx, own, other) })
	if errs.Is(err, errs.NotFound) || errors.Is(err, qc.ErrPeer) {
		return nil, nil
	}
	*budget--
	return t, err
}

// pairKey does not depend on the order of the two.
func pairKey(a, b *comparable) string {
	return min(a.run.ID, b.run.ID) + " " + max(a.run.ID, b.run.ID)
}

// stored reads the stored comparison of a pair; errs.NotFound if there is none.
func (s *Service) stored(ctx context.Context, own, other *comparable) (*qc.Together, error) {
	if t, ok := s.pairs.Kept(pairKey(own, other)); ok {
		return t, nil
	}
	text, err := s.small(ctx, own.prefix+withRun(other.run.ID))
	if errs.Is(err, errs.NotFound) {
		text, err = s.small(ctx, other.prefix+withRun(own.run.ID))
	}
	if err != nil {
		return nil, err
	}
	return s.pairs.Get(ctx, pairKey(own, other), func(context.Context) (*qc.Together, error) {
		t := new(qc.Together)
		return t, json.Unmarshal(text, t)
	})
}

// errLater reports that a pair was not compared yet.
var errLater = errors.New("not compared yet")

func withRun(id string) string { return "with-" + id + ".json" }

// compare computes and stores one pair. Only one computation runs at a time.
func (s *Service) compare(ctx context.Context, own, other *comparable) (*qc.Together, error) {
	s.comparing.Lock()
	defer s.comparing.Unlock()
	a, err := own.peer(ctx)
	if err != nil {
		return nil, err
	}
	b, err := other.peer(ctx)
	if err != nil {
		return nil, err
	}
	scores, err := s.cfg.Scores.LDScores(ctx, own.build, own.groups)
	if err != nil {
		return nil, err
	}
	t := qc.Compare(a, b, scores)
	text, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	_, _, err = s.blobs.Put(ctx, own.prefix+withRun(other.run.ID), bytes.NewReader(text))
	return &t, err
}

// compareAll compares a new run with the accepted files, so that its report already has them.
// Failures are ignored: a request computes the pair again.
func (s *Service) compareAll(ctx context.Context, u *Submission, run *QCRun, attempt string, progress *job.Meter) {
	own, err := s.comparable(ctx, u, run, attempt)
	var others []*Submission
	if err == nil {
		others, err = s.neighbours(ctx, u, "")
	}
	budget := len(others)
	for i, other := range others {
		progress.At(stageComparing, int64(i), int64(len(others)))
		if err != nil || ctx.Err() != nil {
			break
		}
		_, err = s.withCurrent(ctx, own, other, &budget)
	}
	if err != nil && ctx.Err() == nil {
		s.cfg.Log.WarnContext(ctx, "a run was not compared with the accepted files", "run", run.ID, "err", err)
	}
}

// PairFound are two submissions of a choice with shared participants, found by the intercept of the
// LD score regression of the products of their z-scores.
type PairFound struct {
	A, B *Submission
	*qc.Together
}

// FindOverlaps returns which submissions seem to share participants, as a suggestion for the overlaps
// of a meta-analysis. Each call computes some missing pairs; left is the number of remaining ones.
func (s *Service) FindOverlaps(ctx context.Context, id *auth.Identity, uploadIDs []string) (_ []PairFound, left int, err error) {
	defer errs.Wrap(&err, "hermes.FindOverlaps(%d submissions)", len(uploadIDs))
	uploads, err := s.visible(ctx, id, uploadIDs)
	if err != nil {
		return nil, 0, err
	}
	return s.overlapping(ctx, uploads, comparedAtOnce)
}

// visible reads submissions that the caller may see.
func (s *Service) visible(ctx context.Context, id *auth.Identity, uploadIDs []string) (_ []*Submission, err error) {
	uploads := make([]*Submission, len(uploadIDs))
	for i, uploadID := range uploadIDs {
		if uploads[i], err = s.uploadFor(ctx, id, uploadID, auth.Visible); err != nil {
			return nil, err
		}
	}
	return uploads, nil
}

// pairsAtOnce is the number of stored comparisons that are read at the same time.
const pairsAtOnce = 8

// overlapping finds the pairs of one ancestry that seem to share participants. It computes at most
// budget missing pairs; left is the number of remaining ones.
func (s *Service) overlapping(ctx context.Context, uploads []*Submission, budget int) (_ []PairFound, left int, err error) {
	runs := make([]*comparable, len(uploads))
	for i, u := range uploads {
		if runs[i], err = s.compared(ctx, u); err != nil {
			return nil, 0, err
		}
	}
	if err := s.readPairs(ctx, uploads, runs); err != nil {
		return nil, 0, err
	}
	found := []PairFound{}
	for i, j := range pairsOf(uploads, runs) {
		switch t, err := s.together(ctx, runs[i], runs[j], &budget); {
		case errors.Is(err, errLater):
			left++
		case err != nil:
			return nil, 0, err
		case t != nil && t.Overlap():
			found = append(found, PairFound{uploads[i], uploads[j], t})
		}
	}
	return found, left, nil
}

// readPairs reads several stored comparisons at once into the cache.
func (s *Service) readPairs(ctx context.Context, uploads []*Submission, runs []*comparable) error {
	group, ctx := guard.WithContext(ctx)
	group.SetLimit(pairsAtOnce)
	for i, j := range pairsOf(uploads, runs) {
		group.Go(func() error {
			if _, err := s.stored(ctx, runs[i], runs[j]); !errs.Is(err, errs.NotFound) {
				return err
			}
			return nil
		})
	}
	return group.Wait()
}

// pairsOf returns the pairs of one ancestry that have results.
func pairsOf(uploads []*Submission, runs []*comparable) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := range uploads {
			for j := i + 1; j < len(uploads); j++ {
				if runs[i] != nil && runs[j] != nil && uploads[i].Ancestry == uploads[j].Ancestry && !yield(i, j) {
					return
				}
			}
		}
	}
}
