package httpapi_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	registry "cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// library knows one article, and is unavailable for another.
type library struct{}

// Publication implements dataset.Publications.
func (library) Publication(_ context.Context, id registry.PubID) (*registry.Publication, error) {
	switch id.Value {
	case "17":
		return &registry.Publication{
			Title: "A title", Journal: "J", Authors: "A, B et al.", Year: "2020", Month: "May", Volume: "1", Issue: "2", Pages: "3-4",
			Location: "doi: 10.1000/182", DOI: "10.1000/182", PMID: "17", Retracted: true,
		}, nil
	case "18":
		return nil, errs.New(errs.Unavailable, "lookup_down", "The publication services cannot be reached. Fill in the fields by hand.")
	}
	return nil, errs.New(errs.NotFound, "publication_unknown", "Nobody knows it.")
}

// refuses makes a call that must be answered with a problem.
func (s *site) refuses(t *testing.T, status int, code string, q request) {
	t.Helper()
	var p problem
	if s.want(t, status, q, &p); p.Code != code {
		t.Errorf("%s %s: code %s, want %s (%s)", q.method, q.path, p.Code, code, p.Detail)
	}
}

func TestPublicationsByHTTP(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *registry.Config) { c.Publications = library{} })
	var got map[string]any
	s.want(t, 200, request{method: "GET", path: "/api/publications?pub_id=PMID%3A17", as: "contributor"}, &got)
	if diff := cmp.Diff(map[string]any{
		"pub_id":               "17",
		"title":                "A title",
		"publication":          "J",
		"authors":              "A, B et al.",
		"month_year_published": "2020 May",
		"volume_issue":         "1(2)",
		"pages":                "3-4",
		"elocation_id":         "doi: 10.1000/182",
		"citation":             "A, B et al. A title. J. 2020 May;1(2):3-4. doi: 10.1000/182. [Retracted]",
		"pmid":                 "17",
		"doi":                  "10.1000/182",
		"retracted":            true,
	}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for path, want := range map[string]struct {
		status int
		code   string
	}{
		"?pub_id=18":                          {503, "lookup_down"},
		"?pub_id=19":                          {404, "publication_unknown"},
		"?pub_id=10.1000%2Fx%0Ay":             {422, "rule"},
		"?pub_id=17%26db%3Dx":                 {422, "rule"},
		"?pub_id=":                            {422, "rule"},
		"?pub_id=" + strings.Repeat("1", 301): {422, "rule"},
		"":                                    {422, "rule"},
	} {
		s.refuses(t, want.status, want.code, request{method: "GET", path: "/api/publications" + path, as: "contributor"})
	}
	off := newSite(t)
	off.refuses(t, 503, "lookup_off", request{method: "GET", path: "/api/publications?pub_id=17", as: "contributor"})
}

func TestPhenotypesByHTTP(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var got struct {
		Items []struct {
			Name, Description, Group string
			Dichotomous              bool
			Datasets                 int64
		}
		Total int
	}
	s.want(t, 200, request{method: "GET", path: "/api/phenotypes?q=Type+2+diabetes&limit=1", as: "contributor"}, &got)
	if len(got.Items) != 1 || got.Total != 2 || got.Items[0].Name != "T2D" || !got.Items[0].Dichotomous || got.Items[0].Group != "Diabetes" {
		t.Errorf("%+v", got)
	}
	s.want(t, 200, request{method: "GET", path: "/api/phenotypes", as: "contributor"}, &got)
	if len(got.Items) != 50 || got.Total < 300 {
		t.Errorf("%d of %d", len(got.Items), got.Total)
	}
}

func TestRecordsByHTTP(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	o := s.datasetWithFile(t, "contributor")
	for _, format := range []string{"schema-org", "datacite", "dcat"} {
		path := "/api/datasets/" + o.id + "/metadata/" + format
		answer := s.do(t, request{method: "GET", path: path, as: "contributor"})
		if h := answer.Header(); answer.Code != 200 || h.Get("Content-Type") != "application/json" ||
			!strings.Contains(h.Get("Content-Disposition"), "attachment") ||
			!json.Valid(answer.Body.Bytes()) ||
			!strings.Contains(answer.Body.String(), "ersion") {
			t.Errorf("%s: %d %v %s", format, answer.Code, h, answer.Body)
		}
		s.refuses(t, 404, "not_found", request{method: "GET", path: path, as: "contributor2"})
	}
	if answer := s.do(t, request{method: "GET", path: "/api/datasets/" + o.id + "/metadata/croissant", as: "contributor"}); answer.Code != 422 {
		t.Errorf("an unknown form: %d", answer.Code)
	}
}

func TestImportsByHTTP(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.newStudy(t, "contributor", "FinnHeart")
	const head = "name,study,data type,genome build,ancestry,sex,global sample size,status,data submitter,data submitter email,description\n"
	const tail = ",FinnHeart,GWAS,hg19,EU,mixed,10,pre,Ann,ann@example.org,"
	body := map[string]any{"text": head + "One" + tail + "Text\nTwo" + tail + strings.Repeat("é", 9000) + "\n"}
	var preview struct {
		Columns        []string
		UnknownColumns []string `json:"unknown_columns"`
		Rows           []struct {
			Line   int
			Action string
			Cells  []struct{ Column, Value, Label, Problem string }
		}
		Creates, Changes, Unchanged, Problems int
		NewStudies                            []string `json:"new_studies"`
		Seen                                  string
	}
	s.want(t, 200, request{method: "POST", path: "/api/dataset-batches/preview", as: "contributor", body: body}, &preview)
	if preview.Creates != 2 || preview.Problems != 0 || len(preview.Columns) != 11 || preview.UnknownColumns == nil || preview.NewStudies == nil ||
		preview.Rows[0].Action != "create" || preview.Rows[0].Cells[2].Label != "GWAS" {
		t.Errorf("preview: %+v", preview)
	}
	body["seen"] = preview.Seen
	var batch struct {
		ID, By           string
		Created, Changed []string
		UndoneAt         *string `json:"undone_at"`
	}
	s.want(t, 201, request{method: "POST", path: "/api/dataset-batches", as: "contributor", body: body}, &batch)
	if len(batch.Created) != 2 || batch.Changed == nil || batch.By != "contributor" || batch.UndoneAt != nil {
		t.Errorf("batch: %+v", batch)
	}
	s.refuses(t, 409, "changed", request{method: "POST", path: "/api/dataset-batches", as: "contributor", body: body})
	s.refuses(t, 404, "not_found", request{method: "POST", path: "/api/dataset-batches/" + batch.ID + "/undo", as: "contributor2"})
	s.want(t, 200, request{method: "POST", path: "/api/dataset-batches/" + batch.ID + "/undo", as: "contributor"}, &batch)
	if batch.UndoneAt == nil {
		t.Errorf("undone: %+v", batch)
	}
	s.refuses(t, 409, "undone", request{method: "POST", path: "/api/dataset-batches/" + batch.ID + "/undo", as: "contributor"})
	var page registryPage
	s.want(t, 200, request{method: "GET", path: "/api/datasets?scope=mine", as: "contributor"}, &page)
	if page.Total != 0 {
		t.Errorf("%d are left", page.Total)
	}

	long := tail + strings.Repeat("é", 350_000) + "\n"
	large := map[string]any{"text": head + "Three" + long + "Four" + long} // larger than other bodies may be
	s.want(t, 200, request{method: "POST", path: "/api/dataset-batches/preview", as: "contributor", body: large}, &preview)
	if preview.Problems != 2 {
		t.Errorf("long descriptions: %d problems", preview.Problems)
	}
	s.refuses(t, 422, "sheet_problems", request{method: "POST", path: "/api/dataset-batches", as: "contributor", body: large})
	s.refuses(t, 422, "no_name", request{method: "POST", path: "/api/dataset-batches/preview", as: "contributor", body: map[string]any{"text": "a,b\n1,2\n"}})
}
