package storetest

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// faceted is a list with facets: how many rows a filter selects, its facets, and how one value of
// each is chosen.
type faceted[F any] struct {
	count  func(context.Context, F) (int64, error)
	facets func(context.Context, F) (listing.Facets, error)
	choose map[string]func(f *F, value string)
	values map[string][]string // all that rows have, and some that none has
}

// check compares each count of the facets of a filter with the list that is filtered by that value
// alone, and returns the sum of the counts.
func (l faceted[F]) check(t *testing.T, f F) (sum int64) {
	t.Helper()
	got, err := l.facets(t.Context(), f)
	must(t, err)
	for name, choose := range l.choose {
		counts := maps.Clone(got[name])
		for _, value := range l.values[name] {
			chosen := f
			choose(&chosen, value)
			want, err := l.count(t.Context(), chosen)
			must(t, err)
			if n, counted := counts[value]; n != want || counted != (want > 0) {
				t.Errorf("%+v: %d with %s %q, want %d", f, n, name, value, want)
			}
			sum += want
			delete(counts, value)
		}
		if len(counts) > 0 {
			t.Errorf("%+v: %s has other values: %v", f, name, counts)
		}
	}
	if len(got) != len(l.choose) {
		t.Errorf("%d facets, want %d", len(got), len(l.choose))
	}
	return sum
}

// some draws up to two values.
func some[T ~string](r *rand.Rand, values []string) (out []T) {
	for range r.IntN(3) {
		out = append(out, T(values[r.IntN(len(values))]))
	}
	return out
}

func testDatasetFacets(t *testing.T, s *store.Store) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, id := range []string{"ann", "bob", "eve"} {
		AddUser(t, s, id)
	}
	addStudy(t, s, newStudy("s1", "ann"))
	values := map[string][]string{
		"data_type": {"gwas", "wgs", "other"}, "genome_build": {"hg19", "grch38", "n/a"}, "ancestry": {"EU", "AF", "SA"},
		"sex": {"mixed", "male", "female"}, "status": {"pre", "open", "closed"}, "sharing": {"private", "named", "public"},
	}
	one := func(name string) string { return values[name][r.IntN(2)] }
	for i := range 24 {
		d := newDataset(numbered("d", i), []string{"ann", "bob"}[r.IntN(2)], "s1")
		d.DataType, d.GenomeBuild, d.Ancestry, d.Sex, d.Status = one("data_type"), one("genome_build"), one("ancestry"), one("sex"), one("status")
		d.Sharing = dataset.Sharing(values["sharing"][r.IntN(3)])
		if r.IntN(2) == 0 {
			d.People = []dataset.Person{{ID: "bob", UserName: "bob"}}
		}
		if r.IntN(6) == 0 {
			d.DeletedAt = ptr(Epoch)
		}
		AddDataset(t, s, d)
		for version := range r.IntN(3) {
			id := fmt.Sprint("f", i, "-", version)
			completeUpload(t, s, id, "ann", 5)
			f := fileVersion(id, d.ID, id, version+1, 5)
			f.Build = []string{"hg19", "grch38", ""}[r.IntN(3)]
			f.Current = r.IntN(2) == 0 && version == 0
			inData(t, s, func(ctx context.Context, tx dataset.Tx) error { return tx.AddFile(ctx, f) })
		}
	}
	list := faceted[dataset.Filter]{
		count: func(ctx context.Context, f dataset.Filter) (int64, error) {
			_, n, err := s.Datasets().Datasets(ctx, f)
			return n, err
		},
		facets: s.Datasets().DatasetFacets, values: values,
		choose: map[string]func(*dataset.Filter, string){
			"data_type":    func(f *dataset.Filter, v string) { f.DataType = []string{v} },
			"genome_build": func(f *dataset.Filter, v string) { f.GenomeBuild = []string{v} },
			"ancestry":     func(f *dataset.Filter, v string) { f.Ancestry = []string{v} },
			"sex":          func(f *dataset.Filter, v string) { f.Sex = []string{v} },
			"status":       func(f *dataset.Filter, v string) { f.Status = []string{v} },
			"sharing":      func(f *dataset.Filter, v string) { f.Sharing = []dataset.Sharing{dataset.Sharing(v)} },
		},
	}
	readers := []*dataset.Reader{nil, {UserID: "ann"}, {UserID: "bob"}, {UserID: "eve"}, {UserID: "eve", All: true}}
	var counted int64
	for i := range 50 {
		scope := []string{"", "", record.ScopeMine, record.ScopeShared, record.ScopePublic}[r.IntN(5)]
		f := dataset.Filter{Reader: readers[i%len(readers)], Scope: scope, Bin: r.IntN(6) == 0}
		f.Q = []string{"", "", "d00"}[r.IntN(3)]
		f.DataType = some[string](r, values["data_type"])
		f.GenomeBuild = some[string](r, values["genome_build"])
		f.Ancestry = some[string](r, values["ancestry"])
		f.Sharing = some[dataset.Sharing](r, values["sharing"])
		counted += list.check(t, f)
		counted += list.check(t, dataset.Filter{Reader: f.Reader, Scope: f.Scope})
	}
	if counted < 1000 {
		t.Errorf("only %d rows were counted", counted)
	}
}

func testUploadFacets(t *testing.T, s *store.Store) {
	r := rand.New(rand.NewPCG(3, 4))
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	values := map[string][]string{
		"status": {string(hermes.SubmittedToQC), string(hermes.FailedQC), string(hermes.ReadyForReview)}, "verdict": {"pass", "warn", "fail"},
		"waiting_on": {string(hermes.WaitingOnSystem), string(hermes.WaitingOnUploader), string(hermes.WaitingOnReviewer), "nobody"},
		"phenotype":  {"T2D", "HF", "AF"}, "ancestry": {"EUR", "AFR"}, "sex": {"both", "female"},
	}
	for i := range 24 {
		u := NewUpload(numbered("d", i), []string{"u1", "u2"}[r.IntN(2)])
		u.Status = hermes.UploadStatus(values["status"][r.IntN(3)])
		u.Phenotype, u.Ancestry, u.Sex = values["phenotype"][r.IntN(2)], values["ancestry"][r.IntN(2)], values["sex"][r.IntN(2)]
		addUpload(t, s, u)
		if i%3 > 0 {
			judged(t, s, u, values["verdict"][r.IntN(2)])
		}
	}
	list := faceted[hermes.UploadFilter]{
		count: s.Hermes().CountUploads, facets: s.Hermes().UploadFacets, values: values,
		choose: map[string]func(*hermes.UploadFilter, string){
			"status":     func(f *hermes.UploadFilter, v string) { f.Statuses = []hermes.UploadStatus{hermes.UploadStatus(v)} },
			"verdict":    func(f *hermes.UploadFilter, v string) { f.Verdicts = []string{v} },
			"waiting_on": func(f *hermes.UploadFilter, v string) { f.WaitingOn = []hermes.Waiting{hermes.Waiting(v)} },
			"phenotype":  func(f *hermes.UploadFilter, v string) { f.Phenotypes = []string{v} },
			"ancestry":   func(f *hermes.UploadFilter, v string) { f.Ancestries = []string{v} },
			"sex":        func(f *hermes.UploadFilter, v string) { f.Sexes = []string{v} },
		},
	}
	var counted int64
	for i := range 30 {
		f := hermes.UploadFilter{UploaderID: []string{"", "u1", "u2", "none"}[i%4], Query: []string{"", "d00"}[r.IntN(2)]}
		f.Statuses, f.Verdicts = some[hermes.UploadStatus](r, values["status"]), some[string](r, values["verdict"])
		f.Phenotypes, f.Sexes = some[string](r, values["phenotype"]), some[string](r, values["sex"])
		counted += list.check(t, f)
		counted += list.check(t, hermes.UploadFilter{UploaderID: f.UploaderID})
	}
	if counted < 500 {
		t.Errorf("only %d rows were counted", counted)
	}
}

func testMetaFacets(t *testing.T, s *store.Store) {
	AddUser(t, s, "u1")
	addUpload(t, s, NewUpload("d1", "u1"))
	for i, status := range []hermes.MetaStatus{hermes.MetaCompleted, hermes.MetaCompleted, hermes.MetaSubmitted, hermes.MetaCompleted, hermes.MetaCompleted} {
		m := newMeta(numbered("m", i), "d1")
		m.Status = status
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateMeta(t.Context(), m) }))
	}
	list := faceted[hermes.MetaFilter]{
		count: func(ctx context.Context, f hermes.MetaFilter) (int64, error) {
			_, n, err := s.Hermes().Metas(ctx, f)
			return n, err
		},
		facets: s.Hermes().MetaFacets,
		values: map[string][]string{"status": {string(hermes.MetaCompleted), string(hermes.MetaSubmitted), string(hermes.MetaFailed)}},
		choose: map[string]func(*hermes.MetaFilter, string){
			"status": func(f *hermes.MetaFilter, v string) { f.Statuses = []hermes.MetaStatus{hermes.MetaStatus(v)} },
		},
	}
	for f, want := range map[*hermes.MetaFilter]int64{{}: 5, {Query: "m003"}: 1, {Statuses: []hermes.MetaStatus{hermes.MetaFailed}}: 5, {Freezes: true}: 5} {
		if n := list.check(t, *f); n != want {
			t.Errorf("%+v: %d, want %d", f, n, want)
		}
	}
}

// freezeFacets checks the counts of freezes by state.
func freezeFacets(t *testing.T, s *store.Store, f hermes.FreezeFilter) {
	t.Helper()
	list := faceted[hermes.FreezeFilter]{
		count: func(ctx context.Context, f hermes.FreezeFilter) (int64, error) {
			_, n, err := s.Hermes().Freezes(ctx, f)
			return n, err
		},
		facets: s.Hermes().FreezeFacets, values: map[string][]string{"state": {"draft", "running", "finished", "published"}},
		choose: map[string]func(*hermes.FreezeFilter, string){
			"state": func(f *hermes.FreezeFilter, v string) { f.States = []hermes.FreezeState{hermes.FreezeState(v)} },
		},
	}
	if n := list.check(t, f); n != 2 {
		t.Errorf("%d freezes counted", n)
	}
}

// indexFacets checks the counts of indexes by scope.
func indexFacets(t *testing.T, s *store.Store, f bioindex.Filter) {
	t.Helper()
	faceted[bioindex.Filter]{
		count: func(ctx context.Context, f bioindex.Filter) (int64, error) {
			_, n, err := s.Indexes().Indexes(ctx, f)
			return n, err
		},
		facets: s.Indexes().IndexFacets, values: map[string][]string{"scope": {record.ScopeMine, record.ScopeShared, record.ScopePublic}},
		choose: map[string]func(*bioindex.Filter, string){"scope": func(f *bioindex.Filter, v string) { f.Scope = v }},
	}.check(t, f)
}

// auditFacets checks the counts of entries by action and kind of object.
func auditFacets(t *testing.T, s *store.Store, f audit.Filter) {
	t.Helper()
	values := map[string][]string{"object": audit.Objects()}
	for _, action := range audit.Actions() {
		values["action"] = append(values["action"], string(action))
	}
	f.Before, f.Uncounted = 0, false
	faceted[audit.Filter]{
		count: func(ctx context.Context, f audit.Filter) (int64, error) {
			_, n, err := s.AuditEvents(ctx, f)
			return n, err
		},
		facets: s.AuditFacets, values: values,
		choose: map[string]func(*audit.Filter, string){
			"action": func(f *audit.Filter, v string) { f.Action, f.Actions = "", []string{v} },
			"object": func(f *audit.Filter, v string) { f.Object = v },
		},
	}.check(t, f)
}

// accountFacets checks the counts of accounts by role and state. Roles outside of AnyRole stay
// hidden.
func accountFacets(t *testing.T, s *store.Store, f auth.AccountFilter) {
	t.Helper()
	values := map[string][]string{"state": {"active", "invited", "expired", "disabled"}, "role": f.AnyRole}
	if f.AnyRole == nil {
		for _, role := range auth.Roles() {
			values["role"] = append(values["role"], role.Name)
		}
	}
	faceted[auth.AccountFilter]{
		count: func(ctx context.Context, f auth.AccountFilter) (int64, error) {
			_, n, err := s.Accounts().Accounts(ctx, f)
			return n, err
		},
		facets: s.Accounts().AccountFacets, values: values,
		choose: map[string]func(*auth.AccountFilter, string){
			"role":  func(f *auth.AccountFilter, v string) { f.Roles = []string{v} },
			"state": func(f *auth.AccountFilter, v string) { f.States = []auth.AccountState{auth.AccountState(v)} },
		},
	}.check(t, f)
}

// judged makes a run with a verdict the current one of a submission.
func judged(t *testing.T, s *store.Store, u *hermes.Submission, verdict string) {
	t.Helper()
	r := NewQCRun("run-"+u.ID, u.ID)
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateQCRun(t.Context(), r) }))
	r.Status, r.Verdict = hermes.RunCompleted, verdict
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateQCRun(t.Context(), r) }))
	u.RunID = r.ID
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateUpload(t.Context(), u) }))
}
