package store

import (
	"context"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/rowstore"
	"cohortium/internal/platform/errs"
)

// RowSegments implements the store of package rowstore.
type RowSegments struct{ *Store }

// RowSegments returns the part of the store for the rows of all results.
func (s *Store) RowSegments() *RowSegments { return &RowSegments{s} }

// rowTx is a transaction of package rowstore.
type rowTx struct{ *tx }

var (
	_ rowstore.Store = (*RowSegments)(nil)
	_ rowstore.Tx    = rowTx{}
)

// InTx implements rowstore.Store. Transactions are serializable on both engines.
func (d *RowSegments) InTx(ctx context.Context, fn func(rowstore.Tx) error) error {
	return d.inTx(ctx, func(t *tx) error { return fn(rowTx{t}) })
}

// Finished implements rowstore.Store.
func (d *RowSegments) Finished(ctx context.Context) (keys []string, err error) {
	defer errs.Wrap(&err, "store.RowSegments.Finished")
	runs, err := d.reader().ListAcceptedRuns(ctx, sqlcgen.ListAcceptedRunsParams{
		Completed: string(hermes.RunCompleted), Accepted: string(hermes.ReviewApproved), Combined: string(hermes.MetaCompleted),
	})
	if err != nil {
		return nil, problem(err)
	}
	for _, r := range runs {
		keys = append(keys, hermes.RunRowsKey(r.UploadID, r.ID, r.Attempt))
	}
	metas, err := d.reader().ListStoredMetas(ctx, string(hermes.MetaCompleted))
	if err != nil {
		return nil, problem(err)
	}
	for _, r := range metas {
		keys = append(keys, hermes.MetaRowsKey(r.ID, r.Attempt))
	}
	checks, err := d.reader().ListCurrentChecks(ctx, sqlcgen.ListCurrentChecksParams{
		Kind: string(dataset.DataFile), Passed: string(dataset.CheckPassed), Warned: string(dataset.CheckWarned),
	})
	for _, r := range checks {
		keys = append(keys, dataset.CheckRowsKey(r.FileID, r.ID, r.Attempt))
	}
	return keys, problem(err)
}

// Segments implements rowstore.Store.
func (d *RowSegments) Segments(ctx context.Context) (list []*rowstore.Segment, err error) {
	defer errs.Wrap(&err, "store.RowSegments.Segments")
	rows, err := d.reader().ListRowSegments(ctx)
	for _, r := range rows {
		list = append(list, &rowstore.Segment{ID: r.ID, Bytes: r.SizeBytes, CreatedAt: r.CreatedAt.UTC()})
	}
	return list, problem(err)
}

// Results implements rowstore.Store.
func (d *RowSegments) Results(ctx context.Context, id string) (keys []string, err error) {
	defer errs.Wrap(&err, "store.RowSegments.Results(%q)", id)
	keys, err = d.reader().ListRowSegmentResults(ctx, id)
	return keys, problem(err)
}

// CreateSegment implements rowstore.Tx.
func (t rowTx) CreateSegment(ctx context.Context, s *rowstore.Segment, results []string) (err error) {
	defer errs.Wrap(&err, "store.RowTx.CreateSegment(%q)", s.ID)
	if err := t.q.InsertRowSegment(ctx, sqlcgen.InsertRowSegmentParams{ID: s.ID, SizeBytes: s.Bytes, CreatedAt: s.CreatedAt}); err != nil {
		return problem(err)
	}
	for number, key := range results {
		err := t.q.InsertRowSegmentResult(ctx, sqlcgen.InsertRowSegmentResultParams{SegmentID: s.ID, Number: int64(number), RowsKey: key})
		if err != nil {
			return problem(err)
		}
	}
	return nil
}

// DeleteSegment implements rowstore.Tx.
func (t rowTx) DeleteSegment(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.RowTx.DeleteSegment(%q)", id)
	n, err := t.q.DeleteRowSegment(ctx, id)
	return changed(n, err, "segment")
}
