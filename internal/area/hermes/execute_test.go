package hermes_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/job/jobtest"
)

func TestQCGoesOnAfterADeathAtAnyPoint(t *testing.T) {
	t.Parallel()
	for _, point := range []string{"qc:begun", "qc:computed", "qc:stored"} {
		t.Run(point, func(t *testing.T) {
			onEach(t, func(t *testing.T, b *bench) {
				u := b.register(t, "Study", 1)
				if !b.die(t, u.Run.JobID, point) {
					t.Fatalf("the job never came to %s", point)
				}
				seen, err := b.Upload(t.Context(), b.uploader, u.ID)
				must(t, err)
				if seen.Status != hermes.SubmittedToQC {
					t.Errorf("a dead worker left the status %s", seen.Status)
				}
				must(t, b.RunJob(t.Context(), u.Run.JobID, b.takeOver(t, u.Run.JobID)))
				b.checkDone(t, u.ID)
			})
		})
	}
}

// checkDone checks that QC took effect exactly once.
func (b *bench) checkDone(t *testing.T, uploadID string) {
	t.Helper()
	u, err := b.Upload(t.Context(), b.uploader, uploadID)
	must(t, err)
	if u.Status != hermes.ReadyForReview || u.Run.Status != hermes.RunCompleted || u.Run.Job.State != job.Succeeded {
		t.Errorf("status %s, run %s, job %s", u.Status, u.Run.Status, u.Run.Job.State)
	}
	effects := 0
	for _, e := range u.History {
		if strings.HasPrefix(e.Action, "QC passed") {
			effects++
		}
	}
	if effects != 1 {
		t.Errorf("QC took effect %d times", effects)
	}
	var names []string
	for key := range b.contents(t, "hermes/uploads/"+uploadID+"/") {
		if name, of := strings.CutPrefix(key, "hermes/uploads/"+uploadID+"/qc/"+u.RunID+"/"+u.Run.Attempt+"/"); of {
			names = append(names, name)
		}
	}
	for _, name := range []string{"report.json", "clean.tsv.gz", "clean.tsv.gz.tbi", "clean.parquet", "excluded.tsv.gz", "manhattan.json", "qq.json"} {
		if !slices.Contains(names, name) {
			t.Errorf("%s is missing among %v", name, names)
		}
	}
}

func TestMetaAnalysisGoesOnAndIsTheSameToTheByte(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		m := b.submit(t)
		var first map[string]string
		for _, point := range []string{"meta:begun", "meta:collected", "meta:computed", "meta:stored"} {
			if point != "meta:begun" {
				j, err := b.store.Job(t.Context(), m.JobID)
				must(t, err)
				must(t, b.store.RequeueJob(t.Context(), j, j.Attempt, "lost", time.Now(), time.Time{}))
			}
			if !b.die(t, m.JobID, point) {
				t.Fatalf("the job never came to %s", point)
			}
			if point == "meta:stored" {
				first = byName(b.contents(t, "hermes/ma/"+m.ID+"/"))
			}
		}
		must(t, b.RunJob(t.Context(), m.JobID, b.takeOver(t, m.JobID)))
		done, err := b.Meta(t.Context(), b.reviewer, m.ID)
		must(t, err)
		if done.Status != hermes.MetaCompleted || len(done.Files) != 11 || done.NVariants == nil || *done.NVariants < 4000 {
			t.Fatalf("%+v", done.Meta)
		}
		if diff := cmp.Diff(first, byName(b.contents(t, "hermes/ma/"+m.ID+"/"+done.Attempt+"/"))); diff != "" {
			t.Errorf("computed again, the files differ:\n%.2000s", diff)
		}
		var inputs struct {
			Inputs []struct {
				RunID      string `json:"run_id"`
				FileSHA256 string `json:"file_sha256"`
			}
		}
		must(t, json.Unmarshal([]byte(first["inputs.json"]), &inputs))
		if len(inputs.Inputs) != 2 || inputs.Inputs[0].RunID == "" || len(inputs.Inputs[0].FileSHA256) != 64 {
			t.Errorf("inputs.json: %+v", inputs)
		}
	})
}

func TestAWorkerThatLostItsJobChangesNothing(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		u := b.register(t, "Study", 1)
		slow := b.claim(t, u.Run.JobID)
		var quick *jobtest.Reporter
		b.crash = func(point string) {
			if point == "qc:stored" && quick == nil { // meanwhile another worker gets the job and ends first
				quick = b.takeOver(t, u.Run.JobID)
				must(t, b.RunJob(t.Context(), u.Run.JobID, quick))
			}
		}
		must(t, b.RunJob(t.Context(), u.Run.JobID, slow))
		b.checkDone(t, u.ID)
	})
}

// TestALateAttemptWritesOverNothing lets an attempt lose its job after computing, and then store
// other results after those of the winner.
func TestALateAttemptWritesOverNothing(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		u := b.register(t, "Study", 1)
		b.winsLate(t, u.Run.JobID, "qc:computed")
		b.checkDone(t, u.ID)
		b.holdsWinner(t, "hermes/uploads/"+u.ID+"/", func() []byte {
			return b.download(t, u.ID, "report.json")
		})
		m := b.submit(t)
		b.winsLate(t, m.JobID, "meta:computed")
		b.holdsWinner(t, "hermes/ma/"+m.ID+"/", func() []byte {
			d, err := b.MetaFile(t.Context(), b.reviewer, m.ID, "summary.json")
			must(t, err)
			return readDownload(t, d)
		})
	})
}

const lateResult = "of the attempt that came late"

// winsLate runs a job twice at the same time: the second attempt ends before the first, whose
// results differ, stores anything.
func (b *bench) winsLate(t *testing.T, jobID, point string) {
	t.Helper()
	late := b.claim(t, jobID)
	taken := false
	b.crash = func(at string) {
		if at != point || taken {
			return
		}
		taken = true
		must(t, b.RunJob(t.Context(), jobID, b.takeOver(t, jobID)))
		out := filepath.Join(b.work, "job."+jobID+"."+late.Token, "out")
		results, err := os.ReadDir(out)
		must(t, err)
		for _, e := range results {
			must(t, os.WriteFile(filepath.Join(out, e.Name()), []byte(lateResult), 0o600))
		}
	}
	defer func() { b.crash = func(string) {} }()
	must(t, b.RunJob(t.Context(), jobID, late))
	if !taken {
		t.Fatalf("the job never came to %s", point)
	}
}

// holdsWinner requires that the winner's results are served, and that those of the late attempt are
// stored and swept a day later.
func (b *bench) holdsWinner(t *testing.T, prefix string, give func() []byte) {
	t.Helper()
	count := func() (winner, late int) {
		for _, content := range b.contents(t, prefix) {
			if content == lateResult {
				late++
			} else {
				winner++
			}
		}
		return winner, late
	}
	winner, late := count()
	if winner == 0 || late != winner {
		t.Errorf("%s: %d results of the winner, %d of the late attempt", prefix, winner, late)
	}
	if got := give(); !json.Valid(got) {
		t.Errorf("%s: %.60q is given", prefix, got)
	}
	b.skew.Add(int64(49 * time.Hour))
	must(t, b.Sweep(t.Context()))
	if left, orphans := count(); left != winner || orphans != 0 {
		t.Errorf("%s: after the sweep %d of %d results and %d orphans", prefix, left, winner, orphans)
	}
}

func (b *bench) download(t *testing.T, uploadID, name string) []byte {
	t.Helper()
	d, err := b.UploadFile(t.Context(), b.uploader, uploadID, name, "")
	must(t, err)
	return readDownload(t, d)
}

func readDownload(t *testing.T, d *file.Download) []byte {
	t.Helper()
	r, err := d.OpenRange(t.Context(), 0, -1)
	must(t, err)
	defer r.Close()
	content, err := io.ReadAll(r)
	must(t, err)
	return content
}

func TestCancelOfARunningJob(t *testing.T) {
	t.Parallel()
	for _, stage := range []string{"Reading and sorting", "Checking", "Storing the results"} {
		t.Run(stage, func(t *testing.T) {
			onEach(t, func(t *testing.T, b *bench) {
				u := b.register(t, "Study", 1)
				rep := b.claim(t, u.Run.JobID)
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				rep.Cancel, rep.Stop = stage, stop
				must(t, b.RunJob(ctx, u.Run.JobID, rep))
				seen, err := b.Upload(t.Context(), b.uploader, u.ID)
				must(t, err)
				if seen.Status != hermes.FailedToSubmitToQC || seen.Run.Status != hermes.RunCancelled || seen.Run.Job.State != job.Cancelled {
					t.Errorf("status %s, run %s, job %s", seen.Status, seen.Run.Status, seen.Run.Job.State)
				}
				if !seen.Actions["rerun"].Allowed {
					t.Error("there is no way out")
				}
			})
		})
	}
}

// A meta-analysis can be cancelled at any stage and leaves no result; the same choice can be
// started again.
func TestCancelOfARunningMetaAnalysis(t *testing.T) {
	t.Parallel()
	for _, stage := range []string{"Collecting the inputs", "Measuring the studies", "Combining", "Judging the loci",
		"Writing GWAS-SSF", "Writing GWAS-VCF", "Storing the results"} {
		t.Run(stage, func(t *testing.T) {
			onEach(t, func(t *testing.T, b *bench) {
				m := b.submit(t)
				rep := b.claim(t, m.JobID)
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				rep.Cancel, rep.Stop = stage, stop
				must(t, b.RunJob(ctx, m.JobID, rep))
				seen, err := b.Meta(t.Context(), b.reviewer, m.ID)
				must(t, err)
				if seen.Status != hermes.MetaCancelled || seen.Job.State != job.Cancelled || len(seen.Files) > 0 || seen.Actions["cancel"].Allowed {
					t.Errorf("status %s, job %s, %d files", seen.Status, seen.Job.State, len(seen.Files))
				}
				again, err := b.combine(t, "Again", seen.Inputs[0].UploadID, seen.Inputs[1].UploadID)
				must(t, err)
				must(t, b.RunJob(t.Context(), again.JobID, b.claim(t, again.JobID)))
				if b.result(t, again.ID) == "" {
					t.Error("started again, it has no result")
				}
			})
		})
	}
}

func TestProgressRunsFromStartToEndOnce(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		u := b.register(t, "Study", 1)
		rep := b.claim(t, u.Run.JobID)
		must(t, b.RunJob(t.Context(), u.Run.JobID, rep))
		if !slices.IsSorted(rep.Shares) || rep.Shares[len(rep.Shares)-1] > 1000 {
			t.Errorf("progress goes back: %v", rep.Shares)
		}
		want := []string{"Reading and sorting", "Checking", "Drawing figures", "Storing the results"}
		if diff := cmp.Diff(want, rep.Stages); diff != "" {
			t.Errorf("stages (-want +got):\n%s", diff)
		}
	})
}

// Each pass over the rows is a stage of its own. The bar never moves back, and it counts all rows
// of two studies of 4,400.
func TestProgressOfAMetaAnalysisIsInRows(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		m := b.submit(t)
		rep := b.claim(t, m.JobID)
		must(t, b.RunJob(t.Context(), m.JobID, rep))
		if !slices.IsSorted(rep.Shares) || rep.Shares[len(rep.Shares)-1] > 1000 {
			t.Errorf("progress goes back: %v", rep.Shares)
		}
		want := []string{
			"Collecting the inputs",
			"Measuring the studies",
			"Measuring the result",
			"Combining",
			"Judging the loci",
			"Writing GWAS-SSF",
			"Writing GWAS-VCF",
			"Storing the results",
		}
		if diff := cmp.Diff(want, rep.Stages); diff != "" {
			t.Errorf("stages (-want +got):\n%s", diff)
		}
		if last := rep.Amounts[len(rep.Amounts)-1]; last != "8,800 of 8,800 rows" {
			t.Errorf("at the end %q", last)
		}
	})
}

func TestGivingUpLeavesAWayOut(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		u := b.register(t, "Study", 1)
		rep := b.claim(t, u.Run.JobID)
		must(t, b.GiveUp(t.Context(), u.Run.JobID, rep.Token, errors.New("dial tcp 10.0.0.7: secret")))
		seen, err := b.Upload(t.Context(), b.uploader, u.ID)
		must(t, err)
		if seen.Status != hermes.FailedToSubmitToQC || seen.Run.Status != hermes.RunFailed || seen.Run.Error == "" ||
			strings.Contains(seen.Run.Error, "secret") {
			t.Errorf("status %s, run %+v", seen.Status, seen.Run.QCRun)
		}
	})
}

func TestJobsLeaveNoWorkingFilesBehind(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		m := b.submit(t)
		must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
		entries, err := os.ReadDir(b.work)
		must(t, err)
		if len(entries) > 0 {
			t.Errorf("left behind: %v", entries)
		}
	})
}
