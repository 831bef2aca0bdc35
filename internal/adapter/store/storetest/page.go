package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/page"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

func inPages(t *testing.T, s *store.Store, fn func(context.Context, page.Tx) error) {
	t.Helper()
	must(t, s.Pages().InTx(t.Context(), func(tx page.Tx) error { return fn(t.Context(), tx) }))
}

// oddDraft contains what documents may contain and columns must store unchanged.
const oddDraft = `{"title":"Ñ \u0000 100% _ ' \"","z":1,"a":[1e400,5e-324,0.10]}`

func newPage(t *testing.T, s *store.Store, id, owner string, change func(*page.Page)) *page.Page {
	t.Helper()
	p := &page.Page{
		ID: id, Title: "Pâge 100% of " + id, Area: auth.AreaDatasets, Owner: record.Person{ID: owner, UserName: owner}, Sharing: page.Private,
		TableID: "table of " + id, CreatedAt: Epoch, UpdatedAt: Epoch, UpdatedBy: owner, Version: 1,
	}
	if change != nil {
		change(p)
	}
	inPages(t, s, func(ctx context.Context, tx page.Tx) error { return tx.CreatePage(ctx, p, json.RawMessage(oddDraft)) })
	return p
}

func publication(slug string) *page.Publication {
	return &page.Publication{
		Slug:    slug,
		Number:  2,
		TableID: "published",
		Title:   "Tïtle",
		About:   "Aböut",
		Follow:  true,
		NextID:  "next",
		Behind:  "Why.",
		At:      Epoch,
		By:      "u1",
	}
}

func testPages(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Pages()
	for _, name := range []string{"u1", "u2", "u3"} {
		AddUser(t, s, name)
	}
	p := newPage(t, s, "p1", "u1", func(p *page.Page) { p.People = []record.Person{{ID: "u2", UserName: "u2"}} })
	got, err := g.Page(ctx, "p1")
	must(t, err)
	if diff := cmp.Diff(p, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	at := Epoch.Add(time.Hour)
	p.Title, p.Sharing, p.People, p.TableID, p.Copied = "Another", page.People, []record.Person{{ID: "u3", UserName: "u3"}}, "t2", true
	p.Owner, p.Errors, p.Warnings, p.Versions, p.PictureID = record.Person{ID: "u2", UserName: "u2"}, 1, 2, 3, "pic"
	p.Origins, p.Publication, p.UpdatedAt, p.UpdatedBy = []string{"https://a.example.org"}, publication("a-b"), at, "u2"
	inPages(t, s, func(ctx context.Context, tx page.Tx) error { return tx.UpdatePage(ctx, p) })
	for name, find := range map[string]func() (*page.Page, error){
		"by id": func() (*page.Page, error) { return g.Page(ctx, "p1") }, "by slug": func() (*page.Page, error) { return g.PageBySlug(ctx, "a-b") },
	} {
		if got, err = find(); err != nil {
			t.Fatal(name, err)
		}
		if diff := cmp.Diff(p, got); diff != "" || got.Version != 2 {
			t.Errorf("%s: version %d (-want +got):\n%s", name, got.Version, diff)
		}
	}
	old := *p
	old.Version = 1
	if err := g.InTx(ctx, func(tx page.Tx) error { return tx.UpdatePage(ctx, &old) }); !record.IsChanged(err) {
		t.Errorf("an old version: %v", err)
	}
	p.TableID, p.Publication.TableID, p.Publication.NextID, p.Publication.Behind = "t3", "t3", "", ""
	inPages(t, s, func(ctx context.Context, tx page.Tx) error { return tx.SwitchTable(ctx, p) })
	if got, err = g.Page(ctx, "p1"); err != nil || !cmp.Equal(p, got) {
		t.Errorf("switched: %s, %v", cmp.Diff(p, got), err)
	}
	testPageAbsence(t, s, p)
}

func testPageAbsence(t *testing.T, s *store.Store, p *page.Page) {
	t.Helper()
	ctx, g := t.Context(), s.Pages()
	_, err := g.Page(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	_, err = g.PageBySlug(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	_, err = g.Draft(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	absent := *p
	absent.ID = "absent"
	absent.Publication = nil
	for _, fn := range []func(tx page.Tx) error{
		func(tx page.Tx) error { return tx.UpdatePage(ctx, &absent) }, func(tx page.Tx) error { return tx.SwitchTable(ctx, &absent) },
		func(tx page.Tx) error { return tx.DeletePage(ctx, "absent") }, func(tx page.Tx) error { return tx.SetDraft(ctx, "absent", nil) },
		func(tx page.Tx) error { return tx.CreateVersion(ctx, &page.Version{PageID: "absent", Number: 1}) },
		func(tx page.Tx) error { _, err := tx.Newest(ctx, p.ID); return err },
	} {
		wantKind(t, g.InTx(ctx, fn), errs.NotFound)
	}
}

// A slug is used by one page; it is free again when the page is in the bin or unpublished.
func testPageSlugs(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Pages()
	AddUser(t, s, "u1")
	first := newPage(t, s, "p1", "u1", func(p *page.Page) { p.Publication = publication("same") })
	second := newPage(t, s, "p2", "u1", nil)
	second.Publication = publication("same")
	err := g.InTx(ctx, func(tx page.Tx) error { return tx.UpdatePage(ctx, second) })
	if errs.CodeOf(err) != "slug_taken" || !errs.Is(err, errs.Conflict) {
		t.Errorf("a slug that is taken: %v", err)
	}
	if ids, err := g.Following(ctx); err != nil || !slices.Equal(ids, []string{"p1"}) {
		t.Errorf("following: %q, %v", ids, err)
	}
	first.Publication = nil
	inPages(t, s, func(ctx context.Context, tx page.Tx) error {
		if err := tx.UpdatePage(ctx, first); err != nil {
			return err
		}
		second.Version = 1
		return tx.UpdatePage(ctx, second)
	})
	if p, err := g.PageBySlug(ctx, "same"); err != nil || p.ID != "p2" {
		t.Errorf("%+v, %v", p, err)
	}
	at := Epoch.Add(time.Hour)
	second.DeletedAt = &at
	inPages(t, s, func(ctx context.Context, tx page.Tx) error { return tx.UpdatePage(ctx, second) })
	_, err = g.PageBySlug(ctx, "same")
	wantKind(t, err, errs.NotFound)
	for before, want := range map[time.Time][]string{at: nil, at.Add(time.Microsecond): {"p2"}} {
		if ids, err := g.Purgeable(ctx, before); err != nil || !slices.Equal(ids, want) {
			t.Errorf("in the bin before %s: %q, %v", before, ids, err)
		}
	}
}

func testPageVersions(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Pages()
	AddUser(t, s, "u1")
	newPage(t, s, "p1", "u1", nil)
	draft, err := g.Draft(ctx, "p1")
	if err != nil || string(draft) != oddDraft {
		t.Errorf("%s, %v", draft, err)
	}
	var kept []*page.Version
	for n := range int64(3) {
		v := &page.Version{
			PageID:   "p1",
			Number:   n + 1,
			Name:     fmt.Sprintf("“%d” & co.", n+1),
			TableID:  "t",
			Document: json.RawMessage(oddDraft),
			By:       "u1",
			At:       Epoch.Add(time.Duration(n) * time.Minute),
		}
		inPages(t, s, func(ctx context.Context, tx page.Tx) error {
			if err := tx.CreateVersion(ctx, v); err != nil {
				return err
			}
			newest, err := tx.Newest(ctx, "p1")
			if err != nil || newest.Number != v.Number {
				t.Errorf("newest: %+v, %v", newest, err)
			}
			return tx.SetDraft(ctx, "p1", json.RawMessage(`{"n":1}`))
		})
		kept = append([]*page.Version{v}, kept...)
	}
	got, err := g.Version(ctx, "p1", 2)
	if diff := cmp.Diff(kept[1], got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for _, v := range kept {
		v.Document = nil
	}
	list, err := g.Versions(ctx, "p1")
	if diff := cmp.Diff(kept, list); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if draft, err := g.Draft(ctx, "p1"); err != nil || string(draft) != `{"n":1}` {
		t.Errorf("%s, %v", draft, err)
	}
	if n, err := g.Count(ctx, "u1"); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	inPages(t, s, func(ctx context.Context, tx page.Tx) error { return tx.DeletePage(ctx, "p1") })
	_, err = g.Version(ctx, "p1", 2)
	wantKind(t, err, errs.NotFound)
}

func testPageLists(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Pages()
	for _, name := range []string{"u1", "u2"} {
		AddUser(t, s, name)
	}
	for i, id := range []string{"private", "people", "area", "public", "bin"} {
		newPage(t, s, id, "u1", func(p *page.Page) {
			p.Sharing, p.UpdatedAt, p.Title = page.Sharing(id), Epoch.Add(time.Duration(i)*time.Minute), strings.ToUpper(id)+" Straße"
			p.People = []record.Person{{ID: "u2", UserName: "u2"}}
			if id == "bin" {
				p.Sharing, p.DeletedAt = page.Public, &Epoch
			}
			if id == "public" || id == "area" {
				p.Publication = publication(id)
				p.Publication.At = Epoch.Add(-time.Duration(i) * time.Minute)
			}
		})
	}
	newPage(t, s, "theirs", "u2", nil)
	in := []auth.Area{auth.AreaDatasets}
	for name, c := range map[string]struct {
		f    page.Filter
		want string
	}{
		"stranger":           {page.Filter{}, "public"},
		"stranger's bin":     {page.Filter{Bin: true}, ""},
		"owner":              {page.Filter{UserID: "u1", Areas: in}, "public area people private"},
		"owner's own":        {page.Filter{UserID: "u1", Areas: in, Scope: record.ScopeMine}, "public area people private"},
		"owner's bin":        {page.Filter{UserID: "u1", Areas: in, Bin: true}, "bin"},
		"reader":             {page.Filter{UserID: "u2", Areas: in}, "public area people theirs"},
		"shared with reader": {page.Filter{UserID: "u2", Areas: in, Scope: record.ScopeShared}, "area people"},
		"public":             {page.Filter{UserID: "u2", Areas: in, Scope: record.ScopePublic}, "public"},
		"of another area":    {page.Filter{UserID: "u2", Areas: []auth.Area{auth.AreaSGC}}, "public theirs"},
		"in no area":         {page.Filter{UserID: "u2"}, "public theirs"},
		"admin":              {page.Filter{UserID: "u2", All: true}, "public area people theirs private"},
		"words":              {page.Filter{UserID: "u1", Areas: in, Q: "strasse PUB"}, "public"},
		"words about":        {page.Filter{UserID: "u1", Areas: in, Q: "about"}, ""},
		"words about, as":    {page.Filter{UserID: "u1", Areas: in, Q: "aböut"}, "public area"},
		"by title":           {page.Filter{UserID: "u1", Areas: in, Sort: "title"}, "area people private public"},
		"published":          {page.Filter{UserID: "u1", Areas: in, Published: true, Sort: "-published_at"}, "area public"},
	} {
		list, total, err := g.Pages(ctx, c.f)
		var ids []string
		for _, p := range list {
			ids = append(ids, p.ID)
		}
		if got := strings.Join(ids, " "); got != c.want || total != int64(len(ids)) || err != nil {
			t.Errorf("%s: %q of %d, want %q, %v", name, got, total, c.want, err)
		}
	}
	next, total, err := g.Pages(ctx, page.Filter{UserID: "u1", Areas: in, Sort: "title", Limit: 1, After: listing.Place{Key: "AREA Straße", ID: "area"}})
	if err != nil || total != 4 || len(next) != 1 || next[0].ID != "people" {
		t.Errorf("behind area: %d of %d, %v", len(next), total, err)
	}
	if _, _, err := g.Pages(ctx, page.Filter{Sort: "id; DROP TABLE pages"}); errs.CodeOf(err) != "bad_sort" {
		t.Errorf("another sort: %v", err)
	}
	with, err := g.WithTable(ctx, "published")
	if err != nil || len(with) != 2 || with[0].ID != "area" || len(with[0].People) != 1 {
		t.Errorf("with a table: %+v, %v", with, err)
	}
}
