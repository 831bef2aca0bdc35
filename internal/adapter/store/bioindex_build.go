package store

import (
	"context"
	"encoding/json"
	"errors"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/platform/errs"
)

// Build implements bioindex.Store.
func (d *Indexes) Build(ctx context.Context, id string) (_ *bioindex.Build, err error) {
	defer errs.Wrap(&err, "store.Indexes.Build(%q)", id)
	row, err := d.reader().GetIndexBuild(ctx, id)
	if err != nil {
		return nil, missing(err, "build")
	}
	return toIndexBuild(row)
}

// Build implements bioindex.Tx.
func (t indexTx) Build(ctx context.Context, id string) (_ *bioindex.Build, err error) {
	defer errs.Wrap(&err, "store.IndexTx.Build(%q)", id)
	row, err := t.q.GetIndexBuildForUpdate(ctx, id)
	if err != nil {
		return nil, missing(err, "build")
	}
	return toIndexBuild(row)
}

// BuildsByID implements bioindex.Store.
func (d *Indexes) BuildsByID(ctx context.Context, ids []string) (_ []*bioindex.Build, err error) {
	defer errs.Wrap(&err, "store.Indexes.BuildsByID(%d ids)", len(ids))
	const columns = `id, index_id, status, definition, file_id, source_tag, job_id, again, attempt, made, proof, bytes, error,
	created_by, created_at, finished_at`
	return byID(ctx, d.Store, "SELECT "+columns+" FROM index_builds WHERE id IN ", ids, func(row scanner) (*bioindex.Build, error) {
		var r sqlcgen.IndexBuild
		err := row.Scan(&r.ID, &r.IndexID, &r.Status, &r.Definition, &r.FileID, &r.SourceTag, &r.JobID, &r.Again, &r.Attempt, &r.Made,
			&r.Proof, &r.Bytes, &r.Error, &r.CreatedBy, &r.CreatedAt, &r.FinishedAt)
		if err != nil {
			return nil, err
		}
		return toIndexBuild(r)
	}, func(b *bioindex.Build) string { return b.ID })
}

// CreateBuild implements bioindex.Tx.
func (t indexTx) CreateBuild(ctx context.Context, b *bioindex.Build) (err error) {
	defer errs.Wrap(&err, "store.IndexTx.CreateBuild(%q)", b.ID)
	definition, err := json.Marshal(b.Definition)
	if err != nil {
		return err
	}
	w, err := texts(b)
	if err != nil {
		return err
	}
	err = t.q.InsertIndexBuild(ctx, sqlcgen.InsertIndexBuildParams{
		ID: b.ID, IndexID: b.IndexID, Status: string(b.Status), Definition: string(definition), FileID: b.FileID, SourceTag: b.SourceTag,
		JobID: b.JobID, Again: w.again, Attempt: b.Attempt, Made: w.made, Proof: w.proof, Bytes: b.Bytes, Error: b.Error,
		CreatedBy: b.CreatedBy, CreatedAt: b.CreatedAt, FinishedAt: b.FinishedAt,
	})
	if referenced(err) {
		return errs.Missing("index").Because(err)
	}
	return problem(err)
}

// UpdateBuild implements bioindex.Tx.
func (t indexTx) UpdateBuild(ctx context.Context, b *bioindex.Build) (err error) {
	defer errs.Wrap(&err, "store.IndexTx.UpdateBuild(%q)", b.ID)
	w, err := texts(b)
	if err != nil {
		return err
	}
	n, err := t.q.UpdateIndexBuild(ctx, sqlcgen.UpdateIndexBuildParams{
		ID: b.ID, Status: string(b.Status), Again: w.again, Attempt: b.Attempt, Made: w.made, Proof: w.proof, Bytes: b.Bytes,
		Error: b.Error, FinishedAt: b.FinishedAt,
	})
	return changed(n, err, "build")
}

// buildTexts are the parts of a build that are stored as JSON.
type buildTexts struct{ again, made, proof string }

func texts(b *bioindex.Build) (w buildTexts, err error) {
	var failed [3]error
	w.again, failed[0] = jsonOrNothing(b.Again)
	w.made, failed[1] = jsonOrNothing(b.Made)
	w.proof, failed[2] = jsonOrNothing(b.Proof)
	return w, errors.Join(failed[:]...)
}

func toIndexBuild(r sqlcgen.IndexBuild) (*bioindex.Build, error) {
	b := &bioindex.Build{
		ID: r.ID, IndexID: r.IndexID, Status: bioindex.Status(r.Status), FileID: r.FileID, SourceTag: r.SourceTag, JobID: r.JobID,
		Attempt: r.Attempt, Bytes: r.Bytes, Error: r.Error, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt.UTC(), FinishedAt: utc(r.FinishedAt),
	}
	failed := []error{json.Unmarshal([]byte(r.Definition), &b.Definition), nil, nil, nil}
	b.Again, failed[1] = fromJSON[bioindex.Again](r.Again)
	b.Made, failed[2] = fromJSON[bioindex.Made](r.Made)
	b.Proof, failed[3] = fromJSON[bioindex.Proof](r.Proof)
	return b, errors.Join(failed...)
}
