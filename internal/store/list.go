package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cohortium/internal/errs"
	"cohortium/internal/hermes"
	"cohortium/internal/store/sqlcgen"
)

// Lists whose filters people combine are put together here. Only the texts of
// this file become SQL; what people send is always a parameter.

// filter collects conditions and their parameters.
type filter struct {
	where []string
	args  []any
}

// add appends a condition, whose %s stand for the parameters in turn.
func (f *filter) add(condition string, args ...any) {
	names := make([]any, len(args))
	for i, a := range args {
		f.args = append(f.args, a)
		names[i] = fmt.Sprintf("$%d", len(f.args))
	}
	f.where = append(f.where, fmt.Sprintf(condition, names...))
}

func (f *filter) in(column string, values []string) {
	if len(values) == 0 {
		return
	}
	f.where = append(f.where, column+" IN ("+placeholders(len(f.args)+1, len(values))+")")
	for _, v := range values {
		f.args = append(f.args, v)
	}
}

func (f *filter) words(query string) {
	for _, word := range strings.Fields(fold(printable(query))) {
		f.add("search_key LIKE %s ESCAPE '!'", like(word))
	}
}

func (f *filter) sql() string {
	if len(f.where) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(f.where, " AND ")
}

// order is a sort that a list offers: its column, and how a key as the caller
// holds it becomes a parameter.
type order struct {
	column string
	key    func(string) (any, error)
}

func textKey(s string) (any, error)   { return s, nil }
func foldedKey(s string) (any, error) { return fold(s), nil }

// timeKey takes RFC 3339 with any fraction of a second.
func timeKey(s string) (any, error) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return nil, errs.New(errs.Invalid, "bad_cursor", "The place in the list cannot be understood; start from the first page.").Because(err)
	}
	return t, nil
}

const maxPage = 500

// page adds the keyset condition and gives ORDER BY and LIMIT.
func (f *filter) page(orders map[string]order, sort, afterKey, afterID string, limit int) (string, error) {
	name, descending := strings.CutPrefix(sort, "-")
	o, ok := orders[name]
	if !ok {
		return "", errs.New(errs.Invalid, "bad_sort", "The list cannot be sorted by %q.", name)
	}
	than, direction := ">", "ASC"
	if descending {
		than, direction = "<", "DESC"
	}
	if afterID != "" {
		key, err := o.key(afterKey)
		if err != nil {
			return "", err
		}
		// The first part says what the rest implies, so that an index is read from there.
		f.add("("+o.column+" "+than+"= %s AND ("+o.column+" "+than+" %s OR id "+than+" %s))", key, key, afterID)
	}
	if limit <= 0 || limit > maxPage {
		limit = maxPage
	}
	return fmt.Sprintf(" ORDER BY %s %s, id %s LIMIT %d", o.column, direction, direction, limit), nil
}

type scanner interface{ Scan(dest ...any) error }

// selectAll runs a query and scans every row.
func selectAll[T any](ctx context.Context, s *Store, query string, args []any, scan func(scanner) (T, error)) ([]T, error) {
	rows, err := s.dialect(s.reads).QueryContext(ctx, query, args...)
	if err != nil {
		return nil, problem(err)
	}
	defer func() { _ = rows.Close() }()
	var list []T
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	return list, problem(rows.Err())
}

// byID selects rows by id, in the order of the ids; absent ones are left out.
func byID[T any](ctx context.Context, s *Store, query string, ids []string, scan func(scanner) (T, error), id func(T) string) ([]T, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	args := make([]any, len(ids))
	place := make(map[string]int, len(ids))
	for i, v := range ids {
		args[i] = v
		place[v] = i
	}
	list, err := selectAll(ctx, s, query+"("+placeholders(1, len(ids))+")", args, scan)
	slices.SortFunc(list, func(a, b T) int { return place[id(a)] - place[id(b)] })
	return list, err
}

func (s *Store) count(ctx context.Context, query string, args []any) (n int64, err error) {
	err = s.dialect(s.reads).QueryRowContext(ctx, query, args...).Scan(&n)
	return n, problem(err)
}

const uploadColumns = `id, file_id, dataset_name, dataset_key, cohort, cohort_key, phenotype, ancestry, sex, genome_build,
	n_total, cases, file_name, file_size, sha256, metadata, mapping, status, status_since, run_id, reviewed_by,
	reviewed_at, review_note, uploaded_by, uploader_id, uploaded_at, version`

func scanUpload(row scanner) (*hermes.Upload, error) {
	var r sqlcgen.HermesUpload
	err := row.Scan(&r.ID, &r.FileID, &r.DatasetName, &r.DatasetKey, &r.Cohort, &r.CohortKey, &r.Phenotype, &r.Ancestry,
		&r.Sex, &r.GenomeBuild, &r.NTotal, &r.Cases, &r.FileName, &r.FileSize, &r.Sha256, &r.Metadata, &r.Mapping, &r.Status,
		&r.StatusSince, &r.RunID, &r.ReviewedBy, &r.ReviewedAt, &r.ReviewNote, &r.UploadedBy, &r.UploaderID, &r.UploadedAt,
		&r.Version)
	return toUpload(r), err
}

// Uploads implements hermes.Store. Text sorts are without case; the key of
// uploaded_at is RFC 3339.
func (s *Store) Uploads(ctx context.Context, f hermes.UploadFilter) (page []*hermes.Upload, total int64, err error) {
	defer errs.Wrap(&err, "store.Uploads(%+v)", f)
	var w filter
	if f.UploaderID != "" {
		w.add("uploader_id = %s", f.UploaderID)
	}
	if f.Uploader != "" {
		w.add("uploaded_by = %s", f.Uploader)
	}
	w.in("status", asText(f.Statuses))
	w.in("phenotype", f.Phenotypes)
	w.in("ancestry", f.Ancestries)
	w.words(f.Query)
	if total, err = s.count(ctx, "SELECT count(*) FROM hermes_uploads"+w.sql(), w.args); err != nil {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{
		"uploaded_at":  {"uploaded_at", timeKey},
		"dataset_name": {"dataset_key", foldedKey},
		"cohort":       {"cohort_key", foldedKey},
		"status":       {"status", textKey},
	}, cmp.Or(f.Sort, "-uploaded_at"), f.AfterKey, f.AfterID, f.Limit)
	if err != nil {
		return nil, 0, err
	}
	page, err = selectAll(ctx, s, "SELECT "+uploadColumns+" FROM hermes_uploads"+w.sql()+tail, w.args, scanUpload)
	return page, total, err
}

const metaColumns = `id, name, phenotype, status, options, job_id, created_by, creator_id, created_at, started_at,
	finished_at, n_variants, n_loci, lambda_gc, files, error, attempt`

func scanMeta(row scanner) (*hermes.Meta, error) {
	var r sqlcgen.MetaAnalysis
	err := row.Scan(&r.ID, &r.Name, &r.Phenotype, &r.Status, &r.Options, &r.JobID, &r.CreatedBy, &r.CreatorID, &r.CreatedAt,
		&r.StartedAt, &r.FinishedAt, &r.NVariants, &r.NLoci, &r.LambdaGc, &r.Files, &r.Error, &r.Attempt)
	if err != nil {
		return nil, err
	}
	return toMeta(r)
}

// Metas implements hermes.Store; the items come with inputs and without summary.
func (s *Store) Metas(ctx context.Context, f hermes.MetaFilter) (page []*hermes.Meta, total int64, err error) {
	defer errs.Wrap(&err, "store.Metas(%+v)", f)
	var w filter
	w.in("status", asText(f.Statuses))
	w.words(f.Query)
	if total, err = s.count(ctx, "SELECT count(*) FROM meta_analyses"+w.sql(), w.args); err != nil {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{
		"created_at": {"created_at", timeKey},
		"name":       {"name_key", foldedKey},
	}, cmp.Or(f.Sort, "-created_at"), f.AfterKey, f.AfterID, f.Limit)
	if err != nil {
		return nil, 0, err
	}
	page, err = selectAll(ctx, s, "SELECT "+metaColumns+" FROM meta_analyses"+w.sql()+tail, w.args, scanMeta)
	if err != nil {
		return nil, 0, err
	}
	return page, total, s.addInputs(ctx, page)
}

func (s *Store) addInputs(ctx context.Context, page []*hermes.Meta) error {
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
	inputs, err := selectAll(ctx, s, `SELECT meta_id, upload_id, run_id, dataset_name, cohort, ancestry, n_total, cases, controls
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

func asText[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}
