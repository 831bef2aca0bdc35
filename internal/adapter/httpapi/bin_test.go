package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/dev/attack"
	"cohortium/internal/platform/auth"
)

// binned returns the kinds of objects that have a bin, by the path of their calls: a function that
// creates one with everything that belongs to it, and its addresses outside that path.
func (s *site) binned(t *testing.T) map[string]func() (id string, others []request) {
	t.Helper()
	return map[string]func() (string, []request){
		"/api/datasets/": func() (string, []request) {
			d := s.share(t, "contributor", s.openShelf(t, "contributor", "Binned"), "named", []string{"contributor2"}, nil)
			l := s.giveLink(t, "contributor", d, 24)
			return d.ID, []request{
				{method: "GET", path: l.Path}, {method: "GET", path: d.Phenotypes[0].File.Path, as: "contributor2"},
				{method: "GET", path: "/api/datasets/" + d.ID, as: "contributor2"}, {method: "GET", path: "/api/datasets?q=Binned", as: "contributor"},
				{method: "GET", path: "/api/datasets/" + d.ID + "/files/" + d.Phenotypes[0].File.ID, as: "contributor"},
			}
		},
		"/api/indexes/": func() (string, []request) {
			x := s.shareIndex(t, 200, "contributor", s.newIndex(t, "contributor", "binned.tsv", aTable(), map[string]any{"schema": "rsid"}), "public")
			return x.ID, []request{
				{method: "GET", path: "/api/bio/query/" + x.ID + "?q=rs1"},
				{method: "GET", path: "/api/bio/keys/" + x.ID},
				{method: "GET", path: "/api/indexes", as: "contributor"},
			}
		},
		"/api/configurations/": func() (string, []request) {
			p := s.newPage(t, "contributor", "Binned")
			s.changePage(t, 200, "contributor", "PUT /sharing", p, map[string]any{"sharing": "people", "people": []string{"curator"}}, &p)
			return p.Id, []request{
				{method: "GET", path: "/api/configurations/" + p.Id, as: "curator"},
				{method: "GET", path: "/api/tables/" + p.Table, as: "contributor"},
			}
		},
	}
}

// TestEveryKindOfThingComesBackFromItsBin deletes and restores one of each kind that has a bin and
// compares every answer about it, as its owner, its readers and strangers get it, before and after.
// In the bin, it is absent for its readers and strangers.
func TestEveryKindOfThingComesBackFromItsBin(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		count := attack.New(t, "restoring from bins")
		kinds := s.binned(t)
		for _, route := range auth.Policy() {
			if prefix, is := strings.CutSuffix(route.Pattern, "{id}/restore"); is && kinds[strings.TrimPrefix(prefix, "POST ")] == nil {
				t.Errorf("%s: no test deletes and restores one", route.Pattern)
			}
		}
		for prefix, make := range kinds {
			s.signedIn("contributor")
			id, calls := make()
			theirs := len(calls)
			for _, route := range auth.Policy() {
				if strings.HasPrefix(route.Pattern, "GET "+prefix+"{id}") && !strings.HasSuffix(route.Pattern, "/events") {
					q := s.requestFor(t, route.Pattern, objects{id: id, run: "absent"})
					q.as = "contributor"
					calls = append(calls, q)
				}
			}
			before := s.answers(t, calls)
			s.want(t, 204, request{method: "DELETE", path: prefix + id, as: "contributor"}, nil)
			for i, a := range s.answers(t, calls[:theirs]) {
				if calls[i].as != "contributor" {
					count.Try(a.status == 404, "%s as %q while it is in the bin: %d %s", calls[i].path, calls[i].as, a.status, a.body)
				}
			}
			s.want(t, 200, request{method: "POST", path: prefix + id + "/restore", as: "contributor"}, nil)
			for i, a := range s.answers(t, calls) {
				if ends := strings.Contains(calls[i].path, "signature="); ends || strings.HasSuffix(calls[i].path, "/links") { // links end for ever
					count.Try(!ends || a.status == 404, "%s: %d", calls[i].path, a.status)
					continue
				}
				count.Try(
					a == before[i],
					"%s as %q:\n%d %s\nbefore the bin:\n%d %s",
					calls[i].path,
					calls[i].as,
					a.status,
					a.body,
					before[i].status,
					before[i].body,
				)
			}
			if len(calls) < 5 {
				t.Errorf("%s: only %d calls", prefix, len(calls))
			}
		}
	})
}

type statusAndBody struct {
	status int
	body   string
}

// answers makes calls, and removes from the answers what a restore must change.
func (s *site) answers(t *testing.T, calls []request) (out []statusAndBody) {
	t.Helper()
	for _, q := range calls {
		if q.as != "" {
			s.signedIn(q.as)
		}
		s.pass()
		w := s.do(t, q)
		text := w.Body.String()
		var value any
		if json.Unmarshal([]byte(text), &value) == nil {
			changed, _ := json.Marshal(without(value))
			text = string(changed)
		}
		out = append(out, statusAndBody{w.Code, fmt.Sprintf("%.4000q", text)})
	}
	return out
}

// versionInText matches the version in a citation.
var versionInText = regexp.MustCompile(`version \d+`)

// without removes what every change of an object changes: its version, the time, and history
// entries about the bin.
func without(value any) any {
	switch v := value.(type) {
	case object:
		for _, name := range []string{"version", "updated_at", "dateModified", "request_id", "uses", "downloads", "nonce", "profile", "answered"} {
			delete(v, name)
		}
		for name, field := range v {
			v[name] = without(field)
		}
	case string:
		return versionInText.ReplaceAllString(v, "version n")
	case []any:
		v = slices.DeleteFunc(v, func(item any) bool {
			entry, _ := item.(object)
			action, _ := entry["action"].(string)
			return entry["at"] != nil &&
				(strings.Contains(action, "bin") || strings.Contains(action, "restore") || strings.Contains(action, "delete") || strings.Contains(action, "download"))
		})
		for i := range v {
			v[i] = without(v[i])
		}
		return v
	}
	return value
}

// deletions deletes objects that others use.
type deletions struct {
	*site
	t     *testing.T
	count *attack.Count
}

func (d deletions) call(method, as, path string) *httptest.ResponseRecorder {
	d.t.Helper()
	d.signedIn(as)
	d.pass()
	return d.do(d.t, request{method: method, path: path, as: as, header: map[string]string{"Tus-Resumable": "1.0.0"}})
}

// refused requires a refusal that names the object in use.
func (d deletions) refused(as, path, code, named string) {
	d.t.Helper()
	var p problem
	w := d.call("DELETE", as, path)
	_ = json.Unmarshal(w.Body.Bytes(), &p)
	d.count.Try(w.Code == 409 && p.Code == code && strings.Contains(p.Detail, named), "%s: status %d, want %s with %q: %s", path, w.Code, code, named, w.Body)
}

func (d deletions) gone(as, path string) {
	d.t.Helper()
	if w := d.call("DELETE", as, path); w.Code != 204 {
		d.t.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
	}
}

func (d deletions) answers(as, path string) {
	d.t.Helper()
	w := d.call("GET", as, path)
	d.count.Try(w.Code == 200, "%s, whose source is gone: %d %.300s", path, w.Code, w.Body)
}

// TestRecordsInUseAreNotDeletedSilently deletes objects in use. The server refuses with the names of
// their users, or the users continue and report that their source is deleted.
func TestRecordsInUseAreNotDeletedSilently(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		d := deletions{newSite(t, on), t, attack.New(t, "deleting what is in use")}
		d.usedInHermes()
		d.usedInTheRegistry()
		d.usedElsewhere()
	})
}

// usedInHermes: a meta-analysis, runs, an index and a table use data sets.
func (d deletions) usedInHermes() {
	t := d.t
	a, b := d.approved(t, "First", "Cohort A", 1, nil), d.approved(t, "Second", "Cohort B", 2, nil)
	m, _ := d.combine(t, 201, nil, a, b)
	d.refused("reviewer", "/api/hermes/uploads/"+a.ID, "in_use", "Combined")
	d.refused("reviewer", "/api/hermes/meta-analyses/"+m.ID, "running", "Cancel")
	d.work(t, m.JobID)
	d.refused("reviewer", "/api/hermes/uploads/"+b.ID, "in_use", "Combined")
	d.refused("reviewer", "/api/hermes/uploads/"+d.dataSetOf(t, "uploader").id, "qc_running", "Cancel")
	d.refused("reviewer", "/api/hermes/phenotypes/ALL_HF", "phenotype_used", "retired")
	clean := d.ready(t, "uploader", "Clean", "Cohort C", 7)
	indexOf := func(as, kind, id string) indexed {
		return d.newIndex(
			t,
			as,
			kind,
			"",
			map[string]any{"schema": "chromosome:base_pair_location", "genome_build": "GRCh37", "source": map[string]any{"kind": kind, "id": id}},
		)
	}
	x := indexOf("uploader", "hermes_upload", clean.ID)
	of := d.makeTable(t, "uploader", tableOf("index", "id", x.ID))
	for path, user := range map[string]indexed{"/api/hermes/uploads/" + clean.ID: x, "/api/hermes/meta-analyses/" + m.ID: indexOf("reviewer", "meta_analysis", m.ID)} {
		d.gone("reviewer", path)
		after := d.index(t, user.Owner, user.ID)
		d.count.Try(!after.Source.There, "%s is gone, and its index says that its source is there", path)
		w := d.call("GET", user.Owner, "/api/bio/query/"+user.ID+"?q=1:1-200000000")
		d.count.Try(w.Code == 409 && strings.Contains(w.Body.String(), "is gone"), "%s is gone, and its index answers %d %.300s", path, w.Code, w.Body)
	}
	d.gone("uploader", "/api/indexes/"+x.ID)
	d.answers("uploader", "/api/tables/"+of.ID)
	id := d.addFile(t, "uploader", "kept.tsv", hermestest.Sumstats(40, 1))
	_, err := d.hermes.Register(t.Context(), auth.NewIdentity(d.users["uploader"], nil), registration(id, "kept"))
	must(t, err)
	d.refused("uploader", "/api/uploads/"+id, "file_in_use", "data set")
}

// usedInTheRegistry: data sets use studies; links and tables use data sets.
func (d deletions) usedInTheRegistry() {
	t := d.t
	d.signedIn("contributor")
	set := d.share(t, "contributor", d.openShelf(t, "contributor", "Used"), "public", nil, nil)
	l := d.giveLink(t, "contributor", set, 24)
	var studies struct{ Items []struct{ ID, Name string } }
	d.want(t, 200, request{method: "GET", path: "/api/studies?q=Used", as: "contributor"}, &studies)
	if len(studies.Items) != 1 {
		t.Fatalf("studies %+v", studies)
	}
	d.refused("contributor", "/api/studies/"+studies.Items[0].ID, "study_used", "data set")
	of := d.makeTable(t, "contributor", tableOf("dataset_file", "id", set.ID, "file_id", set.Phenotypes[0].File.ID))
	d.gone("contributor", "/api/datasets/"+set.ID)
	d.refused("contributor", "/api/studies/"+studies.Items[0].ID, "study_used", "bin")
	d.count.Try(d.fetch(t, "", l.Path).Code == 404, "a link to a data set in the bin opens")
	d.answers("contributor", "/api/tables/"+of.ID)
}

// usedElsewhere: pages use tables, files use phenotypes, a job creates an index, and an account has
// data sets.
func (d deletions) usedElsewhere() {
	t := d.t
	d.signedIn("contributor")
	p := d.newPage(t, "contributor", "Shows")
	d.refused("contributor", "/api/tables/"+p.Table, "in_use", "page")
	d.signedIn("sgc-uploader")
	d.fullCohort(t, "sgc-uploader", "uses it")
	d.refused("sgc-reviewer", "/api/sgc/phenotypes/PSOR", "phenotype_used", "uses it")
	d.signedIn("contributor")
	made := d.askForIndex(t, 201, "contributor", "building.tsv", aTable(), map[string]any{"schema": "rsid"})
	d.gone("contributor", "/api/indexes/"+made.ID)
	w := d.call("GET", "contributor", "/api/indexes/"+made.ID)
	d.count.Try(w.Code == 200 && !strings.Contains(w.Body.String(), `"state":"queued"`), "an index in the bin is still to be built: %d %s", w.Code, w.Body)
	set := d.dataSetOf(t, "uploader")
	d.signedIn("admin")
	d.want(
		t,
		200,
		request{method: "PATCH", path: "/api/areas/hermes/users/" + d.users["uploader"].ID, as: "admin", body: map[string]any{"is_active": false}},
		nil,
	)
	d.answers("reviewer", "/api/hermes/uploads/"+set.id)
}
