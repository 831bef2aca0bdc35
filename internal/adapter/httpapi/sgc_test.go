package httpapi_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/area/sgc"
	"cohortium/internal/platform/auth"
)

func (s *site) validate(t *testing.T, status int, as string, c cohort, out any) {
	t.Helper()
	s.want(t, status, request{method: "POST", path: "/api/sgc/cohorts/" + c.ID + "/validate", as: as, header: ifVersion(c.Version)}, out)
}

// bothCases returns the cases of both sexes of a phenotype over all cohorts.
func (s *site) bothCases(t *testing.T, code, query string) (n interval, cohorts int64) {
	t.Helper()
	var totals struct {
		Items []struct {
			Code string
			Both struct {
				Cases   interval
				Cohorts int64
			}
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/sgc/phenotype-case-counts-by-sex" + query, as: "sgc-reviewer"}, &totals)
	for _, total := range totals.Items {
		if total.Code == code {
			return total.Both.Cases, total.Both.Cohorts
		}
	}
	t.Fatalf("no total of %s", code)
	return n, 0
}

func TestACohortFromNothingToValidated(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.newCohort(t, "sgc-uploader", "North")
	if c.Status != "incomplete" || c.Version != 1 || c.Owner != "sgc-uploader" || !slices.Equal(c.Can, []string{"edit", "transfer"}) || len(c.Tasks) != 6 {
		t.Errorf("registered: %+v", c)
	}
	var p refused
	s.validate(t, 422, "sgc-uploader", c, &p)
	if p.Code != "findings" || len(p.Findings) != 5 || p.Findings[0].Code != "task_open" || !strings.Contains(p.Findings[0].Message, "missing") {
		t.Errorf("without files: %+v", p)
	}
	c = s.fullCohort(t, "sgc-uploader", "South")
	if c.Status != "complete" || c.Version != 6 {
		t.Errorf("with all files: %+v", c)
	}
	s.validate(t, 200, "sgc-uploader", c, &c)
	if !c.Validated || c.Status != "validated" || len(c.History) != 7 || c.History[0].Action != "validated" || c.History[0].By != "sgc-uploader" {
		t.Errorf("validated: %+v", c)
	}
	if n, cohorts := s.bothCases(t, "PSOR", "?validated=true"); n != (interval{300, 300}) || cohorts != 1 {
		t.Errorf("%v cases in %d validated cohorts", n, cohorts)
	}
	var receipt struct {
		Version int64
		Status  string
		MinCell int64 `json:"min_cell"`
		Files   []struct{ Sha256, StoredSha256 string }
	}
	s.want(t, 200, request{method: "GET", path: "/api/sgc/cohorts/" + c.ID + "/receipt", as: "sgc-uploader"}, &receipt)
	if receipt.Status != "validated" || len(receipt.Files) != 5 || receipt.MinCell != 5 || receipt.Version != c.Version {
		t.Errorf("receipt: %+v", receipt)
	}
	s.want(
		t,
		200,
		request{method: "DELETE", path: "/api/sgc/cohorts/" + c.ID + "/files/cooccurrence_male", as: "sgc-uploader", header: ifVersion(c.Version)},
		&c,
	)
	if c.Status != "incomplete" || c.Validated || !strings.Contains(c.History[0].Detail, "withdrawn") {
		t.Errorf("without a file: %+v", c)
	}
	if _, cohorts := s.bothCases(t, "PSOR", "?validated=true"); cohorts != 0 {
		t.Errorf("%d validated cohorts after a file was taken away", cohorts)
	}
}

// Two concurrent editors: the second one gets a conflict with the state that the first one saved.
func TestTwoEditorsOfACohort(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.fullCohort(t, "sgc-uploader", "shared")
	path := "/api/sgc/cohorts/" + c.ID
	s.want(t, 200, request{method: "PUT", path: path, as: "sgc-reviewer", header: ifVersion(c.Version), body: cohortBody("renamed", 1000, 400, 600)}, nil)
	stale := map[string]request{
		"the form":     {method: "PUT", path: path, body: cohortBody("mine", 1000, 400, 600)},
		"the owners":   {method: "PUT", path: path + "/owners", body: map[string]any{"owner": "sgc-uploader", "co_owners": []string{}}},
		"a validation": {method: "POST", path: path + "/validate"},
		"a file":       fileOf("PUT", "", c, "cases_controls_male", maleCases),
		"a removal":    {method: "DELETE", path: path + "/files/cases_controls_male"},
	}
	for name, q := range stale {
		var p refused
		q.as, q.header = "sgc-uploader", ifVersion(c.Version)
		s.want(t, 409, q, &p)
		if p.Code != "changed" || p.Current == nil || p.Current.Name != "renamed" || p.Current.Version != c.Version+1 || p.RequestID == "" {
			t.Errorf("%s: %+v", name, p)
		}
		for _, version := range []string{"", "x", `"1`, `W/"1"`, "99999999999999999999"} {
			q.header = map[string]string{"If-Match": version}
			if w := s.do(t, q); w.Code != 400 && (version != `"1` || w.Code != 409) {
				t.Errorf("%s, version %q: status %d: %s", name, version, w.Code, w.Body)
			}
		}
	}
	var p refused
	other := s.newCohort(t, "sgc-uploader", "other")
	s.want(
		t,
		409,
		request{method: "PUT", path: "/api/sgc/cohorts/" + other.ID, as: "sgc-uploader", header: ifVersion(1), body: cohortBody("RENAMED", 1000, 400, 600)},
		&p,
	)
	if p.Code != "name_taken" || p.Current != nil {
		t.Errorf("a name that is taken: %+v", p)
	}
	s.want(t, 409, request{method: "POST", path: "/api/sgc/cohorts", as: "sgc-uploader", body: cohortBody("renamed", 1000, 400, 600)}, nil)
}

func TestFieldsOfACohort(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, c := range map[string]struct {
		body  map[string]any
		field string
	}{
		"no name":             {cohortBody(" ", 1000, 400, 600), "name"},
		"a name of controls":  {cohortBody("a\u0007b", 1000, 400, 600), "name"},
		"nobody":              {cohortBody("n", 0, 0, 0), "total_sample_size"},
		"below zero":          {cohortBody("n", 1000, -1, 600), "number_of_males"},
		"more than the sum":   {cohortBody("n", 999, 400, 600), "total_sample_size"},
		"more than there are": {cohortBody("n", 1<<60, 400, 600), "total_sample_size"},
		"four men":            {cohortBody("n", 1000, 4, 600), "number_of_males"},
		"one woman":           {cohortBody("n", 1000, 400, 1), "number_of_females"},
		"half a person":       {map[string]any{"name": "n", "total_sample_size": 10.5, "number_of_males": 1, "number_of_females": 1}, "total_sample_size"},
		"an answer too many": {map[string]any{"name": "n", "total_sample_size": 10, "number_of_males": 1, "number_of_females": 1,
			"cohort_metadata": map[string]any{"summary_stats_publication_availability": "perhaps"}}, "cohort_metadata.summary_stats_publication_availability"},
	} {
		var p problem
		s.want(t, 422, request{method: "POST", path: "/api/sgc/cohorts", as: "sgc-uploader", body: c.body}, &p)
		if len(p.Fields) != 1 || p.Fields[0].Field != c.field || len(p.Fields[0].Message) < 10 {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// The smallest numbers that are not hidden.
func TestCohortsOfFewPeople(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.want(t, 201, request{method: "POST", path: "/api/sgc/cohorts", as: "sgc-uploader", body: cohortBody("five", 1000, 5, 600)}, nil)
	s.want(t, 201, request{method: "POST", path: "/api/sgc/cohorts", as: "sgc-uploader", body: cohortBody("none", 1000, 0, 1000)}, nil)
}

// A file for a cohort that was deleted meanwhile.
func TestAFileForADeletedCohort(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.newCohort(t, "sgc-uploader", "gone")
	s.want(t, 403, request{method: "DELETE", path: "/api/sgc/cohorts/" + c.ID, as: "sgc-uploader"}, nil)
	s.want(t, 204, request{method: "DELETE", path: "/api/sgc/cohorts/" + c.ID, as: "sgc-reviewer"}, nil)
	for _, method := range []string{"POST", "PUT"} {
		var p problem
		s.want(t, 404, fileOf(method, "sgc-uploader", c, "cases_controls_male", maleCases), &p)
		if p.Code != "not_found" || !strings.Contains(p.Detail, "cohort") {
			t.Errorf("%s: %+v", method, p)
		}
	}
}

// Exports are text, whatever was typed.
func TestTablesOfCountsHoldNoFormulas(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.newCohort(t, "sgc-uploader", "formulas")
	const formula = `=HYPERLINK("http://x.example")`
	s.want(t, 422, fileOf("PUT", "sgc-uploader", c, "cases_controls_male", casesHead+"=PSOR,100,300\n"), nil)
	c = s.put(t, "sgc-uploader", c, "cases_controls_male", "phenotype,cases,controls,breakdown\nPSOR,100,300,=L400:60;L401:60\n")
	s.want(t, 200, request{method: "PUT", path: "/api/sgc/phenotypes/PSOR", as: "sgc-reviewer", header: ifVersion(1),
		body: map[string]any{"description": formula, "aliases": []string{"@x"}}}, nil)
	for _, path := range []string{
		"/api/sgc/cohorts/" + c.ID + "/files/cases_controls_male/1", "/api/sgc/phenotypes/download", "/api/sgc/phenotype-case-counts-by-sex.csv",
	} {
		w := s.do(t, request{method: "GET", path: path, as: "sgc-reviewer"})
		text := w.Body.String()
		if w.Code != 200 || !strings.Contains(text, "PSOR") || !strings.HasPrefix(w.Header().Get("Content-Disposition"), "attachment") {
			t.Errorf("%s: status %d: %s", path, w.Code, text)
		}
		for _, cell := range []string{",=", "\t=", "\n=", `,"=`, ",@", "\t@"} {
			if strings.Contains(text, cell) {
				t.Errorf("%s: a cell begins like a formula: %s", path, text)
			}
		}
	}
}

// A co-owner edits a cohort, and cannot transfer it.
func TestCoOwnersOfACohort(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	second, err := s.auth.CreateUser(
		t.Context(),
		auth.NewUser{UserName: "second", Password: password, Roles: []string{"sgc-uploader"}, Groups: []string{"sgc"}},
	)
	must(t, err)
	s.users["second"], s.tokens["second"] = second, s.freshSession("second")
	c := s.newCohort(t, "sgc-uploader", "given")
	path := "/api/sgc/cohorts/" + c.ID
	owners := func(status int, as string, owner string, co ...string) cohort {
		var out cohort
		s.want(t, status, request{method: "PUT", path: path + "/owners", as: as, header: ifVersion(c.Version),
			body: map[string]any{"owner": owner, "co_owners": append([]string{}, co...)}}, &out)
		return out
	}
	s.want(t, 404, request{method: "GET", path: path, as: "second"}, nil)
	owners(422, "sgc-uploader", "nobody")
	owners(422, "sgc-uploader", "uploader") // without a role in the area
	c = owners(200, "sgc-uploader", "sgc-uploader", "second")
	if got := s.cohort(t, "second", c.ID); !slices.Equal(got.Can, []string{"edit"}) || got.CoOwners[0] != "second" {
		t.Errorf("a co-owner: %+v", got)
	}
	owners(403, "second", "second")
	c = owners(200, "sgc-uploader", "second")
	s.want(t, 404, request{method: "GET", path: path, as: "sgc-uploader"}, nil)
	if got := s.cohort(t, "second", c.ID); got.Owner != "second" || len(got.CoOwners) != 0 {
		t.Errorf("the new owner: %+v", got)
	}
}

func TestListOfCohorts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, name := range []string{"alpha", "beta", "gamma"} {
		s.newCohort(t, "sgc-uploader", name)
	}
	full := s.fullCohort(t, "sgc-reviewer", "delta")
	list := func(as, query string) (names []string, next string) {
		var page struct {
			Items      []struct{ Name string }
			NextCursor string `json:"next_cursor"`
		}
		s.want(t, 200, request{method: "GET", path: "/api/sgc/cohorts?" + query, as: as}, &page)
		for _, row := range page.Items {
			names = append(names, row.Name)
		}
		return names, page.NextCursor
	}
	for _, c := range []struct {
		as, query string
		want      []string
	}{
		{"sgc-reviewer", "sort=name", []string{"alpha", "beta", "delta", "gamma"}},
		{"sgc-uploader", "sort=-name", []string{"gamma", "beta", "alpha"}},
		{"sgc-uploader", "owner=sgc-reviewer", nil},
		{"sgc-reviewer", "owner=sgc-reviewer", []string{"delta"}},
		{"sgc-reviewer", "status=complete", []string{"delta"}},
		{"sgc-reviewer", "missing=cohort_description&missing=cooccurrence_male&sort=name", []string{"alpha", "beta", "gamma"}},
		{"sgc-reviewer", "q=LPH", []string{"alpha"}},
		{"sgc-reviewer", "q=%25", nil},
	} {
		if got, _ := list(c.as, c.query); !slices.Equal(got, c.want) {
			t.Errorf("%s as %s: %v, want %v", c.query, c.as, got, c.want)
		}
	}
	first, next := list("sgc-reviewer", "sort=name&limit=2")
	second, end := list("sgc-reviewer", "sort=name&limit=2&cursor="+next)
	if got := append(first, second...); !slices.Equal(got, []string{"alpha", "beta", "delta", "gamma"}) || end != "" {
		t.Errorf("pages: %v, then %q", got, end)
	}
	for _, query := range []string{"cursor=x", "sort=owner_id", "status=x", "limit=0", "limit=1000", "missing=x"} {
		if w := s.do(t, request{method: "GET", path: "/api/sgc/cohorts?" + query, as: "sgc-reviewer"}); w.Code != 400 && w.Code != 422 {
			t.Errorf("%s: status %d", query, w.Code)
		}
	}
	var matrix struct {
		Items []struct {
			CohortID string `json:"cohort_id"`
			Metadata bool
			Files    []json.RawMessage
		}
		Total int
	}
	s.want(t, 200, request{method: "GET", path: "/api/sgc/completeness", as: "sgc-reviewer"}, &matrix)
	if last := matrix.Items[len(matrix.Items)-1]; matrix.Total != 4 || last.CohortID != full.ID || len(last.Files) != 5 || !last.Metadata {
		t.Errorf("completeness: %+v", matrix)
	}
}

func TestReminderOfACohort(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *sgc.Config) { c.BaseURL = "https://cohortium.example.org" })
	c := s.newCohort(t, "sgc-uploader", "late")
	path := "/api/sgc/cohorts/" + c.ID + "/reminder"
	var m struct{ To, Subject, Text string }
	s.want(t, 200, request{method: "GET", path: path, as: "sgc-reviewer"}, &m)
	if !strings.Contains(m.Subject, "late") || !strings.Contains(m.Text, "https://cohortium.example.org/sgc/edit/"+c.ID) || strings.Count(m.Text, "\n- ") != 5 {
		t.Errorf("%+v", m)
	}
	s.want(t, 403, request{method: "GET", path: path, as: "sgc-uploader"}, nil)
	var p problem
	if s.want(t, 409, request{method: "POST", path: path, as: "sgc-reviewer"}, &p); p.Code != "no_mail" {
		t.Errorf("without a mail server: %+v", p)
	}
}
