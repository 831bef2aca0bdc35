package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"cohortium/internal/area/hermes/hermestest"
)

// Objects of other accounts are absent, with every method and wherever their ids are used.
// TestSEC28Policy tries every route; this test tries other forms of ids.
func TestSEC29ObjectsOfOthersAreAbsent(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		theirs := s.ready(t, "uploader2", "theirs", "B", 2)
		mine := s.ready(t, "uploader", "mine", "A", 1)
		for _, path := range []string{
			"/api/hermes/uploads/" + theirs.ID,
			"/api/hermes/uploads/" + theirs.ID + "/files/clean.tsv.gz",
			"/api/hermes/uploads/" + theirs.ID + "/files/report.json",
			"/api/hermes/uploads/" + theirs.ID + "/inspection",
			"/api/hermes/uploads/" + theirs.ID + "/qc-runs/" + theirs.Run.ID,
			"/api/hermes/uploads/" + theirs.ID + "/qc-runs/" + theirs.Run.ID + "/plots/manhattan",
			"/api/hermes/uploads/" + mine.ID + "/qc-runs/" + theirs.Run.ID, // a run of another submission
			"/api/hermes/uploads/" + mine.ID + "/files/clean.tsv.gz?run=" + theirs.Run.ID,
			"/api/jobs/" + theirs.Run.JobID,
			"/api/hermes/metadata.csv?id=" + theirs.ID,
		} {
			s.want(t, 404, request{method: "GET", path: path, as: "uploader"}, nil)
			s.want(t, 401, request{method: "GET", path: path}, nil)
		}
		// The answer names what was requested and equals that of a missing object: it does not
		// reveal that another account has it.
		for _, path := range []string{"", "/files/clean.tsv.gz", "/files/original", "/inspection", "/qc-runs", "/peers"} {
			var about, never problem
			s.want(t, 404, request{method: "GET", path: "/api/hermes/uploads/" + theirs.ID + path, as: "uploader"}, &about)
			s.want(t, 404, request{method: "GET", path: "/api/hermes/uploads/" + strings.Repeat("a", len(theirs.ID)) + path, as: "uploader"}, &never)
			if about.Detail != never.Detail || about.Detail != "This submission does not exist, or it is not yours to see." {
				t.Errorf("%s: of another user's %q, of one that never was %q", path, about.Detail, never.Detail)
			}
		}
		if w := s.do(t, request{method: "GET", path: "/api/hermes/metadata.csv", as: "uploader"}); strings.Contains(w.Body.String(), "theirs") {
			t.Error("the table of metadata holds another user's")
		}
		var list struct{ Total int }
		s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads?uploader=uploader2&q=theirs", as: "uploader"}, &list)
		if list.Total != 0 {
			t.Errorf("%d of another user's in the list", list.Total)
		}
	})
}

// Files are addressed by ids of the caller only, never by anything else.
func TestSEC30FilesAreNamedByOnesOwnIds(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		theirs := s.addFile(t, "uploader2", "theirs.tsv", hermestest.Sumstats(40, 1))
		for _, id := range []string{theirs, "../" + theirs, "..", "/etc/passwd", "uploads/" + theirs, "file:///etc/passwd", "s3://bucket/key", "%2e%2e", "x\x00y", ""} {
			q := request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: map[string]any{
				"upload_id": id, "metadata": hermestest.Metadata("a", "b"), "mapping": hermestest.Mapping(),
			}}
			if w := s.do(t, q); w.Code != 404 && w.Code != 422 && w.Code != 400 {
				t.Errorf("upload_id %q: status %d: %s", id, w.Code, w.Body)
			}
		}
		for _, method := range []string{"HEAD", "PATCH", "DELETE"} {
			w := s.do(t, request{method: method, path: "/api/uploads/" + theirs, as: "uploader", body: []byte("x"), header: map[string]string{
				"Tus-Resumable": "1.0.0", "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream",
			}})
			if w.Code != http.StatusNotFound {
				t.Errorf("%s of another user's upload: status %d", method, w.Code)
			}
		}
		for _, key := range []string{"key", "bucket", "path", "job", "settings"} {
			body := map[string]any{"upload_id": theirs, "metadata": hermestest.Metadata("a", "b"), "mapping": hermestest.Mapping(), key: "x"}
			s.want(t, 400, request{method: "POST", path: "/api/hermes/uploads", as: "uploader", body: body}, nil)
		}
	})
}

// Cells that a spreadsheet would read as a formula are text in every export.
func TestSEC41ExportsHoldNoFormulas(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.register(t, "uploader", "=cmd|' /C calc'!A0", "+44", hermestest.Sumstats(40, 1))
	table := s.do(t, request{method: "GET", path: "/api/hermes/metadata.csv", as: "uploader"})
	s.want(t, 200, request{method: "POST", path: "/api/add-hermes-user", as: "reviewer", body: map[string]any{
		"user_name": "=1+1", "password": password, "user_type": "uploader",
	}}, nil)
	s.want(t, 401, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "=1+1", "password": "x"}}, nil)
	trail := s.do(t, request{method: "GET", path: "/api/audit/export?format=csv", as: "admin"})
	for name, text := range map[string]string{"metadata": table.Body.String(), "trail": trail.Body.String()} {
		if text == "" {
			t.Errorf("%s: empty", name)
		}
		for _, cell := range []string{",=", ",+44", ",@", "\n=", `,"=`} {
			if strings.Contains(text, cell) {
				t.Errorf("%s: a cell begins with a formula: %q in %s", name, cell, text)
			}
		}
	}
	if !strings.Contains(trail.Body.String(), "'=1+1") {
		t.Errorf("the name that was tried is not in the trail: %s", trail.Body)
	}
}
