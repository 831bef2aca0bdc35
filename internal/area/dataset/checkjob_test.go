package dataset_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/job/jobtest"
)

// takeOver assigns the job of a dead worker to another one.
func (o *office) takeOver(t testing.TB, jobID string) *jobtest.Reporter {
	t.Helper()
	j, err := o.db.Job(t.Context(), jobID)
	must(t, err)
	must(t, o.db.RequeueJob(t.Context(), j, j.Attempt, "lost", o.now(), time.Time{}))
	return o.claim(t, jobID)
}

var errDied = errors.New("the worker died here")

// die runs a job up to a crash point, as if the process had been killed there.
func (o *office) die(t testing.TB, jobID string, rep *jobtest.Reporter, point string) (died bool) {
	t.Helper()
	o.crash = func(at string) {
		if at == point {
			panic(errDied)
		}
	}
	defer func() {
		o.crash = func(string) {}
		if cause := recover(); cause != nil {
			if err, ours := cause.(error); !ours || !errors.Is(err, errDied) {
				panic(cause)
			}
			died = true
		}
	}()
	must(t, o.RunJob(t.Context(), jobID, rep))
	return false
}

func (o *office) contents(t testing.TB, prefix string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	must(t, o.blobs.List(t.Context(), prefix, func(b blob.Object) error {
		r, err := o.blobs.OpenRange(t.Context(), b.Key, 0, -1)
		if err != nil {
			return err
		}
		defer r.Close()
		content, err := io.ReadAll(r)
		out[b.Key] = string(content)
		return err
	}))
	return out
}

func (o *office) registerReal(t testing.TB) *registered {
	t.Helper()
	return o.register(t, "hg19", "x.tsv.gz", readReal(t, "pmid29559693.tsv.gz"))
}

// byName returns the contents of one attempt by the last part of their keys.
func byName(contents map[string]string) map[string]string {
	out := make(map[string]string)
	for key, content := range contents {
		out[path.Base(key)] = content
	}
	return out
}

func TestACheckGoesOnAfterADeathAtAnyPoint(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.registerReal(t)
		rep := o.claim(t, r.job)
		var first map[string]string
		for _, point := range []string{"dataset-check:begun", "dataset-check:computed", "dataset-check:stored"} {
			if !o.die(t, r.job, rep, point) {
				t.Fatalf("the job never came to %s", point)
			}
			if c := r.newest(t); c.Status != dataset.CheckRunning || c.Job.State != job.Running {
				t.Errorf("dead at %s, the check is %s", point, c.Status)
			}
			first = byName(o.contents(t, "datasets/files/"+r.file+"/checks/"+r.newest(t).ID+"/"))
			rep = o.takeOver(t, r.job)
		}
		must(t, o.RunJob(t.Context(), r.job, rep))
		c := r.newest(t)
		if c.Status != dataset.CheckWarned || c.Job.State != job.Succeeded || len(first) != len(results) {
			t.Errorf("%s, job %s, stored %d", c.Status, c.Job.State, len(first))
		}
		if diff := cmp.Diff(first, byName(o.contents(t, "datasets/files/"+r.file+"/checks/"+c.ID+"/"+c.Attempt+"/"))); diff != "" {
			t.Errorf("computed again, the files differ:\n%.2000s", diff)
		}
		entries, err := os.ReadDir(o.temp)
		must(t, err)
		for _, e := range entries { // only leftovers of dead processes, which the sweep of working files recognises by name
			if e.Name()[:4] != "job." {
				t.Errorf("left behind: %s", e.Name())
			}
		}
	})
}

func TestAWorkerThatLostItsCheckChangesNothing(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.registerReal(t)
		slow := o.claim(t, r.job)
		var ended dataset.Check
		o.crash = func(point string) {
			if point == "dataset-check:stored" && ended.ID == "" { // meanwhile another worker gets the job and ends first
				ended.ID = "begun"
				must(t, o.RunJob(t.Context(), r.job, o.takeOver(t, r.job)))
				ended = *r.newest(t).Check
			}
		}
		must(t, o.RunJob(t.Context(), r.job, slow))
		if diff := cmp.Diff(ended, *r.newest(t).Check); diff != "" || ended.Status != dataset.CheckWarned {
			t.Errorf("the slow worker changed (-before +after):\n%s", diff)
		}
	})
}

func TestCancelOfACheck(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		for _, stage := range []string{"Reading and sorting", "Checking", "Writing the deposit", "Storing the results"} {
			r := o.register(t, "hg19", stage, readReal(t, "pmid29559693.tsv.gz"))
			rep := o.claim(t, r.job)
			ctx, stop := context.WithCancel(t.Context())
			rep.Cancel, rep.Stop = stage, stop
			must(t, o.RunJob(ctx, r.job, rep))
			stop()
			c := r.newest(t)
			if c.Status != dataset.CheckCancelled || c.Job.State != job.Cancelled || c.FinishedAt == nil {
				t.Errorf("%s: %s, job %s", stage, c.Status, c.Job.State)
			}
			again, err := o.CheckAgain(t.Context(), o.cora, r.dataset, r.file, nil, "")
			must(t, err)
			r.job = again.JobID
			if c := r.check(t); c.Status != dataset.CheckWarned {
				t.Errorf("after cancelling in %s: %s", stage, c.Status)
			}
		}
	})
}

func TestCancellingACheckByRole(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.registerReal(t)
		j, err := o.db.Job(t.Context(), r.job)
		must(t, err)
		wantCode(t, o.CancelJob(t.Context(), o.otto, j), errs.NotFound, "not_found")
		must(t, o.CancelJob(t.Context(), o.kurt, j))
		if c := r.newest(t); c.Status != dataset.CheckCancelled || c.Job.State != job.Cancelled {
			t.Errorf("%s, job %s", c.Status, c.Job.State)
		}
		again, err := o.CheckAgain(t.Context(), o.cora, r.dataset, r.file, nil, "")
		must(t, err)
		rep := o.claim(t, again.JobID)
		must(t, o.CancelJob(t.Context(), o.cora, again.Job.Job)) // it runs: the worker notices it at its start
		must(t, o.RunJob(t.Context(), again.JobID, rep))
		if c := r.newest(t); c.Status != dataset.CheckCancelled {
			t.Errorf("cancelled while it ran: %s", c.Status)
		}
	})
}

func TestAShutDownHandsTheCheckBack(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.registerReal(t)
		rep := o.claim(t, r.job)
		ctx, stop := context.WithCancel(t.Context())
		o.crash = func(point string) {
			if point == "dataset-check:begun" {
				stop()
			}
		}
		if err := o.RunJob(ctx, r.job, rep); err == nil {
			t.Error("no error: the runner would take the job for done")
		}
		if c := r.newest(t); c.Status != dataset.CheckRunning {
			t.Errorf("handed back as %s", c.Status)
		}
	})
}

func TestAFailedCheckDoesNotExposeInternals(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.registerReal(t)
		rep := o.claim(t, r.job)
		must(t, o.GiveUp(t.Context(), r.job, rep.Token, errors.New("dial tcp 10.0.0.7: secret")))
		c := r.newest(t)
		if c.Status != dataset.CheckBroken || c.Job.State != job.Failed || c.Error == "" || strings.Contains(c.Error, "secret") {
			t.Errorf("%+v", c.Check)
		}
	})
}

func TestProgressOfACheckRunsFromStartToEndOnce(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.registerReal(t)
		rep := o.claim(t, r.job)
		must(t, o.RunJob(t.Context(), r.job, rep))
		if !slices.IsSorted(rep.Shares) || rep.Shares[len(rep.Shares)-1] > 1000 {
			t.Errorf("progress goes back: %v", rep.Shares)
		}
		want := []string{"Reading and sorting", "Checking", "Drawing figures", "Writing the deposit", "Storing the results"}
		if diff := cmp.Diff(want, rep.Stages); diff != "" {
			t.Errorf("stages (-want +got):\n%s", diff)
		}
		entries, err := os.ReadDir(o.temp)
		if must(t, err); len(entries) > 0 {
			t.Errorf("left behind: %v", entries)
		}
	})
}

func TestTheFileIsRemovedWhileItsCheckWaits(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.registerReal(t)
		v, err := o.Dataset(t.Context(), o.cora, r.dataset)
		must(t, err)
		_, err = o.DeletePhenotype(t.Context(), o.cora, r.dataset, v.Phenotypes[0].ID)
		must(t, err)
		j, err := o.db.Job(t.Context(), r.job)
		must(t, err)
		if j.State == job.Queued {
			must(t, o.RunJob(t.Context(), r.job, o.claim(t, r.job)))
		}
		if j, err = o.db.Job(t.Context(), r.job); err != nil || j.State != job.Cancelled {
			t.Errorf("job %s %s, %v", j.State, j.Error, err)
		}
	})
}

// TestResultsWithoutCheckAreSwept checks that leftovers of deleted files and of checks without
// results are swept, and that used results stay.
func TestResultsWithoutCheckAreSwept(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		kept := o.registerReal(t)
		kept.check(t)
		want := o.contents(t, "datasets/")
		cancelled := o.register(t, "hg19", "cancelled", readReal(t, "pmid29559693.tsv.gz"))
		rep := o.claim(t, cancelled.job)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		o.crash = func(point string) {
			if point == "dataset-check:stored" {
				rep.Stop = stop
				rep.Cancel = "now"
				rep.Stage("now", 0, 0)
			}
		}
		must(t, o.RunJob(ctx, cancelled.job, rep))
		_, _, err := o.blobs.Put(t.Context(), "datasets/files/gone/checks/gone/clean.tsv.gz", strings.NewReader("left"))
		must(t, err)
		if n := len(o.contents(t, "datasets/")); n <= len(want)+1 {
			t.Fatalf("%d blobs: nothing was left behind to be swept", n)
		}
		o.clock.Add(int64(time.Since(o.now()).Seconds()) + 48*3600)
		must(t, o.Sweep(t.Context()))
		if diff := cmp.Diff(want, o.contents(t, "datasets/")); diff != "" {
			t.Errorf("(-want +got):\n%.500s", diff)
		}
	})
}

// TestALateAttemptWritesOverNothing lets an attempt lose its job after computing, and then store
// other results after those of the winner.
func TestALateAttemptWritesOverNothing(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.registerReal(t)
		late := o.claim(t, r.job)
		taken := false
		o.crash = func(point string) {
			if point != "dataset-check:computed" || taken {
				return
			}
			taken = true
			must(t, o.RunJob(t.Context(), r.job, o.takeOver(t, r.job)))
			must(t, os.WriteFile(filepath.Join(o.temp, "job."+r.job+"."+late.Token, "out", "qq.json"), []byte("late"), 0o600))
		}
		must(t, o.RunJob(t.Context(), r.job, late))
		c := r.newest(t)
		key := "datasets/files/" + r.file + "/checks/" + c.ID + "/" + c.Attempt + "/qq.json"
		stored := o.contents(t, "datasets/")
		if !taken || len(stored) != 2*(len(results)) || stored[key] == "" || stored[key] == "late" {
			t.Errorf("%d results, that of the winner is %.20q", len(stored), stored[key])
		}
		o.clock.Add(int64(time.Since(o.now()).Seconds()) + 48*3600)
		must(t, o.Sweep(t.Context()))
		if left := o.contents(t, "datasets/"); len(left) != len(results) || left[key] != stored[key] {
			t.Errorf("%d results after the sweep", len(left))
		}
	})
}
