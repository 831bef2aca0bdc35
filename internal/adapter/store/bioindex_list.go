package store

import (
	"cmp"
	"context"
	"fmt"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/platform/errs"
)

// sourceBytes counts an upload as part of its index.
const sourceBytes = "CASE WHEN source_kind = '" + string(bioindex.FromUpload) + "' THEN source_bytes ELSE 0 END + "

// ofBuild returns a number of the build that answers, otherwise before there is one.
func (d *Indexes) ofBuild(number string, otherwise int) string {
	return fmt.Sprintf("COALESCE((SELECT %s FROM index_builds WHERE index_builds.id = build_id), %d)", number, otherwise)
}

// Indexes implements bioindex.Store.
func (d *Indexes) Indexes(ctx context.Context, f bioindex.Filter) (page []*bioindex.Index, total int64, err error) {
	defer errs.Wrap(&err, "store.Indexes.Indexes(%+v)", f)
	w := indexesWhere(f)
	if total, err = d.count(ctx, "SELECT count(*) FROM indexes"+w.sql(), w.args); err != nil || total == 0 {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{
		"updated_at": {"updated_at", timeKey}, "name": {"name_key", foldedKey}, "owner": {"owner", textKey},
		"rows": {d.ofBuild(d.jsonNumber("made", "rows"), -1), numberKey}, "bytes": {sourceBytes + d.ofBuild("bytes", 0), numberKey},
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

func indexesWhere(f bioindex.Filter) (w filter) {
	w.sharedList(sharedList{
		f.UserID, f.Areas, f.All, f.Scope, f.Bin, "sharing = 'named' AND id IN (SELECT index_id FROM index_people WHERE user_id = %s)",
	})
	w.words(searchedTable("indexes"), f.Q)
	return w
}
