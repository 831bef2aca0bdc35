package httpapi_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/auth"
)

type accounts = store.Accounts

// forgetful reads every account again.
type forgetful struct{ *accounts }

// Session reads as in a transaction.
func (f forgetful) Session(ctx context.Context, hash string) (x *auth.Session, u *auth.User, err error) {
	err = f.InTx(ctx, func(tx auth.Tx) error {
		x, u, err = tx.Session(ctx, hash)
		return err
	})
	return x, u, err
}

// fleet is two servers on one database, each with a cache, and one without a cache, whose answers
// are correct.
type fleet struct {
	*site
	servers   []http.Handler
	forgetful http.Handler
	random    *rand.Rand
	datasets  []registered
	cohorts   []cohort
	uploads   []dataset
}

func newFleet(t *testing.T, seed uint64) *fleet {
	t.Helper()
	var signIn auth.Deps
	var deps httpapi.Deps
	f := &fleet{random: rand.New(rand.NewPCG(seed, 0))}
	f.site = newSite(t, func(d *auth.Deps) { signIn = *d }, func(d *httpapi.Deps) { deps = *d })
	second, err := store.Open(t.Context(), cmp.Or(f.postgres, "sqlite://"+f.path), store.Options{})
	must(t, err)
	t.Cleanup(func() { _ = second.Close() })
	serve := func(of auth.Store, revisions func(context.Context) (*auth.Revisions, error)) http.Handler {
		signIn.Store, deps.Revisions = of, revisions
		deps.Auth, err = auth.New(signIn)
		must(t, err)
		t.Cleanup(func() { _ = deps.Auth.Close() })
		handler, err := httpapi.New(deps)
		must(t, err)
		return handler
	}
	f.servers = []http.Handler{f.handler, serve(second.Accounts(), second.Revisions)}
	f.forgetful = serve(forgetful{f.store.Accounts()}, nil)
	return f
}

// TestCachedListsEqualUncachedOnes checks that after any change through any server, the
// next answer of every server equals that of the server without a cache.
func TestCachedListsEqualUncachedOnes(t *testing.T) {
	t.Parallel()
	f := newFleet(t, 1)
	writes := f.writes(t)
	for _, first := range []string{"a data set", "a data set", "an upload", "a cohort"} {
		writes[first]()
	}
	names := slices.Sorted(maps.Keys(writes))
	changed := make(map[string]bool) // writes after which some answer changed
	before := f.compare(t, "at first")
	for round := range 5 {
		f.random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names {
			f.pass()
			f.handler = f.servers[f.random.IntN(len(f.servers))]
			writes[name]()
			after := f.compare(t, fmt.Sprintf("round %d, after %s", round, name))
			changed[name] = changed[name] || after != before
			before = after
		}
	}
	for _, name := range names {
		if !changed[name] {
			t.Errorf("%s never changes what anybody is told: the test does not test it", name)
		}
	}
}

// compare requests every list from every server as every account, and returns all answers of the
// server without a cache.
func (f *fleet) compare(t *testing.T, when string) string {
	t.Helper()
	var all strings.Builder
	for _, as := range []string{"admin", "curator", "contributor", "contributor2", "reviewer", "uploader", "sgc-reviewer", "sgc-uploader"} {
		for _, path := range []string{"/api/datasets?limit=5", "/api/datasets?bin=true&sort=name", "/api/hermes/uploads", "/api/sgc/cohorts?sort=name"} {
			want := f.ask(t, f.forgetful, as, path)
			fmt.Fprintf(&all, "%s %s %s\n", as, path, want)
			for i, server := range f.servers {
				if got := f.ask(t, server, as, path); got != want {
					t.Fatalf("%s, server %d tells %s of %s:\n%s\nwant\n%s", when, i, as, path, got, want)
				}
			}
		}
	}
	return all.String()
}

// ask returns status and body; for a refusal only the status, because each has a unique id.
func (f *fleet) ask(t *testing.T, server http.Handler, as, path string) string {
	t.Helper()
	w := httptest.NewRecorder()
	server.ServeHTTP(w, f.request(t.Context(), request{method: "GET", path: path, as: as}))
	if w.Code != http.StatusOK {
		return fmt.Sprint(w.Code)
	}
	return w.Body.String()
}

// one returns one of several values, the zero value if there are none.
func one[T any](f *fleet, of ...T) (out T) {
	if len(of) > 0 {
		out = of[f.random.IntN(len(of))]
	}
	return out
}

// change makes a call about a version of an object as an administrator; the state may not allow it.
func (f *fleet) change(t *testing.T, method, path, part string, body any) {
	t.Helper()
	var now struct{ Version int64 }
	if w := f.do(t, request{method: "GET", path: path, as: "admin"}); w.Code == http.StatusOK {
		must(t, json.Unmarshal(w.Body.Bytes(), &now))
	}
	f.do(t, request{method: method, path: path + part, as: "admin", body: body, header: ifVersion(now.Version)})
}

// alter writes an account without any checks.
func (f *fleet) alter(t *testing.T, name string, change func(*auth.User)) {
	t.Helper()
	u, err := f.store.Accounts().User(t.Context(), f.users[name].ID)
	must(t, err)
	change(u)
	must(t, f.update(t, u))
}

// writes returns the kinds of change, by name.
func (f *fleet) writes(t *testing.T) map[string]func() {
	out := f.datasetWrites(t)
	maps.Copy(out, f.accountWrites(t))
	maps.Copy(out, f.uploadWrites(t))
	maps.Copy(out, f.cohortWrites(t))
	return out
}

func (f *fleet) datasetWrites(t *testing.T) map[string]func() {
	path := func() string { return "/api/datasets/" + one(f, f.datasets...).ID }
	people := []string{"contributor", "contributor2", "curator"}
	return map[string]func(){
		"a data set": func() {
			f.datasets = append(f.datasets, f.newDataset(t, one(f, "admin", "curator"), "Data set "+f.newID()))
		},
		"an edit": func() {
			f.change(t, "PUT", path(), "", datasetBody("Edited "+f.newID(), one(f, f.datasets...).StudyID, nil))
		},
		"a study": func() {
			study, err := f.store.Datasets().Study(t.Context(), f.datasets[0].StudyID)
			must(t, err)
			f.do(t, request{method: "PUT", path: "/api/studies/" + study.ID, as: "admin", header: ifVersion(study.Version),
				body: map[string]any{"name": "Study " + f.newID(), "institution": "Elsewhere"}})
		},
		"sharing": func() {
			f.change(t, "PUT", path(), "/sharing", map[string]any{
				"sharing": one(f, "private", "named", "named", "named", "public"), "people": []string{one(f, people...)}, "groups": []string{"club"},
			})
		},
		"another owner": func() {
			f.change(t, "PUT", path(), "/owners", map[string]any{"owner": one(f, people...), "co_owners": []string{one(f, people...)}})
		},
		"the bin":        func() { f.change(t, "DELETE", path(), "", nil) },
		"out of the bin": func() { f.change(t, "POST", path(), "/restore", nil) },
		"the end of a data set": func() {
			if len(f.datasets) > 3 {
				f.change(t, "DELETE", "/api/datasets/"+f.datasets[0].ID, "", nil)
				f.change(t, "DELETE", "/api/datasets/"+f.datasets[0].ID, "?forever=true", nil)
				f.datasets = f.datasets[1:]
			}
		},
	}
}

func (f *fleet) accountWrites(t *testing.T) map[string]func() {
	return map[string]func(){
		"an account that is disabled or not": func() { f.alter(t, "contributor2", func(u *auth.User) { u.IsActive = !u.IsActive }) },
		"another role": func() {
			f.alter(t, "contributor", func(u *auth.User) { u.Roles = []string{one(f, "contributor", "contributor", "curator")} })
		},
		"another group": func() {
			f.alter(t, "contributor", func(u *auth.User) { u.Groups = []string{one(f, "club", "others")} })
		},
		"a session that ends or begins": func() {
			if f.ask(t, f.forgetful, "sgc-uploader", "/api/sgc/cohorts") == "401" {
				f.tokens["sgc-uploader"] = f.freshSession("sgc-uploader")
				return
			}
			must(t, f.auth.SignOut(t.Context(), f.tokens["sgc-uploader"]))
		},
	}
}

func (f *fleet) uploadWrites(t *testing.T) map[string]func() {
	return map[string]func(){
		"an upload": func() {
			f.uploads = append(f.uploads, f.register(t, "uploader", "Upload "+f.newID(), "Cohort", hermestest.Sumstats(4400, f.random.Uint64())))
		},
		"QC": func() {
			i := slices.IndexFunc(f.uploads, func(d dataset) bool { return f.get(t, "admin", d.ID).Status == string(hermes.SubmittedToQC) })
			if i >= 0 {
				f.work(t, f.uploads[i].Run.JobID)
			}
		},
		"a review": func() {
			at := one(f, f.uploads...).ID
			f.do(t, request{method: "POST", path: "/api/hermes/uploads/" + at + "/review", as: "reviewer",
				body: map[string]any{"decision": one(f, "approve", "reject"), "comment": "as it is", "acknowledged": f.doubts(t, "reviewer", at)}})
		},
		"the end of an upload": func() {
			if len(f.uploads) > 2 {
				f.change(t, "DELETE", "/api/hermes/uploads/"+f.uploads[0].ID, "", nil)
				f.uploads = f.uploads[1:]
			}
		},
	}
}

func (f *fleet) cohortWrites(t *testing.T) map[string]func() {
	path := func() string { return "/api/sgc/cohorts/" + one(f, f.cohorts...).ID }
	return map[string]func(){
		"a cohort":            func() { f.cohorts = append(f.cohorts, f.newCohort(t, "sgc-reviewer", "Cohort "+f.newID())) },
		"an edit of a cohort": func() { f.change(t, "PUT", path(), "", cohortBody("Edited "+f.newID(), 100, 40, 60)) },
		"another owner of a cohort": func() {
			f.change(t, "PUT", path(), "/owners", map[string]any{"owner": one(f, "sgc-uploader", "sgc-reviewer"), "co_owners": []string{}})
		},
		"the end of a cohort": func() {
			if len(f.cohorts) > 2 {
				f.change(t, "DELETE", "/api/sgc/cohorts/"+f.cohorts[0].ID, "", nil)
				f.cohorts = f.cohorts[1:]
			}
		},
	}
}
