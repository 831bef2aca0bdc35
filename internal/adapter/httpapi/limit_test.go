package httpapi_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/platform/errs"
)

// TestFilesTakeAsLongAsTheyTake checks that file answers continue after the time limit of a
// request, which is zero here; other answers do not.
func TestFilesTakeAsLongAsTheyTake(t *testing.T) {
	t.Parallel()
	var deps httpapi.Deps
	s := newSite(t, func(d *httpapi.Deps) { deps = *d })
	path := s.checkedShelf(t, "contributor", "Parkinson", "parkinson_nalls2019_LRRK2_hg19.tsv.gz", "hg19")
	s.runCheck(t, s.checksOf(t, "contributor", path)[0])
	mapping := map[string]string{}
	var preview inspected
	s.want(t, 200, request{method: "GET", path: path + "/preview", as: "contributor"}, &preview)
	for _, c := range preview.Columns {
		mapping[c.Field] = c.Column
	}
	var c registryCheck
	s.want(t, 201, request{method: "POST", path: path + "/checks", as: "contributor", body: map[string]any{"mapping": mapping}}, &c)
	s.runCheck(t, c)
	s.archive(t)
	ready := s.ready(t, "uploader", "timed", "A", 1)

	deps.Config.RequestTime = time.Nanosecond
	hasty, err := httpapi.New(deps)
	must(t, err)
	for _, q := range []request{
		{path: "/api/datasets.csv", as: "contributor"},
		{path: "/api/datasets.json", as: "contributor"},
		{path: path, as: "contributor"},
		{path: path + "/deposit", as: "contributor"},
		{path: path + "/gwas-ssf-meta.yaml", as: "contributor"},
		{path: "/api/hermes/uploads/" + ready.ID + "/files/clean.tsv.gz", as: "uploader"},
		{path: "/api/hermes/metadata.csv", as: "reviewer"},
		{path: "/api/sgc/archive/download", as: "sgc-reviewer"},
		{path: "/api/sgc/phenotypes/download", as: "sgc-reviewer"},
		{path: "/api/sgc/phenotype-case-counts-by-sex.csv", as: "sgc-reviewer"},
		{path: "/api/audit/export?format=csv", as: "admin"},
	} {
		q.method = "GET"
		w := httptest.NewRecorder()
		hasty.ServeHTTP(w, s.request(t.Context(), q))
		if w.Code != 200 || w.Body.Len() == 0 {
			t.Errorf("%s: status %d: %.200s", q.path, w.Code, w.Body)
		}
	}
	w := httptest.NewRecorder()
	hasty.ServeHTTP(w, s.request(t.Context(), request{method: "GET", path: "/api/datasets", as: "contributor"}))
	if w.Code != 503 {
		t.Errorf("a list that takes too long: status %d", w.Code)
	}
}

// slowBody is a body that has not arrived at the deadline, as the connection reports it.
type slowBody struct{}

// Read implements io.Reader.
func (slowBody) Read([]byte) (int, error) {
	return 0, errs.New(errs.Slow, "too_slow", "This request took longer than a minute to arrive.").Because(os.ErrDeadlineExceeded)
}

// TestSEC54SlowRequestsAre408 checks every reader of a body.
func TestSEC54SlowRequestsAre408(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	cohort := s.newCohort(t, "sgc-uploader", "slow")
	for _, c := range []struct{ method, path, as, kind string }{
		{"POST", "/api/login", "", "application/json"},
		{"POST", "/api/studies", "curator", "application/json"},
		{"POST", "/api/auth/create-user/", "", "application/x-www-form-urlencoded"},
		{"POST", "/api/sumstats/preview?file_name=a.tsv", "uploader", "application/octet-stream"},
		{"POST", "/api/sgc/cohorts/" + cohort.ID + "/files/cases_controls_male?file_name=a.tsv", "sgc-uploader", "application/octet-stream"},
	} {
		r := s.request(t.Context(), request{method: c.method, path: c.path, as: c.as})
		r.Body, r.ContentLength = io.NopCloser(slowBody{}), 100
		r.Header.Set("Content-Type", c.kind)
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		if w.Code != http.StatusRequestTimeout || !strings.Contains(w.Body.String(), "too_slow") {
			t.Errorf("%s %s: status %d: %s", c.method, c.path, w.Code, w.Body)
		}
	}
}

// TestSEC54ManyValuesAreRefused sends JSON that is small as text and large in memory.
func TestSEC54ManyValuesAreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for n, want := range map[int]string{99_999: "malformed", 100_000: "malformed", 100_001: "too_large"} {
		body := []byte("[" + strings.Repeat("0,", n-1) + "0]")
		q := request{
			method: "POST",
			path:   "/api/dataset-batches/preview",
			as:     "curator",
			body:   body,
			header: map[string]string{"Content-Type": "application/json"},
		}
		var p problem
		status := 400
		if want == "too_large" {
			status = 413
		}
		s.want(t, status, q, &p)
		if p.Code != want {
			t.Errorf("%d values: %+v", n, p)
		}
	}
	// Commas in texts do not separate values.
	text := strings.Repeat(",", 100_001)
	s.want(t, 422, request{method: "POST", path: "/api/dataset-batches/preview", as: "curator", body: map[string]any{"text": text}}, nil)
}

// TestARequestThatEndsStopsItsReading checks that reading a table stops with its request.
func TestARequestThatEndsStopsItsReading(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.newCohort(t, "sgc-uploader", "gone")
	ctx, cancel := context.WithCancel(t.Context())
	q := fileOf("POST", "sgc-uploader", c, "cases_controls_male", casesHead+strings.Repeat("PSOR,100,300\n", 20_000))
	r := s.request(ctx, q)
	r.Body = io.NopCloser(&endsWith{Reader: r.Body, end: cancel})
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if w.Code != 499 {
		t.Errorf("status %d: %.200s", w.Code, w.Body)
	}
}

// endsWith calls end when all of it has been read.
type endsWith struct {
	io.Reader
	end func()
}

// Read implements io.Reader.
func (e *endsWith) Read(p []byte) (int, error) {
	n, err := e.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		e.end()
	}
	return n, err
}

// TestPagesMayReachTheAPIWhereItIs checks that the content security policy of the pages allows the
// API's origin, and no other.
func TestPagesMayReachTheAPIWhereItIs(t *testing.T) {
	t.Parallel()
	for origin, want := range map[string]string{"": "connect-src 'self';", "https://api.example.org": "connect-src 'self' https://api.example.org;"} {
		s := newSite(t, func(d *httpapi.Deps) { d.Config.APIOrigin, d.Config.UserServiceURL = origin, "/" })
		if got := s.do(t, request{method: "GET", path: "/healthz"}).Header().Get("Content-Security-Policy"); !strings.Contains(got, want) {
			t.Errorf("%q: %s", origin, got)
		}
	}
}
