package job_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// jobsOf is a database with one job, of the attempt "live".
type jobsOf struct {
	job.Store
	state job.State
}

// Job implements job.Store.
func (s jobsOf) Job(_ context.Context, id string) (*job.Job, error) {
	if id != "j" {
		return nil, errs.Missing("job")
	}
	return &job.Job{ID: id, State: s.state, Lease: "live"}, nil
}

// TestWorkOfAnUnknownJobStays: only attempts that have ended by this database are removed at once.
func TestWorkOfAnUnknownJobStays(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		folder string
		state  job.State
		age    time.Duration // of the newest file
		stays  bool
	}{
		"a running attempt":                          {"job.j.live", job.Running, 400 * day, true},
		"the attempt before":                         {"job.j.dead", job.Running, 0, false},
		"a job that ended":                           {"job.j.live", job.Succeeded, 0, false},
		"an unknown job":                             {"job.x.live", job.Running, 0, true},
		"an unknown job, a second less than 30 days": {"job.x.live", job.Running, 30*day - time.Second, true},
		"an unknown job, 30 days":                    {"job.x.live", job.Running, 30 * day, false},
		"of no job":                                  {"preview.1", job.Running, 400 * day, true},
		"no name of ours":                            {"job.x", job.Running, 400 * day, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			temp, at := t.TempDir(), time.Now()
			dir := filepath.Join(temp, c.folder)
			inner := filepath.Join(dir, "out", "file")
			if err := os.MkdirAll(filepath.Dir(inner), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(inner, []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, path := range []string{filepath.Dir(inner), dir} { // the file alone is new
				if err := os.Chtimes(path, at.Add(-900*day), at.Add(-900*day)); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chtimes(inner, at.Add(-c.age), at.Add(-c.age)); err != nil {
				t.Fatal(err)
			}
			if err := job.SweepWork(t.Context(), jobsOf{state: c.state}, temp, at, slog.New(slog.DiscardHandler)); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(inner); (err == nil) != c.stays {
				t.Errorf("it stays: %v", err == nil)
			}
		})
	}
}
