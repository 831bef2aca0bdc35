package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/gwas/pagedata"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// PageTables implements the store of package pagetable.
type PageTables struct{ *Store }

// PageTables returns the part of the store for tables of pages.
func (s *Store) PageTables() *PageTables { return &PageTables{s} }

// pageTableTx is a transaction of package pagetable.
type pageTableTx struct{ *tx }

var (
	_ pagetable.Store = (*PageTables)(nil)
	_ pagetable.Tx    = pageTableTx{}
)

// InTx implements pagetable.Store. Transactions are serializable on both engines.
func (d *PageTables) InTx(ctx context.Context, fn func(pagetable.Tx) error) error {
	return d.inTx(ctx, func(t *tx) error { return fn(pageTableTx{t}) })
}

// Table implements pagetable.Store.
func (d *PageTables) Table(ctx context.Context, id string) (_ *pagetable.Table, err error) {
	defer errs.Wrap(&err, "store.PageTables.Table(%q)", id)
	row, err := d.reader().GetPageTable(ctx, id)
	if err != nil {
		return nil, missing(err, "table")
	}
	return toPageTable(row)
}

// Table implements pagetable.Tx.
func (t pageTableTx) Table(ctx context.Context, id string) (_ *pagetable.Table, err error) {
	defer errs.Wrap(&err, "store.PageTableTx.Table(%q)", id)
	row, err := t.q.GetPageTableForUpdate(ctx, id)
	if err != nil {
		return nil, missing(err, "table")
	}
	return toPageTable(row)
}

func toPageTable(r sqlcgen.PageTable) (*pagetable.Table, error) {
	t := &pagetable.Table{
		ID: r.ID, Name: r.Name, Area: auth.Area(r.Area), Owner: record.Person{ID: r.OwnerID, UserName: r.Owner}, SourceTag: r.SourceTag,
		SourceBytes: r.SourceBytes, State: pagetable.State(r.State), Error: r.Error, JobID: r.JobID, Attempt: r.Attempt, Bytes: r.Bytes,
		DataBytes: r.DataBytes, DataTag: r.DataTag, CreatedAt: r.CreatedAt.UTC(), FinishedAt: utc(r.FinishedAt),
	}
	failed := []error{json.Unmarshal([]byte(r.Source), &t.Source), json.Unmarshal([]byte(r.Layout), &t.Layout), nil}
	t.Made, failed[2] = fromJSON[pagedata.Summary](r.Made)
	return t, errors.Join(failed...)
}

// CreateTable implements pagetable.Tx.
func (t pageTableTx) CreateTable(ctx context.Context, x *pagetable.Table) (err error) {
	defer errs.Wrap(&err, "store.PageTableTx.CreateTable(%q)", x.ID)
	source, failed := json.Marshal(x.Source)
	layout, err := json.Marshal(x.Layout)
	if err := errors.Join(failed, err); err != nil {
		return err
	}
	made, err := jsonOrNothing(x.Made)
	if err != nil {
		return err
	}
	return problem(t.q.InsertPageTable(ctx, sqlcgen.InsertPageTableParams{
		ID: x.ID, Name: printable(x.Name), Area: string(x.Area), Owner: x.Owner.UserName, OwnerID: x.Owner.ID, Source: string(source),
		SourceTag: x.SourceTag, SourceBytes: x.SourceBytes, Layout: string(layout), State: string(x.State), Error: x.Error, JobID: x.JobID,
		Attempt: x.Attempt, Made: made, Bytes: x.Bytes, DataBytes: x.DataBytes, DataTag: x.DataTag, CreatedAt: x.CreatedAt, FinishedAt: x.FinishedAt,
	}))
}

// UpdateTable implements pagetable.Tx.
func (t pageTableTx) UpdateTable(ctx context.Context, x *pagetable.Table) (err error) {
	defer errs.Wrap(&err, "store.PageTableTx.UpdateTable(%q)", x.ID)
	made, err := jsonOrNothing(x.Made)
	if err != nil {
		return err
	}
	n, err := t.q.UpdatePageTable(ctx, sqlcgen.UpdatePageTableParams{
		ID: x.ID, Name: printable(x.Name), SourceTag: x.SourceTag, SourceBytes: x.SourceBytes, State: string(x.State), Error: x.Error,
		Attempt: x.Attempt, Made: made, Bytes: x.Bytes, DataBytes: x.DataBytes, DataTag: x.DataTag, FinishedAt: x.FinishedAt,
	})
	return changed(n, err, "table")
}

// DeleteTable implements pagetable.Tx.
func (t pageTableTx) DeleteTable(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.PageTableTx.DeleteTable(%q)", id)
	n, err := t.q.DeletePageTable(ctx, id)
	return changed(n, err, "table")
}

// Usage implements pagetable.Store.
func (d *PageTables) Usage(ctx context.Context, ownerID string) (_ pagetable.Usage, err error) {
	defer errs.Wrap(&err, "store.PageTables.Usage(%q)", ownerID)
	return pageTableUsage(ctx, d.reader(), ownerID)
}

// Usage implements pagetable.Tx.
func (t pageTableTx) Usage(ctx context.Context, ownerID string) (_ pagetable.Usage, err error) {
	defer errs.Wrap(&err, "store.PageTableTx.Usage(%q)", ownerID)
	return pageTableUsage(ctx, t.q, ownerID)
}

func pageTableUsage(ctx context.Context, q *sqlcgen.Queries, ownerID string) (pagetable.Usage, error) {
	row, err := q.PageTableUsage(ctx, ownerID)
	return pagetable.Usage{Tables: row.Tables, Bytes: row.Bytes}, problem(err)
}

// Older implements pagetable.Store.
func (d *PageTables) Older(ctx context.Context, before time.Time, after string, limit int) (ids []string, err error) {
	defer errs.Wrap(&err, "store.PageTables.Older(%s)", before)
	ids, err = d.reader().ListOlderPageTables(ctx, sqlcgen.ListOlderPageTablesParams{CreatedAt: before, ID: after, Limit: int32(limit)})
	return ids, problem(err)
}

// Tables implements pagetable.Store.
func (d *PageTables) Tables(ctx context.Context, f pagetable.Filter) (page []*pagetable.Table, total int64, err error) {
	defer errs.Wrap(&err, "store.PageTables.Tables(%+v)", f)
	var w filter
	w.add("owner_id = %s", f.OwnerID)
	if total, err = d.count(ctx, "SELECT count(*) FROM page_tables"+w.sql(), w.args); err != nil || total == 0 {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{"created_at": {"created_at", timeKey}}, "-created_at", f.After, f.Limit)
	if err != nil {
		return nil, 0, err
	}
	const columns = `id, name, area, owner, owner_id, source, source_tag, source_bytes, layout, state, error, job_id, attempt, made,
	bytes, data_bytes, data_tag, created_at, finished_at`
	page, err = selectAll(ctx, d.Store, "SELECT "+columns+" FROM page_tables"+w.sql()+tail, w.args, func(row scanner) (*pagetable.Table, error) {
		var r sqlcgen.PageTable
		err := row.Scan(&r.ID, &r.Name, &r.Area, &r.Owner, &r.OwnerID, &r.Source, &r.SourceTag, &r.SourceBytes, &r.Layout, &r.State, &r.Error,
			&r.JobID, &r.Attempt, &r.Made, &r.Bytes, &r.DataBytes, &r.DataTag, &r.CreatedAt, &r.FinishedAt)
		if err != nil {
			return nil, err
		}
		return toPageTable(r)
	})
	return page, total, err
}
