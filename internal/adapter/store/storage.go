package store

import (
	"context"

	"cohortium/internal/area/storage"
	"cohortium/internal/platform/errs"
)

// Storage is the database as package storage sees it.
type Storage struct{ *Store }

var _ storage.Store = Storage{}

// Storage returns the part of the store that sums what owners use.
func (s *Store) Storage() Storage { return Storage{s} }

// ownerBytes sums what SumDatasetBytes, IndexUsage and PageTableUsage sum, for every owner at once.
const ownerBytes = ` FROM (
	SELECT owner_id, CAST(SUM(dataset) AS bigint) AS datasets, CAST(SUM(indexed) AS bigint) AS indexes, CAST(SUM(tabled) AS bigint) AS tables,
		CAST(SUM(dataset + indexed + tabled) AS bigint) AS bytes
	FROM (
		SELECT d.owner_id, f.size_bytes AS dataset, 0 AS indexed, 0 AS tabled
		FROM dataset_files AS f JOIN datasets AS d ON d.id = f.dataset_id
		UNION ALL
		SELECT x.owner_id, 0, b.bytes, 0 FROM index_builds AS b JOIN indexes AS x ON x.build_id = b.id
		UNION ALL
		SELECT u.owner_id, 0, f.size_bytes, 0 FROM upload_files AS f
		JOIN (SELECT DISTINCT owner_id, source_id FROM indexes WHERE source_kind = 'upload') AS u ON u.source_id = f.id
		UNION ALL
		SELECT owner_id, 0, 0, bytes FROM page_tables
	) AS stored GROUP BY owner_id
) AS used JOIN users ON users.id = used.owner_id`

// StorageOwners implements storage.Store.
func (s Storage) StorageOwners(ctx context.Context, f storage.Filter) (page []storage.Owner, total int64, err error) {
	defer errs.Wrap(&err, "store.StorageOwners(%+v)", f)
	var w filter
	w.add("bytes > %s", 0)
	w.words(searched{"users", "users.id"}, f.Q)
	if total, err = s.count(ctx, "SELECT count(*)"+ownerBytes+w.sql(), w.args); err != nil {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{
		"user_name": {"user_key", foldedKey},
		"bytes":     {"bytes", numberKey},
		"datasets":  {"datasets", numberKey},
		"indexes":   {"indexes", numberKey},
		"tables":    {"tables", numberKey},
	}, f.Sort, f.After, f.Limit)
	if err != nil {
		return nil, 0, err
	}
	page, err = selectAll(ctx, s.Store, "SELECT users.id, user_name, is_active, datasets, indexes, tables"+ownerBytes+w.sql()+tail, w.args,
		func(row scanner) (o storage.Owner, err error) {
			err = row.Scan(&o.UserID, &o.UserName, &o.IsActive, &o.Datasets, &o.Indexes, &o.Tables)
			return o, err
		})
	return page, total, err
}
