package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// UploadsInShort implements hermes.Overviews.
func (h *Hermes) UploadsInShort(ctx context.Context, uploaderID string) (list []*hermes.Submission, err error) {
	defer errs.Wrap(&err, "store.UploadsInShort(%q)", uploaderID)
	var w filter
	if uploaderID != "" {
		w.add("uploader_id = %s", uploaderID)
	}
	return selectAll(ctx, h.Store, "SELECT "+shortColumns+" FROM hermes_uploads"+w.sql()+" ORDER BY status_since, id", w.args, scanInShort)
}

// UploadsByID implements hermes.Store. Absent ids are left out; the order is that of the ids.
func (h *Hermes) UploadsByID(ctx context.Context, ids []string) (list []*hermes.Submission, err error) {
	defer errs.Wrap(&err, "store.UploadsByID(%d ids)", len(ids))
	return byID(ctx, h.Store, "SELECT "+shortColumns+" FROM hermes_uploads WHERE id IN ", ids, scanInShort, func(u *hermes.Submission) string { return u.ID })
}

// shortColumns are the columns of a submission without metadata, mapping and file.
const shortColumns = `id, dataset_name, cohort, phenotype, ancestry, sex, n_total, cases, status, status_since,
	run_id, asked, reviewer, reviewer_id, uploaded_by, uploader_id, uploaded_at`

func scanInShort(row scanner) (*hermes.Submission, error) {
	u := new(hermes.Submission)
	err := row.Scan(&u.ID, &u.DatasetName, &u.Cohort, &u.Phenotype, &u.Ancestry, &u.Sex, &u.NTotal, &u.Cases, &u.Status,
		&u.StatusSince, &u.RunID, &u.Asked, &u.Reviewer.UserName, &u.Reviewer.ID, &u.UploadedBy, &u.UploaderID, &u.UploadedAt)
	u.StatusSince, u.UploadedAt = u.StatusSince.UTC(), u.UploadedAt.UTC()
	return u, err
}

// Decisions implements hermes.Overviews. Those about deleted submissions are left out.
func (h *Hermes) Decisions(ctx context.Context, uploaderID string, since time.Time) (list []hermes.DecisionMade, err error) {
	defer errs.Wrap(&err, "store.Decisions(%q, %s)", uploaderID, since)
	var w filter
	w.add("h.object = %s", "upload")
	w.add("h.at >= %s", since.UTC())
	w.in("h.action", []string{"approved", "rejected", "approval undone", "rejection undone"})
	if uploaderID != "" {
		w.add("u.uploader_id = %s", uploaderID)
	}
	return selectAll(ctx, h.Store, `SELECT u.id, u.uploaded_at, h.at, h.action FROM history h JOIN hermes_uploads u ON u.id = h.object_id`+
		w.sql()+` ORDER BY h.id`, w.args, func(row scanner) (d hermes.DecisionMade, err error) {
		var action string
		err = row.Scan(&d.UploadID, &d.UploadedAt, &d.At, &action)
		d.UploadedAt, d.At = d.UploadedAt.UTC(), d.At.UTC()
		d.Approved, d.Undone = action == "approved", action == "approval undone" || action == "rejection undone"
		return d, err
	})
}

// QCReports implements hermes.Overviews.
func (h *Hermes) QCReports(ctx context.Context, runIDs []string) (reports map[string][]byte, err error) {
	defer errs.Wrap(&err, "store.QCReports")
	return h.textsOf(ctx, "SELECT id, report FROM qc_runs WHERE report <> '' AND id IN ", runIDs)
}

// QCFigures implements hermes.Overviews.
func (h *Hermes) QCFigures(ctx context.Context, runIDs []string) (figures map[string][]byte, err error) {
	defer errs.Wrap(&err, "store.QCFigures")
	return h.textsOf(ctx, "SELECT run_id, figures FROM qc_figures WHERE run_id IN ", runIDs)
}

// textsOf runs a query that returns ids and a text of each.
func (h *Hermes) textsOf(ctx context.Context, query string, ids []string) (map[string][]byte, error) {
	type one struct{ id, text string }
	list, err := byID(ctx, h.Store, query, ids, func(row scanner) (r one, err error) {
		err = row.Scan(&r.id, &r.text)
		return r, err
	}, func(r one) string { return r.id })
	texts := make(map[string][]byte, len(list))
	for _, r := range list {
		texts[r.id] = []byte(r.text)
	}
	return texts, err
}

// WorkOverview implements hermes.Overviews.
func (h *Hermes) WorkOverview(ctx context.Context, ownerID string) (o *hermes.WorkOverview, err error) {
	defer errs.Wrap(&err, "store.WorkOverview(%q)", ownerID)
	o = new(hermes.WorkOverview)
	w := jobsIn(ownerID, job.Queued, job.Running)
	type waiting struct {
		state, worker string
		at            time.Time
	}
	list, err := selectAll(
		ctx,
		h.Store,
		"SELECT state, worker, created_at FROM jobs"+w.sql()+" ORDER BY created_at, id",
		w.args,
		func(row scanner) (j waiting, err error) {
			err = row.Scan(&j.state, &j.worker, &j.at)
			return j, err
		},
	)
	if err != nil {
		return nil, err
	}
	workers := map[string]bool{}
	for _, j := range list {
		if job.State(j.state) == job.Running {
			o.Running++
			workers[j.worker] = true
			continue
		}
		if o.Queued++; o.OldestQueued == nil {
			at := j.at.UTC()
			o.OldestQueued = &at
		}
	}
	o.Workers = int64(len(workers))
	o.LastFailure, err = h.lastFailure(ctx, jobsIn(ownerID, job.Failed))
	return o, err
}

// jobsIn selects jobs of the area in these states.
func jobsIn(ownerID string, states ...job.State) (w filter) {
	w.add("area = %s", string(auth.AreaHermes))
	if ownerID != "" {
		w.add("owner_id = %s", ownerID)
	}
	w.in("state", asText(states))
	return w
}

// lastFailure names the subject of the job: a submission or a meta-analysis.
func (h *Hermes) lastFailure(ctx context.Context, w filter) (*hermes.JobFailure, error) {
	f := new(hermes.JobFailure)
	err := h.dialect(h.reads).QueryRowContext(ctx, `SELECT kind, subject_id, error, updated_at,
		COALESCE((SELECT dataset_name FROM hermes_uploads u WHERE u.id = subject_id), (SELECT name FROM meta_analyses m WHERE m.id = subject_id), '')
		FROM jobs`+w.sql()+` ORDER BY updated_at DESC, id LIMIT 1`, w.args...).Scan(&f.Kind, &f.SubjectID, &f.Error, &f.At, &f.Subject)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	f.At = f.At.UTC()
	return f, problem(err)
}
