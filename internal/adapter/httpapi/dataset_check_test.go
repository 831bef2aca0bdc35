package httpapi_test

import (
	"archive/zip"
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	registry "cohortium/internal/area/dataset"
	"cohortium/internal/platform/job/jobtest"
)

// registryCheck is the part of a check that tests read.
type registryCheck struct {
	ID, Status, Error string
	JobID             string `json:"job_id"`
	Job               *struct{ State, Kind string }
	RowsIn            *int64 `json:"rows_in"`
	Report            *struct {
		Findings   []struct{ Severity, Code, Message string }
		Inspection *inspected
		Deposit    *struct {
			File, MD5 string
			Size      int64
			Lacking   []string
		}
	}
}

// inspected is a preview.
type inspected struct {
	Format     string
	Header     []string
	Columns    []struct{ Field, Column, Confidence string }
	SampleRows [][]string `json:"sample_rows"`
}

// checkedShelf creates a data set with a real file, whose check has not run yet.
func (s *site) checkedShelf(t *testing.T, as, name, file, build string) (path string) {
	t.Helper()
	content, err := os.ReadFile("../../../testdata/real/" + file)
	must(t, err)
	var d, with shelf
	body := datasetBody(name, s.newStudy(t, as, "Study of "+name), map[string]any{"genome_build": build})
	s.want(t, 201, request{method: "POST", path: "/api/datasets", as: as, body: body}, &d)
	s.want(t, 201, request{method: "POST", path: "/api/datasets/" + d.ID + "/phenotypes", as: as,
		body: trait("upload_id", s.sendWhole(t, as, file, content))}, &with)
	return "/api/datasets/" + d.ID + "/files/" + with.Phenotypes[0].File.ID
}

func (s *site) checksOf(t *testing.T, as, path string) []registryCheck {
	t.Helper()
	var list struct{ Items []registryCheck }
	s.want(t, 200, request{method: "GET", path: path + "/checks", as: as}, &list)
	return list.Items
}

// runCheck runs the job of a check.
func (s *site) runCheck(t *testing.T, c registryCheck) {
	t.Helper()
	lease := s.newID()
	_, err := s.store.ClaimJob(t.Context(), c.JobID, lease, "test", s.now())
	must(t, err)
	must(t, s.registry.RunJob(t.Context(), c.JobID, &jobtest.Reporter{Token: lease}))
}

func TestACheckFromQuestionsToDeposit(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := s.checkedShelf(t, "contributor", "Parkinson’s", "parkinson_nalls2019_LRRK2_hg19.tsv.gz", "hg19")
	checks := s.checksOf(t, "contributor", path)
	if len(checks) != 1 || checks[0].Status != "queued" || checks[0].Job.Kind != registry.KindCheck || checks[0].Report != nil {
		t.Fatalf("%+v", checks)
	}
	s.runCheck(t, checks[0])
	asked := s.checksOf(t, "contributor", path)[0]
	if asked.Status != "questions" || asked.Job.State != "succeeded" {
		t.Fatalf("%+v", asked)
	}
	// The report contains the preview in the form of the preview call.
	var preview inspected
	s.want(t, 200, request{method: "GET", path: path + "/preview", as: "contributor"}, &preview)
	in := asked.Report.Inspection
	if in == nil || len(in.Header) != len(preview.Header) || len(in.SampleRows) != 5 || len(preview.SampleRows) != 5 {
		t.Errorf("inspection %+v, preview %+v", in, preview)
	}
	for _, file := range []string{"/deposit", "/gwas-ssf-meta.yaml"} {
		if p := s.problemOf(t, 409, request{method: "GET", path: path + file, as: "contributor"}); p.Code != "no_deposit" || p.Detail == "" {
			t.Errorf("%s: %+v", file, p)
		}
	}
	mapping := map[string]string{}
	for _, c := range preview.Columns {
		mapping[c.Field] = c.Column
	}
	again := request{method: "POST", path: path + "/checks", as: "contributor", body: map[string]any{"mapping": mapping}}
	var c registryCheck
	s.want(t, 201, again, &c)
	if p := s.problemOf(t, 409, again); p.Code != "check_running" {
		t.Errorf("%+v", p)
	}
	s.runCheck(t, c)
	done := s.checksOf(t, "contributor", path)
	if len(done) != 2 || done[0].Status != "warned" || done[1].Report != nil || *done[0].RowsIn != 1000 || done[0].Report.Deposit.File != "Parkinson_s.tsv.gz" {
		t.Fatalf("%+v", done)
	}
	for _, name := range []string{"manhattan", "qq"} {
		var plot map[string]any
		if s.want(t, 200, request{method: "GET", path: path + "/plots/" + name, as: "contributor"}, &plot); len(plot) == 0 {
			t.Errorf("%s is empty", name)
		}
	}
	s.checkDeposit(t, path, done[0])
}

// checkDeposit downloads a deposit complete and in parts.
func (s *site) checkDeposit(t *testing.T, path string, c registryCheck) {
	t.Helper()
	w := s.fetch(t, "contributor", path+"/deposit")
	whole := w.Body.Bytes()
	if h := w.Header(); w.Code != 200 || h.Get("Content-Type") != "application/zip" || h.Get("Content-Length") != strconv.Itoa(len(whole)) ||
		!strings.Contains(h.Get("Content-Disposition"), `filename="Parkinson_s-deposit.zip"`) {
		t.Errorf("%d %v", w.Code, h)
	}
	z, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	must(t, err)
	members := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		must(t, err)
		content, err := io.ReadAll(r)
		must(t, err)
		members[f.Name] = string(content)
	}
	file := c.Report.Deposit.File
	sum := md5.Sum([]byte(members[file]))
	if hex.EncodeToString(sum[:]) != c.Report.Deposit.MD5 || len(members) != 3 || !strings.Contains(members["md5sum.txt"], c.Report.Deposit.MD5) {
		t.Errorf("members of %d bytes: %v", len(whole), len(members))
	}
	yaml := s.fetch(t, "contributor", path+"/gwas-ssf-meta.yaml")
	if yaml.Body.String() != members[file+"-meta.yaml"] || !strings.Contains(yaml.Header().Get("Content-Type"), "yaml") {
		t.Errorf("alone:\n%s\nin the deposit:\n%s", yaml.Body, members[file+"-meta.yaml"])
	}
	// Bytes at the borders of the members are the same in parts.
	for from := 0; from < len(whole); from += 9973 {
		to := min(from+9973, len(whole)) - 1
		part := s.fetch(t, "contributor", path+"/deposit", "Range", "bytes="+strconv.Itoa(from)+"-"+strconv.Itoa(to), "If-Range", w.Header().Get("ETag"))
		if part.Code != 206 || !bytes.Equal(part.Body.Bytes(), whole[from:to+1]) {
			t.Fatalf("bytes %d to %d: %d, %d bytes", from, to, part.Code, part.Body.Len())
		}
	}
	if unchanged := s.fetch(t, "contributor", path+"/deposit", "If-None-Match", w.Header().Get("ETag")); unchanged.Code != 304 {
		t.Errorf("unchanged: %d", unchanged.Code)
	}
}

// TestMissingDepositFieldsAreReported checks that a completed description takes effect
// immediately, without another check.
func TestMissingDepositFieldsAreReported(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := s.checkedShelf(t, "contributor", "Set", "pmid29559693.tsv.gz", "hg19")
	s.runCheck(t, s.checksOf(t, "contributor", path)[0])
	lacks := func(word string) bool {
		return strings.Contains(strings.Join(s.checksOf(t, "contributor", path)[0].Report.Deposit.Lacking, " "), word)
	}
	if !lacks("technology") || !lacks("1,000 rows") || lacks("which ancestries") {
		t.Errorf("%+v", s.checksOf(t, "contributor", path)[0].Report.Deposit)
	}
	id := strings.Split(path, "/")[3]
	var d registered
	s.want(t, 200, request{method: "GET", path: "/api/datasets/" + id, as: "contributor"}, &d)
	s.changeDataset(t, 200, "contributor", "/api/datasets/"+id, d.Version,
		datasetBody("Set", d.StudyID, map[string]any{"genotyping_technology": "Genome-wide genotyping array", "ancestry": "Mixed"}), nil)
	if lacks("technology") || !lacks("1,000 rows") || !lacks("which ancestries") {
		t.Errorf("after the change: %+v", s.checksOf(t, "contributor", path)[0].Report.Deposit)
	}
}

func TestCheckJobsAreVisibleWithTheirDataSet(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := s.checkedShelf(t, "contributor", "Set", "pmid29559693.tsv.gz", "hg19")
	id := s.checksOf(t, "contributor", path)[0].JobID
	for as, status := range map[string]int{"contributor": 200, "curator": 200, "admin": 200, "contributor2": 404, "reviewer": 404} {
		s.want(t, status, request{method: "GET", path: "/api/jobs/" + id, as: as}, nil)
		if status != 200 {
			s.want(t, status, request{method: "POST", path: "/api/jobs/" + id + "/cancel", as: as}, nil)
		}
	}
	var d shelf
	dataset := "/api/datasets/" + strings.Split(path, "/")[3]
	s.want(t, 200, request{method: "GET", path: dataset, as: "contributor"}, &d)
	s.share(t, "contributor", d, "named", []string{s.users["contributor2"].UserName}, nil)
	s.want(t, 200, request{method: "GET", path: "/api/jobs/" + id, as: "contributor2"}, nil)
	s.want(t, 403, request{method: "POST", path: "/api/jobs/" + id + "/cancel", as: "contributor2"}, nil)
	s.want(t, 404, request{method: "GET", path: "/api/jobs/" + id, as: "reviewer"}, nil)
	s.want(t, 200, request{method: "POST", path: "/api/jobs/" + id + "/cancel", as: "contributor"}, nil)
	if c := s.checksOf(t, "contributor", path)[0]; c.Status != "cancelled" || c.Job.State != "cancelled" {
		t.Errorf("%+v", c)
	}
}
