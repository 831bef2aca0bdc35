package store

import (
	"context"

	"cohortium/internal/errs"
	"cohortium/internal/hermes"
	"cohortium/internal/listing"
)

// UploadsReporting implements reference.Reports: the data sets whose current report has
// a text, by name.
func (s *Store) UploadsReporting(ctx context.Context, text string, limit int) (list []*hermes.Upload, total int64, err error) {
	defer errs.Wrap(&err, "store.UploadsReporting(%q)", text)
	var w filter
	w.add("run_id IN (SELECT id FROM qc_runs WHERE report LIKE %s ESCAPE '!')", like(text))
	if total, err = s.count(ctx, "SELECT count(*) FROM hermes_uploads"+w.sql(), w.args); err != nil || total == 0 {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{"dataset_name": {"dataset_key", foldedKey}}, "dataset_name", listing.Place{}, limit)
	if err != nil {
		return nil, 0, err
	}
	list, err = selectAll(ctx, s, "SELECT "+uploadColumns+" FROM hermes_uploads"+w.sql()+tail, w.args, scanUpload)
	return list, total, err
}

// Reporting implements reference.Reports: how many data sets, of HERMES and of the registry,
// and meta-analyses have a text in their current report.
func (s *Store) Reporting(ctx context.Context, text string) (dataSets, analyses int64, err error) {
	defer errs.Wrap(&err, "store.Reporting(%q)", text)
	pattern := []any{like(text)}
	for _, of := range []struct {
		sum   *int64
		query string
	}{
		{&dataSets, "SELECT count(*) FROM hermes_uploads WHERE run_id IN (SELECT id FROM qc_runs WHERE report LIKE $1 ESCAPE '!')"},
		{&dataSets, `SELECT count(DISTINCT f.dataset_id) FROM dataset_files f JOIN dataset_checks c ON c.id = f.check_id
			WHERE f.is_current AND c.report LIKE $1 ESCAPE '!'`},
		{&analyses, "SELECT count(*) FROM meta_analyses WHERE summary LIKE $1 ESCAPE '!'"},
	} {
		n, err := s.count(ctx, of.query, pattern)
		if err != nil {
			return 0, 0, err
		}
		*of.sum += n
	}
	return dataSets, analyses, nil
}
