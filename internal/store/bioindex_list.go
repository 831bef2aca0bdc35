package store

import (
	"cmp"
	"context"
	"strings"

	"cohortium/internal/bioindex"
	"cohortium/internal/errs"
	"cohortium/internal/store/sqlcgen"
)

// Indexes implements bioindex.Store.
func (d *Indexes) Indexes(ctx context.Context, f bioindex.Filter) (page []*bioindex.Index, total int64, err error) {
	defer errs.Wrap(&err, "store.Indexes.Indexes(%+v)", f)
	var w filter
	w.index(f)
	if total, err = d.count(ctx, "SELECT count(*) FROM indexes"+w.sql(), w.args); err != nil || total == 0 {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{
		"updated_at": {"updated_at", timeKey}, "name": {"name_key", foldedKey}, "owner": {"owner", textKey},
	}, cmp.Or(f.Sort, "-updated_at"), f.After, f.Limit)
	if err != nil {
		return nil, 0, err
	}
	const columns = `id, name, area, owner, owner_id, sharing, source_kind, source_id, source_file_id, source_name, source_bytes,
	build_id, newest_id, created_at, updated_at, updated_by, deleted_at, version, search_key, name_key`
	page, err = selectAll(ctx, d.Store, "SELECT "+columns+" FROM indexes"+w.sql()+tail, w.args, func(row scanner) (*bioindex.Index, error) {
		var r sqlcgen.Index
		err := row.Scan(&r.ID, &r.Name, &r.Area, &r.Owner, &r.OwnerID, &r.Sharing, &r.SourceKind, &r.SourceID, &r.SourceFileID, &r.SourceName,
			&r.SourceBytes, &r.BuildID, &r.NewestID, &r.CreatedAt, &r.UpdatedAt, &r.UpdatedBy, &r.DeletedAt, &r.Version, &r.SearchKey, &r.NameKey)
		return toIndex(r), err
	})
	return page, total, err
}

// index asks for what somebody may query, and of that for a scope.
func (f *filter) index(of bioindex.Filter) {
	if of.Bin {
		f.where = append(f.where, "deleted_at IS NOT NULL")
	} else {
		f.where = append(f.where, "deleted_at IS NULL")
	}
	sees, args := sharedIndex(of)
	switch {
	case of.UserID == "" && of.Bin:
		f.where = append(f.where, "1 = 0")
	case of.UserID == "", of.Scope == bioindex.ScopePublic:
		f.where = append(f.where, "sharing = 'public'")
	case of.Scope == bioindex.ScopeMine, of.Bin && !of.All:
		f.add("owner_id = %s", of.UserID)
	case of.Scope == bioindex.ScopeShared:
		f.add("owner_id <> %s AND "+sees, append([]any{of.UserID}, args...)...)
	case !of.All:
		f.add("(sharing = 'public' OR owner_id = %s OR "+sees+")", append([]any{of.UserID}, args...)...)
	}
	f.words(of.Q)
}

// sharedIndex is the condition for what is shared with somebody by name or with one
// of their areas, and its parameters.
func sharedIndex(of bioindex.Filter) (string, []any) {
	if len(of.Areas) == 0 {
		return "1 = 0", nil
	}
	args := make([]any, 0, len(of.Areas)+1)
	for _, a := range of.Areas {
		args = append(args, string(a))
	}
	areas := strings.Repeat(", %s", len(of.Areas))[2:]
	return "(area IN (" + areas + ") AND (sharing = 'area' OR sharing = 'named' AND id IN (SELECT index_id FROM index_people WHERE user_id = %s)))",
		append(args, of.UserID)
}
