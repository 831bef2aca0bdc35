package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/toolrun"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// ToolRuns implements the store of package toolrun.
type ToolRuns struct{ *Store }

// ToolRuns returns the part of the store for runs of tools.
func (s *Store) ToolRuns() *ToolRuns { return &ToolRuns{s} }

// toolTx is a transaction of package toolrun.
type toolTx struct{ *tx }

var (
	_ toolrun.Store = (*ToolRuns)(nil)
	_ toolrun.Tx    = toolTx{}
)

// InTx implements toolrun.Store. Transactions are serializable on both engines.
func (d *ToolRuns) InTx(ctx context.Context, fn func(toolrun.Tx) error) error {
	return d.inTx(ctx, func(t *tx) error { return fn(toolTx{t}) })
}

// Run implements toolrun.Store.
func (d *ToolRuns) Run(ctx context.Context, id string) (_ *toolrun.Run, err error) {
	defer errs.Wrap(&err, "store.ToolRuns.Run(%q)", id)
	row, err := d.reader().GetToolRun(ctx, id)
	if err != nil {
		return nil, missing(err, "run")
	}
	return toToolRun(row)
}

// Run implements toolrun.Tx.
func (t toolTx) Run(ctx context.Context, id string) (_ *toolrun.Run, err error) {
	defer errs.Wrap(&err, "store.ToolTx.Run(%q)", id)
	row, err := t.q.GetToolRunForUpdate(ctx, id)
	if err != nil {
		return nil, missing(err, "run")
	}
	return toToolRun(row)
}

// RunsOf implements toolrun.Store.
func (d *ToolRuns) RunsOf(ctx context.Context, ownerID string) (list []*toolrun.Run, err error) {
	defer errs.Wrap(&err, "store.ToolRuns.RunsOf(%q)", ownerID)
	rows, err := d.reader().ListToolRuns(ctx, ownerID)
	if err != nil {
		return nil, problem(err)
	}
	for _, r := range rows {
		run, err := toToolRun(sqlcgen.ToolRun{
			ID: r.ID, Task: r.Task, Status: r.Status, Owner: r.Owner, OwnerID: r.OwnerID, UploadID: r.UploadID, FileName: r.FileName,
			FileBytes: r.FileBytes, Answers: r.Answers, Study: r.Study, JobID: r.JobID, Attempt: r.Attempt, Files: r.Files, Error: r.Error,
			CreatedAt: r.CreatedAt, FinishedAt: r.FinishedAt, ExpiresAt: r.ExpiresAt,
		})
		if err != nil {
			return nil, err
		}
		list = append(list, run)
	}
	return list, nil
}

// ExpiredRuns implements toolrun.Store.
func (d *ToolRuns) ExpiredRuns(ctx context.Context, before time.Time) (ids []string, err error) {
	defer errs.Wrap(&err, "store.ToolRuns.ExpiredRuns(%s)", before)
	ids, err = d.reader().ListExpiredToolRuns(ctx, before)
	return ids, problem(err)
}

// CreateRun implements toolrun.Tx.
func (t toolTx) CreateRun(ctx context.Context, r *toolrun.Run) (err error) {
	defer errs.Wrap(&err, "store.ToolTx.CreateRun(%q)", r.ID)
	answers, err := json.Marshal(r.Answers)
	if err != nil {
		return err
	}
	study, err := json.Marshal(r.Study)
	if err != nil {
		return err
	}
	files, err := json.Marshal(r.Files)
	if err != nil {
		return err
	}
	return problem(t.q.InsertToolRun(ctx, sqlcgen.InsertToolRunParams{
		ID: r.ID, Task: string(r.Task), Status: string(r.Status), Owner: r.Owner.UserName, OwnerID: r.Owner.ID, UploadID: r.UploadID,
		FileName: []byte(r.FileName), FileBytes: r.FileBytes, Answers: string(answers), Study: string(study), JobID: r.JobID, Attempt: r.Attempt,
		Result: string(r.Result), Files: string(files), Error: r.Error, CreatedAt: r.CreatedAt, FinishedAt: r.FinishedAt, ExpiresAt: r.ExpiresAt,
	}))
}

// UpdateRun implements toolrun.Tx. The inputs of the run stay unchanged.
func (t toolTx) UpdateRun(ctx context.Context, r *toolrun.Run) (err error) {
	defer errs.Wrap(&err, "store.ToolTx.UpdateRun(%q)", r.ID)
	files, err := json.Marshal(r.Files)
	if err != nil {
		return err
	}
	n, err := t.q.UpdateToolRun(ctx, sqlcgen.UpdateToolRunParams{
		ID: r.ID, Status: string(r.Status), Attempt: r.Attempt, Result: string(r.Result), Files: string(files), Error: r.Error,
		FinishedAt: r.FinishedAt, ExpiresAt: r.ExpiresAt,
	})
	return changed(n, err, "run")
}

// DeleteRun implements toolrun.Tx.
func (t toolTx) DeleteRun(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.ToolTx.DeleteRun(%q)", id)
	n, err := t.q.DeleteToolRun(ctx, id)
	return changed(n, err, "run")
}

// CountRuns implements toolrun.Tx.
func (t toolTx) CountRuns(ctx context.Context, ownerID string) (_ toolrun.Count, err error) {
	defer errs.Wrap(&err, "store.ToolTx.CountRuns(%q)", ownerID)
	row, err := t.q.CountToolRuns(ctx, ownerID)
	return toolrun.Count{Kept: row.Kept, UnderWay: row.UnderWay}, problem(err)
}

// KeepUpload implements toolrun.Tx.
func (t toolTx) KeepUpload(ctx context.Context, uploadID string, until time.Time) (err error) {
	defer errs.Wrap(&err, "store.ToolTx.KeepUpload(%q)", uploadID)
	return problem(t.q.KeepFile(ctx, sqlcgen.KeepFileParams{ID: uploadID, ExpiresAt: until}))
}

// DropUpload implements toolrun.Tx.
func (t toolTx) DropUpload(ctx context.Context, uploadID string, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.ToolTx.DropUpload(%q)", uploadID)
	return problem(t.q.DropFile(ctx, sqlcgen.DropFileParams{ID: uploadID, ExpiresAt: at}))
}

func toToolRun(r sqlcgen.ToolRun) (*toolrun.Run, error) {
	out := &toolrun.Run{
		ID: r.ID, Task: toolrun.Task(r.Task), Status: toolrun.Status(r.Status), Owner: record.Person{ID: r.OwnerID, UserName: r.Owner},
		UploadID: r.UploadID, FileName: string(r.FileName), FileBytes: r.FileBytes, JobID: r.JobID, Attempt: r.Attempt, Error: r.Error,
		CreatedAt: r.CreatedAt.UTC(), FinishedAt: utc(r.FinishedAt), ExpiresAt: r.ExpiresAt.UTC(),
	}
	if r.Result != "" {
		out.Result = json.RawMessage(r.Result)
	}
	return out, errors.Join(
		json.Unmarshal([]byte(r.Answers), &out.Answers),
		json.Unmarshal([]byte(r.Study), &out.Study),
		json.Unmarshal([]byte(r.Files), &out.Files),
	)
}
