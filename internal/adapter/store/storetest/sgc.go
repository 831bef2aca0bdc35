package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

func inSGC(ctx context.Context, s *store.Store, fn func(sgc.Tx) error) error {
	return s.SGC().InTx(ctx, fn)
}

// AddPhenotypes creates phenotypes whose codes and descriptions are the same.
func AddPhenotypes(t testing.TB, s *store.Store, codes ...string) {
	t.Helper()
	err := inSGC(t.Context(), s, func(tx sgc.Tx) error {
		for _, code := range codes {
			p := &sgc.Phenotype{Code: code, Description: code, Version: 1, CreatedAt: Epoch, UpdatedAt: Epoch}
			if err := tx.CreatePhenotype(t.Context(), p); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func newCohort(id, owner string) *sgc.Cohort {
	return &sgc.Cohort{
		ID: id, Name: "Cohort " + id, Owner: sgc.Person{ID: owner, UserName: owner}, Total: 1000, Males: 400, Females: 600,
		Status: sgc.Incomplete, Version: 1, CreatedAt: Epoch, UpdatedAt: Epoch, LastActivityAt: Epoch,
	}
}

func addCohort(t testing.TB, s *store.Store, c *sgc.Cohort) *sgc.Cohort {
	t.Helper()
	if err := inSGC(t.Context(), s, func(tx sgc.Tx) error { return tx.CreateCohort(t.Context(), c) }); err != nil {
		t.Fatal(err)
	}
	return c
}

func newSGCFile(c *sgc.Cohort, k check.Kind, version int) *sgc.File {
	id := fmt.Sprintf("%s-%s-%d", c.ID, k, version)
	return &sgc.File{
		ID: id, CohortID: c.ID, Kind: k, Version: version, Current: true, FileName: "counts\x00.csv", ContentType: "text/plain", Size: 7,
		SHA256: "aa", StoredSHA256: "bb", BlobID: "blob-" + id, Mapping: check.Mapping{check.Phenotype: "Pheno"}, Rows: 2, Warnings: 1,
		MinCell: 5, UploadedBy: "u1", UploadedAt: Epoch.Add(time.Duration(version) * time.Minute),
	}
}

func testSGCCohorts(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.SGC()
	c := newCohort("c1", "u1")
	c.Questionnaire.OtherNotes = "näïve\n=1+1"
	c.CoOwners = []sgc.Person{{ID: "external:7", UserName: "ann"}, {ID: "u2", UserName: "bob"}}
	addCohort(t, s, c)
	got, err := g.Cohort(ctx, "c1")
	must(t, err)
	if diff := cmp.Diff(c, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	_, err = g.Cohort(ctx, "absent")
	wantKind(t, err, errs.NotFound)

	same := newCohort("c2", "u1")
	same.Name = " cohort C1"
	wantCode(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.CreateCohort(ctx, same) }), errs.Conflict, "name_taken")
	same.Owner.ID = "u2"
	addCohort(t, s, same)

	at := Epoch.Add(time.Hour)
	got.Name, got.Status, got.ValidatedAt, got.CoOwners, got.LastActivityAt = "Renamed", sgc.Validated, &at, got.CoOwners[:1], at
	must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.UpdateCohort(ctx, got) }))
	again, err := g.Cohort(ctx, "c1")
	must(t, err)
	if diff := cmp.Diff(got, again); diff != "" || again.Version != 2 {
		t.Errorf("version %d (-want +got):\n%s", again.Version, diff)
	}
	stale := *again
	stale.Version = 1
	wantCode(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.UpdateCohort(ctx, &stale) }), errs.Conflict, "changed")
	must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.DeleteCohort(ctx, "c1") }))
	wantKind(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.UpdateCohort(ctx, again) }), errs.NotFound)
	wantKind(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.DeleteCohort(ctx, "c1") }), errs.NotFound)
}

func testSGCFiles(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.SGC()
	AddPhenotypes(t, s, "PSOR", "ZOSTER")
	c := addCohort(t, s, newCohort("c1", "u1"))
	first, pairs := newSGCFile(c, check.CasesMale, 1), newSGCFile(c, check.PairsMale, 1)
	rows := sgc.Rows{
		Cases: map[string][]check.CasesRow{first.ID: {
			{Code: "ZOSTER", Cases: count.Below(5), Controls: count.Exact(300), Breakdown: []check.Part{{Code: "B02", Hidden: true}}},
			{Code: "PSOR", Cases: count.Exact(100), Controls: count.Count{Low: 296, High: 400}, Breakdown: []check.Part{{Code: "L40", N: count.Exact(60)}}},
		}},
		Pairs: map[string][]check.PairRow{pairs.ID: {{A: "PSOR", B: "ZOSTER", N: count.Below(5)}}},
	}
	add := func(f *sgc.File, rows sgc.Rows) {
		t.Helper()
		must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.AddFile(ctx, f, rows) }))
	}
	want := func(what string, onlyCurrent bool, files []*sgc.File, rows sgc.Rows) {
		t.Helper()
		gotFiles, err := g.Files(ctx, "c1")
		must(t, err)
		gotRows, err := g.Rows(ctx, "c1", onlyCurrent)
		must(t, err)
		if diff := cmp.Diff(files, gotFiles) + cmp.Diff(rows, gotRows); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	add(first, rows)
	add(pairs, rows)
	want("two files", true, []*sgc.File{first, pairs}, rows)

	second := newSGCFile(c, check.CasesMale, 2)
	newRows := sgc.Rows{Cases: map[string][]check.CasesRow{second.ID: {{Code: "PSOR", Cases: count.Exact(7), Controls: count.Exact(8)}}}, Pairs: rows.Pairs}
	add(second, newRows)
	first.Current = false
	all := sgc.Rows{Cases: map[string][]check.CasesRow{first.ID: rows.Cases[first.ID], second.ID: newRows.Cases[second.ID]}, Pairs: rows.Pairs}
	want("a replaced file, what counts", true, []*sgc.File{second, first, pairs}, newRows)
	want("a replaced file, everything", false, []*sgc.File{second, first, pairs}, all)

	first.SHA256, first.BlobID, first.Warnings, first.MinCell = "", "other", 0, 10
	all.Cases[first.ID] = []check.CasesRow{{Code: "PSOR", Cases: count.Below(10), Controls: count.Below(10)}}
	must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.RewriteFile(ctx, first, all) }))
	want("a rewritten file", false, []*sgc.File{second, first, pairs}, all)
	ids, err := g.CohortsHiddenBelow(ctx, 6)
	must(t, err)
	if diff := cmp.Diff([]string{"c1"}, ids); diff != "" {
		t.Errorf("hidden below 6: %s", diff)
	}
	if got, err := g.BlobIDs(ctx); err != nil || !slices.Contains(got, "other") || !slices.Contains(got, second.BlobID) || len(got) != 3 {
		t.Errorf("blobs of three versions: %v, %v", got, err)
	}
	wantCode(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.DeletePhenotype(ctx, "PSOR") }), errs.Conflict, "phenotype_used")
	must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.RetireFile(ctx, "c1", check.CasesMale) }))
	second.Current = false
	want("a file taken away", true, []*sgc.File{second, first, pairs}, sgc.Rows{Cases: map[string][]check.CasesRow{}, Pairs: rows.Pairs})

	must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.DeleteCohort(ctx, "c1") }))
	want("a deleted cohort", false, nil, sgc.Rows{Cases: map[string][]check.CasesRow{}, Pairs: map[string][]check.PairRow{}})
	unknown := newSGCFile(addCohort(t, s, newCohort("c9", "u1")), check.CasesMale, 1)
	gone := sgc.Rows{Cases: map[string][]check.CasesRow{unknown.ID: {{Code: "ABSENT"}}}}
	wantCode(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.AddFile(ctx, unknown, gone) }), errs.Conflict, "phenotype_gone")
}

func testSGCLists(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.SGC()
	for i, c := range []struct {
		name, owner string
		total       int64
		status      sgc.Status
		kinds       []check.Kind
	}{
		{"Alpha 100%", "u1", 10, sgc.Incomplete, nil},
		{"beta", "u2", 30, sgc.Complete, check.Kinds()},
		{"Gamma", "u1", 20, sgc.Validated, check.Kinds()},
		{"delta", "u3", 10, sgc.Incomplete, []check.Kind{check.CasesMale, check.Description}},
	} {
		cohort := newCohort(fmt.Sprint("c", i), c.owner)
		cohort.Name, cohort.Total, cohort.Status = c.name, c.total, c.status
		cohort.CreatedAt, cohort.LastActivityAt = Epoch.Add(time.Duration(i)*time.Hour), Epoch.Add(-time.Duration(i)*time.Hour)
		if i == 3 {
			cohort.CoOwners = []sgc.Person{{ID: "u1", UserName: "Una"}}
		}
		addCohort(t, s, cohort)
		for _, k := range c.kinds {
			must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.AddFile(ctx, newSGCFile(cohort, k, 1), sgc.Rows{}) }))
		}
	}
	for name, c := range map[string]struct {
		filter sgc.CohortFilter
		want   string
	}{
		"newest first":         {sgc.CohortFilter{}, "c3 c2 c1 c0"},
		"by name":              {sgc.CohortFilter{Sort: "name"}, "c0 c1 c3 c2"},
		"by size, descending":  {sgc.CohortFilter{Sort: "-total"}, "c1 c2 c3 c0"},
		"by owner":             {sgc.CohortFilter{Sort: "owner"}, "c0 c2 c1 c3"},
		"by last activity":     {sgc.CohortFilter{Sort: "last_activity"}, "c3 c2 c1 c0"},
		"own and shared":       {sgc.CohortFilter{MemberID: "u1"}, "c3 c2 c0"},
		"of an owner":          {sgc.CohortFilter{Owner: "U2"}, "c1"},
		"words":                {sgc.CohortFilter{Q: "100% ALPHA"}, "c0"},
		"a co-owner":           {sgc.CohortFilter{Q: "una"}, "c3"},
		"statuses":             {sgc.CohortFilter{Status: []sgc.Status{sgc.Complete, sgc.Validated}}, "c2 c1"},
		"a missing file":       {sgc.CohortFilter{Missing: []check.Kind{check.CasesMale}}, "c0"},
		"one of missing files": {sgc.CohortFilter{Missing: []check.Kind{check.CasesMale, check.PairsMale}}, "c3 c0"},
		"everything at once":   {sgc.CohortFilter{MemberID: "u1", Q: "a", Status: []sgc.Status{sgc.Incomplete}, Missing: check.Kinds(), Sort: "name"}, "c0 c3"},
	} {
		t.Run(name, func(t *testing.T) {
			var got string
			f := c.filter
			for f.Limit = 1; ; {
				page, total, err := g.Cohorts(ctx, f)
				must(t, err)
				if len(page) == 0 {
					if want := int64((len(c.want) + 1) / 3); total != want {
						t.Errorf("total %d, want %d", total, want)
					}
					break
				}
				got += " " + page[0].ID
				f.After = listing.Place{Key: sgcKey(page[0], f.Sort), ID: page[0].ID}
			}
			if got[min(1, len(got)):] != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	page, _, err := g.Cohorts(ctx, sgc.CohortFilter{Q: "delta"})
	must(t, err)
	at := Epoch.Add(time.Minute)
	want := []sgc.FileMark{{Kind: check.CasesMale, UploadedAt: at}, {Kind: check.Description, UploadedAt: at}}
	if diff := cmp.Diff(want, page[0].Files); diff != "" {
		t.Errorf("files of a row: %s", diff)
	}
	sum, err := g.Summary(ctx, "u1")
	must(t, err)
	if diff := cmp.Diff(&sgc.Summary{Cohorts: 3, Validated: 1, Incomplete: 2, People: 40}, sum); diff != "" {
		t.Errorf("summary: %s", diff)
	}
	for _, f := range []sgc.CohortFilter{{Sort: "id; DROP"}, {Sort: "total", After: listing.Place{Key: "x", ID: "x"}}, {After: listing.Place{Key: "x", ID: "x"}}} {
		_, _, err := g.Cohorts(ctx, f)
		wantKind(t, err, errs.Invalid)
	}
}

// sgcKey returns the key with which a list continues after a row.
func sgcKey(row *sgc.CohortRow, sort string) string {
	switch sort {
	case "name":
		return row.Name
	case "owner":
		return row.Owner.UserName
	case "-total":
		return fmt.Sprint(row.Total)
	case "last_activity":
		return row.LastActivityAt.Format(time.RFC3339Nano)
	}
	return row.CreatedAt.Format(time.RFC3339Nano)
}

func testSGCPhenotypes(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.SGC()
	p := &sgc.Phenotype{Code: "PSOR", Description: "Psoriasis", Aliases: []string{"L40"}, Version: 1, CreatedAt: Epoch, UpdatedAt: Epoch}
	must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.CreatePhenotype(ctx, p) }))
	wantCode(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.CreatePhenotype(ctx, p) }), errs.Conflict, "phenotype_exists")
	p.Retired, p.Aliases = true, nil
	must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.UpdatePhenotype(ctx, p) }))
	got, err := g.Phenotype(ctx, "PSOR")
	must(t, err)
	if diff := cmp.Diff(p, got); diff != "" || got.Version != 2 {
		t.Errorf("version %d (-want +got):\n%s", got.Version, diff)
	}
	stale := *p
	stale.Version = 1
	wantCode(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.UpdatePhenotype(ctx, &stale) }), errs.Conflict, "changed")
	AddPhenotypes(t, s, "ACNE")
	list, err := g.Phenotypes(ctx)
	must(t, err)
	if len(list) != 2 || list[0].Code != "ACNE" {
		t.Errorf("%d phenotypes, first %+v", len(list), list[0])
	}
	must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.DeletePhenotype(ctx, "PSOR") }))
	wantKind(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.DeletePhenotype(ctx, "PSOR") }), errs.NotFound)
	wantKind(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.UpdatePhenotype(ctx, p) }), errs.NotFound)
	_, err = g.Phenotype(ctx, "PSOR")
	wantKind(t, err, errs.NotFound)
}

func testSGCNotes(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.SGC()
	m, err := g.Mapping(ctx, "u1", check.CasesMale)
	must(t, err)
	if len(m) > 0 {
		t.Errorf("mapping before any: %v", m)
	}
	for _, header := range []string{"a", "b"} {
		must(t, inSGC(ctx, s, func(tx sgc.Tx) error {
			return tx.RememberMapping(ctx, "u1", check.CasesMale, check.Mapping{check.Cases: header}, Epoch)
		}))
	}
	m, err = g.Mapping(ctx, "u1", check.CasesMale)
	must(t, err)
	if m[check.Cases] != "b" {
		t.Errorf("mapping %v", m)
	}
	stop := errors.New("stop")
	e := record.Entry{At: Epoch, By: "u1", Action: "registered", Detail: "x"}
	err = inSGC(ctx, s, func(tx sgc.Tx) error { must(t, tx.AddHistory(ctx, "cohort", "c1", e)); return stop })
	if !errors.Is(err, stop) {
		t.Error(err)
	}
	must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.AddHistory(ctx, "cohort", "c1", e) }))
	list, err := g.History(ctx, "cohort", "c1")
	must(t, err)
	if diff := cmp.Diff([]record.Entry{e}, list); diff != "" {
		t.Errorf("history: %s", diff)
	}
}

// testSGCArchive: there is one archive, which a transaction reads and replaces.
func testSGCArchive(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.SGC()
	_, err := g.Archive(ctx)
	wantKind(t, err, errs.NotFound)
	wantKind(t, inSGC(ctx, s, func(tx sgc.Tx) error { _, err := tx.Archive(ctx); return err }), errs.NotFound)

	AddUser(t, s, "u1")
	for _, id := range []string{"j1", "j2"} {
		j := NewJob(id)
		j.Kind, j.Area = sgc.KindArchive, auth.AreaSGC
		enqueue(t, s, j)
	}
	want := func(what string, want *sgc.Archive) {
		t.Helper()
		got, err := g.Archive(ctx)
		must(t, err)
		var inside *sgc.Archive
		must(t, inSGC(ctx, s, func(tx sgc.Tx) error { inside, err = tx.Archive(ctx); return err }))
		if diff := cmp.Diff(want, got) + cmp.Diff(want, inside); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	save := func(a *sgc.Archive) {
		t.Helper()
		must(t, inSGC(ctx, s, func(tx sgc.Tx) error { return tx.SaveArchive(ctx, a) }))
	}
	asked := &sgc.Archive{JobID: "j1", AskedBy: "zoë"}
	save(asked)
	want("asked for", asked)
	at := Epoch.Add(time.Hour)
	made := &sgc.Archive{JobID: "j1", AskedBy: "zoë", BlobID: "b1", Size: 1 << 40, SHA256: "aa", Cohorts: 500, MadeAt: &at, MadeBy: "zoë"}
	save(made)
	want("made", made)
	next := *made
	next.JobID, next.AskedBy = "j2", "una"
	save(&next)
	want("the next asked for", &next)

	stop := errors.New("stop")
	err = inSGC(ctx, s, func(tx sgc.Tx) error { must(t, tx.SaveArchive(ctx, asked)); return stop })
	if !errors.Is(err, stop) {
		t.Error(err)
	}
	want("after a transaction that failed", &next)
}
