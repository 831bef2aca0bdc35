package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
)

// Meta implements hermes.Store.
func (h *Hermes) Meta(ctx context.Context, id string) (m *hermes.Meta, err error) {
	defer errs.Wrap(&err, "store.Meta(%q)", id)
	row, err := h.reader().GetMeta(ctx, id)
	if err != nil {
		return nil, missing(err, "meta-analysis")
	}
	return withInputs(ctx, h.reader(), row)
}

// MetasUsing implements hermes.Uses.
func (r hermesReads) MetasUsing(ctx context.Context, uploadID string) (list []hermes.MetaUse, err error) {
	defer errs.Wrap(&err, "store.MetasUsing(%q)", uploadID)
	rows, err := r.from.ListMetasUsingUpload(ctx, uploadID)
	for _, row := range rows {
		list = append(list, hermes.MetaUse{ID: row.ID, Name: row.Name, Status: hermes.MetaStatus(row.Status), CreatorID: row.CreatorID, RunID: row.RunID})
	}
	return list, problem(err)
}

// MetasUsingRuns implements hermes.Store.
func (h *Hermes) MetasUsingRuns(ctx context.Context, uploadIDs, runIDs []string) (byRun map[string][]hermes.MetaUse, err error) {
	defer errs.Wrap(&err, "store.MetasUsingRuns(%d submissions)", len(uploadIDs))
	byRun = make(map[string][]hermes.MetaUse)
	if len(uploadIDs) == 0 {
		return byRun, nil
	}
	var w filter
	w.in("i.upload_id", uploadIDs) // has an index
	w.in("i.run_id", runIDs)
	uses, err := selectAll(ctx, h.Store, `SELECT m.id, m.name, m.status, m.creator_id, i.run_id
		FROM meta_inputs i JOIN meta_analyses m ON m.id = i.meta_id`+w.sql()+` ORDER BY m.created_at, m.id`, w.args, func(row scanner) (u hermes.MetaUse, err error) {
		err = row.Scan(&u.ID, &u.Name, &u.Status, &u.CreatorID, &u.RunID)
		return u, err
	})
	for _, u := range uses {
		byRun[u.RunID] = append(byRun[u.RunID], u)
	}
	return byRun, err
}

func (t hermesTx) Meta(ctx context.Context, id string) (m *hermes.Meta, err error) {
	defer errs.Wrap(&err, "store.Tx.Meta(%q)", id)
	row, err := t.q.GetMetaForUpdate(ctx, id)
	if err != nil {
		return nil, missing(err, "meta-analysis")
	}
	return withInputs(ctx, t.q, row)
}

func (t hermesTx) CreateMeta(ctx context.Context, m *hermes.Meta) (err error) {
	defer errs.Wrap(&err, "store.Tx.CreateMeta(%q)", m.ID)
	options, err := json.Marshal(m.Options)
	if err != nil {
		return err
	}
	files, err := json.Marshal(m.Files)
	if err != nil {
		return err
	}
	cautions, err := json.Marshal(slices.Concat([]hermes.Caution{}, m.Cautions))
	if err != nil {
		return err
	}
	err = t.q.InsertMeta(ctx, sqlcgen.InsertMetaParams{
		ID: m.ID, Name: m.Name, NameKey: fold(m.Name), Phenotype: m.Phenotype, Status: string(m.Status),
		Options: string(options), JobID: m.JobID, CreatedBy: m.CreatedBy, CreatorID: m.CreatorID, CreatedAt: m.CreatedAt,
		StartedAt: m.StartedAt, FinishedAt: m.FinishedAt, NVariants: m.NVariants, NLoci: m.NLoci, LambdaGc: m.LambdaGC,
		Summary: string(m.Summary), Files: string(files), Error: m.Error, SearchKey: metaSearchKey(m), Cautions: string(cautions),
		Checksums: checksums(m.Summary), FreezeID: m.FreezeID,
	})
	if err != nil {
		return problem(err)
	}
	for i, in := range m.Inputs {
		err := t.q.InsertMetaInput(ctx, sqlcgen.InsertMetaInputParams{
			MetaID: m.ID, Position: int64(i), UploadID: in.UploadID, RunID: in.RunID, DatasetName: in.DatasetName,
			Cohort: in.Cohort, Ancestry: in.Ancestry, NTotal: in.NTotal, Cases: in.Cases, Controls: in.Controls,
		})
		if referenced(err) {
			return errs.Missing("submission").Because(err)
		}
		if err != nil {
			return problem(err)
		}
	}
	return nil
}

// UpdateMeta implements hermes.Tx. Inputs and options never change and are not written.
func (t hermesTx) UpdateMeta(ctx context.Context, m *hermes.Meta) (err error) {
	defer errs.Wrap(&err, "store.Tx.UpdateMeta(%q)", m.ID)
	files, err := json.Marshal(m.Files)
	if err != nil {
		return err
	}
	n, err := t.q.UpdateMeta(ctx, sqlcgen.UpdateMetaParams{
		ID: m.ID, Name: m.Name, NameKey: fold(m.Name), Phenotype: m.Phenotype, Status: string(m.Status),
		JobID: m.JobID, StartedAt: m.StartedAt, FinishedAt: m.FinishedAt,
		NVariants: m.NVariants, NLoci: m.NLoci, LambdaGc: m.LambdaGC, Summary: string(m.Summary), Files: string(files),
		Error: m.Error, SearchKey: metaSearchKey(m), Attempt: m.Attempt, Checksums: checksums(m.Summary),
	})
	return changed(n, err, "meta-analysis")
}

// DeleteMeta implements hermes.Tx.
func (t hermesTx) DeleteMeta(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.Tx.DeleteMeta(%q)", id)
	n, err := t.q.DeleteMeta(ctx, id)
	if referenced(err) {
		return conflict("registered", "A data set of the registry was made of this meta-analysis. Delete that data set for ever first, or keep both.")
	}
	return changed(n, err, "meta-analysis")
}

func metaSearchKey(m *hermes.Meta) string { return searchKey(m.Name, m.Phenotype, m.CreatedBy) }

func withInputs(ctx context.Context, q *sqlcgen.Queries, row sqlcgen.MetaAnalysis) (*hermes.Meta, error) {
	m, err := toMeta(row)
	if err != nil {
		return nil, err
	}
	inputs, err := q.ListMetaInputs(ctx, m.ID)
	for _, in := range inputs {
		m.Inputs = append(m.Inputs, toMetaInput(in))
	}
	return m, problem(err)
}

func toMetaInput(in sqlcgen.MetaInput) hermes.MetaInput {
	return hermes.MetaInput{
		UploadID: in.UploadID, RunID: in.RunID, DatasetName: in.DatasetName, Cohort: in.Cohort,
		Ancestry: in.Ancestry, NTotal: in.NTotal, Cases: in.Cases, Controls: in.Controls,
	}
}

func toMeta(r sqlcgen.MetaAnalysis) (*hermes.Meta, error) {
	m := &hermes.Meta{
		ID: r.ID, Name: r.Name, Phenotype: r.Phenotype, Status: hermes.MetaStatus(r.Status),
		JobID: r.JobID, CreatedBy: r.CreatedBy, CreatorID: r.CreatorID, CreatedAt: r.CreatedAt.UTC(),
		StartedAt: utc(r.StartedAt), FinishedAt: utc(r.FinishedAt), NVariants: r.NVariants, NLoci: r.NLoci,
		LambdaGC: r.LambdaGc, Summary: toJSON(r.Summary), Error: r.Error, Attempt: r.Attempt, FreezeID: r.FreezeID,
	}
	return m, errors.Join(
		json.Unmarshal([]byte(r.Options), &m.Options), json.Unmarshal([]byte(r.Files), &m.Files), json.Unmarshal([]byte(r.Cautions), &m.Cautions),
	)
}
