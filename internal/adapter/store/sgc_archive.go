package store

import (
	"context"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/sgc"
	"cohortium/internal/platform/errs"
)

// Archive implements sgc.Store.
func (r sgcReads) Archive(ctx context.Context) (a *sgc.Archive, err error) {
	defer errs.Wrap(&err, "store.SGC.Archive")
	row, err := r.from.GetSGCArchive(ctx)
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
