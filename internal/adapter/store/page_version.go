package store

import (
	"context"
	"encoding/json"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/page"
	"cohortium/internal/platform/errs"
)

// Draft implements page.Store.
func (d *Pages) Draft(ctx context.Context, id string) (_ json.RawMessage, err error) {
	defer errs.Wrap(&err, "store.Pages.Draft(%q)", id)
	text, err := d.reader().GetPageDraft(ctx, id)
	return json.RawMessage(text), missing(err, "page")
}

// Draft implements page.Tx.
func (t pageTx) Draft(ctx context.Context, id string) (_ json.RawMessage, err error) {
	defer errs.Wrap(&err, "store.PageTx.Draft(%q)", id)
	text, err := t.q.GetPageDraft(ctx, id)
	return json.RawMessage(text), missing(err, "page")
}

// SetDraft implements page.Tx.
func (t pageTx) SetDraft(ctx context.Context, id string, draft json.RawMessage) (err error) {
	defer errs.Wrap(&err, "store.PageTx.SetDraft(%q)", id)
	n, err := t.q.UpdatePageDraft(ctx, sqlcgen.UpdatePageDraftParams{PageID: id, Document: string(draft)})
	return changed(n, err, "page")
}

// Versions implements page.Store.
func (d *Pages) Versions(ctx context.Context, id string) (list []*page.Version, err error) {
	defer errs.Wrap(&err, "store.Pages.Versions(%q)", id)
	rows, err := d.reader().ListPageVersions(ctx, id)
	for _, r := range rows {
		list = append(list, &page.Version{PageID: r.PageID, Number: r.Number, Name: r.Name, TableID: r.TableID, By: r.CreatedBy, At: r.CreatedAt.UTC()})
	}
	return list, problem(err)
}

// Version implements page.Store.
func (d *Pages) Version(ctx context.Context, id string, number int64) (_ *page.Version, err error) {
	defer errs.Wrap(&err, "store.Pages.Version(%q, %d)", id, number)
	row, err := d.reader().GetPageVersion(ctx, sqlcgen.GetPageVersionParams{PageID: id, Number: number})
	return toPageVersion(row, err)
}

// Version implements page.Tx.
func (t pageTx) Version(ctx context.Context, id string, number int64) (_ *page.Version, err error) {
	defer errs.Wrap(&err, "store.PageTx.Version(%q, %d)", id, number)
	row, err := t.q.GetPageVersion(ctx, sqlcgen.GetPageVersionParams{PageID: id, Number: number})
	return toPageVersion(row, err)
}

// Newest implements page.Tx.
func (t pageTx) Newest(ctx context.Context, id string) (_ *page.Version, err error) {
	defer errs.Wrap(&err, "store.PageTx.Newest(%q)", id)
	row, err := t.q.GetNewestPageVersion(ctx, id)
	return toPageVersion(row, err)
}

func toPageVersion(r sqlcgen.PageVersion, err error) (*page.Version, error) {
	if err != nil {
		return nil, missing(err, "version")
	}
	return &page.Version{
		PageID: r.PageID, Number: r.Number, Name: r.Name, TableID: r.TableID, Document: json.RawMessage(r.Document), By: r.CreatedBy, At: r.CreatedAt.UTC(),
	}, nil
}

// CreateVersion implements page.Tx.
func (t pageTx) CreateVersion(ctx context.Context, v *page.Version) (err error) {
	defer errs.Wrap(&err, "store.PageTx.CreateVersion(%q, %d)", v.PageID, v.Number)
	err = t.q.InsertPageVersion(ctx, sqlcgen.InsertPageVersionParams{
		PageID: v.PageID, Number: v.Number, Name: printable(v.Name), TableID: v.TableID, Document: string(v.Document), CreatedBy: v.By, CreatedAt: v.At,
	})
	if referenced(err) {
		return errs.Missing("page").Because(err)
	}
	return problem(err)
}

// Count implements page.Store.
func (d *Pages) Count(ctx context.Context, ownerID string) (n int64, err error) {
	defer errs.Wrap(&err, "store.Pages.Count(%q)", ownerID)
	n, err = d.reader().CountPages(ctx, ownerID)
	return n, problem(err)
}

// Count implements page.Tx.
func (t pageTx) Count(ctx context.Context, ownerID string) (n int64, err error) {
	defer errs.Wrap(&err, "store.PageTx.Count(%q)", ownerID)
	n, err = t.q.CountPages(ctx, ownerID)
	return n, problem(err)
}

// Purgeable implements page.Store.
func (d *Pages) Purgeable(ctx context.Context, before time.Time) (ids []string, err error) {
	defer errs.Wrap(&err, "store.Pages.Purgeable(%s)", before)
	ids, err = d.reader().ListPurgeablePages(ctx, &before)
	return ids, problem(err)
}

// Following implements page.Store.
func (d *Pages) Following(ctx context.Context) (ids []string, err error) {
	defer errs.Wrap(&err, "store.Pages.Following")
	ids, err = d.reader().ListFollowingPages(ctx)
	return ids, problem(err)
}

func whenPublished(p *page.Page) *time.Time {
	if p.Publication == nil {
		return nil
	}
	return &p.Publication.At
}
