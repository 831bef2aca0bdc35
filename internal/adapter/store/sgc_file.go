package store

import (
	"context"
	"encoding/json"
	"strings"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/errs"
)

// Rows implements sgc.Store.
func (g *SGC) Rows(ctx context.Context, cohortID string, onlyCurrent bool) (rows sgc.Rows, err error) {
	defer errs.Wrap(&err, "store.SGC.Rows(%q)", cohortID)
	rows = sgc.Rows{Cases: map[string][]check.CasesRow{}, Pairs: map[string][]check.PairRow{}}
	counts, err := g.reader().ListSGCCounts(ctx, sqlcgen.ListSGCCountsParams{CohortID: cohortID, OnlyCurrent: onlyCurrent})
	if err != nil {
		return rows, problem(err)
	}
	for _, r := range counts {
		rows.Cases[r.FileID] = append(rows.Cases[r.FileID], check.CasesRow{
			Code: r.Code, Cases: count.Count{Low: r.CasesLow, High: r.CasesHigh}, Controls: count.Count{Low: r.ControlsLow, High: r.ControlsHigh},
			Breakdown: check.ParseBreakdown(r.Breakdown),
		})
	}
	pairs, err := g.reader().ListSGCPairs(ctx, sqlcgen.ListSGCPairsParams{CohortID: cohortID, OnlyCurrent: onlyCurrent})
	for _, r := range pairs {
		rows.Pairs[r.FileID] = append(rows.Pairs[r.FileID], check.PairRow{A: r.CodeA, B: r.CodeB, N: count.Count{Low: r.Low, High: r.High}})
	}
	return rows, problem(err)
}

// AddFile implements sgc.Tx.
func (t sgcTx) AddFile(ctx context.Context, f *sgc.File, rows sgc.Rows) (err error) {
	defer errs.Wrap(&err, "store.SGC.AddFile(%q)", f.ID)
	mapping, err := json.Marshal(f.Mapping)
	if err != nil {
		return err
	}
	if err := t.RetireFile(ctx, f.CohortID, f.Kind); err != nil {
		return err
	}
	err = t.q.InsertSGCFile(ctx, sqlcgen.InsertSGCFileParams{
		ID: f.ID, CohortID: f.CohortID, Kind: string(f.Kind), Version: int64(f.Version), IsCurrent: f.Current, FileName: []byte(f.FileName),
		ContentType: f.ContentType, SizeBytes: f.Size, Sha256: f.SHA256, StoredSha256: f.StoredSHA256, BlobID: f.BlobID, Mapping: string(mapping),
		RowCount: int64(f.Rows), Warnings: int64(f.Warnings), MinCell: f.MinCell, UploadedBy: f.UploadedBy, UploadedAt: f.UploadedAt,
	})
	if err != nil {
		return problem(err)
	}
	return t.insertRows(ctx, f, rows)
}

// RewriteFile implements sgc.Tx.
func (t sgcTx) RewriteFile(ctx context.Context, f *sgc.File, rows sgc.Rows) (err error) {
	defer errs.Wrap(&err, "store.SGC.RewriteFile(%q)", f.ID)
	n, err := t.q.UpdateSGCFile(ctx, sqlcgen.UpdateSGCFileParams{
		ID: f.ID, IsCurrent: f.Current, SizeBytes: f.Size, Sha256: f.SHA256, StoredSha256: f.StoredSHA256, BlobID: f.BlobID,
		Warnings: int64(f.Warnings), MinCell: f.MinCell,
	})
	if err := changed(n, err, "file"); err != nil {
		return err
	}
	if err := t.q.DeleteSGCCounts(ctx, f.ID); err != nil {
		return problem(err)
	}
	if err := t.q.DeleteSGCPairs(ctx, f.ID); err != nil {
		return problem(err)
	}
	return t.insertRows(ctx, f, rows)
}

// RetireFile implements sgc.Tx.
func (t sgcTx) RetireFile(ctx context.Context, cohortID string, k check.Kind) (err error) {
	defer errs.Wrap(&err, "store.SGC.RetireFile(%q, %q)", cohortID, k)
	if err := t.q.RetireSGCFiles(ctx, sqlcgen.RetireSGCFilesParams{CohortID: cohortID, Kind: string(k)}); err != nil {
		return problem(err)
	}
	switch k {
	case check.CasesMale, check.CasesFemale:
		err = t.q.RetireSGCCounts(ctx, sqlcgen.RetireSGCCountsParams{CohortID: cohortID, Sex: string(k.Sex())})
	case check.PairsMale, check.PairsFemale:
		err = t.q.RetireSGCPairs(ctx, sqlcgen.RetireSGCPairsParams{CohortID: cohortID, Sex: string(k.Sex())})
	}
	return problem(err)
}

// insertRows inserts the rows of a file, many at a time.
func (t sgcTx) insertRows(ctx context.Context, f *sgc.File, rows sgc.Rows) error {
	const counts = `INSERT INTO sgc_counts (file_id, position, cohort_id, sex, code, cases_low, cases_high, controls_low, controls_high,
		breakdown, is_current) VALUES `
	err := insertMany(ctx, t.db, counts, rows.Cases[f.ID], func(i int, r check.CasesRow) []any {
		return []any{f.ID, int64(i), f.CohortID, string(f.Kind.Sex()), r.Code, r.Cases.Low, r.Cases.High, r.Controls.Low, r.Controls.High,
			check.BreakdownText(r.Breakdown), f.Current}
	})
	if err != nil {
		return phenotypeGone(err)
	}
	const pairs = `INSERT INTO sgc_pairs (file_id, position, cohort_id, sex, code_a, code_b, low, high, is_current) VALUES `
	return phenotypeGone(insertMany(ctx, t.db, pairs, rows.Pairs[f.ID], func(i int, r check.PairRow) []any {
		return []any{f.ID, int64(i), f.CohortID, string(f.Kind.Sex()), r.A, r.B, r.N.Low, r.N.High, f.Current}
	}))
}

// phenotypeGone reports that a phenotype was deleted while a file that names it was being stored.
func phenotypeGone(err error) error {
	if referenced(err) {
		return conflict("phenotype_gone", "A phenotype of this file was deleted meanwhile. Check the file again.")
	}
	return problem(err)
}

// insertMany inserts rows, up to a hundred with each statement.
func insertMany[T any](ctx context.Context, db sqlcgen.DBTX, insert string, rows []T, values func(int, T) []any) error {
	const most = 100
	for from := 0; from < len(rows); from += most {
		var groups []string
		var args []any
		for i := from; i < min(from+most, len(rows)); i++ {
			v := values(i, rows[i])
			groups = append(groups, "("+placeholders(len(args)+1, len(v))+")")
			args = append(args, v...)
		}
		if _, err := db.ExecContext(ctx, insert+strings.Join(groups, ", "), args...); err != nil {
			return err
		}
	}
	return nil
}
