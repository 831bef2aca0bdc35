package httpapi_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/area/hermes/hermestest"
)

func TestBodiesAreCheckedAgainstTheContract(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	body := func(change func(map[string]any)) map[string]any {
		b := map[string]any{"upload_id": "x", "metadata": hermestest.Metadata("a", "b"), "mapping": hermestest.Mapping()}
		change(b)
		return b
	}
	metadata := func(key string, value any) any {
		return body(func(b map[string]any) { b["metadata"].(map[string]any)[key] = value })
	}
	deep := []byte(strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40))
	for _, c := range []struct {
		name   string
		body   any
		kind   string
		status int
		fields []string
	}{
		{"unknown field", body(func(b map[string]any) { b["status"] = "REVIEW APPROVED" }), "", 400, []string{"status"}},
		{"unknown field inside", metadata("reviewed_by", "me"), "", 400, []string{"metadata.reviewed_by"}},
		{"wrong type", metadata("totalSampleSize", "many"), "", 400, []string{"metadata.totalSampleSize"}},
		{"null", metadata("cohort", nil), "", 400, []string{"metadata.cohort"}},
		{"missing", body(func(b map[string]any) { delete(b["metadata"].(map[string]any), "cohort") }), "", 422, []string{"metadata.cohort"}},
		{"too small", metadata("totalSampleSize", 0), "", 422, []string{"metadata.totalSampleSize"}},
		{"a fraction", metadata("totalSampleSize", 10.5), "", 422, []string{"metadata.totalSampleSize"}},
		{"too large for a number", metadata("maf", 1e9), "", 422, []string{"metadata.maf"}},
		{"no date", metadata("dataCollectionStart", "last year"), "", 422, []string{"metadata.dataCollectionStart"}},
		{"too long", metadata("dataSetName", strings.Repeat("x", 201)), "", 422, []string{"metadata.dataSetName"}},
		{"mapping of numbers", body(func(b map[string]any) { b["mapping"] = map[string]any{"beta": 1} }), "", 400, []string{"mapping.beta"}},
		{"a list", []any{}, "", 400, []string{""}},
		{"not JSON", []byte("{"), "application/json", 400, nil},
		{"two values", []byte("{}{}"), "application/json", 400, nil},
		{"nested too deep", deep, "application/json", 400, nil},
		{"text", []byte("{}"), "text/plain", 415, nil},
		{"a form", []byte("a=b"), "application/x-www-form-urlencoded", 415, nil},
		{"multipart", []byte("a=b"), "multipart/form-data", 415, nil},
		{"too large", bytes.Repeat([]byte(" "), 1<<20+1), "application/json", 413, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: c.body}
			if c.kind != "" {
				q.header = map[string]string{"Content-Type": c.kind}
			}
			var p problem
			s.want(t, c.status, q, &p)
			var fields []string
			for _, f := range p.Fields {
				fields = append(fields, f.Field)
			}
			if diff := cmp.Diff(c.fields, fields); diff != "" {
				t.Errorf("fields (-want +got):\n%s", diff)
			}
			if p.Detail == "" || p.Code == "" || p.RequestID == "" {
				t.Errorf("the error lacks something: %+v", p)
			}
		})
	}
}

func TestQueriesAreCheckedAgainstTheContract(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, c := range []struct {
		query  string
		status int
	}{
		{"", 200},
		{"?limit=200&sort=cohort&status=FAILED+QC&status=READY+FOR+REVIEW&q=a%25_", 200},
		{"?limit=0", 422},
		{"?limit=201", 422},
		{"?limit=ten", 422},
		{"?limit=1&limit=2", 400},
		{"?sort=metadata", 422},
		{"?sort=uploaded_at;drop+table+users", 400},
		{"?sort=uploaded_at%3Bdrop+table+users", 422},
		{"?status=ANYTHING", 422},
		{"?q=" + strings.Repeat("x", 201), 422},
		{"?cursor=nonsense", 400},
		{"?cursor=eyJrIjoieCIsImkiOiJ5In0", 400}, // {"k":"x","i":"y"}: x is not a time
	} {
		w := s.do(t, request{method: "GET", path: "/api/hermes/uploads" + c.query, as: "reviewer"})
		if w.Code != c.status {
			t.Errorf("%s: status %d, want %d: %s", c.query, w.Code, c.status, w.Body)
		}
	}
}

func TestSEC49FailuresOfOursGiveNothingAway(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *httpapi.Deps) {
		d.Uploads = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret of /tmp/x.go:12") })
	})
	var p problem
	s.want(t, 500, request{method: "POST", path: "/api/uploads/", as: "uploader"}, &p)
	if p.Code != "internal" || strings.Contains(p.Detail, "secret") {
		t.Errorf("%+v", p)
	}
	if log := s.log.String(); !strings.Contains(log, "secret of") || !strings.Contains(log, p.RequestID) {
		t.Errorf("the log does not say why under the request id: %s", log)
	}
	s.closeStore(t)
	s.want(t, 500, request{method: "GET", path: "/api/hermes/phenotypes", as: "uploader"}, &p)
}

func TestReadiness(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *httpapi.Deps) {
		d.Ready = func(ctx context.Context) error { return errors.New("dial tcp 10.0.0.7:5432: refused") }
	})
	var p problem
	s.want(t, 503, request{method: "GET", path: "/readyz"}, &p)
	if strings.Contains(p.Detail, "10.0.0.7") {
		t.Errorf("the answer names a host: %s", p.Detail)
	}
	s.want(t, 200, request{method: "GET", path: "/healthz"}, nil)
}

func TestDocsCarryTheNonceOfTheRequest(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	w := s.do(t, request{method: "GET", path: "/api/docs", as: "curator"})
	_, after, _ := strings.Cut(w.Header().Get("Content-Security-Policy"), "'nonce-")
	nonce, _, _ := strings.Cut(after, "'")
	if w.Code != 200 || nonce == "" || !strings.Contains(w.Body.String(), `<style nonce="`+nonce+`">`) {
		t.Errorf("status %d, nonce %q, page %.300s", w.Code, nonce, w.Body)
	}
	for _, part := range []string{"/api/hermes/uploads/{id}/review", "READY FOR REVIEW", "type-HermesMetadata"} {
		if !strings.Contains(w.Body.String(), part) {
			t.Errorf("the page lacks %q", part)
		}
	}
}

func TestSEC54TooManyRequests(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	q := request{method: "POST", path: "/api/sumstats/preview?file_name=a", as: "uploader", body: []byte("x")}
	var last *httptest.ResponseRecorder
	for range 40 {
		last = s.do(t, q)
	}
	if last.Code != http.StatusTooManyRequests || last.Header().Get("Retry-After") == "" {
		t.Errorf("status %d after 40 previews", last.Code)
	}
	q.as = "uploader2"
	if w := s.do(t, q); w.Code == http.StatusTooManyRequests {
		t.Error("one account's flood stops another")
	}
	s.pass()
	q.as = "uploader"
	if w := s.do(t, q); w.Code == http.StatusTooManyRequests {
		t.Error("the allowance does not come back")
	}
}
