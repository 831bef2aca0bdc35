package page_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/page"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/quota"
)

func asError(err error, known **errs.Error) bool { return errors.As(err, known) }

func TestADraftIsKeptWithItsFaults(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v := w.made(t)
		if v.Title != "Heart failure" || v.Errors != 0 || v.Warnings != 0 || v.Sharing != page.Private || v.Area != auth.AreaDatasets || !v.Can.Edit {
			t.Errorf("%+v", v.Page)
		}
		broken := json.RawMessage(`{"version": 1, "title": "=cmd|' /C calc'!A0", "x": {"__proto__": {"a": "\u0000<script>alert(1)</script>"}}}`)
		saved, err := w.SaveDraft(t.Context(), w.ann, v.ID, v.Version, broken)
		must(t, err)
		if saved.Title != "=cmd|' /C calc'!A0" || saved.Errors == 0 || saved.Version != v.Version+1 {
			t.Errorf("%+v", saved.Page)
		}
		want := `{"version":1,"title":"=cmd|' /C calc'!A0","x":{"__proto__":{"a":"\u0000<script>alert(1)</script>"}}}`
		if got, err := w.Page(t.Context(), w.ann, v.ID); err != nil || string(got.Document) != want {
			t.Errorf("%s, %v", got.Document, err)
		}
		// A user who works on an older version is informed, and gets the current one.
		_, err = w.SaveDraft(t.Context(), w.ann, v.ID, v.Version, w.base.Document)
		var conflict *page.ConflictError
		if !errors.As(err, &conflict) || string(conflict.Current.Document) != want || conflict.Current.Version != saved.Version {
			t.Errorf("an old version: %v", err)
		}
		for code, document := range map[string]string{
			"not_a_document": `[1]`, "newer_version": `{"version":2}`, "too_large": `{"a":"` + strings.Repeat("x", page.MaxDocument) + `"}`,
		} {
			_, err := w.SaveDraft(t.Context(), w.ann, v.ID, saved.Version, json.RawMessage(document))
			wantCode(t, err, code)
		}
		// A document of the largest size is saved.
		full := `{"a":"` + strings.Repeat("x", page.MaxDocument-len(`{"a":""}`)) + `"}`
		if _, err := w.SaveDraft(t.Context(), w.ann, v.ID, saved.Version, json.RawMessage(full)); err != nil {
			t.Error(err)
		}
	})
}

func TestAnEditorIsNotifiedOnce(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v := w.made(t)
		entries := func() int {
			list, err := w.History(t.Context(), w.ann, v.ID)
			must(t, err)
			return len(list)
		}
		save := func(by *auth.Identity, after int64) {
			t.Helper()
			w.clock.Add(after)
			var err error
			v, err = w.SaveDraft(t.Context(), by, v.ID, v.Version, w.base.Document)
			must(t, err)
		}
		save(w.ann, 3599)
		if entries() != 1 {
			t.Errorf("%d entries within the hour", entries())
		}
		save(w.ann, 3600)
		save(w.kim, 1)
		save(w.kim, 1)
		if entries() != 3 {
			t.Errorf("%d entries", entries())
		}
	})
}

func TestVersionsNeverChange(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v := w.made(t)
		first, err := w.KeepVersion(t.Context(), w.ann, v.ID, " First ")
		must(t, err)
		v, err = w.Page(t.Context(), w.ann, v.ID)
		must(t, err)
		other := w.with(t, "/title", `"Other"`)
		v, err = w.SaveDraft(t.Context(), w.ann, v.ID, v.Version, other)
		must(t, err)
		differences, err := w.Compare(t.Context(), w.ann, v.ID, 1, page.Draft)
		if err != nil || len(differences) != 1 || differences[0].Path != "/title" || string(differences[0].Before) != `"Other"` ||
			string(differences[0].After) != `"Heart failure"` {
			t.Errorf("%+v, %v", differences, err)
		}
		restored, err := w.RestoreVersion(t.Context(), w.ann, v.ID, v.Version, 1)
		must(t, err)
		if restored.Title != "Heart failure" || string(restored.Document) != string(first.Document) {
			t.Errorf("%+v", restored.Page)
		}
		list, err := w.Versions(t.Context(), w.ann, v.ID)
		must(t, err)
		var names []string
		for _, one := range list {
			names = append(names, one.Name)
		}
		if !slices.Equal(names, []string{"Before version 1 was restored", "First"}) {
			t.Errorf("%q", names)
		}
		if kept, err := w.Version(t.Context(), w.ann, v.ID, 2); err != nil || string(kept.Document) != string(compacted(t, other)) {
			t.Errorf("the draft before is lost: %v", err)
		}
		// Restoring the current draft stores nothing twice.
		again, err := w.RestoreVersion(t.Context(), w.ann, v.ID, restored.Version, 2)
		must(t, err)
		if again.Versions != 3 {
			t.Errorf("%d versions", again.Versions)
		}
		for name, field := range map[string]string{"": "name", " ": "name", strings.Repeat("x", 201): "name", "a\nb": "name"} {
			_, err := w.KeepVersion(t.Context(), w.ann, v.ID, name)
			wantAt(t, err, field)
		}
		_, err = w.Version(t.Context(), w.ann, v.ID, 9)
		wantCode(t, err, "not_found")
		_, err = w.KeepVersion(t.Context(), w.ann, v.ID, "One too many")
		wantCode(t, err, "quota_reached")
	}, func(c *page.Config) { c.MaxVersions = 3 })
}

func compacted(t *testing.T, document json.RawMessage) json.RawMessage {
	t.Helper()
	var value any
	must(t, json.Unmarshal(document, &value))
	out, err := json.Marshal(value)
	must(t, err)
	return out
}

func TestAnAccountHasSoManyPages(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		first := w.made(t)
		_, err := w.Create(t.Context(), w.ann, page.Input{CopyOf: first.ID})
		must(t, err)
		_, err = w.Create(t.Context(), w.ann, page.Input{CopyOf: first.ID})
		wantCode(t, err, "quota_reached")
		room, err := w.Room(t.Context(), w.ann)
		if err != nil || room != (quota.Quota{Kind: "pages", Used: 2, Limit: 2}) {
			t.Errorf("%+v, %v", room, err)
		}
	}, func(c *page.Config) { c.MaxPages = 2 })
}

func TestPagesAreMadeOfOwnTables(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		w.table("t2", "bob")
		for name, in := range map[string]page.Input{
			"table": {TableID: "t2", Document: w.base.Document}, "table ": {TableID: "absent", Document: w.base.Document},
			"table  ": {Document: w.base.Document}, "copy_of": {CopyOf: "x", TableID: "t1"}, "document": {TableID: "t1", Document: json.RawMessage(`1`)},
		} {
			_, err := w.Create(t.Context(), w.ann, in)
			wantAt(t, err, strings.TrimSpace(name))
		}
		_, err := w.Create(t.Context(), w.ann, page.Input{CopyOf: "absent"})
		wantCode(t, err, "not_found")
		_, err = w.Check(t.Context(), w.ann, w.base.Document, "t2")
		wantAt(t, err, "table")
		problems, err := w.Check(t.Context(), w.ann, w.base.Document, "gone")
		if err != nil || len(problems) != 1 || problems[0].Code != page.TableGone {
			t.Errorf("%+v, %v", problems, err)
		}
	})
}
