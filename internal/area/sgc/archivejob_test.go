package sgc_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/sgc"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/job/jobtest"
)

// ask starts an archive and returns its job.
func (o *office) ask(t *testing.T) (jobID string) {
	t.Helper()
	a, err := o.BuildArchive(t.Context(), o.rita)
	must(t, err)
	if a.State != sgc.ArchiveBuilding {
		t.Errorf("asked for: %+v", a)
	}
	return a.JobID
}

func (o *office) claim(t *testing.T, jobID string) *jobtest.Reporter {
	t.Helper()
	rep := &jobtest.Reporter{Token: "lease" + jobID + o.now().Format(time.RFC3339)}
	_, err := o.db.ClaimJob(t.Context(), jobID, rep.Token, "test", o.now())
	must(t, err)
	return rep
}

// takeOver assigns the job of a dead worker to another one.
func (o *office) takeOver(t *testing.T, jobID string) *jobtest.Reporter {
	t.Helper()
	j, err := o.db.Job(t.Context(), jobID)
	must(t, err)
	must(t, o.db.RequeueJob(t.Context(), j, j.Attempt, "lost", o.now(), time.Time{}))
	return o.claim(t, jobID)
}

var errDied = errors.New("the worker died here")

// die runs a job up to a crash point, as if the process had been killed there.
func (o *office) die(t *testing.T, jobID, point string) {
	t.Helper()
	rep := o.claim(t, jobID)
	o.crash = func(at string) {
		if at == point {
			panic(errDied)
		}
	}
	defer func() {
		o.crash = func(string) {}
		if cause := recover(); cause != errDied { //nolint:errorlint // the very value of the panic
			t.Fatalf("the job never came to %s: %v", point, cause)
		}
	}()
	must(t, o.RunJob(t.Context(), jobID, rep))
}

// checkOneArchive requires the archive of a job, and no other after a sweep.
func (o *office) checkOneArchive(t *testing.T, jobID string, cohorts int64) {
	t.Helper()
	a := o.swept(t)
	if a.State != sgc.ArchiveReady || a.JobID != jobID || a.Cohorts != cohorts || a.MadeBy != "rita" || a.Job.State != job.Succeeded {
		t.Errorf("%+v, job %+v", a.Archive, a.Job)
	}
}

// swept returns the archive after a sweep, which must keep its blob only.
func (o *office) swept(t *testing.T) *sgc.ArchiveView {
	t.Helper()
	o.clock.Store(int64(time.Since(storetest.Epoch)/time.Second) + 2*24*3600) // orphans are old enough then
	must(t, o.Sweep(t.Context()))
	a, err := o.Archive(t.Context(), o.rita)
	must(t, err)
	left := o.archiveBlobs(t)
	if len(left) != 1 || left[0] != "sgc/archives/"+a.BlobID {
		t.Errorf("blobs %v, want that of %s", left, a.BlobID)
	}
	return a
}

func (o *office) archiveBlobs(t *testing.T) (keys []string) {
	t.Helper()
	must(t, o.blobs.List(t.Context(), "sgc/archives/", func(b blob.Object) error { keys = append(keys, b.Key); return nil }))
	return keys
}

func TestArchiveGoesOnAfterADeathAtAnyPoint(t *testing.T) {
	t.Parallel()
	for _, point := range []string{"begun", "stored", "done"} {
		t.Run(point, func(t *testing.T) {
			onEach(t, func(t *testing.T, o *office) {
				first := o.ask(t)
				must(t, o.RunJob(t.Context(), first, o.claim(t, first)))
				o.cohort(t, "North") // the next archive is another one
				next := o.ask(t)
				o.die(t, next, "sgc-archive:"+point)
				seen, err := o.Archive(t.Context(), o.rita)
				must(t, err)
				if point == "done" {
					o.checkOneArchive(t, next, 1)
					return
				}
				if seen.State != sgc.ArchiveBuilding || seen.Cohorts != 0 {
					t.Errorf("while nobody works on it: %+v", seen.Archive)
				}
				must(t, o.RunJob(t.Context(), next, o.takeOver(t, next)))
				o.checkOneArchive(t, next, 1)
			})
		})
	}
}

func TestAWorkerThatLostTheArchiveChangesNothing(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		id := o.ask(t)
		slow := o.claim(t, id)
		o.crash = func(point string) {
			if point != "sgc-archive:stored" {
				return
			}
			o.crash = func(string) {} // meanwhile another worker gets the job and ends first
			must(t, o.RunJob(t.Context(), id, o.takeOver(t, id)))
			o.cohort(t, "North") // the archive of the slow one would be older
		}
		must(t, o.RunJob(t.Context(), id, slow))
		o.checkOneArchive(t, id, 0)
	})
}

func TestCancelOfARunningArchive(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		o.cohort(t, "North")
		first := o.ask(t)
		must(t, o.RunJob(t.Context(), first, o.claim(t, first)))
		next := o.ask(t)
		rep := o.claim(t, next)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		rep.Cancel, rep.Stop = "Packing", stop
		must(t, o.RunJob(ctx, next, rep))
		a := o.swept(t)
		if a.State != sgc.ArchiveReady || a.Job.State != job.Cancelled || a.Cohorts != 1 {
			t.Errorf("%+v, job %+v", a.Archive, a.Job)
		}
		if again := o.ask(t); again == next {
			t.Error("there is no way out")
		}
	})
}
