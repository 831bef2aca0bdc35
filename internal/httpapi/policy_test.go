package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/hermes/hermestest"
)

// objects are what the routes of the policy need to have something to point at:
// an unfinished file, or a data set with its run and job.
type objects struct{ file, upload, run, job, meta string }

// TestPolicy calls every route of the policy as nobody and as each role, on an
// object of the caller's and of somebody else's, and compares with what the
// table says.
func TestPolicy(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	callers := []string{"", "admin", "reviewer", "analyst", "uploader", "curator", "sgc-reviewer", "sgc-uploader"}
	for _, route := range auth.Policy() {
		for _, caller := range callers {
			s.pass() // past any rate limit
			s.checkCell(t, route, caller, auth.Unrelated)
			if caller != "" && route.Rule.Object != auth.AnyObject {
				s.checkCell(t, route, caller, auth.Owner)
			}
		}
	}
}

func (s *site) checkCell(t *testing.T, route auth.Route, caller string, rel auth.Relation) {
	t.Helper()
	var id *auth.Identity
	owner := "uploader2"
	if caller != "" {
		id = auth.NewIdentity(s.users[caller], nil)
		if rel == auth.Owner {
			owner = caller
		}
	}
	want := route.Rule.Admit(id)
	o := objects{file: "absent", upload: "absent", run: "absent", job: "absent", meta: "absent"}
	if want == nil && id != nil && route.Rule.Object != auth.AnyObject {
		if rel == auth.Owner && !id.In(auth.AreaHermes) {
			return // cannot own anything here
		}
		if strings.Contains(route.Pattern, "/api/uploads/{id}") {
			o.file = s.send(t, owner, "cell.tsv", []byte("content"), 0)
		} else {
			o = s.objectsOf(t, owner)
		}
		want = route.Rule.AdmitObject(id, rel)
	}
	w := s.do(t, s.requestFor(route.Pattern, caller, o))
	name := route.Pattern + " as " + caller
	if rel == auth.Owner {
		name += " (owner)"
	}
	if want == nil {
		if w.Code == http.StatusUnauthorized && route.Pattern != "POST /api/login" || w.Code == http.StatusForbidden || w.Code >= 500 {
			t.Errorf("%s: status %d, want it admitted: %s", name, w.Code, w.Body)
		}
		if o.upload+o.file != "absentabsent" && w.Code == http.StatusNotFound && !strings.Contains(route.Pattern, "{name}") {
			t.Errorf("%s: absent, want it admitted: %s", name, w.Body)
		}
		return
	}
	status := map[errs.Kind]int{errs.Unauthenticated: 401, errs.Forbidden: 403, errs.NotFound: 404}[errs.KindOf(want)]
	if w.Code != status {
		t.Errorf("%s: status %d, want %d: %s", name, w.Code, status, w.Body)
	}
}

// objectsOf makes a data set of an owner whose first run still waits.
func (s *site) objectsOf(t *testing.T, owner string) objects {
	t.Helper()
	fileID := s.addFile(t, owner, "cell.tsv", hermestest.Sumstats(40, 1))
	u, err := s.hermes.Register(t.Context(), auth.NewIdentity(s.users[owner], nil), registration(fileID, "cell "+fileID))
	must(t, err)
	return objects{file: "absent", upload: u.ID, run: u.RunID, job: u.Run.JobID, meta: "absent"}
}

// requestFor fills a pattern with the ids of objects and a body that is
// understood, though it may break a rule.
func (s *site) requestFor(pattern, caller string, o objects) request {
	method, path, _ := strings.Cut(pattern, " ")
	q := request{method: method, as: caller}
	id := o.upload
	switch {
	case strings.Contains(path, "/jobs/"):
		id = o.job
	case strings.Contains(path, "/meta-analyses/"):
		id = o.meta
	case strings.HasPrefix(path, "/api/uploads/"):
		id = o.file
		q.header = map[string]string{"Tus-Resumable": "1.0.0", "Upload-Offset": "0"}
		if method == "POST" {
			q.header["Upload-Length"] = "7"
		}
	}
	q.path = strings.NewReplacer("{$}", "", "{id}", id, "{run}", o.run, "{name}", "qq").Replace(path)
	switch pattern {
	case "POST /api/login":
		q.body = map[string]any{"user_name": "x", "password": "y"}
	case "POST /api/logout":
		// A session of its own: the others go on.
		q.as = ""
		if caller != "" {
			q.header = map[string]string{"Cookie": "cohortium=" + s.freshSession(caller)}
		}
	case "PATCH /api/uploads/{id}":
		q.body, q.header["Content-Type"] = []byte("content"), "application/offset+octet-stream"
	case "POST /api/sumstats/preview":
		q.path, q.body = q.path+"?file_name=a.tsv", hermestest.Sumstats(40, 1)
	case "POST /api/hermes/uploads":
		q.body = map[string]any{"upload_id": "absent", "metadata": hermestest.Metadata("a", "b"), "mapping": hermestest.Mapping()}
	case "PUT /api/hermes/uploads/{id}/metadata":
		q.header = map[string]string{"If-Match": `"1"`}
		q.body = map[string]any{"metadata": hermestest.Metadata("a", "b"), "mapping": hermestest.Mapping()}
	case "POST /api/hermes/uploads/{id}/qc-runs":
		q.body = map[string]any{"fd": 0.2, "adj": "none", "noind": false}
	case "POST /api/hermes/uploads/{id}/review":
		q.body = map[string]any{"decision": "approve"}
	case "POST /api/hermes/meta-analyses":
		q.body = map[string]any{"name": "m", "phenotype": "ALL_HF", "datasets": []string{"absent"}, "options": metaOptions()}
	case "GET /api/hermes/meta-analyses/{id}/results":
		q.path += "?region=1:1-1000"
	}
	return q
}

func TestEveryOtherPathAndMethodIsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/api/nothing", 404},
		{"GET", "/api/hermes/uploads/a/b/c/d", 404},
		{"GET", "/elsewhere", 404},
		{"PATCH", "/api/hermes/uploads", 405},
		{"POST", "/api/is-logged-in", 405},
		{"DELETE", "/api/login", 405},
		{"GET", "/api/hermes/uploads/../../etc/passwd", 307},
		{"GET", "/api/is-logged-in/fake.css", 404},
	} {
		w := s.do(t, request{method: c.method, path: c.path, as: "admin"})
		if w.Code != c.status && (c.status != 307 || w.Code != 301) {
			t.Errorf("%s %s: status %d, want %d", c.method, c.path, w.Code, c.status)
		}
		if c.status == 405 && w.Header().Get("Allow") == "" {
			t.Errorf("%s %s: no Allow", c.method, c.path)
		}
	}
}
