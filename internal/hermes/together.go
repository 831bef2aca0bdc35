package hermes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/job"
)

// Neighbour is an accepted file of the same phenotype and ancestry, and what it and
// another file say of each other; nil where that was not compared yet.
type Neighbour struct {
	*Upload
	Together *qc.Together
}

const (
	// mostNeighbours are compared with a file; the first by name.
	mostNeighbours = 30
	// comparedAtOnce are those of a question that were not compared before, so that an
	// answer takes seconds at most. Who asks again gets the next.
	comparedAtOnce = 3
)

// Neighbours compares the current run of a data set with those of the accepted ones of its
// phenotype and ancestry that the caller may see. left is how many were not compared
// yet; who asks again gets some more of them.
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
		n := &Neighbour{Upload: other}
		if n.Together, err = s.together(ctx, own, other, &budget); errors.Is(err, errLater) {
			left++
		} else if err != nil {
			return nil, 0, err
		}
		found = append(found, n)
	}
	return found, left, nil
}

// neighbours are the accepted files that a data set is compared with.
func (s *Service) neighbours(ctx context.Context, u *Upload, uploaderID string) ([]*Upload, error) {
	rows, _, err := s.store.Uploads(ctx, UploadFilter{UploaderID: uploaderID, Phenotypes: []string{u.Phenotype}, Ancestries: []string{u.Ancestry},
		Statuses: []UploadStatus{ReviewApproved}, Sort: "dataset_name", Limit: mostNeighbours + 1})
	others := make([]*Upload, 0, len(rows))
	for _, other := range rows {
		if other.ID != u.ID && len(others) < mostNeighbours {
			others = append(others, other)
		}
	}
	return others, err
}

// comparable is a run as it is compared with others.
type comparable struct {
	run    *QCRun
	prefix string
	build  genome.Build
	groups []string
	peer   func(context.Context) (*qc.Peer, error)
}

// compared is the current run of a data set, nil when it has no results.
func (s *Service) compared(ctx context.Context, u *Upload) (*comparable, error) {
	if u.RunID == "" {
		return nil, nil
	}
	run, err := s.store.QCRun(ctx, u.RunID)
	if err != nil || run.Status != RunCompleted {
		return nil, err
	}
	return s.comparable(u, run, run.Attempt)
}

func (s *Service) comparable(u *Upload, run *QCRun, attempt string) (*comparable, error) {
	build, err := knownBuild(s.cfg.TargetBuild)
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

// peer reads what a run kept for comparisons.
func (s *Service) peer(ctx context.Context, key string) (*qc.Peer, error) {
	blob, err := s.blobs.OpenRange(ctx, key, 0, -1)
	if err != nil {
		return nil, err
	}
	defer blob.Close()
	return qc.ReadPeer(blob)
}

// together gives what a run and the current one of another data set say of each other. Runs
// never change, so it is computed once for a pair and kept beside the files of one of the
// two; it is errLater when the budget is spent, and nil of runs from before there was
// anything to compare.
func (s *Service) together(ctx context.Context, own *comparable, u *Upload, budget *int) (*qc.Together, error) {
	other, err := s.compared(ctx, u)
	if err != nil || other == nil {
		return nil, err
	}
	for _, key := range []string{own.prefix + withRun(other.run.ID), other.prefix + withRun(own.run.ID)} {
		stored, err := s.small(ctx, key)
		if errs.Is(err, errs.NotFound) {
			continue
		}
		t := new(qc.Together)
		return t, errors.Join(err, json.Unmarshal(stored, t))
	}
	if *budget == 0 {
		return nil, errLater
	}
	t, err := s.pairs.Get(ctx, own.run.ID+" "+other.run.ID, func(ctx context.Context) (*qc.Together, error) { return s.compare(ctx, own, other) })
	if errs.Is(err, errs.NotFound) || errors.Is(err, qc.ErrPeer) {
		return nil, nil
	}
	*budget--
	return t, err
}

// errLater says that a pair was not compared yet.
var errLater = errors.New("not compared yet")

func withRun(id string) string { return "with-" + id + ".json" }

// compare computes one pair, one at a time, and keeps it.
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

// compareAll compares a run that was just computed with the accepted files, so that its
// report has them when it is opened. What fails here is tried again when it is asked for.
func (s *Service) compareAll(ctx context.Context, u *Upload, run *QCRun, attempt string, progress *job.Meter) {
	own, err := s.comparable(u, run, attempt)
	var others []*Upload
	if err == nil {
		others, err = s.neighbours(ctx, u, "")
	}
	budget := len(others)
	for i, other := range others {
		progress.At(stageComparing, int64(i), int64(len(others)))
		if err != nil || ctx.Err() != nil {
			break
		}
		_, err = s.together(ctx, own, other, &budget)
	}
	if err != nil && ctx.Err() == nil {
		s.cfg.Log.WarnContext(ctx, "a run was not compared with the accepted files", "run", run.ID, "err", err)
	}
}

// MetaOverlapFound are two data sets of a choice with people in both, by the intercept of LD
// score regression of the products of their z-scores.
type MetaOverlapFound struct {
	A, B     string // ids
	Together *qc.Together
}

// FindOverlaps says which of some data sets seem to share people: an offer for the overlaps of a
// meta-analysis. Pairs that were not compared before are, some in each answer; left is how
// many remain.
func (s *Service) FindOverlaps(ctx context.Context, id *auth.Identity, uploadIDs []string) (_ []MetaOverlapFound, left int, err error) {
	defer errs.Wrap(&err, "hermes.FindOverlaps(%d data sets)", len(uploadIDs))
	uploads := make([]*Upload, len(uploadIDs))
	for i, uploadID := range uploadIDs {
		if uploads[i], err = s.uploadFor(ctx, id, uploadID, auth.Visible); err != nil {
			return nil, 0, err
		}
	}
	found, budget := []MetaOverlapFound{}, comparedAtOnce
	for i, u := range uploads {
		own, err := s.compared(ctx, u)
		if err != nil {
			return nil, 0, err
		}
		for _, other := range uploads[i+1:] {
			if own == nil || other.Ancestry != u.Ancestry {
				continue
			}
			switch t, err := s.together(ctx, own, other, &budget); {
			case errors.Is(err, errLater):
				left++
			case err != nil:
				return nil, 0, err
			case t != nil && t.Overlap():
				found = append(found, MetaOverlapFound{u.ID, other.ID, t})
			}
		}
	}
	return found, left, nil
}
