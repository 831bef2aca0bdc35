package store

import (
	"cmp"
	"context"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/page"
	"cohortium/internal/platform/errs"
)

// Pages implements page.Store.
func (d *Pages) Pages(ctx context.Context, f page.Filter) (list []*page.Page, total int64, err error) {
	defer errs.Wrap(&err, "store.Pages.Pages(%+v)", f)
	var w filter
	w.sharedList(sharedList{
		f.UserID, f.Areas, f.All, f.Scope, f.Bin, "sharing = 'people' AND id IN (SELECT page_id FROM page_people WHERE user_id = %s)",
	})
	if f.Published {
		w.where = append(w.where, "slug IS NOT NULL")
	}
	w.words(searchedTable("pages"), f.Q)
	if total, err = d.count(ctx, "SELECT count(*) FROM pages"+w.sql(), w.args); err != nil || total == 0 {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{
		"updated_at": {"updated_at", timeKey}, "published_at": {"published_at", timeKey}, "title": {"title_key", foldedKey},
	}, cmp.Or(f.Sort, "-updated_at"), f.After, f.Limit)
	if err != nil {
		return nil, 0, err
	}
	const columns = `id, title, title_key, area, owner, owner_id, sharing, table_id, copied, errors, warnings, versions, origins, picture_id,
	slug, published_number, published_table, published_title, published_about, follow, next_table, behind, published_at, published_by,
	created_at, updated_at, updated_by, deleted_at, version, search_key`
	list, err = selectAll(ctx, d.Store, "SELECT "+columns+" FROM pages"+w.sql()+tail, w.args, func(row scanner) (*page.Page, error) {
		var r sqlcgen.Page
		err := row.Scan(&r.ID, &r.Title, &r.TitleKey, &r.Area, &r.Owner, &r.OwnerID, &r.Sharing, &r.TableID, &r.Copied, &r.Errors, &r.Warnings,
			&r.Versions, &r.Origins, &r.PictureID, &r.Slug, &r.PublishedNumber, &r.PublishedTable, &r.PublishedTitle, &r.PublishedAbout,
			&r.Follow, &r.NextTable, &r.Behind, &r.PublishedAt, &r.PublishedBy, &r.CreatedAt, &r.UpdatedAt, &r.UpdatedBy, &r.DeletedAt,
			&r.Version, &r.SearchKey)
		if err != nil {
			return nil, err
		}
		return toPage(r)
	})
	return list, total, err
}

// WithTable implements page.Store.
func (d *Pages) WithTable(ctx context.Context, tableID string) (list []*page.Page, err error) {
	defer errs.Wrap(&err, "store.Pages.WithTable(%q)", tableID)
	rows, err := d.reader().ListPagesWithTable(ctx, tableID)
	if err != nil {
		return nil, problem(err)
	}
	for _, row := range rows {
		p, err := pageWithPeople(ctx, d.reader(), row, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}
