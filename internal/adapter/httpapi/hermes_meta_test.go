package httpapi_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/area/hermes/hermestest"
)

// approved creates a submission that can be combined; change alters its metadata.
func (s *site) approved(t *testing.T, name, cohort string, seed uint64, change map[string]any) dataset {
	t.Helper()
	metadata := hermestest.Metadata(name, cohort)
	for key, value := range change {
		metadata[key] = value
	}
	fileID := s.addFile(t, "uploader", name+".tsv", hermestest.Sumstats(4620, seed))
	var d dataset
	s.want(t, 201, request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: map[string]any{
		"upload_id": fileID, "metadata": metadata, "mapping": hermestest.Mapping(),
	}}, &d)
	s.work(t, d.Run.JobID)
	s.review(t, 200, "reviewer", d, map[string]any{"decision": "approve"})
	s.pass()
	return d
}

type metaAnalysis struct {
	ID, Name, Status, Error string
	JobID                   string `json:"job_id"`
	NVariants               int64  `json:"n_variants"`
	NLoci                   int64  `json:"n_loci"`
	EffectScale             string `json:"effect_scale"`
	Command                 string
	Warnings                []string
	Summary                 map[string]any
	Inputs                  []struct {
		RunID string `json:"run_id"`
	}
	Files   []struct{ Name, SHA256 string }
	Actions map[string]struct{ Allowed bool }
}

func (s *site) combine(t *testing.T, status int, options map[string]any, sets ...dataset) (metaAnalysis, problem) {
	t.Helper()
	all := metaOptions()
	for key, value := range options {
		all[key] = value
	}
	ids := []string{}
	for _, d := range sets {
		ids = append(ids, d.ID)
	}
	q := request{method: "POST", path: "/api/hermes/meta-analyses", as: "reviewer", body: map[string]any{
		"name": "Combined", "phenotype": "ALL_HF", "datasets": ids, "options": all,
	}}
	var m metaAnalysis
	var p problem
	if status == http.StatusCreated {
		s.want(t, status, q, &m)
	} else {
		s.want(t, status, q, &p)
	}
	return m, p
}

func TestAMetaAnalysisFromChoiceToResult(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a, b := s.approved(t, "One", "Cohort A", 1, nil), s.approved(t, "Two", "Cohort B", 2, nil)
	m, _ := s.combine(t, 201, nil, a, b)
	if m.Status != "SUBMITTED" || len(m.Inputs) != 2 || m.Inputs[0].RunID != a.Run.ID || !m.Actions["cancel"].Allowed || len(m.Warnings) != 0 {
		t.Errorf("submitted: %+v", m)
	}
	base := "/api/hermes/meta-analyses/" + m.ID
	s.want(t, 409, request{method: "GET", path: base + "/results?region=12:1-200000000", as: "analyst"}, nil)
	s.work(t, m.JobID)
	s.want(t, 200, request{method: "GET", path: base, as: "analyst"}, &m)
	if m.Status != "COMPLETED" || m.NVariants < 4000 || m.NLoci != 1 || m.EffectScale != "log_odds" || m.Summary["studies"] == nil {
		t.Fatalf("completed: %+v", m)
	}
	var rows struct {
		Columns   []string
		Rows      [][]string
		Truncated bool
	}
	// More than a page of a list counts as a download, once per hour.
	taken := func() int {
		return len(s.events(t, "action=downloaded&actor=analyst&object=meta&object_id="+m.ID))
	}
	s.want(t, 200, request{method: "GET", path: base + "/results?region=12:1-200000000&limit=200", as: "analyst"}, nil)
	if taken() != 0 {
		t.Error("a page of results is taken for a download")
	}
	for range 2 {
		if s.want(t, 200, request{method: "GET", path: base + "/results?region=12:1-200000000&limit=201", as: "analyst"}, &rows); len(rows.Rows) != 201 {
			t.Fatalf("%d rows: too few for this test", len(rows.Rows))
		}
		if n := taken(); n != 1 {
			t.Errorf("%d entries of the trail, want 1", n)
		}
	}
	s.want(t, 200, request{method: "GET", path: base + "/results?region=chr12:1-200000000", as: "analyst"}, &rows)
	if len(rows.Rows) < 150 || rows.Columns[0] != "chromosome" || len(rows.Rows[0]) != len(rows.Columns) || rows.Rows[0][0] != "12" || rows.Truncated {
		t.Errorf("%d rows of chromosome 12, columns %v, first %v", len(rows.Rows), rows.Columns, rows.Rows[0])
	}
	s.want(t, 200, request{method: "GET", path: base + "/results?region=12:1-200000000&limit=3", as: "analyst"}, &rows)
	if len(rows.Rows) != 3 || !rows.Truncated {
		t.Errorf("limit 3 gives %d rows, truncated %v", len(rows.Rows), rows.Truncated)
	}
	s.want(t, 200, request{method: "GET", path: base + "/results?region=X:1-100", as: "analyst"}, &rows)
	if len(rows.Rows) != 0 {
		t.Errorf("a chromosome without results: %v", rows.Rows)
	}
	s.want(t, 422, request{method: "GET", path: base + "/results?region=everything", as: "analyst"}, nil)
	for _, plot := range []string{"manhattan", "qq"} {
		s.want(t, 200, request{method: "GET", path: base + "/plots/" + plot, as: "analyst"}, nil)
	}
	w := s.do(t, request{method: "GET", path: base + "/files/results.tsv.gz", as: "analyst"})
	plain, err := gzip.NewReader(bytes.NewReader(w.Body.Bytes()))
	must(t, err)
	text, err := io.ReadAll(plain)
	must(t, err)
	if lines := int64(bytes.Count(text, []byte("\n"))); lines != m.NVariants+1 {
		t.Errorf("the download has %d lines, want %d variants and a header", lines, m.NVariants)
	}
	for _, name := range []string{"results.tsv.gz.tbi", "summary.json", "inputs.json"} {
		s.want(t, 200, request{method: "GET", path: base + "/files/" + name, as: "analyst"}, nil)
	}
	s.want(t, 404, request{method: "GET", path: base + "/files/input-0.parquet", as: "analyst"}, nil)
	archive := s.do(t, request{method: "GET", path: base + "/files/everything.zip", as: "analyst"}).Body.Bytes()
	unpacked, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	must(t, err)
	if len(unpacked.File) != len(m.Files) {
		t.Errorf("the archive has %d files, the list %d", len(unpacked.File), len(m.Files))
	}
	for i, f := range unpacked.File {
		r, err := f.Open()
		must(t, err)
		sum := sha256.New()
		_, err = io.Copy(sum, r)
		must(t, err)
		if listed := m.Files[i]; f.Name != listed.Name || hex.EncodeToString(sum.Sum(nil)) != listed.SHA256 {
			t.Errorf("the archive has %s, the list %s, or their bytes differ", f.Name, listed.Name)
		}
	}
	s.want(t, 404, request{method: "GET", path: "/api/hermes/meta-analyses/absent/files/everything.zip", as: "analyst"}, nil)
	var p problem
	s.want(t, 409, request{method: "DELETE", path: "/api/hermes/uploads/" + a.ID, as: "reviewer"}, &p)
	if p.Code != "in_use" {
		t.Errorf("deleting an input: %+v", p)
	}
	if !strings.HasPrefix(m.Command, "cohortium sumstats meta One.clean.tsv.gz Two.clean.tsv.gz --scheme ivw --min-studies 2 --gc") {
		t.Errorf("command %q", m.Command)
	}
	if d := s.get(t, "reviewer", a.ID); d.Actions["delete"].Allowed {
		t.Error("an input is offered for deletion")
	}
	var page struct{ Total int }
	s.want(t, 200, request{method: "GET", path: "/api/hermes/meta-analyses?q=combined&status=COMPLETED&sort=name", as: "analyst"}, &page)
	if page.Total != 1 {
		t.Errorf("listed %d", page.Total)
	}
}

// The method is one of the contract's values: no other input chooses what runs, and it is not
// stored.
func TestAMetaAnalysisRunsOneOfTheKnownMethods(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a, b := s.approved(t, "One", "Cohort A", 1, nil), s.approved(t, "Two", "Cohort B", 2, nil)
	for field, values := range map[string][]any{
		"options.scheme":      {"bottom-line", "", "ivw; reboot", "../ivw", "IVW", nil, 1, []string{"ivw"}},
		"options.palindromic": {"maybe"},
		"options.tau2":        {"ml"},
		"options.ci":          {"t"},
		"options.method":      {"bottom-line"},
		"options.branch":      {"main"},
		"options.arguments":   {[]string{"--no-check"}},
	} {
		for _, value := range values {
			options := metaOptions()
			options[strings.TrimPrefix(field, "options.")] = value
			s.pass()
			w := s.do(t, request{method: "POST", path: "/api/hermes/meta-analyses", as: "reviewer", body: map[string]any{
				"name": "Combined", "phenotype": "ALL_HF", "datasets": []string{a.ID, b.ID}, "options": options,
			}})
			if w.Code != 400 && w.Code != 422 || !strings.Contains(w.Body.String(), strconv.Quote(field)) {
				t.Errorf("%s %v: status %d: %s", field, value, w.Code, w.Body)
			}
		}
	}
	var kept struct{ Total int }
	s.want(t, 200, request{method: "GET", path: "/api/hermes/meta-analyses", as: "reviewer"}, &kept)
	if kept.Total != 0 {
		t.Errorf("%d meta-analyses are kept", kept.Total)
	}
}

func TestCombinationRefusals(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.approved(t, "A", "Cohort A", 1, nil)
	sameCohort := s.approved(t, "A2", "cohort a ", 2, nil)
	women := s.approved(t, "Women of A", "Cohort A", 3, map[string]any{"sex": "Female only"})
	men := s.approved(t, "Men of B", "Cohort B", 4, map[string]any{"sex": "Male only"})
	african := s.approved(t, "African", "Cohort C", 5, map[string]any{"ancestry": "AF"})
	dcm := s.approved(t, "DCM", "Cohort D", 6, map[string]any{"phenotype": "DCM_Broad"})
	waiting := s.ready(t, "uploader", "Waiting", "Cohort E", 7)
	ma := map[string]any{"multi_ancestry": true}
	mixed := map[string]any{"mixed_sex": true}
	for _, c := range []struct {
		name    string
		options map[string]any
		sets    []dataset
		field   string // "" if it can be
	}{
		{"one study", nil, []dataset{a}, "datasets"},
		{"the same twice", nil, []dataset{a, a}, "datasets[1]"},
		{"one that does not exist", nil, []dataset{a, {ID: "absent"}}, "datasets[1]"},
		{"one that is not approved", nil, []dataset{a, waiting}, "datasets[1]"},
		{"another phenotype", nil, []dataset{a, dcm}, "datasets"},
		{"another ancestry", nil, []dataset{a, african}, "options.multi_ancestry"},
		{"another ancestry by choice", ma, []dataset{a, african}, ""},
		{"another sex", nil, []dataset{a, men}, "options.mixed_sex"},
		{"another sex by choice", mixed, []dataset{a, men}, ""},
		{"a cohort twice", nil, []dataset{a, sameCohort}, "options.same_cohort"},
		{"a cohort and its own women", map[string]any{"mixed_sex": true, "same_cohort": true}, []dataset{a, women}, "datasets"},
		{"more studies asked than chosen", map[string]any{"min_studies": 3, "same_cohort": true}, []dataset{a, sameCohort}, "options.min_studies"},
		{"a model of random effects without them", map[string]any{"tau2": "reml", "same_cohort": true}, []dataset{a, sameCohort}, "options"},
		{"an X coding of another study", map[string]any{"x_coding": map[string]string{"absent": "0/1"}, "same_cohort": true}, []dataset{a, sameCohort}, "options.x_coding"},
	} {
		s.pass()
		status := http.StatusUnprocessableEntity
		if c.field == "" {
			status = http.StatusCreated
		}
		m, p := s.combine(t, status, c.options, c.sets...)
		if c.field != "" && (len(p.Fields) == 0 || p.Fields[0].Field != c.field) {
			t.Errorf("%s: fields %+v, want %s", c.name, p.Fields, c.field)
		}
		if c.field == "" && m.Status != "SUBMITTED" {
			t.Errorf("%s: %+v", c.name, m)
		}
	}
	s.pass()
	m, _ := s.combine(t, 201, map[string]any{"same_cohort": true}, a, sameCohort)
	if len(m.Warnings) != 1 || !strings.Contains(m.Warnings[0], "A; A2") {
		t.Errorf("the same cohort twice: warnings %q", m.Warnings)
	}
	s.want(t, 403, request{method: "POST", path: "/api/jobs/" + m.JobID + "/cancel", as: "analyst"}, nil)
	s.want(t, 200, request{method: "POST", path: "/api/jobs/" + m.JobID + "/cancel", as: "reviewer2"}, nil)
	s.want(t, 200, request{method: "GET", path: "/api/hermes/meta-analyses/" + m.ID, as: "reviewer"}, &m)
	if m.Status != "CANCELLED" {
		t.Errorf("cancelled: %+v", m)
	}
}
