package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/area/storage"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

// testStorageOwners compares the list of owners with what is stored, and with the sums by which the
// areas refuse.
func testStorageOwners(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Storage()
	for _, id := range []string{"u1", "u2", "u3", "u4"} {
		AddUser(t, s, id)
	}
	fillStorage(t, s)
	by := map[string]map[string]float64{
		"datasets": {"u1": 150, "u2": 7, "u3": 0}, "indexes": {"u1": 103, "u2": 1003, "u3": 0},
		"tables": {"u1": 0, "u2": 5, "u3": 1 << 40}, "bytes": {"u1": 253, "u2": 1015, "u3": 1 << 40},
	}
	page, total, err := g.StorageOwners(ctx, storage.Filter{Sort: "user_name", Limit: 10})
	must(t, err)
	want := []storage.Owner{ // u4 has no bytes
		{UserID: "u1", UserName: "u1", IsActive: true, Datasets: 150, Indexes: 103},
		{UserID: "u2", UserName: "u2", Datasets: 7, Indexes: 1003, Tables: 5},
		{UserID: "u3", UserName: "u3", IsActive: true, Tables: 1 << 40},
	}
	if diff := cmp.Diff(want, page); diff != "" || total != 3 {
		t.Errorf("%d owners (-want +got):\n%s", total, diff)
	}
	for _, o := range page {
		files, err := s.Datasets().StoredBytes(ctx, o.UserID)
		must(t, err)
		indexes, err := s.Indexes().Usage(ctx, o.UserID)
		must(t, err)
		tables, err := s.PageTables().Usage(ctx, o.UserID)
		must(t, err)
		if o.Datasets != files || o.Indexes != indexes.Bytes || o.Tables != tables.Bytes {
			t.Errorf("listed %+v, refused by %d, %d, %d", o, files, indexes.Bytes, tables.Bytes)
		}
	}
	for sort, numbers := range by {
		inOrder(t, sort, numbers, func(sort string, after listing.Place) []string {
			page, _, err := g.StorageOwners(ctx, storage.Filter{Sort: sort, After: after, Limit: 1})
			must(t, err)
			return idsOf(page, func(o storage.Owner) string { return o.UserID })
		})
	}
	page, total, err = g.StorageOwners(ctx, storage.Filter{Q: "U2", Sort: "-bytes", Limit: 10})
	if err != nil || total != 1 || len(page) != 1 || page[0].UserName != "u2" {
		t.Errorf("searched: %+v, %d, %v", page, total, err)
	}
	_, _, err = g.StorageOwners(ctx, storage.Filter{Sort: "colour", Limit: 1})
	wantKind(t, err, errs.Invalid)
	_, _, err = g.StorageOwners(ctx, storage.Filter{Sort: "bytes", Limit: 1, After: listing.Place{Key: "many", ID: "u1"}})
	wantKind(t, err, errs.Invalid)
}

// fillStorage stores files of every kind: two versions in a data set, two indexes of one upload, one
// of another, tables, and an index without a build.
func fillStorage(t *testing.T, s *store.Store) {
	t.Helper()
	holdingData(t, s, "d1", "u1")
	holdingData(t, s, "d2", "u2")
	for _, id := range []string{"a", "b"} {
		completeUpload(t, s, id, "u1", 100)
	}
	completeUpload(t, s, "c", "u2", 7)
	completeUpload(t, s, "unused", "u4", 9)
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		return errorsOf(
			tx.AddFile(ctx, fileVersion("f1", "d1", "a", 1, 100)), tx.AddFile(ctx, fileVersion("f2", "d1", "b", 2, 50)),
			tx.AddFile(ctx, fileVersion("f3", "d2", "c", 1, 7)),
		)
	})
	completeUpload(t, s, "up1", "u1", 100)
	completeUpload(t, s, "up2", "u2", 1000)
	for i, of := range []struct{ owner, upload string }{{"u1", "up1"}, {"u1", "up1"}, {"u2", "up2"}} {
		id := fmt.Sprintf("x%d", i+1)
		newIndex(t, s, id, of.owner, func(x *bioindex.Index) {
			x.Source, x.BuildID = bioindex.Source{Kind: bioindex.FromUpload, ID: of.upload}, x.NewestID
		})
		inIndexes(t, s, func(ctx context.Context, tx bioindex.Tx) error {
			b, err := tx.Build(ctx, "build of "+id)
			if err != nil {
				return err
			}
			b.Bytes = int64(i + 1)
			return tx.UpdateBuild(ctx, b)
		})
	}
	newIndex(t, s, "x4", "u4", nil)
	newPageTable(t, s, "t1", "u2", func(x *pagetable.Table) { x.Bytes = 5 })
	newPageTable(t, s, "t2", "u3", func(x *pagetable.Table) { x.Bytes = 1 << 40 })
	must(t, s.Accounts().InTx(t.Context(), func(tx auth.Tx) error {
		u, err := tx.User(t.Context(), "u2")
		if err != nil {
			return err
		}
		u.IsActive = false
		return tx.UpdateUser(t.Context(), u)
	}))
}
