package httpapi_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/httpapi/openapi"
)

func TestADataSetOfTheRegistry(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.newDataset(t, "contributor", "First")
	if d.Owner != "contributor" || d.Sharing != "private" || d.Version != 1 || d.Study.Name != "Study of First" || !d.Can.Edit || !d.Can.Transfer ||
		d.Can.Restore {
		t.Errorf("registered: %+v", d)
	}
	if !strings.HasPrefix(d.Citation, "Ann Example (") || len(d.Completeness) == 0 {
		t.Errorf("citation %q, completeness %q", d.Citation, d.Completeness)
	}
	path := "/api/datasets/" + d.ID
	s.changeDataset(t, 200, "contributor", path, 1, datasetBody("Renamed", d.StudyID, map[string]any{"pub_id": "https://doi.org/10.1000/182"}), &d)
	if d.Name != "Renamed" || d.Version != 2 || d.PubID != "10.1000/182" || d.PublicationURL != "https://doi.org/10.1000/182" {
		t.Errorf("renamed: %+v", d)
	}
	var read registered
	s.want(t, 200, request{method: "GET", path: path, as: "curator"}, &read)
	read.Can = d.Can
	if diff := cmp.Diff(d, read); diff != "" {
		t.Errorf("the curator reads (-want +got):\n%s", diff)
	}
	var page registryPage
	s.want(t, 200, request{method: "GET", path: "/api/datasets?q=renamed+study&data_type=gwas&data_type=wgs", as: "contributor"}, &page)
	if diff := cmp.Diff([]string{"Renamed"}, page.names()); diff != "" || page.Total != 1 {
		t.Errorf("list of %d: %s", page.Total, diff)
	}
	var history struct {
		Items []struct {
			By, Action string
			Changes    []struct{ Field, Before, After string }
		}
	}
	s.want(t, 200, request{method: "GET", path: path + "/history", as: "contributor"}, &history)
	if len(history.Items) != 2 || history.Items[0].Action != "edited" || history.Items[0].Changes[0].After != "Renamed" {
		t.Errorf("history: %+v", history.Items)
	}
}

func TestTwoEditorsOfADataSet(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.newDataset(t, "contributor", "One")
	path := "/api/datasets/" + d.ID
	s.changeDataset(t, 200, "curator", path, 1, datasetBody("By the curator", d.StudyID, nil), nil)
	var p struct {
		problem
		Current registered
	}
	for _, call := range []struct {
		path string
		body any
	}{
		{path, datasetBody("By the owner", d.StudyID, nil)},
		{path + "/owners", map[string]any{"owner": "contributor2", "co_owners": []string{}}},
	} {
		s.changeDataset(t, 409, "contributor", call.path, 1, call.body, &p)
		if p.Code != "changed" || p.Current.Name != "By the curator" || p.Current.Version != 2 || !p.Current.Can.Edit {
			t.Errorf("%s: %+v", call.path, p)
		}
	}
	w := s.do(t, request{method: "PUT", path: path, as: "contributor", body: datasetBody("x", d.StudyID, nil)})
	if w.Code != 400 {
		t.Errorf("without If-Match: status %d: %s", w.Code, w.Body)
	}
}

func TestFaultsOfADataSetAreShownAtTheirFields(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first := s.newDataset(t, "contributor", "Taken / .. 🧬")
	for _, c := range []struct {
		name   string
		with   map[string]any
		status int
		field  string
	}{
		{"the name is taken", map[string]any{"name": "TAKEN / .. 🧬"}, 409, "name"},
		{"an unknown study", map[string]any{"study_id": "absent"}, 422, "study_id"},
		{"a negative size", map[string]any{"global_sample_size": -5}, 422, "global_sample_size"},
		{"an unknown ancestry", map[string]any{"ancestry": "XX"}, 422, "ancestry"},
		{"a long name", map[string]any{"name": strings.Repeat("x", 501)}, 422, "name"},
		{"an odd publication", map[string]any{"pub_id": "<img src=x onerror=alert(1)>"}, 422, "pub_id"},
		{"a DOI that is too long", map[string]any{"pub_id": "10.1000/" + strings.Repeat("x", 300)}, 422, "pub_id"},
		{"an odd term", map[string]any{"terms": []map[string]any{{"curie": "heart"}}}, 422, "terms.0.curie"},
		{"a field that nobody knows", map[string]any{"owner": "contributor2"}, 400, "owner"},
		{"no text", map[string]any{"description": " "}, 422, "description"},
	} {
		var p problem
		s.want(t, c.status, request{method: "POST", path: "/api/datasets", as: "contributor", body: datasetBody("New "+c.name, first.StudyID, c.with)}, &p)
		if len(p.Fields) != 1 || p.Fields[0].Field != c.field {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
	var d registered
	s.want(t, 201, request{method: "POST", path: "/api/datasets", as: "contributor", body: datasetBody("Fine", first.StudyID, map[string]any{
		"data_contributor_email": "", "pub_id": "doi:10.1000/" + strings.Repeat("x", 200), "terms": []map[string]any{{"curie": "EFO_0000305"}},
	})}, &d)
	if d.Terms[0].Curie != "EFO:0000305" || len(d.PubID) != 208 {
		t.Errorf("%+v", d)
	}
}

func TestHTMLStaysTextInTheRegistry(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const html = "<img src=x onerror=alert(1)>"
	var study struct{ ID string }
	s.want(t, 201, request{method: "POST", path: "/api/studies", as: "contributor", body: map[string]any{"name": html, "institution": html}}, &study)
	body := datasetBody(html, study.ID, nil)
	for _, field := range []string{"data_submitter", "data_contributor", "description", "publication", "genotyping_technology", "license"} {
		body[field] = html
	}
	var d registered
	s.want(t, 201, request{method: "POST", path: "/api/datasets", as: "contributor", body: body}, &d)
	if d.Name != html || d.Description != html || d.Study.Institution != html {
		t.Errorf("%+v", d)
	}
	for _, path := range []string{"/api/datasets", "/api/datasets/" + d.ID, "/api/datasets/" + d.ID + "/history", "/api/datasets.csv", "/api/datasets.json", "/api/studies"} {
		w := s.do(t, request{method: "GET", path: path, as: "contributor"})
		if kind := w.Header().Get(
			"Content-Type",
		); w.Code != 200 || !strings.HasPrefix(kind, "application/json") && !strings.HasPrefix(kind, "text/csv") ||
			w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: status %d, type %q", path, w.Code, kind)
		}
	}
}

// TestSEC29DataSetsOfOthers checks that another account's data set is absent, wherever its id or
// those of its parts are used.
func TestSEC29DataSetsOfOthers(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		mine, other := s.datasetWithFile(t, "contributor"), s.datasetWithFile(t, "contributor2")
		trait := map[string]any{"phenotype": "T2D", "dichotomous": false, "sample_size": 1}
		for _, q := range []request{
			{method: "GET", path: "/api/datasets/" + other.id},
			{method: "GET", path: "/api/datasets/" + other.id + "/history"},
			{method: "POST", path: "/api/datasets/" + other.id + "/clone", body: map[string]any{"name": "Mine"}},
			{method: "POST", path: "/api/datasets/" + other.id + "/restore"},
			{method: "DELETE", path: "/api/datasets/" + other.id},
			{method: "DELETE", path: "/api/datasets/" + other.id + "?forever=true"},
			{method: "GET", path: "/api/datasets/" + mine.id + "/files/" + other.in["fid"]},
			{method: "GET", path: "/api/datasets/" + mine.id + "/files/" + other.in["fid"] + "/preview"},
			{method: "GET", path: "/api/datasets/" + mine.id + "/files/" + other.in["fid"] + "/checks"},
			{method: "PUT", path: "/api/datasets/" + mine.id + "/phenotypes/" + other.in["pid"], body: trait},
			{method: "DELETE", path: "/api/datasets/" + mine.id + "/phenotypes/" + other.in["pid"]},
			{method: "DELETE", path: "/api/datasets/" + mine.id + "/phenotypes/" + mine.in["pid"] + "/credible-sets/" + other.in["cid"]},
			{method: "DELETE", path: "/api/datasets/" + mine.id + "/links/" + other.in["lid"]},
			{method: "POST", path: "/api/datasets/" + mine.id + "/links", body: map[string]any{"file_id": other.in["fid"], "hours": 1}},
		} {
			q.as = "contributor"
			if w := s.do(t, q); w.Code != 404 && (w.Code != 422 || q.path[len(q.path)-5:] != "links") {
				t.Errorf("%s %s: status %d: %s", q.method, q.path, w.Code, w.Body)
			}
		}
		var page registryPage
		s.want(t, 200, request{method: "GET", path: "/api/datasets?owner=contributor2", as: "contributor"}, &page)
		if page.Total != 0 {
			t.Errorf("another's data sets in the list: %v", page.names())
		}
		if w := s.do(t, request{method: "GET", path: "/api/datasets.csv?scope=shared", as: "contributor"}); strings.Count(w.Body.String(), "\n") != 1 {
			t.Errorf("another's data sets in the export: %s", w.Body)
		}
		var d registered
		s.want(t, 200, request{method: "GET", path: "/api/datasets/" + other.id, as: "contributor2"}, &d)
		if len(d.Phenotypes) != 1 || d.Version != 3 {
			t.Errorf("the other's data set: %+v", d)
		}
	})
}

func TestPagesOfTheRegistry(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, name := range []string{"c", "a", "e", "B", "d"} {
		s.newDataset(t, "contributor", name)
	}
	var names []string
	for cursor, n := "", 0; n < 3; n++ {
		var page registryPage
		s.want(t, 200, request{method: "GET", path: "/api/datasets?sort=-name&limit=2&cursor=" + cursor, as: "contributor"}, &page)
		names, cursor = append(names, page.names()...), page.NextCursor
		if page.Total != 5 || (cursor == "") != (n == 2) {
			t.Errorf("page %d: total %d, cursor %q", n, page.Total, cursor)
		}
	}
	if diff := cmp.Diff([]string{"e", "d", "c", "B", "a"}, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, query := range []string{"sort=owner", "data_type=gwas&data_type=x", "scope=all", "sharing=secret", "limit=0", "cursor=x"} {
		if w := s.do(t, request{method: "GET", path: "/api/datasets?" + query, as: "contributor"}); w.Code != 400 && w.Code != 422 {
			t.Errorf("%s: status %d", query, w.Code)
		}
	}
}

// The codes with labels are those of the contract.
func TestCodesOfTheRegistry(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var codes map[string][]struct{ Value, Label string }
	s.want(t, 200, request{method: "GET", path: "/api/dataset-codes", as: "contributor"}, &codes)
	study := s.newStudy(t, "contributor", "North")
	for field, list := range codes {
		if field == "sharing" {
			continue
		}
		for _, code := range list {
			s.want(
				t,
				201,
				request{
					method: "POST",
					path:   "/api/datasets",
					as:     "contributor",
					body:   datasetBody(field+" "+code.Value, study, map[string]any{field: code.Value}),
				},
				nil,
			)
		}
	}
	var contract struct {
		Components struct {
			Schemas map[string]struct{ Enum []string }
		}
	}
	must(t, json.Unmarshal(openapi.Document(), &contract))
	for field, name := range map[string]string{
		"data_type": "DatasetDataType", "genome_build": "DatasetBuild", "ancestry": "DatasetAncestry", "sex": "DatasetSex", "status": "DatasetStatus", "sharing": "DatasetSharing",
	} {
		var values []string
		for _, code := range codes[field] {
			values = append(values, code.Value)
		}
		if diff := cmp.Diff(contract.Components.Schemas[name].Enum, values); diff != "" {
			t.Errorf("%s (-contract +codes):\n%s", field, diff)
		}
	}
}

func TestSavedSearches(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := "/api/dataset-views/" + url.PathEscape("Mine / ?")
	s.want(t, 200, request{method: "PUT", path: path, as: "contributor", body: map[string]any{"search": "?scope=mine"}}, nil)
	var list struct {
		Items []struct{ Name, Search string }
	}
	s.want(t, 200, request{method: "GET", path: "/api/dataset-views", as: "contributor"}, &list)
	if len(list.Items) != 1 || list.Items[0].Name != "Mine / ?" || list.Items[0].Search != "?scope=mine" {
		t.Errorf("%+v", list)
	}
	s.want(t, 404, request{method: "DELETE", path: path, as: "contributor2"}, nil)
	s.want(t, 204, request{method: "DELETE", path: path, as: "contributor"}, nil)
}

func TestTheBinOfTheRegistry(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.newDataset(t, "contributor", "One")
	path := "/api/datasets/" + d.ID
	s.want(t, 204, request{method: "DELETE", path: path, as: "contributor"}, nil)
	s.want(t, 200, request{method: "GET", path: path, as: "contributor"}, &d)
	if d.PurgedAt == nil || d.Can.Edit || !d.Can.Restore {
		t.Errorf("in the bin: %+v", d)
	}
	var page registryPage
	s.want(t, 200, request{method: "GET", path: "/api/datasets?bin=true", as: "contributor"}, &page)
	if page.Total != 1 {
		t.Errorf("%d in the bin", page.Total)
	}
	var p problem
	s.changeDataset(t, 409, "contributor", path, d.Version, datasetBody("x", d.StudyID, nil), &p)
	if p.Code != "in_bin" {
		t.Errorf("editing in the bin: %+v", p)
	}
	s.want(t, 200, request{method: "POST", path: path + "/restore", as: "contributor"}, nil)
	s.want(t, 409, request{method: "DELETE", path: path + "?forever=true", as: "contributor"}, nil)
	s.want(t, 204, request{method: "DELETE", path: path, as: "contributor"}, nil)
	s.want(t, 204, request{method: "DELETE", path: path + "?forever=true", as: "contributor"}, nil)
	s.want(t, 404, request{method: "GET", path: path, as: "contributor"}, nil)
}
