package httpapi_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"cohortium/internal/platform/job/jobtest"
)

// archived is the answer about the archive.
type archived struct {
	State, Sha256, Message string
	MadeBy                 string `json:"made_by"`
	Size, Cohorts          int64
	Job                    *struct{ ID, State, Kind string }
}

// archive creates an archive as a worker does.
func (s *site) archive(t *testing.T) archived {
	t.Helper()
	var a archived
	s.want(t, 202, request{method: "POST", path: "/api/sgc/archive", as: "sgc-reviewer"}, &a)
	lease := s.newID()
	_, err := s.store.ClaimJob(t.Context(), a.Job.ID, lease, "test", s.now())
	must(t, err)
	must(t, s.sgc.RunJob(t.Context(), a.Job.ID, &jobtest.Reporter{Token: lease}))
	s.want(t, 200, request{method: "GET", path: "/api/sgc/archive", as: "sgc-reviewer"}, &a)
	return a
}

// contentOf returns the texts of an answer: itself, or the entries of an archive.
func contentOf(t *testing.T, name string, content []byte) map[string][]byte {
	t.Helper()
	if !bytes.HasPrefix(content, []byte("PK")) {
		return map[string][]byte{name: content}
	}
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	must(t, err)
	out := make(map[string][]byte)
	for _, f := range z.File {
		r, err := f.Open()
		must(t, err)
		if out[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func TestArchive(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var a archived
	s.want(t, 200, request{method: "GET", path: "/api/sgc/archive", as: "sgc-reviewer"}, &a)
	if a.State != "absent" || a.Job != nil {
		t.Errorf("before the first: %+v", a)
	}
	s.want(t, 404, request{method: "GET", path: "/api/sgc/archive/download", as: "sgc-reviewer"}, nil)
	s.fullCohort(t, "sgc-uploader", "North")
	s.newCohort(t, "sgc-uploader", "../South")

	var first, second archived
	s.want(t, 202, request{method: "POST", path: "/api/sgc/archive", as: "sgc-reviewer"}, &first)
	s.want(t, 202, request{method: "POST", path: "/api/sgc/archive", as: "admin"}, &second)
	if first.State != "building" || first.Job == nil || first.Job.Kind != "sgc-archive" || first.Job.ID != second.Job.ID {
		t.Errorf("asked twice: %+v, %+v", first, second)
	}
	job := request{method: "POST", path: "/api/jobs/" + first.Job.ID + "/cancel"}
	for as, status := range map[string]int{"": 401, "reviewer": 404, "sgc-uploader": 404, "sgc-reviewer": 200} {
		job.as = as
		s.want(t, status, job, nil)
	}
	s.want(t, 200, request{method: "GET", path: "/api/sgc/archive", as: "sgc-reviewer"}, &a)
	if a.State != "absent" || a.Job.State != "cancelled" {
		t.Errorf("cancelled: %+v", a)
	}

	a = s.archive(t)
	if a.State != "ready" || a.Cohorts != 2 || a.MadeBy != "sgc-reviewer" || a.Size == 0 || a.Job.State != "succeeded" {
		t.Errorf("made: %+v", a)
	}
	w := s.do(t, request{method: "GET", path: "/api/sgc/archive/download", as: "sgc-reviewer"})
	sum := sha256.Sum256(w.Body.Bytes())
	if w.Code != 200 || w.Header().Get("Content-Type") != "application/zip" || hex.EncodeToString(sum[:]) != a.Sha256 ||
		!strings.Contains(w.Header().Get("Content-Disposition"), `filename="sgc_archive_20`) {
		t.Errorf("status %d, headers %v", w.Code, w.Header())
	}
	files := contentOf(t, "", w.Body.Bytes())
	var manifest struct {
		Files []struct{ Path, Sha256 string }
	}
	must(t, json.Unmarshal(files["manifest.json"], &manifest))
	if len(manifest.Files) != len(files)-1 {
		t.Errorf("the manifest has %d files, the archive %d", len(manifest.Files), len(files))
	}
	for _, f := range manifest.Files {
		if sum := sha256.Sum256(files[f.Path]); hex.EncodeToString(sum[:]) != f.Sha256 || strings.Contains(f.Path, "..") {
			t.Errorf("%s has not the hash of the manifest", f.Path)
		}
	}
	for _, q := range []request{
		{method: "GET", path: "/api/sgc/archive"}, {method: "POST", path: "/api/sgc/archive"}, {method: "GET", path: "/api/sgc/archive/download"},
	} {
		for as, status := range map[string]int{"": 401, "sgc-uploader": 403, "reviewer": 403} {
			q.as = as
			s.want(t, status, q, nil)
		}
	}
}

// A worker that lost its lease changes nothing, and one that fails for good reports it and keeps
// the last archive.
func TestArchiveThatFails(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fullCohort(t, "sgc-uploader", "North")
	made := s.archive(t)
	var next archived
	s.want(t, 202, request{method: "POST", path: "/api/sgc/archive", as: "sgc-reviewer"}, &next)
	_, err := s.store.ClaimJob(t.Context(), next.Job.ID, "held", "test", s.now())
	must(t, err)
	must(t, s.sgc.RunJob(t.Context(), next.Job.ID, &jobtest.Reporter{Token: "lost"}))
	must(t, s.sgc.GiveUp(t.Context(), next.Job.ID, "lost", io.ErrUnexpectedEOF))
	var a archived
	if s.want(t, 200, request{method: "GET", path: "/api/sgc/archive", as: "sgc-reviewer"}, &a); a.State != "building" || a.Sha256 != made.Sha256 {
		t.Errorf("after a worker that lost the job: %+v", a)
	}
	must(t, s.sgc.GiveUp(t.Context(), next.Job.ID, "held", io.ErrUnexpectedEOF))
	if s.want(
		t,
		200,
		request{method: "GET", path: "/api/sgc/archive", as: "sgc-reviewer"},
		&a,
	); a.State != "failed" ||
		!strings.Contains(a.Message, next.Job.ID) {
		t.Errorf("given up: %+v", a)
	}
	s.want(t, 200, request{method: "GET", path: "/api/sgc/archive/download", as: "sgc-reviewer"}, nil)
	if again := s.archive(t); again.State != "ready" || again.Message != "" {
		t.Errorf("made again: %+v", again)
	}
}
