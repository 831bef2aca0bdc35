package store

import (
	"context"

	"cohortium/internal/errs"
	"cohortium/internal/job"
	"cohortium/internal/sgc"
	"cohortium/internal/store/sqlcgen"
)

// Job implements job.Store.
func (g *SGC) Job(ctx context.Context, id string) (*job.Job, error) { return g.s.Job(ctx, id) }

// Archive implements sgc.Store.
func (g *SGC) Archive(ctx context.Context) (a *sgc.Archive, err error) {
	defer errs.Wrap(&err, "store.SGC.Archive")
	row, err := g.s.reader().GetSGCArchive(ctx)
	if err != nil {
		return nil, missing(err, "archive")
	}
	return toArchive(row), nil
}

// Archive implements sgc.Tx.
func (t sgcTx) Archive(ctx context.Context) (a *sgc.Archive, err error) {
	defer errs.Wrap(&err, "store.Tx.Archive")
	row, err := t.q.GetSGCArchive(ctx)
	if err != nil {
		return nil, missing(err, "archive")
	}
	return toArchive(row), nil
}

// SaveArchive implements sgc.Tx.
func (t sgcTx) SaveArchive(ctx context.Context, a *sgc.Archive) (err error) {
	defer errs.Wrap(&err, "store.Tx.SaveArchive(%q)", a.JobID)
	return problem(t.q.UpsertSGCArchive(ctx, sqlcgen.UpsertSGCArchiveParams{
		JobID: a.JobID, AskedBy: a.AskedBy, BlobID: a.BlobID, SizeBytes: a.Size, Sha256: a.SHA256,
		Cohorts: a.Cohorts, MadeAt: a.MadeAt, MadeBy: a.MadeBy,
	}))
}

func toArchive(r sqlcgen.SgcArchive) *sgc.Archive {
	return &sgc.Archive{
		JobID: r.JobID, AskedBy: r.AskedBy, BlobID: r.BlobID, Size: r.SizeBytes, SHA256: r.Sha256,
		Cohorts: r.Cohorts, MadeAt: utc(r.MadeAt), MadeBy: r.MadeBy,
	}
}
