package store

import (
	"context"
	"encoding/json"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
)

// qcRunColumns are the columns of a run without its report.
const qcRunColumns = `id, upload_id, number, status, verdict, settings, mapping, job_id, created_by, created_at,
	started_at, finished_at, rows_in, rows_clean, lambda_gc, '', error, attempt, metadata, steps, unmeasured, rows_build, rows_scale`

// QCRun implements hermes.Store.
func (h *Hermes) QCRun(ctx context.Context, id string) (r *hermes.QCRun, err error) {
	defer errs.Wrap(&err, "store.QCRun(%q)", id)
	row, err := h.reader().GetQCRun(ctx, id)
	if err != nil {
		return nil, missing(err, "QC run")
	}
	return toQCRun(row)
}

// QCRuns implements hermes.Store.
func (h *Hermes) QCRuns(ctx context.Context, uploadID string) (list []*hermes.QCRun, err error) {
	defer errs.Wrap(&err, "store.QCRuns(%q)", uploadID)
	rows, err := h.reader().ListQCRuns(ctx, uploadID)
	if err != nil {
		return nil, problem(err)
	}
	for _, row := range rows {
		r, err := toQCRun(sqlcgen.QcRun(row))
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// QCRunsByID implements hermes.Store. Absent ids are left out; the order is that of the ids.
func (h *Hermes) QCRunsByID(ctx context.Context, ids []string) (list []*hermes.QCRun, err error) {
	defer errs.Wrap(&err, "store.QCRunsByID(%d ids)", len(ids))
	return byID(ctx, h.Store, "SELECT "+qcRunColumns+" FROM qc_runs WHERE id IN ", ids, scanQCRun,
		func(r *hermes.QCRun) string { return r.ID })
}

// QCRunsInShort implements hermes.Store from an index. Absent ids are left out; the order is that of
// the ids.
func (h *Hermes) QCRunsInShort(ctx context.Context, ids []string) (list []*hermes.QCRun, err error) {
	defer errs.Wrap(&err, "store.QCRunsInShort(%d ids)", len(ids))
	from := "qc_runs"
	if h.engine == SQLite { // which prefers the key, and reads through the report to the columns behind it
		from += " INDEXED BY qc_runs_facts"
	}
	return byID(
		ctx,
		h.Store,
		"SELECT id, status, verdict, attempt, rows_build, rows_scale FROM "+from+" WHERE id IN ",
		ids,
		func(row scanner) (*hermes.QCRun, error) {
			r := new(hermes.QCRun)
			err := row.Scan(&r.ID, &r.Status, &r.Verdict, &r.Attempt, &r.Facts.Build, &r.Facts.Scale)
			return r, err
		},
		func(r *hermes.QCRun) string { return r.ID },
	)
}

func scanQCRun(row scanner) (*hermes.QCRun, error) {
	var r sqlcgen.QcRun
	err := row.Scan(&r.ID, &r.UploadID, &r.Number, &r.Status, &r.Verdict, &r.Settings, &r.Mapping, &r.JobID, &r.CreatedBy,
		&r.CreatedAt, &r.StartedAt, &r.FinishedAt, &r.RowsIn, &r.RowsClean, &r.LambdaGc, &r.Report, &r.Error, &r.Attempt, &r.Metadata,
		&r.Steps, &r.Unmeasured, &r.RowsBuild, &r.RowsScale)
	if err != nil {
		return nil, err
	}
	return toQCRun(r)
}

func (t hermesTx) QCRun(ctx context.Context, id string) (r *hermes.QCRun, err error) {
	defer errs.Wrap(&err, "store.Tx.QCRun(%q)", id)
	row, err := t.q.GetQCRunForUpdate(ctx, id)
	if err != nil {
		return nil, missing(err, "QC run")
	}
	return toQCRun(row)
}

func (t hermesTx) CreateQCRun(ctx context.Context, r *hermes.QCRun) (err error) {
	defer errs.Wrap(&err, "store.Tx.CreateQCRun(%q)", r.ID)
	settings, err := json.Marshal(r.Settings)
	if err != nil {
		return err
	}
	facts, err := factsOf(r.Report)
	if err != nil {
		return err
	}
	n, err := t.q.InsertQCRun(ctx, sqlcgen.InsertQCRunParams{
		ID: r.ID, UploadID: r.UploadID, Status: string(r.Status), Verdict: r.Verdict, Settings: string(settings),
		Mapping: string(r.Mapping), JobID: r.JobID, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt, StartedAt: r.StartedAt,
		FinishedAt: r.FinishedAt, RowsIn: r.RowsIn, RowsClean: r.RowsClean, LambdaGc: r.LambdaGC, Report: string(r.Report),
		Error: r.Error, Checksums: checksums(r.Report), Metadata: string(r.Metadata),
		RowsBuild: string(facts.Build), RowsScale: string(facts.Scale),
	})
	if referenced(err) {
		return errs.Missing("submission").Because(err)
	}
	r.Number = int(n)
	if err != nil {
		return problem(err)
	}
	return t.saveFigures(ctx, r)
}

// saveFigures keeps the figures of a report, if there is one.
func (t hermesTx) saveFigures(ctx context.Context, r *hermes.QCRun) error {
	if len(r.Report) == 0 {
		return nil
	}
	figures, err := hermes.FiguresOf(r.Report)
	if err != nil {
		return err
	}
	return problem(t.q.SaveQCFigures(ctx, sqlcgen.SaveQCFiguresParams{RunID: r.ID, Figures: string(figures)}))
}

func (t hermesTx) UpdateQCRun(ctx context.Context, r *hermes.QCRun) (err error) {
	defer errs.Wrap(&err, "store.Tx.UpdateQCRun(%q)", r.ID)
	settings, err := json.Marshal(r.Settings)
	if err != nil {
		return err
	}
	facts, err := factsOf(r.Report)
	if err != nil {
		return err
	}
	n, err := t.q.UpdateQCRun(ctx, sqlcgen.UpdateQCRunParams{
		ID: r.ID, Status: string(r.Status), Verdict: r.Verdict, Settings: string(settings), Mapping: string(r.Mapping),
		JobID: r.JobID, StartedAt: r.StartedAt, FinishedAt: r.FinishedAt, RowsIn: r.RowsIn, RowsClean: r.RowsClean,
		LambdaGc: r.LambdaGC, Report: string(r.Report), Error: r.Error, Attempt: r.Attempt, Checksums: checksums(r.Report),
		Steps: int64(r.Steps), Unmeasured: int64(r.Unmeasured), RowsBuild: string(facts.Build), RowsScale: string(facts.Scale),
	})
	if err := changed(n, err, "QC run"); err != nil {
		return err
	}
	return t.saveFigures(ctx, r)
}

func toQCRun(r sqlcgen.QcRun) (*hermes.QCRun, error) {
	out := &hermes.QCRun{
		ID: r.ID, UploadID: r.UploadID, Number: int(r.Number), Status: hermes.RunStatus(r.Status), Verdict: r.Verdict,
		Mapping: toJSON(r.Mapping), JobID: r.JobID, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt.UTC(),
		StartedAt: utc(r.StartedAt), FinishedAt: utc(r.FinishedAt), RowsIn: r.RowsIn, RowsClean: r.RowsClean,
		LambdaGC: r.LambdaGc, Report: toJSON(r.Report), Error: r.Error, Attempt: r.Attempt, Metadata: toJSON(r.Metadata),
		Steps: int(r.Steps), Unmeasured: int(r.Unmeasured), Facts: hermes.RunFacts{Build: genome.Build(r.RowsBuild), Scale: sumstats.EffectScale(r.RowsScale)},
	}
	return out, json.Unmarshal([]byte(r.Settings), &out.Settings)
}

// factsOf returns the facts in the report of a run, so that lists need not read it.
func factsOf(report json.RawMessage) (facts hermes.RunFacts, err error) {
	if len(report) > 0 {
		err = json.Unmarshal(report, &facts)
	}
	return facts, err
}
