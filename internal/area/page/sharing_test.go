package page_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"cohortium/internal/area/page"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// readers returns the callers who may see a page, by first letter; s is a stranger.
func (w *workshop) readers(t *testing.T, id string) string {
	t.Helper()
	out := ""
	for _, one := range []struct {
		letter string
		by     *auth.Identity
	}{{"a", w.ann}, {"b", w.bob}, {"e", w.eve}, {"k", w.kim}, {"s", nil}} {
		_, err := w.Page(t.Context(), one.by, id)
		if err == nil {
			out += one.letter
		} else if !errs.Is(err, errs.NotFound) {
			t.Errorf("%s: %v", one.letter, err)
		}
	}
	return out
}

func TestPageVisibility(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v := w.made(t)
		for _, c := range []struct {
			sharing page.Sharing
			people  []string
			want    string
		}{
			{page.Private, nil, "ak"}, {page.People, []string{"bob"}, "abk"}, {page.People, nil, "ak"}, {page.Area, nil, "abk"}, {page.Public, nil, "abeks"}, {page.Private, []string{"bob"}, "ak"},
		} {
			shared, err := w.Share(t.Context(), w.ann, v.ID, v.Version, c.sharing, c.people)
			must(t, err)
			if v = shared; w.readers(t, v.ID) != c.want {
				t.Errorf("%s: %s, want %s", c.sharing, w.readers(t, v.ID), c.want)
			}
			sees, err := w.SeesTable(t.Context(), w.bob, "t1")
			if err != nil || sees != strings.Contains(c.want, "b") {
				t.Errorf("%s: bob sees its table: %t, %v", c.sharing, sees, err)
			}
		}
		_, err := w.Share(t.Context(), w.ann, v.ID, v.Version, page.People, []string{"eve"}) // has no role in the area
		wantAt(t, err, "people")
		_, err = w.Share(t.Context(), w.ann, v.ID, v.Version, "everybody", nil)
		wantAt(t, err, "sharing")
	})
}

// A page is open to no more people than the source of its table, now and later.
func TestAPageIsAtMostAsOpenAsItsSource(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		w.tables["t1"].source = page.Source{Widest: page.Area, Area: auth.AreaDatasets, Advice: "Make it public first."}
		w.tables["t1"].readers = []string{"ann", "bob"}
		v := w.made(t)
		_, err := w.Share(t.Context(), w.ann, v.ID, v.Version, page.Public, nil)
		wantAt(t, err, "sharing")
		if err == nil || !strings.Contains(err.Error(), "Make it public first.") {
			t.Errorf("%v", err)
		}
		_, err = w.Publish(t.Context(), w.ann, v.ID, v.Version, page.Publishing{Slug: "abc", Sharing: page.Public})
		wantAt(t, err, "sharing")
		v, err = w.Share(t.Context(), w.ann, v.ID, v.Version, page.Area, nil)
		must(t, err)
		if got := w.readers(t, v.ID); got != "abk" {
			t.Error(got)
		}
		w.tables["t1"].readers = []string{"ann"} // bob may not read the source now
		if got := w.readers(t, v.ID); got != "ak" {
			t.Error(got)
		}
		list, err := w.Pages(t.Context(), w.bob, page.Filter{Limit: 10})
		if err != nil || len(list.Items) != 0 {
			t.Errorf("%+v, %v", list, err)
		}
		// A table whose source is less open cannot replace another.
		narrow := w.table("t2", "ann")
		narrow.source = page.Source{Widest: page.Private, Advice: "No."}
		t2 := "t2"
		_, err = w.Update(t.Context(), w.ann, v.ID, v.Version, page.Change{TableID: &t2})
		wantAt(t, err, "sharing")
	})
}

// A copy of a page with data supplied by another user cannot be opened to others.
func TestACopyDoesNotShareTheFilesOfOthers(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v := w.made(t)
		v, err := w.Share(t.Context(), w.ann, v.ID, v.Version, page.People, []string{"bob"})
		must(t, err)
		_, err = w.SaveDraft(t.Context(), w.bob, v.ID, v.Version, w.base.Document)
		wantCode(t, err, "forbidden")
		own, err := w.Create(t.Context(), w.bob, page.Input{CopyOf: v.ID})
		must(t, err)
		if own.Owner.UserName != "bob" || own.Title != v.Title || own.TableID != "t1" {
			t.Errorf("%+v", own.Page)
		}
		for _, sharing := range []page.Sharing{page.People, page.Area, page.Public} {
			_, err = w.Share(t.Context(), w.bob, own.ID, own.Version, sharing, nil)
			wantAt(t, err, "sharing")
		}
		w.table("t2", "bob")
		t2 := "t2"
		own, err = w.Update(t.Context(), w.bob, own.ID, own.Version, page.Change{TableID: &t2})
		must(t, err)
		if _, err = w.Share(t.Context(), w.bob, own.ID, own.Version, page.Public, nil); err != nil {
			t.Error(err)
		}
	})
}

func TestAPageIsGivenAway(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v := w.made(t)
		bob, eve := "bob", "eve"
		_, err := w.Update(t.Context(), w.ann, v.ID, v.Version, page.Change{Owner: &eve})
		wantAt(t, err, "owner")
		given, err := w.Update(t.Context(), w.ann, v.ID, v.Version, page.Change{Owner: &bob})
		if err != nil || given.Owner.UserName != "bob" || given.Can != (page.Can{}) { // hidden from ann now
			t.Errorf("%+v, %v", given, err)
		}
		if got := w.readers(t, v.ID); got != "bk" {
			t.Error(got)
		}
	})
}

func TestPublishing(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v := w.made(t)
		for _, slug := range []string{"", "ab", "Abc", "a--b", "-abc", "abc-", "a_b", "ü-ü", strings.Repeat("a", 61)} {
			_, err := w.Publish(t.Context(), w.ann, v.ID, v.Version, page.Publishing{Slug: slug})
			wantAt(t, err, "slug")
		}
		v, err := w.SaveDraft(t.Context(), w.ann, v.ID, v.Version, w.with(t, "/star", `"nothing"`))
		must(t, err)
		_, err = w.Publish(t.Context(), w.ann, v.ID, v.Version, page.Publishing{Slug: "abc"})
		var wrong *page.ProblemsError
		if !errors.As(err, &wrong) || len(wrong.Problems) != 1 || wrong.Problems[0].Path != "/star" || !errs.Is(err, errs.Rule) {
			t.Fatalf("with an error: %v", err)
		}
		v, err = w.SaveDraft(t.Context(), w.ann, v.ID, v.Version, w.base.Document)
		must(t, err)
		w.tables["t1"].Ready = false
		_, err = w.Publish(t.Context(), w.ann, v.ID, v.Version, page.Publishing{Slug: "abc"})
		wantCode(t, err, "table_not_ready")
		w.tables["t1"].Ready = true
		v, err = w.Publish(t.Context(), w.ann, v.ID, v.Version, page.Publishing{Slug: "abc", Sharing: page.Public})
		must(t, err)
		if p := v.Publication; p == nil || p.Number != 1 || p.Title != "Heart failure" || p.About != "Results of one study, see the paper." || v.Versions != 1 {
			t.Errorf("%+v, %+v", v.Page, v.Publication)
		}
		// A later draft is not shown until it is published again.
		v, err = w.SaveDraft(t.Context(), w.ann, v.ID, v.Version, w.with(t, "/title", `"Later"`))
		must(t, err)
		for by, want := range map[*auth.Identity]string{nil: "Heart failure", w.bob: "Heart failure", w.ann: "Later"} {
			got, err := w.Page(t.Context(), by, v.ID)
			must(t, err)
			shown, err := w.Published(t.Context(), by, "abc")
			must(t, err)
			if titleOf(t, got.Document) != want || titleOf(t, shown.Document) != "Heart failure" {
				t.Errorf("%s and %s, want %s", got.Document, shown.Document, want)
			}
		}
		second := w.made(t)
		_, err = w.Publish(t.Context(), w.ann, second.ID, second.Version, page.Publishing{Slug: "abc"})
		wantCode(t, err, "slug_taken")
		must(t, w.Delete(t.Context(), w.ann, v.ID, false)) // the address is free again
		_, err = w.Publish(t.Context(), w.ann, second.ID, second.Version, page.Publishing{Slug: "abc"})
		must(t, err)
		_, err = w.Published(t.Context(), nil, "abc") // private
		wantCode(t, err, "not_public")
	})
}

func titleOf(t *testing.T, document json.RawMessage) string {
	t.Helper()
	var in struct{ Title string }
	must(t, json.Unmarshal(document, &in))
	return in.Title
}

func TestPublishedPagesFollowTheirSource(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v := w.published(t, "abc", true)
		shown := func() *page.Publication {
			t.Helper()
			got, err := w.Page(t.Context(), w.ann, v.ID)
			must(t, err)
			if got.Version != v.Version {
				t.Errorf("a new version %d disturbs who works on it", got.Version)
			}
			return got.Publication
		}
		must(t, w.Sweep(t.Context()))
		if shown().TableID != "t1" {
			t.Error("nothing has changed")
		}
		next := w.table("t2", "ann")
		next.Ready, w.tables["t1"].renewed = false, "t2"
		must(t, w.Sweep(t.Context()))
		must(t, w.Sweep(t.Context()))
		if p := shown(); p.TableID != "t1" || p.NextID != "t2" {
			t.Errorf("while the table is made: %+v", p)
		}
		next.Ready = true
		must(t, w.Sweep(t.Context()))
		if p := shown(); p.TableID != "t2" || p.NextID != "" || p.Behind != "" {
			t.Errorf("when it is ready: %+v", p)
		}
		misfit := w.table("t3", "ann")
		misfit.Columns, next.renewed = misfit.Columns[1:], "t3"
		must(t, w.Sweep(t.Context()))
		must(t, w.Sweep(t.Context()))
		must(t, w.Sweep(t.Context()))
		if p := shown(); p.TableID != "t2" || p.NextID != "t3" || !strings.Contains(p.Behind, "has no column “CHR”") {
			t.Errorf("when it does not fit: %+v", p)
		}
		w.table("t4", "ann")
		misfit.renewed = "t4"
		must(t, w.Sweep(t.Context()))
		must(t, w.Sweep(t.Context()))
		if p := shown(); p.TableID != "t4" || p.Behind != "" {
			t.Errorf("when it fits again: %+v", p)
		}
		list, err := w.History(t.Context(), w.ann, v.ID)
		must(t, err)
		var actions []string
		for _, e := range list {
			actions = append(actions, e.Action)
		}
		if got := strings.Join(
			actions,
			"; ",
		); !strings.HasPrefix(
			got,
			"shows the newest version of its source; stays on its table; shows the newest version of its source; published",
		) {
			t.Error(got)
		}
	})
}

func TestPagesStayWhereTheyAre(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v := w.published(t, "abc", false)
		w.table("t2", "ann")
		w.tables["t1"].renewed = "t2"
		must(t, w.Sweep(t.Context()))
		if got, err := w.Page(t.Context(), w.ann, v.ID); err != nil || got.Publication.NextID != "" {
			t.Errorf("%+v, %v", got.Publication, err)
		}
		other := w.published(t, "abd", true)
		w.tables["t1"].failing = errs.New(errs.Conflict, "source_gone", "x")
		must(t, w.Sweep(t.Context()))
		if got, err := w.Page(t.Context(), w.ann, other.ID); err != nil || got.Publication.Behind == "" || got.Publication.TableID != "t1" {
			t.Errorf("%+v, %v", got.Publication, err)
		}
	})
}

func TestTheBin(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v := w.published(t, "abc", false)
		wantCode(t, w.Delete(t.Context(), w.ann, v.ID, true), "not_in_bin")
		must(t, w.Delete(t.Context(), w.ann, v.ID, false))
		if got := w.readers(t, v.ID); got != "ak" {
			t.Error(got)
		}
		_, err := w.SaveDraft(t.Context(), w.ann, v.ID, v.Version+1, w.base.Document)
		wantCode(t, err, "in_bin")
		back, err := w.Restore(t.Context(), w.ann, v.ID)
		if err != nil || back.Publication != nil || back.Versions != 1 {
			t.Errorf("%+v, %v", back, err)
		}
		must(t, w.Delete(t.Context(), w.ann, v.ID, false))
		w.clock.Add(30*24*3600 - 1)
		must(t, w.Sweep(t.Context()))
		if used, err := w.UsesTable(t.Context(), "t1"); !used || err != nil {
			t.Errorf("%t, %v", used, err)
		}
		w.clock.Add(2)
		must(t, w.Sweep(t.Context()))
		if used, err := w.UsesTable(t.Context(), "t1"); used || err != nil {
			t.Errorf("%t, %v", used, err)
		}
	})
}
