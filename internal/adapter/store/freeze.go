package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
)

// freezeStarted is the stored state of a freeze that runs or has finished.
const freezeStarted = "started"

// unfinishedResults is the condition that a freeze runs.
const unfinishedResults = `EXISTS (SELECT 1 FROM freeze_results r LEFT JOIN meta_analyses m ON m.id = r.meta_id
	WHERE r.freeze_id = freezes.id AND (r.state = 'waiting' OR m.status IN ('SUBMITTED', 'RUNNING')))`

// freezeState is the state of a freeze as callers see it.
const freezeState = "(CASE WHEN state <> 'started' THEN state WHEN " + unfinishedResults + " THEN 'running' ELSE 'finished' END)"

// Freeze implements hermes.FreezeReads.
func (h *Hermes) Freeze(ctx context.Context, id string) (f *hermes.Freeze, err error) {
	defer errs.Wrap(&err, "store.Freeze(%q)", id)
	row, err := h.reader().GetFreeze(ctx, id)
	if err != nil {
		return nil, missing(err, "freeze")
	}
	return freezeOf(ctx, h.reader(), row)
}

// FreezeByPublicName implements hermes.FreezeReads.
func (h *Hermes) FreezeByPublicName(ctx context.Context, name string) (f *hermes.Freeze, err error) {
	defer errs.Wrap(&err, "store.FreezeByPublicName(%q)", name)
	row, err := h.reader().GetFreezeByPublicName(ctx, sql.NullString{String: name, Valid: true})
	if err != nil {
		return nil, missing(err, "freeze")
	}
	return freezeOf(ctx, h.reader(), row)
}

// freezeOf converts a row. A started freeze runs while one of its results is unfinished.
func freezeOf(ctx context.Context, q *sqlcgen.Queries, r sqlcgen.Freeze) (*hermes.Freeze, error) {
	f, err := toFreeze(r)
	if err != nil || r.State != freezeStarted {
		return f, err
	}
	n, err := q.CountUnfinishedFreezeResults(ctx, r.ID)
	if n > 0 {
		f.State = hermes.FreezeRunning
	}
	return f, problem(err)
}

func toFreeze(r sqlcgen.Freeze) (*hermes.Freeze, error) {
	f := &hermes.Freeze{
		ID: r.ID, Name: r.Name, ReleaseVersion: r.ReleaseVersion, State: hermes.FreezeState(r.State), PreviousID: r.PreviousID,
		CreatedBy: r.CreatedBy, CreatorID: r.CreatorID, CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(), StartedAt: utc(r.StartedAt),
		Version: r.Version,
	}
	if r.State == freezeStarted {
		f.State = hermes.FreezeFinished
	}
	if r.Publication != "" {
		if err := json.Unmarshal([]byte(r.Publication), &f.Publication); err != nil {
			return nil, err
		}
	}
	return f, json.Unmarshal([]byte(r.Document), &f.Document)
}

// Freezes implements hermes.FreezeReads.
func (h *Hermes) Freezes(ctx context.Context, in hermes.FreezeFilter) (page []*hermes.Freeze, total int64, err error) {
	defer errs.Wrap(&err, "store.Freezes(%+v)", in)
	w := freezesWhere(in)
	if total, err = h.count(ctx, "SELECT count(*) FROM freezes"+w.sql(), w.args); err != nil {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{"created_at": {"created_at", timeKey}, "name": {"name_key", foldedKey}},
		cmp.Or(in.Sort, "-created_at"), in.After, in.Limit)
	if err != nil {
		return nil, 0, err
	}
	page, err = selectAll(ctx, h.Store, `SELECT id, name, release_version, `+freezeState+`, document, previous_id, created_by, creator_id, created_at,
		updated_at, started_at, publication, version,
		(SELECT count(*) FROM freeze_results r WHERE r.freeze_id = freezes.id),
		(SELECT count(*) FROM freeze_results r JOIN meta_analyses m ON m.id = r.meta_id WHERE r.freeze_id = freezes.id AND m.status = 'COMPLETED'),
		(SELECT count(*) FROM freeze_results r LEFT JOIN meta_analyses m ON m.id = r.meta_id WHERE r.freeze_id = freezes.id
			AND (r.state IN ('failed', 'cancelled') OR m.status IN ('FAILED', 'CANCELLED')))
		FROM freezes`+w.sql()+tail, w.args, scanFreeze)
	return page, total, err
}

func freezesWhere(f hermes.FreezeFilter) (w filter) {
	w.in(freezeState, asText(f.States))
	w.words(unindexed, f.Query)
	return w
}

func scanFreeze(row scanner) (*hermes.Freeze, error) {
	var r sqlcgen.Freeze
	var started, done, failed int64
	err := row.Scan(&r.ID, &r.Name, &r.ReleaseVersion, &r.State, &r.Document, &r.PreviousID, &r.CreatedBy, &r.CreatorID, &r.CreatedAt,
		&r.UpdatedAt, &r.StartedAt, &r.Publication, &r.Version, &started, &done, &failed)
	if err != nil {
		return nil, err
	}
	f, err := toFreeze(r)
	if err == nil {
		f.Started, f.Done, f.Failed = started, done, failed
	}
	return f, err
}

// PublishedFreezes implements hermes.FreezeReads.
func (h *Hermes) PublishedFreezes(ctx context.Context) (list []*hermes.Freeze, err error) {
	defer errs.Wrap(&err, "store.PublishedFreezes")
	rows, err := h.reader().ListPublishedFreezes(ctx)
	if err != nil {
		return nil, problem(err)
	}
	for _, row := range rows {
		f, err := toFreeze(row)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// FreezeRows implements hermes.FreezeReads and hermes.FreezeTx.
func (r hermesReads) FreezeRows(ctx context.Context, freezeID string) (list []*hermes.FreezeRow, err error) {
	defer errs.Wrap(&err, "store.FreezeRows(%q)", freezeID)
	rows, err := r.from.ListFreezeResults(ctx, freezeID)
	if err != nil {
		return nil, problem(err)
	}
	for _, row := range rows {
		out := &hermes.FreezeRow{
			Phenotype: row.Phenotype, Ancestry: row.Ancestry, Sex: row.Sex, Name: row.Name, Position: row.Position, State: row.State,
			Key: row.InputKey, MetaID: row.MetaID.String, Error: row.Error,
		}
		if err := json.Unmarshal([]byte(row.Spec), &out.Spec); err != nil {
			return nil, err
		}
		if row.MetaID.Valid {
			out.Meta = &hermes.FreezeMeta{
				Status: hermes.MetaStatus(row.Status.String), JobID: row.JobID.String, FinishedAt: utc(row.FinishedAt), NVariants: row.NVariants,
				NLoci: row.NLoci, LambdaGC: row.LambdaGc, Attempt: row.Attempt.String, Error: row.MetaError.String,
			}
			if err := json.Unmarshal([]byte(row.Files.String), &out.Meta.Files); err != nil {
				return nil, err
			}
		}
		list = append(list, out)
	}
	return list, nil
}

// FreezeUploads implements hermes.FreezeReads.
func (h *Hermes) FreezeUploads(ctx context.Context) (list []*hermes.FreezeUpload, err error) {
	defer errs.Wrap(&err, "store.FreezeUploads")
	rows, err := h.reader().ListFreezeUploads(ctx)
	for _, r := range rows {
		list = append(list, &hermes.FreezeUpload{
			ID: r.ID, DatasetName: r.DatasetName, Cohort: r.Cohort, Phenotype: r.Phenotype, Ancestry: r.Ancestry, Sex: r.Sex,
			NTotal: r.NTotal, Cases: r.Cases, Status: hermes.UploadStatus(r.Status), RunID: r.RunID, ReviewedAt: utc(r.ReviewedAt),
			UploadedAt: r.UploadedAt.UTC(), FileSize: r.FileSize, SHA256: r.Sha256, Rows: r.RowsClean, LambdaGC: r.LambdaGc,
			Build: genome.Build(r.RowsBuild.String), Scale: sumstats.EffectScale(r.RowsScale.String),
		})
	}
	return list, problem(err)
}

// Freeze implements hermes.FreezeTx.
func (t hermesTx) Freeze(ctx context.Context, id string) (f *hermes.Freeze, err error) {
	defer errs.Wrap(&err, "store.Tx.Freeze(%q)", id)
	row, err := t.q.GetFreezeForUpdate(ctx, id)
	if err != nil {
		return nil, missing(err, "freeze")
	}
	return freezeOf(ctx, t.q, row)
}

// CreateFreeze implements hermes.FreezeTx.
func (t hermesTx) CreateFreeze(ctx context.Context, f *hermes.Freeze) (err error) {
	defer errs.Wrap(&err, "store.Tx.CreateFreeze(%q)", f.ID)
	document, publication, err := freezeTexts(f)
	if err != nil {
		return err
	}
	return problem(t.q.InsertFreeze(ctx, sqlcgen.InsertFreezeParams{
		ID: f.ID, Name: f.Name, NameKey: fold(f.Name), ReleaseVersion: f.ReleaseVersion, State: storedState(f.State), Document: document,
		PreviousID: f.PreviousID, CreatedBy: f.CreatedBy, CreatorID: f.CreatorID, CreatedAt: f.CreatedAt, UpdatedAt: f.UpdatedAt,
		StartedAt: f.StartedAt, PublicName: publicName(f), Publication: publication, SearchKey: freezeSearchKey(f), Version: f.Version,
	}))
}

// UpdateFreeze implements hermes.FreezeTx.
func (t hermesTx) UpdateFreeze(ctx context.Context, f *hermes.Freeze) (err error) {
	defer errs.Wrap(&err, "store.Tx.UpdateFreeze(%q)", f.ID)
	document, publication, err := freezeTexts(f)
	if err != nil {
		return err
	}
	n, err := t.q.UpdateFreeze(ctx, sqlcgen.UpdateFreezeParams{
		ID: f.ID, Name: f.Name, NameKey: fold(f.Name), ReleaseVersion: f.ReleaseVersion, State: storedState(f.State), Document: document,
		PreviousID: f.PreviousID, UpdatedAt: f.UpdatedAt, StartedAt: f.StartedAt, PublicName: publicName(f), Publication: publication,
		SearchKey: freezeSearchKey(f), Seen: f.Version,
	})
	if taken(err) != "" {
		return conflict("name_taken", "Another freeze has this public name.")
	}
	if err == nil && n == 0 {
		return conflict("changed", "The freeze was changed in the meantime.")
	}
	f.Version++
	return problem(err)
}

func storedState(s hermes.FreezeState) string {
	if s == hermes.FreezeRunning || s == hermes.FreezeFinished {
		return freezeStarted
	}
	return string(s)
}

func publicName(f *hermes.Freeze) sql.NullString {
	if f.Publication == nil {
		return sql.NullString{}
	}
	return sql.NullString{String: f.Publication.Name, Valid: true}
}

func freezeSearchKey(f *hermes.Freeze) string {
	return searchKey(f.Name, f.ReleaseVersion, f.CreatedBy)
}

func freezeTexts(f *hermes.Freeze) (document, publication string, err error) {
	text, err := json.Marshal(f.Document)
	if err != nil || f.Publication == nil {
		return string(text), "", err
	}
	of, err := json.Marshal(f.Publication)
	return string(text), string(of), err
}

// DeleteFreeze implements hermes.FreezeTx.
func (t hermesTx) DeleteFreeze(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.Tx.DeleteFreeze(%q)", id)
	n, err := t.q.DeleteFreeze(ctx, id)
	return changed(n, err, "freeze")
}

// CreateFreezeRow implements hermes.FreezeTx.
func (t hermesTx) CreateFreezeRow(ctx context.Context, freezeID string, r *hermes.FreezeRow) (err error) {
	defer errs.Wrap(&err, "store.Tx.CreateFreezeRow(%q)", freezeID)
	spec, err := json.Marshal(r.Spec)
	return errors.Join(err, problem(t.q.InsertFreezeResult(ctx, sqlcgen.InsertFreezeResultParams{
		FreezeID: freezeID, Phenotype: r.Phenotype, Ancestry: r.Ancestry, Sex: r.Sex, Name: r.Name, Position: r.Position, State: r.State,
		InputKey: r.Key, Spec: string(spec), MetaID: sql.NullString{String: r.MetaID, Valid: r.MetaID != ""}, Error: r.Error,
	})))
}

// UpdateFreezeRow implements hermes.FreezeTx.
func (t hermesTx) UpdateFreezeRow(ctx context.Context, freezeID string, r *hermes.FreezeRow) (err error) {
	defer errs.Wrap(&err, "store.Tx.UpdateFreezeRow(%q)", freezeID)
	n, err := t.q.UpdateFreezeResult(ctx, sqlcgen.UpdateFreezeResultParams{
		FreezeID: freezeID, Phenotype: r.Phenotype, Ancestry: r.Ancestry, Sex: r.Sex, Name: r.Name, State: r.State,
		MetaID: sql.NullString{String: r.MetaID, Valid: r.MetaID != ""}, Error: r.Error,
	})
	return changed(n, err, "result")
}

// DeleteFreezeRow implements hermes.FreezeTx.
func (t hermesTx) DeleteFreezeRow(ctx context.Context, freezeID string, r *hermes.FreezeRow) (err error) {
	defer errs.Wrap(&err, "store.Tx.DeleteFreezeRow(%q)", freezeID)
	n, err := t.q.DeleteFreezeResult(ctx, sqlcgen.DeleteFreezeResultParams{
		FreezeID: freezeID, Phenotype: r.Phenotype, Ancestry: r.Ancestry, Sex: r.Sex, Name: r.Name,
	})
	return changed(n, err, "result")
}

// MetasOfFreeze implements hermes.FreezeTx.
func (t hermesTx) MetasOfFreeze(ctx context.Context, freezeID string) (ids []string, err error) {
	ids, err = t.q.ListMetasOfFreeze(ctx, freezeID)
	return ids, problem(err)
}

// ReleaseMeta implements hermes.FreezeTx.
func (t hermesTx) ReleaseMeta(ctx context.Context, metaID string) error {
	n, err := t.q.ReleaseMeta(ctx, metaID)
	return changed(n, err, "meta-analysis")
}

// ResultRegistered implements hermes.FreezeTx.
func (t hermesTx) ResultRegistered(ctx context.Context, metaID string) (bool, error) {
	n, err := t.q.CountDatasetsOfResult(ctx, metaID)
	return n > 0, problem(err)
}
