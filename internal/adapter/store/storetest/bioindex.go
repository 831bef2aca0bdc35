package storetest

import (
	gocmp "cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// inIndexes runs fn in a transaction of indexes that must succeed.
func inIndexes(t *testing.T, s *store.Store, fn func(context.Context, bioindex.Tx) error) {
	t.Helper()
	must(t, s.Indexes().InTx(t.Context(), func(tx bioindex.Tx) error { return fn(t.Context(), tx) }))
}

// newIndex creates an index with a waiting build.
func newIndex(t *testing.T, s *store.Store, id, owner string, change func(*bioindex.Index)) *bioindex.Index {
	t.Helper()
	x := &bioindex.Index{
		ID: id, Name: "Ïndex 100% of " + id, Area: auth.AreaHermes, Owner: record.Person{ID: owner, UserName: owner}, Sharing: bioindex.Private,
		Source:     bioindex.Source{Kind: bioindex.FromDataset, ID: "d1", FileID: "f1"},
		SourceName: "table_1.tsv", SourceBytes: 7, NewestID: "build of " + id, CreatedAt: Epoch, UpdatedAt: Epoch, UpdatedBy: owner, Version: 1,
	}
	if change != nil {
		change(x)
	}
	inIndexes(t, s, func(ctx context.Context, tx bioindex.Tx) error {
		if err := tx.CreateIndex(ctx, x); err != nil {
			return err
		}
		return tx.CreateBuild(ctx, newIndexBuild(x.NewestID, id))
	})
	return x
}

func newIndexBuild(id, indexID string) *bioindex.Build {
	return &bioindex.Build{
		ID:         id,
		IndexID:    indexID,
		Status:     bioindex.Queued,
		Definition: bioindex.NewDefinition("gene|ensembl_id,chr:pos", map[string]string{"n": "decimal"}, "GRCh38", "closed"),
		FileID:     "f1",
		SourceTag:  "tag",
		JobID:      "job of " + id,
		CreatedBy:  "u1",
		CreatedAt:  Epoch,
	}
}

func testIndexes(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Indexes()
	for _, name := range []string{"u1", "u2", "u3"} {
		AddUser(t, s, name)
	}
	x := newIndex(t, s, "x1", "u1", func(x *bioindex.Index) {
		x.People = []record.Person{{ID: "u2", UserName: "u2"}}
	})
	got, err := g.Index(ctx, "x1")
	must(t, err)
	if diff := cmp.Diff(x, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	private := *x
	private.People = nil
	wantAsked(t, s, &private, "")
	at := Epoch.Add(time.Hour)
	x.Name, x.Sharing, x.People, x.NewestID = "Another", bioindex.Named, []record.Person{{ID: "u3", UserName: "u3"}}, "other"
	x.SourceName, x.SourceBytes, x.UpdatedAt, x.UpdatedBy, x.DeletedAt = "other.csv", 8, at, "u2", &at
	inIndexes(t, s, func(ctx context.Context, tx bioindex.Tx) error {
		if err := tx.UpdateIndex(ctx, x); err != nil {
			return err
		}
		return tx.SwitchBuild(ctx, "x1", "build of x1") // needs no version
	})
	x.BuildID = "build of x1"
	got, err = g.Index(ctx, "x1")
	must(t, err)
	if diff := cmp.Diff(x, got); diff != "" || got.Version != 2 {
		t.Errorf("version %d (-want +got):\n%s", got.Version, diff)
	}
	wantAsked(t, s, x, bioindex.Queued)
	old := *x
	old.Version = 1
	err = g.InTx(ctx, func(tx bioindex.Tx) error { return tx.UpdateIndex(ctx, &old) })
	if !record.IsChanged(err) {
		t.Errorf("an old version: %v", err)
	}
	for before, want := range map[time.Time][]string{at: nil, at.Add(time.Microsecond): {"x1"}} {
		if ids, err := g.Purgeable(ctx, before); err != nil || !slices.Equal(ids, want) {
			t.Errorf("in the bin before %s: %q, %v", before, ids, err)
		}
	}
	absent := *x
	absent.ID = "absent"
	_, err = g.Index(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	_, _, err = g.Asked(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	wantKind(t, g.InTx(ctx, func(tx bioindex.Tx) error { return tx.UpdateIndex(ctx, &absent) }), errs.NotFound)
	wantKind(t, g.InTx(ctx, func(tx bioindex.Tx) error { return tx.SwitchBuild(ctx, "absent", "b") }), errs.NotFound)
	wantKind(t, g.InTx(ctx, func(tx bioindex.Tx) error { _, err := tx.DeleteIndex(ctx, "absent"); return err }), errs.NotFound)
}

// wantAsked checks the data of an index that a query reads.
func wantAsked(t *testing.T, s *store.Store, want *bioindex.Index, status bioindex.Status) {
	t.Helper()
	got, is, err := s.Indexes().Asked(t.Context(), want.ID)
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" || is != status {
		t.Errorf("asked: status %q, want %q (-want +got):\n%s", is, status, diff)
	}
}

func testIndexBuilds(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Indexes()
	AddUser(t, s, "u1")
	newIndex(t, s, "x1", "u1", nil)
	b := newIndexBuild("b2", "x1")
	inIndexes(t, s, func(ctx context.Context, tx bioindex.Tx) error { return tx.CreateBuild(ctx, b) })
	at := Epoch.Add(time.Minute)
	b.Status, b.FinishedAt, b.Attempt, b.Bytes, b.Error = bioindex.Ready, &at, "lease", 1<<40, "“quoted”"
	b.Made = &bioindex.Made{Seconds: 1.5, Columns: []bioindex.Column{{Name: "ñ", Type: 1}}, Examples: [][]string{{"a,b", "1:1-2"}}}
	b.Made.Format, b.Made.InPlace, b.Made.Rows, b.Made.Generation = "tsv", true, 3, "g"
	b.Proof = &bioindex.Proof{At: at}
	b.Proof.Seed, b.Proof.Queries, b.Proof.Kinds, b.Proof.Rows = 1<<53-1, 10, map[string]int{"key": 10}, 4
	b.Again = &bioindex.Again{JobID: "j", Queries: 7, Seed: 9}
	inIndexes(t, s, func(ctx context.Context, tx bioindex.Tx) error {
		locked, err := tx.Build(ctx, "b2")
		if err != nil || locked.Status != bioindex.Queued || locked.Made != nil || locked.Proof != nil || locked.Again != nil {
			t.Errorf("inside of the transaction: %+v, %v", locked, err)
		}
		return tx.UpdateBuild(ctx, b)
	})
	got, err := g.Build(ctx, "b2")
	must(t, err)
	if diff := cmp.Diff(b, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	list, err := g.BuildsByID(ctx, []string{"b2", "absent", "build of x1"})
	must(t, err)
	if diff := cmp.Diff([]*bioindex.Build{b, newIndexBuild("build of x1", "x1")}, list); diff != "" {
		t.Errorf("by id (-want +got):\n%s", diff)
	}
	_, err = g.Build(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	wantKind(t, g.InTx(ctx, func(tx bioindex.Tx) error { return tx.UpdateBuild(ctx, newIndexBuild("absent", "x1")) }), errs.NotFound)
	wantKind(t, g.InTx(ctx, func(tx bioindex.Tx) error { return tx.CreateBuild(ctx, newIndexBuild("b3", "absent")) }), errs.NotFound)
}

// The size of an upload counts once, however many indexes use it, and it is deleted with the last
// of them.
func testIndexUsage(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Indexes()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	completeUpload(t, s, "up1", "u1", 100)
	completeUpload(t, s, "up2", "u2", 1000)
	ofUpload := func(id string) func(*bioindex.Index) {
		return func(x *bioindex.Index) {
			x.Source, x.BuildID = bioindex.Source{Kind: bioindex.FromUpload, ID: id}, x.NewestID
		}
	}
	claim := func(id, owner string) error {
		return g.InTx(ctx, func(tx bioindex.Tx) error { return tx.ClaimUpload(ctx, id, owner) })
	}
	must(t, claim("up1", "u1"))
	wantKind(t, claim("up1", "u1"), errs.Conflict) // something else uses it: no index does yet
	newIndex(t, s, "x1", "u1", ofUpload("up1"))
	must(t, claim("up1", "u1"))
	wantKind(t, claim("up1", "u2"), errs.Conflict)
	wantKind(t, claim("absent", "u1"), errs.Conflict)
	newIndex(t, s, "x2", "u1", ofUpload("up1"))
	newIndex(t, s, "x3", "u2", ofUpload("up2"))
	for i, id := range []string{"x1", "x2", "x3"} {
		inIndexes(t, s, func(ctx context.Context, tx bioindex.Tx) error {
			b, err := tx.Build(ctx, "build of "+id)
			if err != nil {
				return err
			}
			b.Bytes = int64(i + 1)
			return tx.UpdateBuild(ctx, b)
		})
	}
	usage := func(owner string, want bioindex.Usage) {
		t.Helper()
		if got, err := g.Usage(ctx, owner); err != nil || got != want {
			t.Errorf("%s has %+v, %v; want %+v", owner, got, err, want)
		}
	}
	usage("u1", bioindex.Usage{Indexes: 2, Bytes: 103})
	usage("u2", bioindex.Usage{Indexes: 1, Bytes: 1003})
	usage("nobody", bioindex.Usage{})
	for id, want := range map[string]string{"x3": "up2"} {
		inIndexes(t, s, func(ctx context.Context, tx bioindex.Tx) error {
			if upload, err := tx.DeleteIndex(ctx, id); err != nil || upload != want {
				t.Errorf("%s leaves %q, %v", id, upload, err)
			}
			return nil
		})
	}
	for i, want := range []string{"", "up1"} {
		inIndexes(t, s, func(ctx context.Context, tx bioindex.Tx) error {
			if upload, err := tx.DeleteIndex(ctx, fmt.Sprintf("x%d", i+1)); err != nil || upload != want {
				t.Errorf("index %d leaves %q, %v", i+1, upload, err)
			}
			return nil
		})
	}
	usage("u1", bioindex.Usage{})
	if f, err := s.File(ctx, "up1"); err != nil || f.Registered {
		t.Errorf("the upload: %+v, %v", f, err)
	}
	_, err := g.Build(ctx, "build of x1")
	wantKind(t, err, errs.NotFound)
}

func testIndexLists(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Indexes()
	for _, name := range []string{"u1", "u2", "u3"} {
		AddUser(t, s, name)
	}
	of := func(sharing bioindex.Sharing, minute int, people ...string) func(*bioindex.Index) {
		return func(x *bioindex.Index) {
			x.Sharing, x.UpdatedAt = sharing, Epoch.Add(time.Duration(minute)*time.Minute)
			for _, p := range people {
				x.People = append(x.People, record.Person{ID: p, UserName: p})
			}
		}
	}
	newIndex(t, s, "private", "u1", of(bioindex.Private, 1, "u2")) // kept for when it is shared again
	newIndex(t, s, "named", "u1", of(bioindex.Named, 2, "u2"))
	newIndex(t, s, "area", "u1", of(bioindex.Area, 3))
	newIndex(t, s, "public", "u1", of(bioindex.Public, 4))
	newIndex(t, s, "bin", "u1", func(x *bioindex.Index) { x.DeletedAt, x.Sharing = &Epoch, bioindex.Public })
	hermes := []auth.Area{auth.AreaHermes}
	for name, c := range map[string]struct {
		f    bioindex.Filter
		want string
	}{
		"a stranger":                  {bioindex.Filter{}, "public"},
		"a stranger's bin":            {bioindex.Filter{Bin: true}, ""},
		"the owner":                   {bioindex.Filter{UserID: "u1", Areas: hermes}, "public area named private"},
		"the owner's own":             {bioindex.Filter{UserID: "u1", Areas: hermes, Scope: record.ScopeMine}, "public area named private"},
		"shared with the owner":       {bioindex.Filter{UserID: "u1", Areas: hermes, Scope: record.ScopeShared}, ""},
		"the owner's bin":             {bioindex.Filter{UserID: "u1", Areas: hermes, Bin: true}, "bin"},
		"a user named":                {bioindex.Filter{UserID: "u2", Areas: hermes}, "public area named"},
		"shared with a user":          {bioindex.Filter{UserID: "u2", Areas: hermes, Scope: record.ScopeShared}, "area named"},
		"a user's public ones":        {bioindex.Filter{UserID: "u2", Areas: hermes, Scope: record.ScopePublic}, "public"},
		"a user named, elsewhere now": {bioindex.Filter{UserID: "u2", Areas: []auth.Area{auth.AreaDatasets}}, "public"},
		"a user without a role":       {bioindex.Filter{UserID: "u2"}, "public"},
		"a user of the area":          {bioindex.Filter{UserID: "u3", Areas: []auth.Area{auth.AreaDatasets, auth.AreaHermes}}, "public area"},
		"another user's bin":          {bioindex.Filter{UserID: "u3", Areas: hermes, Bin: true}, ""},
		"an administrator":            {bioindex.Filter{UserID: "u3", All: true}, "public area named private"},
		"an administrator's bin":      {bioindex.Filter{UserID: "u3", All: true, Bin: true}, "bin"},
		"words":                       {bioindex.Filter{UserID: "u1", All: true, Q: "ÏNDEX 100% E_1 area"}, "area"},
		"words that are not there":    {bioindex.Filter{UserID: "u1", All: true, Q: "area 10_%"}, ""},
	} {
		got := ""
		f := c.f
		for f.Limit = 2; ; {
			page, total, err := g.Indexes(ctx, f)
			must(t, err)
			for _, x := range page {
				if got != "" {
					got += " "
				}
				got += x.ID
			}
			if len(page) < f.Limit {
				break
			}
			last := page[len(page)-1]
			f.After = listing.Place{Key: last.UpdatedAt.Format(time.RFC3339Nano), ID: last.ID}
			if total < 2 {
				t.Errorf("%s: a total of %d", name, total)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		indexFacets(t, s, c.f)
	}
}

// The order of each column, page by page; equal ones by id.
func testIndexOrders(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Indexes()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	for i, x := range []struct{ id, name, owner string }{{"a", "über", "u2"}, {"b", "Alpha", "u1"}, {"c", "alpha", "u2"}, {"d", "Ünder", "u1"}} {
		newIndex(t, s, x.id, x.owner, func(made *bioindex.Index) {
			made.Name, made.UpdatedAt = x.name, Epoch.Add(time.Duration(i)*time.Minute)
		})
	}
	keys := map[string]func(*bioindex.Index) string{
		"updated_at": func(x *bioindex.Index) string { return x.UpdatedAt.Format(time.RFC3339Nano) },
		"name":       func(x *bioindex.Index) string { return x.Name },
		"owner":      func(x *bioindex.Index) string { return x.Owner.UserName },
	}
	for sort, want := range map[string]string{
		"": "dcba", "updated_at": "abcd", "-updated_at": "dcba", "name": "bcad", "-name": "dacb", "owner": "bdac", "-owner": "cadb",
	} {
		got, f := "", bioindex.Filter{All: true, UserID: "u1", Sort: sort, Limit: 1}
		for range len(want) {
			page, _, err := g.Indexes(ctx, f)
			must(t, err)
			for _, x := range page {
				got += x.ID
				f.After = listing.Place{Key: keys[strings.TrimPrefix(gocmp.Or(sort, "updated_at"), "-")](x), ID: x.ID}
			}
		}
		if got != want {
			t.Errorf("by %q: %s, want %s", sort, got, want)
		}
	}
	_, _, err := g.Indexes(ctx, bioindex.Filter{All: true, UserID: "u1", Sort: "area"})
	wantKind(t, err, errs.Invalid)
}
