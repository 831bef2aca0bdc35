package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/page"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Pages implements the store of package page.
type Pages struct{ *Store }

// Pages returns the part of the store for pages.
func (s *Store) Pages() *Pages { return &Pages{s} }

// pageTx is a transaction of package page.
type pageTx struct{ *tx }

var (
	_ page.Store = (*Pages)(nil)
	_ page.Tx    = pageTx{}
)

// InTx implements page.Store. Transactions are serializable on both engines.
func (d *Pages) InTx(ctx context.Context, fn func(page.Tx) error) error {
	return d.inTx(ctx, func(t *tx) error { return fn(pageTx{t}) })
}

// Page implements page.Store.
func (d *Pages) Page(ctx context.Context, id string) (_ *page.Page, err error) {
	defer errs.Wrap(&err, "store.Pages.Page(%q)", id)
	row, err := d.reader().GetPage(ctx, id)
	return pageWithPeople(ctx, d.reader(), row, err)
}

// PageBySlug implements page.Store.
func (d *Pages) PageBySlug(ctx context.Context, slug string) (_ *page.Page, err error) {
	defer errs.Wrap(&err, "store.Pages.PageBySlug(%q)", slug)
	row, err := d.reader().GetPageBySlug(ctx, sql.NullString{String: slug, Valid: true})
	return pageWithPeople(ctx, d.reader(), row, err)
}

// Page implements page.Tx.
func (t pageTx) Page(ctx context.Context, id string) (_ *page.Page, err error) {
	defer errs.Wrap(&err, "store.PageTx.Page(%q)", id)
	row, err := t.q.GetPageForUpdate(ctx, id)
	return pageWithPeople(ctx, t.q, row, err)
}

func pageWithPeople(ctx context.Context, q *sqlcgen.Queries, row sqlcgen.Page, err error) (*page.Page, error) {
	if err != nil {
		return nil, missing(err, "page")
	}
	p, err := toPage(row)
	if err != nil {
		return nil, err
	}
	people, err := q.ListPagePeople(ctx, row.ID)
	for _, one := range people {
		p.People = append(p.People, record.Person{ID: one.ID, UserName: one.UserName})
	}
	return p, problem(err)
}

func toPage(r sqlcgen.Page) (*page.Page, error) {
	p := &page.Page{
		ID: r.ID, Title: r.Title, Area: auth.Area(r.Area), Owner: record.Person{ID: r.OwnerID, UserName: r.Owner}, Sharing: page.Sharing(r.Sharing),
		TableID: r.TableID, Copied: r.Copied, Errors: int(r.Errors), Warnings: int(r.Warnings), Versions: r.Versions, PictureID: r.PictureID,
		CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(), UpdatedBy: r.UpdatedBy, DeletedAt: utc(r.DeletedAt), Version: r.Version,
	}
	if r.Slug.Valid {
		p.Publication = &page.Publication{
			Slug: r.Slug.String, Number: r.PublishedNumber, TableID: r.PublishedTable, Title: r.PublishedTitle, About: r.PublishedAbout,
			Follow: r.Follow, NextID: r.NextTable, Behind: r.Behind, At: r.PublishedAt.UTC(), By: r.PublishedBy,
		}
	}
	return p, json.Unmarshal([]byte(r.Origins), &p.Origins)
}

// publishedColumns returns the columns of a publication.
func publishedColumns(p *page.Page) (slug sql.NullString, out page.Publication) {
	if p.Publication == nil {
		return slug, out
	}
	return sql.NullString{String: p.Publication.Slug, Valid: true}, *p.Publication
}

func pageWords(p *page.Page) string {
	_, out := publishedColumns(p)
	return searchKey(p.Title, out.Title, out.About, p.Owner.UserName)
}

// CreatePage implements page.Tx.
func (t pageTx) CreatePage(ctx context.Context, p *page.Page, draft json.RawMessage) (err error) {
	defer errs.Wrap(&err, "store.PageTx.CreatePage(%q)", p.ID)
	origins, err := json.Marshal(p.Origins)
	if err != nil {
		return err
	}
	slug, out := publishedColumns(p)
	err = t.q.InsertPage(ctx, sqlcgen.InsertPageParams{
		ID: p.ID, Title: printable(p.Title), TitleKey: fold(printable(p.Title)), Area: string(p.Area), Owner: p.Owner.UserName, OwnerID: p.Owner.ID,
		Sharing: string(p.Sharing), TableID: p.TableID, Copied: p.Copied, Errors: int64(p.Errors), Warnings: int64(p.Warnings),
		Versions: p.Versions, Origins: string(origins), PictureID: p.PictureID, Slug: slug, PublishedNumber: out.Number,
		PublishedTable: out.TableID, PublishedTitle: printable(out.Title), PublishedAbout: printable(out.About), Follow: out.Follow,
		NextTable: out.NextID, Behind: out.Behind, PublishedAt: whenPublished(p), PublishedBy: out.By, CreatedAt: p.CreatedAt,
		UpdatedAt: p.UpdatedAt, UpdatedBy: p.UpdatedBy, DeletedAt: p.DeletedAt, Version: p.Version, SearchKey: pageWords(p),
	})
	if err != nil {
		return slugTaken(err)
	}
	if err := t.q.InsertPageDraft(ctx, sqlcgen.InsertPageDraftParams{PageID: p.ID, Document: string(draft)}); err != nil {
		return problem(err)
	}
	return t.insertPagePeople(ctx, p)
}

func (t pageTx) insertPagePeople(ctx context.Context, p *page.Page) error {
	for _, one := range p.People {
		if err := t.q.InsertPagePerson(ctx, sqlcgen.InsertPagePersonParams{PageID: p.ID, UserID: one.ID}); err != nil {
			return problem(err)
		}
	}
	return nil
}

func slugTaken(err error) error {
	if taken(err) == "slug" {
		return errs.New(errs.Conflict, "slug_taken", "Another page has this address. Choose another one.").
			WithFields(errs.Field{Field: "slug", Message: "Another page has this address."}).Because(err)
	}
	return problem(err)
}

// UpdatePage implements page.Tx; it sets the new version in p.
func (t pageTx) UpdatePage(ctx context.Context, p *page.Page) (err error) {
	defer errs.Wrap(&err, "store.PageTx.UpdatePage(%q)", p.ID)
	origins, err := json.Marshal(p.Origins)
	if err != nil {
		return err
	}
	slug, out := publishedColumns(p)
	n, err := t.q.UpdatePage(ctx, sqlcgen.UpdatePageParams{
		ID: p.ID, Version: p.Version, Title: printable(p.Title), TitleKey: fold(printable(p.Title)), Owner: p.Owner.UserName, OwnerID: p.Owner.ID,
		Sharing: string(p.Sharing), TableID: p.TableID, Copied: p.Copied, Errors: int64(p.Errors), Warnings: int64(p.Warnings),
		Versions: p.Versions, Origins: string(origins), PictureID: p.PictureID, Slug: slug, PublishedNumber: out.Number,
		PublishedTable: out.TableID, PublishedTitle: printable(out.Title), PublishedAbout: printable(out.About), Follow: out.Follow,
		NextTable: out.NextID, Behind: out.Behind, PublishedAt: whenPublished(p), PublishedBy: out.By, UpdatedAt: p.UpdatedAt,
		UpdatedBy: p.UpdatedBy, DeletedAt: p.DeletedAt, SearchKey: pageWords(p),
	})
	if err != nil {
		return slugTaken(err)
	}
	if err := written(ctx, n, "page", p.ID, t.q.GetPage); err != nil {
		return err
	}
	p.Version++
	if err := t.q.DeletePagePeople(ctx, p.ID); err != nil {
		return problem(err)
	}
	return t.insertPagePeople(ctx, p)
}

// SwitchTable implements page.Tx.
func (t pageTx) SwitchTable(ctx context.Context, p *page.Page) (err error) {
	defer errs.Wrap(&err, "store.PageTx.SwitchTable(%q)", p.ID)
	_, out := publishedColumns(p)
	n, err := t.q.SwitchPageTable(ctx, sqlcgen.SwitchPageTableParams{
		ID: p.ID, TableID: p.TableID, PublishedTable: out.TableID, NextTable: out.NextID, Behind: out.Behind,
	})
	return changed(n, err, "page")
}

// DeletePage implements page.Tx.
func (t pageTx) DeletePage(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.PageTx.DeletePage(%q)", id)
	n, err := t.q.DeletePage(ctx, id)
	if err := changed(n, err, "page"); err != nil {
		return err
	}
	return problem(t.q.DeleteHistory(ctx, sqlcgen.DeleteHistoryParams{Object: page.ObjectPage, ObjectID: id}))
}
