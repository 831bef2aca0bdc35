package store

import (
	"cmp"
	"context"
	"strings"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
)

const uploadColumns = `id, file_id, dataset_name, dataset_key, cohort, cohort_key, phenotype, ancestry, sex, genome_build,
	n_total, cases, file_name, file_size, sha256, metadata, mapping, status, status_since, run_id, reviewed_by,
	reviewed_at, review_note, uploaded_by, uploader_id, uploaded_at, version,
	asked, reviewer, reviewer_id, review, qc_rank`

func scanUpload(row scanner) (*hermes.Submission, error) {
	var r sqlcgen.HermesUpload
	err := row.Scan(&r.ID, &r.FileID, &r.DatasetName, &r.DatasetKey, &r.Cohort, &r.CohortKey, &r.Phenotype, &r.Ancestry,
		&r.Sex, &r.GenomeBuild, &r.NTotal, &r.Cases, &r.FileName, &r.FileSize, &r.Sha256, &r.Metadata, &r.Mapping, &r.Status,
		&r.StatusSince, &r.RunID, &r.ReviewedBy, &r.ReviewedAt, &r.ReviewNote, &r.UploadedBy, &r.UploaderID, &r.UploadedAt,
		&r.Version, &r.Asked, &r.Reviewer, &r.ReviewerID, &r.Review, &r.QcRank)
	if err != nil {
		return nil, err
	}
	return toUpload(r)
}

// Uploads implements hermes.Store. Text sorts are without case; the key of
// uploaded_at is RFC 3339.
func (h *Hermes) Uploads(ctx context.Context, f hermes.UploadFilter) (page []*hermes.Submission, total int64, err error) {
	defer errs.Wrap(&err, "store.Uploads(%+v)", f)
	w := uploadsWhere(f)
	if total, err = h.count(ctx, "SELECT count(*) FROM hermes_uploads"+w.sql(), w.args); err != nil {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{
		"uploaded_at":  {"uploaded_at", timeKey},
		"dataset_name": {"dataset_key", foldedKey},
		"cohort":       {"cohort_key", foldedKey},
		"qc":           {"qc_rank", numberKey},
		"status":       {"status", textKey},
		"variants":     {runNumber("rows_clean"), floatKey},
		"lambda":       {runNumber("lambda_gc"), floatKey},
		"cases":        {"COALESCE(cases, -1)", numberKey},
		"controls":     {"COALESCE(n_total - cases, -1)", numberKey},
		"n_effective":  {effectiveSize, floatKey},
	}, cmp.Or(f.Sort, "-uploaded_at"), f.After, f.Limit)
	if err != nil {
		return nil, 0, err
	}
	page, err = selectAll(ctx, h.Store, "SELECT "+uploadColumns+" FROM hermes_uploads"+w.sql()+tail, w.args, scanUpload)
	return page, total, err
}

// runNumber returns a column of the current QC run of a data set, -1 where it is not known.
func runNumber(column string) string {
	return "COALESCE((SELECT " + column + " FROM qc_runs WHERE qc_runs.id = run_id), -1)"
}

// effectiveSize computes stat.EffectiveN, with the same operations. It is n_total for a quantitative
// trait and -1 if a group is empty.
const effectiveSize = `CASE WHEN cases IS NULL THEN CAST(n_total AS double precision) WHEN cases > 0 AND n_total > cases
	THEN 4 / (1 / CAST(cases AS double precision) + 1 / CAST(n_total - cases AS double precision)) ELSE -1 END`

// CountUploads implements hermes.Store.
func (h *Hermes) CountUploads(ctx context.Context, f hermes.UploadFilter) (n int64, err error) {
	defer errs.Wrap(&err, "store.CountUploads(%+v)", f)
	w := uploadsWhere(f)
	return h.count(ctx, "SELECT count(*) FROM hermes_uploads"+w.sql(), w.args)
}

func uploadsWhere(f hermes.UploadFilter) (w filter) {
	if f.UploaderID != "" {
		w.add("uploader_id = %s", f.UploaderID)
	}
	if f.Uploader != "" {
		w.add("uploaded_by = %s", f.Uploader)
	}
	if f.Reviewer != "" {
		w.add("reviewer = %s", f.Reviewer)
	}
	if f.Unassigned {
		w.add("reviewer_id = ''")
	}
	if f.WaitingFor != nil {
		w.waitingFor(f.WaitingFor)
	}
	if len(f.Verdicts) > 0 {
		var of filter
		of.args = w.args
		of.in("verdict", f.Verdicts)
		w.where, w.args = append(w.where, "run_id IN (SELECT id FROM qc_runs"+of.sql()+")"), of.args
	}
	w.in("status", asText(f.Statuses))
	w.in("waiting_on", asText(f.WaitingOn))
	w.in("phenotype", f.Phenotypes)
	w.in("ancestry", f.Ancestries)
	w.in("sex", f.Sexes)
	w.words(searchedTable("hermes_uploads"), f.Query)
	return w
}

// waitingFor selects the submissions whose next step is the caller's.
func (f *filter) waitingFor(p *hermes.Caller) {
	const own = "waiting_on = 'uploader' AND uploader_id = %s"
	if !p.Reviews {
		f.add(own, p.ID)
		return
	}
	condition, args := "waiting_on = 'reviewer' AND reviewer_id IN ('', %s)", []any{p.ID, p.ID}
	neither := func(column string, ids []string) {
		condition += " AND " + column + " NOT IN (" + strings.TrimSuffix(strings.Repeat("%s, ", len(ids)), ", ") + ")"
		for _, id := range ids {
			args = append(args, id)
		}
	}
	neither("uploader_id", p.NotOf)
	neither("accepted_first_id", p.NotAfter)
	for _, id := range p.NotOf {
		condition += " AND editors NOT LIKE %s ESCAPE '!'"
		args = append(args, like(" "+id+" "))
	}
	f.add("("+own+" OR "+condition+")", args...)
}

const metaColumns = `id, name, phenotype, status, options, job_id, created_by, creator_id, created_at, started_at,
	finished_at, n_variants, n_loci, lambda_gc, files, error, attempt, cautions, freeze_id`

func scanMeta(row scanner) (*hermes.Meta, error) {
	var r sqlcgen.MetaAnalysis
	err := row.Scan(&r.ID, &r.Name, &r.Phenotype, &r.Status, &r.Options, &r.JobID, &r.CreatedBy, &r.CreatorID, &r.CreatedAt,
		&r.StartedAt, &r.FinishedAt, &r.NVariants, &r.NLoci, &r.LambdaGc, &r.Files, &r.Error, &r.Attempt, &r.Cautions, &r.FreezeID)
	if err != nil {
		return nil, err
	}
	return toMeta(r)
}

// MetasByID implements hermes.Store.
func (h *Hermes) MetasByID(ctx context.Context, ids []string) (list []*hermes.Meta, err error) {
	defer errs.Wrap(&err, "store.MetasByID(%d ids)", len(ids))
	list, err = byID(ctx, h.Store, "SELECT "+metaColumns+" FROM meta_analyses WHERE id IN ", ids, scanMeta, func(m *hermes.Meta) string { return m.ID })
	if err != nil {
		return nil, err
	}
	return list, h.addInputs(ctx, list)
}

// Metas implements hermes.Store; the items come with inputs and without summary.
func (h *Hermes) Metas(ctx context.Context, f hermes.MetaFilter) (page []*hermes.Meta, total int64, err error) {
	defer errs.Wrap(&err, "store.Metas(%+v)", f)
	w := metasWhere(f)
	if total, err = h.count(ctx, "SELECT count(*) FROM meta_analyses"+w.sql(), w.args); err != nil {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{
		"created_at": {"created_at", timeKey},
		"name":       {"name_key", foldedKey},
		"datasets":   {"(SELECT count(*) FROM meta_inputs WHERE meta_id = meta_analyses.id)", numberKey},
		"variants":   {"COALESCE(n_variants, -1)", numberKey},
		"loci":       {"COALESCE(n_loci, -1)", numberKey},
		"lambda":     {"COALESCE(lambda_gc, -1)", floatKey},
	}, cmp.Or(f.Sort, "-created_at"), f.After, f.Limit)
	if err != nil {
		return nil, 0, err
	}
	page, err = selectAll(ctx, h.Store, "SELECT "+metaColumns+" FROM meta_analyses"+w.sql()+tail, w.args, scanMeta)
	if err != nil {
		return nil, 0, err
	}
	return page, total, h.addInputs(ctx, page)
}

func metasWhere(f hermes.MetaFilter) (w filter) {
	w.in("status", asText(f.Statuses))
	if !f.Freezes {
		w.add("freeze_id = ''")
	}
	w.words(searchedTable("meta_analyses"), f.Query)
	return w
}

func (h *Hermes) addInputs(ctx context.Context, page []*hermes.Meta) error {
	if len(page) == 0 {
		return nil
	}
	byMeta := map[string]*hermes.Meta{}
	var w filter
	ids := make([]string, len(page))
	for i, m := range page {
		byMeta[m.ID] = m
		ids[i] = m.ID
	}
	w.in("meta_id", ids)
	inputs, err := selectAll(ctx, h.Store, `SELECT meta_id, upload_id, run_id, dataset_name, cohort, ancestry, n_total, cases, controls
		FROM meta_inputs`+w.sql()+` ORDER BY meta_id, position`, w.args, func(row scanner) (in sqlcgen.MetaInput, err error) {
		err = row.Scan(&in.MetaID, &in.UploadID, &in.RunID, &in.DatasetName, &in.Cohort, &in.Ancestry, &in.NTotal, &in.Cases, &in.Controls)
		return in, err
	})
	for _, in := range inputs {
		m := byMeta[in.MetaID]
		m.Inputs = append(m.Inputs, toMetaInput(in))
	}
	return err
}
