package httpapi_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/httpapi/contract"
	"cohortium/internal/adapter/httpapi/openapi"
)

// listExports are the exports of lists, with what the next tests need of each.
var listExports = map[string]struct {
	list    string
	as      string
	key     []string          // of an item of the list, "a.b" for b of a
	columns []string          // the same in the export
	filters map[string]string // a value of each parameter that changes the rows or their order
}{
	"/api/audit/export": {"/api/audit", "admin", []string{"seq"}, []string{"seq"}, map[string]string{
		"q": "contributor2", "actor": "contributor2", "action": "deleted", "object": "dataset", "object_id": "ID",
		"from": "MIDDLE", "to": "MIDDLE",
	}},
	"/api/datasets.csv":          {"/api/datasets", "contributor", []string{"id"}, []string{"id"}, datasetFilters},
	"/api/datasets.json":         {"/api/datasets", "contributor", []string{"id"}, []string{"id"}, datasetFilters},
	"/api/hermes/phenotypes.csv": {"/api/hermes/phenotypes", "uploader", []string{"name"}, []string{"name"}, map[string]string{"q": "ischemic"}},
	"/api/sgc/phenotypes/download": {"/api/sgc/phenotypes", "sgc-uploader", []string{"code"}, []string{"phenotype_code"},
		map[string]string{"q": "psor", "retired": "false"}},
	"/api/sgc/phenotype-case-counts-by-sex.csv": {"/api/sgc/phenotype-case-counts-by-sex", "sgc-reviewer",
		[]string{"code", "male.cohorts"}, []string{"phenotype_code", "male_cohorts"},
		map[string]string{"q": "psor", "validated": "true", "sort": "-male_cases"}},
}

var datasetFilters = map[string]string{
	"scope": "mine", "bin": "true", "q": "other", "study_id": "STUDY", "phenotype": "T2D", "owner": "contributor2", "data_type": "wgs",
	"genome_build": "grch38", "ancestry": "AF", "sex": "male", "status": "open", "sharing": "public", "sort": "name",
}

// tablesWithoutList are routes that return a table and belong to no list, with the reason.
var tablesWithoutList = map[string]string{
	"/api/hermes/metadata.csv": "the metadata of the submissions named by id, as a sheet to fill in",
	"/api/bio/query/{id}":      "one answer in several formats, from one handler",
	"/api/bio/cont":            "the next page of /api/bio/query/{id}",
}

// TestAnExportHasTheParametersOfItsList reads the contract: an export takes every parameter of its
// list, except those that select a page.
func TestAnExportHasTheParametersOfItsList(t *testing.T) {
	t.Parallel()
	c, err := contract.Read(openapi.Document())
	must(t, err)
	exports := 0
	for pattern, op := range c.Operations {
		path, isGet := strings.CutPrefix(pattern, "GET ")
		list := path
		for _, ending := range []string{".csv", ".json", "/export", "/download"} {
			list = strings.TrimSuffix(list, ending)
		}
		of := c.Operations["GET "+list]
		switch {
		case !isGet:
		case list == path || of == nil:
			if _, table := op.Responses["200"].Content["text/csv"]; table && tablesWithoutList[path] == "" {
				t.Errorf("%s returns a table: name its list in listExports, or the reason in tablesWithoutList", path)
			}
		default:
			exports++
			if diff := cmp.Diff(filtersOf(of), filtersOf(op)); diff != "" {
				t.Errorf("%s and %s take other filters: %s", list, path, diff)
			}
			e := listExports[path]
			if tried := slices.Sorted(maps.Keys(e.filters)); !slices.Equal(tried, filtersOf(op)) || len(tried) > 0 && e.list != list {
				t.Errorf("%s takes %v: listExports tries %v", path, filtersOf(op), tried)
			}
		}
	}
	if exports != len(listExports)+1 { // the archive of SGC is a file and its state
		t.Errorf("%d exports", exports)
	}
}

// filtersOf returns the names of an operation's parameters in the query without those of a page and
// the format of a file, sorted.
func filtersOf(op *contract.Operation) (names []string) {
	for _, p := range op.Parameters {
		if p.In == "query" && !slices.Contains([]string{"limit", "cursor", "facets", "format"}, p.Name) {
			names = append(names, p.Name)
		}
	}
	slices.Sort(names)
	return names
}

// TestAnExportHasTheRowsOfItsList tries each filter on a list and on its export, with values that
// change the rows or their order.
func TestAnExportHasTheRowsOfItsList(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	studyID, id := s.exportedData(t)
	var trail struct{ Items []struct{ At string } }
	s.want(t, 200, request{method: "GET", path: "/api/audit", as: "admin"}, &trail)
	fill := strings.NewReplacer("STUDY", studyID, "ID", id, "MIDDLE", trail.Items[len(trail.Items)/2].At)
	for path, e := range listExports {
		list := func(query url.Values) []string { return s.listed(t, e.list+"?"+query.Encode(), e.as, e.key) }
		export := func(query url.Values) []string {
			if e.list == "/api/audit" {
				s.pass() // exports of the trail are limited
				query.Set("format", []string{"csv", "jsonl"}[len(query.Encode())%2])
			}
			return s.exported(t, path+"?"+query.Encode(), e.as, e.columns)
		}
		all := list(url.Values{"limit": {"200"}})
		if len(all) < 2 {
			t.Errorf("%s: %d rows", e.list, len(all))
		}
		for name, value := range e.filters {
			query := url.Values{name: {fill.Replace(value)}}
			if name == "from" {
				query.Set("to", s.now().UTC().Format(time.RFC3339Nano)) // the export is an entry of the trail too
			}
			want := list(withPage(query))
			got := export(withPage(query))
			if !slices.Equal(got, want) {
				t.Errorf("%s with %s: %v, of the list %v", path, query.Encode(), got, want)
			}
			if slices.Equal(want, all) || len(want) == 0 {
				t.Errorf("%s with %s: %d of %d rows do not show that the filter is used", e.list, query.Encode(), len(want), len(all))
			}
		}
	}
}

// withPage adds the largest page of a list, which an export must ignore.
func withPage(query url.Values) url.Values {
	query = maps.Clone(query)
	query.Set("limit", "200")
	query.Set("facets", "true")
	return query
}

// exportedData makes rows that differ in each filter. It returns a study, and an object of the trail.
func (s *site) exportedData(t *testing.T) (studyID, id string) {
	t.Helper()
	first := s.datasetWithFile(t, "contributor")
	s.newDataset(t, "contributor", "Zebra")
	var other registered
	s.want(t, 201, request{method: "POST", path: "/api/datasets", as: "contributor2", body: datasetBody("Other", s.newStudy(t, "contributor2", "Second"),
		map[string]any{"data_type": "wgs", "genome_build": "grch38", "ancestry": "AF", "sex": "male", "status": "open"})}, &other)
	s.changeDataset(t, 200, "contributor2", "/api/datasets/"+other.ID+"/sharing", other.Version,
		map[string]any{"sharing": "public", "people": []string{}, "groups": []string{}}, nil)
	s.want(t, 204, request{method: "DELETE", path: "/api/datasets/" + s.newDataset(t, "contributor", "Binned").ID, as: "contributor"}, nil)

	s.fullCohort(t, "sgc-uploader", "Cohort")
	s.want(t, 200, request{method: "PUT", path: "/api/sgc/phenotypes/VITILIGO", as: "sgc-reviewer", header: ifVersion(1),
		body: map[string]any{"description": "Vitiligo", "retired": true}}, nil)
	return other.StudyID, first.id
}

// listed returns the keys of the items of a list.
func (s *site) listed(t *testing.T, path, as string, key []string) (rows []string) {
	t.Helper()
	var page struct{ Items []map[string]any }
	s.want(t, 200, request{method: "GET", path: path, as: as}, &page)
	for _, item := range page.Items {
		rows = append(rows, keyOf(item, key))
	}
	return rows
}

func keyOf(item map[string]any, key []string) (text string) {
	for _, name := range key {
		of, inner, nested := strings.Cut(name, ".")
		value := item[of]
		if nested {
			value = value.(map[string]any)[inner]
		}
		text += fmt.Sprint(" ", value)
	}
	return text
}

// exported returns the same of an export, in the format that it has.
func (s *site) exported(t *testing.T, path, as string, columns []string) (rows []string) {
	t.Helper()
	w := s.do(t, request{method: "GET", path: path, as: as})
	media, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	var items []map[string]any
	switch {
	case w.Code != 200:
		t.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
	case media == "text/csv":
		table, err := csv.NewReader(w.Body).ReadAll()
		must(t, err)
		for _, line := range table[1:] {
			item := make(map[string]any)
			for i, cell := range line {
				item[table[0][i]] = cell
			}
			items = append(items, item)
		}
	case media == "application/json":
		must(t, json.Unmarshal(w.Body.Bytes(), &items))
	default: // one object per line
		for line := range strings.Lines(w.Body.String()) {
			var item map[string]any
			must(t, json.Unmarshal([]byte(line), &item))
			items = append(items, item)
		}
	}
	for _, item := range items {
		rows = append(rows, keyOf(item, columns))
	}
	return rows
}
