package store

import (
	"context"
	"strings"

	"cohortium/internal/errs"
	"cohortium/internal/page"
	"cohortium/internal/store/sqlcgen"
)

// Pages implements page.Store.
func (d *Pages) Pages(ctx context.Context, f page.Filter) (list []*page.Page, total int64, err error) {
	defer errs.Wrap(&err, "store.Pages.Pages(%+v)", f)
	var w filter
	w.pages(f)
	if total, err = d.count(ctx, "SELECT count(*) FROM pages"+w.sql(), w.args); err != nil || total == 0 {
		return nil, 0, err
	}
	sort := f.Sort
	if sort == "" {
		sort = "-updated_at"
	}
	tail, err := w.page(map[string]order{
		"updated_at": {"updated_at", timeKey}, "published_at": {"published_at", timeKey}, "title": {"title_key", foldedKey},
	}, sort, f.After, f.Limit)
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

// pages asks for what somebody may see, and of that for a scope.
func (f *filter) pages(of page.Filter) {
	if of.Bin {
		f.where = append(f.where, "deleted_at IS NOT NULL")
	} else {
		f.where = append(f.where, "deleted_at IS NULL")
	}
	if of.Published {
		f.where = append(f.where, "slug IS NOT NULL")
	}
	sees, args := sharedPage(of)
	switch {
	case of.UserID == "" && of.Bin:
		f.where = append(f.where, "1 = 0")
	case of.UserID == "", of.Scope == page.ScopePublic:
		f.where = append(f.where, "sharing = 'public'")
	case of.Scope == page.ScopeMine, of.Bin && !of.All:
		f.add("owner_id = %s", of.UserID)
	case of.Scope == page.ScopeShared:
		f.add("owner_id <> %s AND "+sees, append([]any{of.UserID}, args...)...)
	case !of.All:
		f.add("(sharing = 'public' OR owner_id = %s OR "+sees+")", append([]any{of.UserID}, args...)...)
	}
	f.words(of.Q)
}

// sharedPage is the condition for what is shared with somebody by name or with one of
// their areas, and its parameters.
func sharedPage(of page.Filter) (string, []any) {
	if len(of.Areas) == 0 {
		return "1 = 0", nil
	}
	args := make([]any, 0, len(of.Areas)+1)
	for _, a := range of.Areas {
		args = append(args, string(a))
	}
	areas := strings.Repeat(", %s", len(of.Areas))[2:]
	return "(area IN (" + areas + ") AND (sharing = 'area' OR sharing = 'people' AND id IN (SELECT page_id FROM page_people WHERE user_id = %s)))",
		append(args, of.UserID)
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
