package httpapi_test

import (
	"encoding/csv"
	"encoding/json"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
)

func TestListsPageSortAndFilterOnlyVisibleRows(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for i, name := range []string{"Echo", "alpha", "Delta", "Bravo", "charlie"} {
		owner := []string{"uploader", "uploader2"}[i%2]
		s.register(t, owner, name, "Cohort "+name, hermestest.Sumstats(40, uint64(i)))
	}
	names := func(as, query string) (out []string) {
		cursor := ""
		for {
			var page struct {
				Items      []dataset
				NextCursor string `json:"next_cursor"`
				Total      int
			}
			s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads?limit=2&" + query + cursor, as: as}, &page)
			for _, d := range page.Items {
				out = append(out, d.DatasetName)
			}
			if page.NextCursor == "" {
				return out
			}
			cursor = "&cursor=" + page.NextCursor
		}
	}
	for _, c := range []struct {
		as, query string
		want      []string
	}{
		{"reviewer", "sort=dataset_name", []string{"alpha", "Bravo", "charlie", "Delta", "Echo"}},
		{"analyst", "sort=-dataset_name", []string{"Echo", "Delta", "charlie", "Bravo", "alpha"}},
		{"reviewer", "", []string{"charlie", "Bravo", "Delta", "alpha", "Echo"}},
		{"reviewer", "sort=uploaded_at", []string{"Echo", "alpha", "Delta", "Bravo", "charlie"}},
		{"uploader", "sort=cohort", []string{"charlie", "Delta", "Echo"}},
		{"uploader", "sort=cohort&uploader=uploader2", nil},
		{"reviewer", "sort=cohort&uploader=uploader2", []string{"alpha", "Bravo"}},
		{"reviewer", "q=cohort+ALPHA", []string{"alpha"}},
		{"reviewer", "q=%25", nil},
		{"reviewer", "status=FAILED+QC", nil},
		{"reviewer", "sort=cohort&waiting_on=system", []string{"alpha", "Bravo", "charlie", "Delta", "Echo"}},
		{"uploader", "sort=cohort&waiting_on=system&waiting_on=reviewer", []string{"charlie", "Delta", "Echo"}},
		{"reviewer", "waiting_on=reviewer", nil},
		{"reviewer", "waiting_on=uploader&status=SUBMITTED+TO+QC", nil},
		{"reviewer", "status=FAILED+QC&status=SUBMITTED+TO+QC&sort=status", nil}, // order by id: only the number is checked
	} {
		got := names(c.as, c.query)
		if strings.Contains(c.query, "sort=status") {
			if len(got) != 5 {
				t.Errorf("%s: %v", c.query, got)
			}
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s as %s (-want +got):\n%s", c.query, c.as, diff)
		}
	}
	var page struct {
		Summary struct {
			Files, Cohorts int
			ByStatus       map[hermes.UploadStatus]int `json:"by_status"`
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads?q=alpha", as: "uploader"}, &page)
	if page.Summary.Files != 3 || page.Summary.ByStatus[hermes.SubmittedToQC] != 3 {
		t.Errorf("summary: %+v", page.Summary)
	}
}

// A page of a list contains at most the requested rows, and no row reveals a path on the server.
func TestRowsExposeNoServerPaths(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for i := range 3 {
		s.ready(t, "uploader", "Study "+strconv.Itoa(i), "Cohort", uint64(i))
	}
	text := s.do(t, request{method: "GET", path: "/api/hermes/uploads?limit=2", as: "reviewer"}).Body.String()
	if n := strings.Count(text, `"dataset_name"`); n != 2 {
		t.Errorf("%d rows of 3, want 2", n)
	}
	keys := 0
	must(t, s.blobs.List(t.Context(), "hermes/", func(o blob.Object) error {
		if keys++; strings.Contains(text, o.Key) || strings.Contains(text, path.Dir(o.Key)) {
			t.Errorf("the list tells %s", o.Key)
		}
		return nil
	}))
	if keys < 10 {
		t.Errorf("only %d files are stored", keys)
	}
}

// maxRowBytes is the maximum size of a row of the list, however large its submission.
const maxRowBytes = 1400

// A row of a list contains what the list shows; sheet, mapping and the rest need a read of the data
// set.
func TestRowsOfAListAreSmall(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	metadata := hermestest.Metadata("Lakeland", "Cohort")
	long := strings.Repeat("word ", 100)
	maps.Copy(metadata, map[string]any{"acknowledgements": long, "caseDefinition": long, "covariates": long, "otherFilters": long})
	var d dataset
	s.want(t, 201, request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: map[string]any{
		"upload_id": s.addFile(t, "uploader", "f.tsv", hermestest.Sumstats(4400, 1)), "metadata": metadata, "mapping": hermestest.Mapping(),
	}}, &d)
	s.work(t, d.Run.JobID)
	var page struct{ Items []json.RawMessage }
	s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads", as: "reviewer"}, &page)
	if len(page.Items) != 1 || len(page.Items[0]) > maxRowBytes {
		t.Errorf("%d rows, the first of %d bytes, want one of at most %d: %s", len(page.Items), len(page.Items[0]), maxRowBytes, page.Items[0])
	}
	one := s.do(t, request{method: "GET", path: "/api/hermes/uploads/" + d.ID, as: "reviewer"}).Body.String()
	for _, key := range []string{`"metadata":{`, `"mapping":{`, `"history":[`, `"file_size":`} {
		if strings.Contains(string(page.Items[0]), key) || !strings.Contains(one, key) {
			t.Errorf("%s belongs to the submission, not to its row", key)
		}
	}
}

func TestMetadataTableIsSafeForSpreadsheets(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	formula := s.register(t, "uploader", "=1+1", "-cmd|' /C calc'!A0", hermestest.Sumstats(40, 1))
	s.register(t, "uploader2", "+44 7700", "@x, \"quoted\"", hermestest.Sumstats(40, 2))
	w := s.do(t, request{method: "GET", path: "/api/hermes/metadata.csv", as: "reviewer"})
	if w.Code != http.StatusOK || !strings.Contains(w.Header().Get("Content-Disposition"), "attachment") {
		t.Fatalf("status %d, %v", w.Code, w.Header())
	}
	rows, err := csv.NewReader(w.Body).ReadAll()
	must(t, err)
	cohort, cases := slices.Index(rows[0], "cohort"), slices.Index(rows[0], "cases")
	if len(rows) != 3 || rows[0][0] != "dataset_name" || cohort < 0 {
		t.Fatalf("rows: %v", rows)
	}
	var got [][]string
	for _, row := range rows[1:] {
		got = append(got, []string{row[0], row[cohort], row[cases]})
	}
	want := [][]string{{"'+44 7700", "'@x, \"quoted\"", "3000"}, {"'=1+1", "'-cmd|' /C calc'!A0", "3000"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	w = s.do(t, request{method: "GET", path: "/api/hermes/metadata.csv", as: "uploader"})
	if rows, err := csv.NewReader(w.Body).ReadAll(); err != nil || len(rows) != 2 {
		t.Errorf("an uploader gets %d rows: %v", len(rows), err)
	}
	w = s.do(t, request{method: "GET", path: "/api/hermes/metadata.csv?id=" + formula.ID, as: "reviewer"})
	if one, err := csv.NewReader(w.Body).ReadAll(); err != nil || len(one) != 2 || !slices.Equal(one[0], rows[0]) || !slices.Equal(one[1], rows[2]) {
		t.Errorf("of one submission: %v, %v; want the line of it in the table of all", one, err)
	}
}

// Filters combine, and their results are paged without gaps.
func TestListsFilterByPhenotypeAncestryAndSex(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for i, change := range []map[string]any{
		{}, {"sex": "Male only"}, {"sex": "Male only", "ancestry": "AF"}, {"phenotype": "DCM_Broad", "sex": "Male only"}, {"sex": "Male only"},
	} {
		metadata := hermestest.Metadata([]string{"a", "b", "c", "d", "e"}[i], "Cohort")
		maps.Copy(metadata, change)
		s.want(t, 201, request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: map[string]any{
			"upload_id": s.addFile(t, "uploader", "f.tsv", hermestest.Sumstats(40, uint64(i))), "metadata": metadata, "mapping": hermestest.Mapping(),
		}}, nil)
	}
	for query, want := range map[string]string{
		"sex=Male+only":                                                "b c d e",
		"sex=Male+only&ancestry=EU":                                    "b d e",
		"sex=Male+only&ancestry=EU&phenotype=ALL_HF":                   "b e",
		"sex=Male+only&sex=Not+sex+stratified":                         "a b c d e",
		"sex=Female+only":                                              "",
		"phenotype=DCM_Broad&phenotype=ALL_HF&ancestry=AF&limit=1":     "c",
		"status=SUBMITTED+TO+QC&phenotype=DCM_Broad&uploader=uploader": "d",
	} {
		var page struct{ Items []dataset }
		s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads?sort=dataset_name&" + query, as: "reviewer"}, &page)
		names := make([]string, len(page.Items))
		for i, d := range page.Items {
			names[i] = d.DatasetName
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

// An empty table still has its header, so that programs can read it.
func TestMetadataTableOfNothingIsItsHeader(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.do(t, request{method: "GET", path: "/api/hermes/metadata.csv", as: "reviewer"})
	rows, err := csv.NewReader(w.Body).ReadAll()
	if w.Code != http.StatusOK || err != nil || len(rows) != 1 || rows[0][0] != "dataset_name" || len(rows[0]) < 20 {
		t.Errorf("status %d, %v: %v", w.Code, err, rows)
	}
}
