package httpapi_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"cohortium/internal/area/hermes/hermestest"
)

func TestSEC36Downloads(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	content := hermestest.Sumstats(4400, 1)
	name := "my \"file\"\r\nSet-Cookie: a=b;\u202egnp.svg"
	fileID := s.addFile(t, "uploader", name, content)
	var d dataset
	s.want(t, 201, request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: map[string]any{
		"upload_id": fileID, "metadata": hermestest.Metadata("Größe/1", "A"), "mapping": hermestest.Mapping(),
	}}, &d)
	base := "/api/hermes/uploads/" + d.ID + "/files/"
	s.want(t, 404, request{method: "GET", path: base + "clean.tsv.gz", as: "uploader"}, nil)
	s.work(t, d.Run.JobID)

	w := s.do(t, request{method: "GET", path: base + "original", as: "uploader"})
	h := w.Header()
	if w.Code != 200 || !bytes.Equal(w.Body.Bytes(), content) || h.Get("Content-Type") != "application/octet-stream" ||
		!strings.HasPrefix(h.Get("Content-Security-Policy"), "sandbox") || h.Get("Accept-Ranges") != "bytes" || h.Get("Set-Cookie") != "" {
		t.Errorf("status %d, %d bytes, headers %v", w.Code, w.Body.Len(), h)
	}
	want := `attachment; filename="my _file___Set-Cookie: a=b__gnp.svg"; filename*=UTF-8''my%20%22file%22__Set-Cookie%3A%20a%3Db%3B_gnp.svg`
	if got := h.Get("Content-Disposition"); got != want {
		t.Errorf("Content-Disposition\n got %s\nwant %s", got, want)
	}
	w = s.do(t, request{method: "GET", path: base + "clean.tsv.gz", as: "uploader"})
	if got := w.Header().Get("Content-Disposition"); !strings.Contains(got, `filename="Gr__e_1.clean.tsv.gz"`) || !strings.Contains(got, "Gr%C3%B6%C3%9Fe_1") {
		t.Errorf("Content-Disposition %s", got)
	}
	whole, tag := bytes.Clone(w.Body.Bytes()), w.Header().Get("ETag")
	for _, c := range []struct {
		ranges string
		status int
		want   []byte
	}{
		{"bytes=0-99", 206, whole[:100]},
		{"bytes=100-", 206, whole[100:]},
		{"bytes=-5", 206, whole[len(whole)-5:]},
		{"bytes=99999999-", 416, nil},
	} {
		w := s.do(t, request{method: "GET", path: base + "clean.tsv.gz", as: "uploader", header: map[string]string{"Range": c.ranges}})
		if w.Code != c.status || c.want != nil && !bytes.Equal(w.Body.Bytes(), c.want) {
			t.Errorf("%s: status %d, %d bytes", c.ranges, w.Code, w.Body.Len())
		}
	}
	cached := request{method: "GET", path: base + "clean.tsv.gz", as: "uploader", header: map[string]string{"If-None-Match": tag}}
	if w := s.do(t, cached); w.Code != http.StatusNotModified {
		t.Errorf("If-None-Match: status %d", w.Code)
	}
	if w := s.do(t, request{method: "HEAD", path: base + "clean.tsv.gz", as: "uploader"}); w.Code != 200 || w.Body.Len() != 0 {
		t.Errorf("HEAD: status %d, %d bytes", w.Code, w.Body.Len())
	}
	for _, name := range []string{"clean.tsv.gz.tbi", "clean.parquet", "excluded.tsv.gz", "report.json"} {
		s.want(t, 200, request{method: "GET", path: base + name, as: "uploader"}, nil)
		for as, status := range map[string]int{"": 401, "uploader2": 404, "curator": 403, "analyst": 200} {
			s.want(t, status, request{method: "GET", path: base + name, as: as}, nil)
		}
	}
	for _, name := range []string{"..%2f..%2fsite.db", "manhattan.json", "%2e%2e", "clean.tsv.gz%00", "id000001"} {
		s.want(t, 404, request{method: "GET", path: base + name, as: "uploader"}, nil)
	}
	s.want(t, 404, request{method: "GET", path: base + "clean.tsv.gz?run=..%2f..", as: "uploader"}, nil)
}

// The printed report is a page that may have styles and runs no scripts, for callers who may see
// the submission.
func TestPrintedReport(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a, b := s.approved(t, "One <b>", "Cohort A", 1, nil), s.approved(t, "Two", "Cohort B", 2, nil)
	path := "/api/hermes/uploads/" + b.ID + "/qc-runs/" + b.Run.ID + "/report.html"
	w := s.do(t, request{method: "GET", path: path, as: "reviewer"})
	policy := w.Header().Get("Content-Security-Policy")
	if w.Code != http.StatusOK || !strings.HasPrefix(policy, "sandbox") || !strings.Contains(policy, "default-src 'none'") ||
		w.Header().Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("status %d, headers %v", w.Code, w.Header())
	}
	page := w.Body.String()
	for _, want := range []string{"<h1>Two</h1>", "<dd>Cohort B</dd>", "<dd>All heart failure</dd>", "<dd>European</dd>", "<dd>Accepted</dd>", "One &lt;b&gt;</td>", "<h2>Thresholds</h2>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if n := strings.Count(page, "<figure"); n != 6 || !strings.Contains(page, "<td>One &lt;b&gt;</td><td>accepted</td>") { // no frequencies without a panel
		t.Errorf("%d figures, want 6 and the other file", n)
	}
	s.want(t, http.StatusUnauthorized, request{method: "GET", path: path}, nil)
	s.want(t, http.StatusNotFound, request{method: "GET", path: "/api/hermes/uploads/" + a.ID + "/qc-runs/" + b.Run.ID + "/report.html", as: "reviewer"}, nil)
	var found struct {
		Items []struct {
			Name     string `json:"dataset_name"`
			Together *struct {
				Frequencies int64 `json:"frequencies"`
			} `json:"together"`
		}
		Left int
	}
	s.want(t, http.StatusOK, request{method: "GET", path: "/api/hermes/uploads/" + b.ID + "/neighbours", as: "reviewer"}, &found)
	if len(found.Items) != 1 || found.Items[0].Name != "One <b>" || found.Items[0].Together == nil || found.Items[0].Together.Frequencies < 4000 ||
		found.Left != 0 {
		t.Errorf("neighbours: %+v", found)
	}
	s.want(t, http.StatusOK, request{method: "GET", path: "/api/hermes/found-overlaps?dataset=" + a.ID + "&dataset=" + b.ID, as: "reviewer"}, &found)
	if len(found.Items) != 0 {
		t.Errorf("overlaps without LD scores: %+v", found)
	}
}
