package toolrun_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"
	"time"

	"cohortium/internal/area/toolrun"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/job/jobtest"
)

func TestARunIsItsOwnersAlone(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		id := b.send(t, b.ann, "x.tsv", plain(10, clear, nil))
		_, err := b.Start(t.Context(), b.otto, toolrun.Input{UploadID: id, Task: toolrun.Check})
		wantCode(t, err, errs.NotFound, "not_found")
		v := b.done(t, b.start(t, id, toolrun.Check, toolrun.Answers{}))
		_, err = b.Run(t.Context(), b.otto, v.ID)
		wantCode(t, err, errs.NotFound, "not_found")
		_, err = b.Download(t.Context(), b.otto, v.ID, "report.json")
		wantCode(t, err, errs.NotFound, "not_found")
		wantCode(t, b.Remove(t.Context(), b.otto, v.ID), errs.NotFound, "not_found")
		if list, err := b.Runs(t.Context(), b.otto); err != nil || len(list) > 0 {
			t.Errorf("%+v, %v", list, err)
		}
		j, err := b.db.Job(t.Context(), v.JobID)
		must(t, err)
		if job.Sees(b.otto, j) || !job.Sees(b.ann, j) {
			t.Error("the job is seen by others")
		}
		wantCode(t, b.CancelJob(t.Context(), b.otto, j), errs.Forbidden, "forbidden")
	})
}

func TestAfterADayNothingIsLeft(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		id := b.send(t, b.ann, "x.tsv", plain(10, clear, nil))
		v := b.done(t, b.start(t, id, toolrun.Check, toolrun.Answers{}))
		waits := b.start(t, id, toolrun.Convert, toolrun.Answers{Build: genome.GRCh37})
		b.pass(24*time.Hour - 2*time.Minute)
		must(t, b.Sweep(t.Context()))
		must(t, b.uploads.Sweep(t.Context()))
		if _, err := b.Run(t.Context(), b.ann, v.ID); err != nil || len(b.keys(t, "tools/")) == 0 {
			t.Fatalf("gone before the day was over: %v", err)
		}
		b.pass(4 * time.Minute)
		must(t, b.Sweep(t.Context()))
		must(t, b.uploads.Sweep(t.Context()))
		if list, err := b.Runs(t.Context(), b.ann); err != nil || len(list) > 0 {
			t.Errorf("left: %+v, %v", list, err)
		}
		if keys := slices.Concat(b.keys(t, "tools/"), b.keys(t, "uploads/")); len(keys) > 0 {
			t.Errorf("left: %q", keys)
		}
		_, err := b.uploads.File(t.Context(), id)
		wantCode(t, err, errs.NotFound, "not_found")
		if j, err := b.db.Job(t.Context(), waits.JobID); err != nil || j.State != job.Cancelled {
			t.Errorf("the job of a run that is gone: %+v, %v", j, err)
		}
	})
}

func TestRemovedWithItsFileUnlessThatIsInUse(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		id := b.send(t, b.ann, "x.tsv", plain(10, clear, nil))
		first := b.done(t, b.start(t, id, toolrun.Check, toolrun.Answers{}))
		second := b.start(t, id, toolrun.Check, toolrun.Answers{})
		must(t, b.Remove(t.Context(), b.ann, first.ID))
		must(t, b.uploads.Sweep(t.Context()))
		if _, err := b.uploads.File(t.Context(), id); err != nil {
			t.Fatalf("a run has lost its file: %v", err)
		}
		rep := b.claim(t, second.JobID)
		must(t, b.Remove(t.Context(), b.ann, second.ID)) // while it runs
		must(t, b.RunJob(t.Context(), second.JobID, rep))
		must(t, b.uploads.Sweep(t.Context()))
		_, err := b.uploads.File(t.Context(), id)
		wantCode(t, err, errs.NotFound, "not_found")
		if keys := slices.Concat(b.keys(t, "tools/"), b.keys(t, "uploads/")); len(keys) > 0 {
			t.Errorf("left: %q", keys)
		}
	})
}

// A file that is not for the registry is deleted a day after it was sent, whether or not it was
// used; others are kept for seven.
func TestAFileThatIsForNoRegistryGoesAfterADay(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		brief := b.send(t, b.ann, "x.tsv", plain(10, clear, nil), "keep ZGF5") // day
		other := b.send(t, b.ann, "y.tsv", plain(10, clear, nil))
		for _, step := range []struct {
			pass         time.Duration
			brief, other bool // still there
		}{{23 * time.Hour, true, true}, {2 * time.Hour, false, true}, {6 * 24 * time.Hour, false, false}} {
			b.pass(step.pass)
			must(t, b.uploads.Sweep(t.Context()))
			_, err := b.uploads.File(t.Context(), brief)
			if there := err == nil; there != step.brief {
				t.Errorf("%s later the brief one: %v", step.pass, err)
			}
			_, err = b.uploads.File(t.Context(), other)
			if there := err == nil; there != step.other {
				t.Errorf("%s later the other: %v", step.pass, err)
			}
		}
	})
}

func TestSoManyAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		id := b.send(t, b.ann, "x.tsv", plain(10, clear, nil))
		var last *toolrun.View
		for range 3 {
			last = b.start(t, id, toolrun.Check, toolrun.Answers{})
		}
		_, err := b.Start(t.Context(), b.ann, toolrun.Input{UploadID: id, Task: toolrun.Check})
		wantCode(t, err, errs.RateLimited, "too_many_runs")
		b.done(t, last)
		b.start(t, id, toolrun.Check, toolrun.Answers{})
	})
}

var errDied = errors.New("the worker died here")

// die runs a job up to a crash point, as if the process had been killed there.
func (b *bench) die(t testing.TB, jobID string, rep *jobtest.Reporter, point string) (died bool) {
	t.Helper()
	b.crash = func(at string) {
		if at == point {
			panic(errDied)
		}
	}
	defer func() {
		b.crash = func(string) {}
		if cause := recover(); cause != nil {
			if err, ours := cause.(error); !ours || !errors.Is(err, errDied) {
				panic(cause)
			}
			died = true
		}
	}()
	must(t, b.RunJob(t.Context(), jobID, rep))
	return false
}

func TestARunGoesOnAfterADeathAtAnyPoint(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		id := b.send(t, b.ann, "fto.tsv.gz", readReal(t, fto))
		for _, task := range []toolrun.Task{toolrun.Check, toolrun.Convert, toolrun.Look} {
			v := b.start(t, id, task, toolrun.Answers{Build: genome.GRCh37})
			rep := b.claim(t, v.JobID)
			for _, point := range []string{"tool-run:begun", "tool-run:computed", "tool-run:stored"} {
				if !b.die(t, v.JobID, rep, point) {
					t.Fatalf("%s never came to %s", task, point)
				}
				j, err := b.db.Job(t.Context(), v.JobID)
				must(t, err)
				must(t, b.db.RequeueJob(t.Context(), j, j.Attempt, "lost", b.now(), time.Time{}))
				rep = b.claim(t, v.JobID)
			}
			must(t, b.RunJob(t.Context(), v.JobID, rep))
			if v = b.again(t, v); v.Status != toolrun.Done || v.Attempt != rep.Token {
				t.Errorf("%s: %s %q", task, v.Status, v.Error)
			}
		}
		if entries, err := os.ReadDir(b.temp); err != nil || len(entries) > 0 {
			t.Errorf("working files are left: %v %v", entries, err)
		}
	})
}

func TestARunIsCancelled(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		id := b.send(t, b.ann, "fto.tsv.gz", readReal(t, fto))
		for _, stage := range []string{"Reading and sorting", "Storing the results"} {
			v := b.start(t, id, toolrun.Look, toolrun.Answers{Build: genome.GRCh37})
			rep := b.claim(t, v.JobID)
			ctx, stop := context.WithCancel(t.Context())
			rep.Cancel, rep.Stop = stage, stop
			must(t, b.RunJob(ctx, v.JobID, rep))
			if v = b.again(t, v); v.Status != toolrun.Cancelled || v.Job.State != job.Cancelled || len(v.Files) > 0 {
				t.Errorf("cancelled at %s: %s, job %s", stage, v.Status, v.Job.State)
			}
		}
		waits := b.start(t, id, toolrun.Check, toolrun.Answers{})
		j, err := b.db.Job(t.Context(), waits.JobID)
		must(t, err)
		must(t, b.CancelJob(t.Context(), b.ann, j))
		if v := b.again(t, waits); v.Status != toolrun.Cancelled {
			t.Errorf("a run that waited is %s", v.Status)
		}
	})
}
