package httpapi_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
)

// sgcJob adds a job of the area sgc to the queue. Its kind does not affect who sees it.
func (s *site) sgcJob(t *testing.T, id, kind, owner string) {
	t.Helper()
	must(t, s.store.Hermes().InTx(t.Context(), func(tx hermes.Tx) error {
		j := &job.Job{ID: id, Kind: kind, Area: auth.AreaSGC, SubjectID: "of " + id, OwnerID: s.users[owner].ID, Memory: job.MiB}
		return job.Enqueue(t.Context(), tx, j, job.MaxUnfinished, s.now())
	}))
}

// archives is an area whose waiting jobs can be cancelled.
type archives struct{ s *site }

// CancelJob implements job.Canceller.
func (a archives) CancelJob(ctx context.Context, by *auth.Identity, j *job.Job) error {
	return a.s.store.Hermes().InTx(ctx, func(tx hermes.Tx) error {
		return job.Cancel(ctx, tx, job.Cancelling{
			JobID: j.ID, By: by.User.UserName, At: a.s.now(), Object: "archive",
			End: func(j *job.Job) error { return job.End(ctx, tx, j, job.Cancelled, "Cancelled.", a.s.now()) },
		})
	})
}

func TestJobsStayInTheirArea(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.cancellers[hermes.KindQC] = archives{s}
	s.sgcJob(t, "archive1", hermes.KindQC, "sgc-uploader")
	for _, c := range []struct {
		as     string
		status int
	}{
		{"sgc-uploader", 200}, {"sgc-reviewer", 200}, {"admin", 200},
		{"reviewer", 404}, {"uploader", 404}, {"curator", 404}, {"", 401},
	} {
		s.want(t, c.status, request{method: "GET", path: "/api/jobs/archive1", as: c.as}, nil)
		if c.status != 200 {
			s.want(t, c.status, request{method: "POST", path: "/api/jobs/archive1/cancel", as: c.as}, nil)
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/jobs/archive1", bearer: s.groupToken(t, "sgc-reviewer")}, nil)
	s.sgcJob(t, "archive2", hermes.KindQC, "sgc-reviewer")
	s.want(t, 404, request{method: "GET", path: "/api/jobs/archive2", as: "sgc-uploader"}, nil)
	var seen struct{ State, Error string }
	s.want(t, 200, request{method: "POST", path: "/api/jobs/archive2/cancel", as: "sgc-reviewer"}, &seen)
	if seen.State != string(job.Cancelled) || seen.Error != "Cancelled." {
		t.Errorf("after cancelling: %+v", seen)
	}
}

// A job of a newer program stays unchanged.
func TestJobsOfAnUnknownKindCannotBeCancelled(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sgcJob(t, "archive1", "unknown", "sgc-reviewer")
	s.want(t, http.StatusConflict, request{method: "POST", path: "/api/jobs/archive1/cancel", as: "sgc-reviewer"}, nil)
	j, err := s.store.Job(t.Context(), "archive1")
	must(t, err)
	if j.State != job.Queued || j.CancelRequested {
		t.Errorf("job = %+v", j)
	}
}

func TestEventsStayInTheirArea(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	server := httptest.NewServer(s.handler)
	defer server.CloseClientConnections()
	coordinator, admin := s.listen(t, server, "sgc-reviewer"), s.listen(t, server, "admin")
	d := s.register(t, "uploader", "Elsewhere", "A", hermestest.Sumstats(440, 1))
	s.sgcJob(t, "archive1", hermes.KindQC, "sgc-uploader")
	if !waitFor(admin, d.ID) || !waitFor(admin, "archive1") {
		t.Fatal("an administrator does not hear of both")
	}
	for data := range coordinator { // her jobs come after those of others
		if strings.Contains(data, d.ID) {
			t.Fatalf("a coordinator hears of a data set: %s", data)
		}
		if strings.Contains(data, "archive1") {
			break
		}
	}
}
