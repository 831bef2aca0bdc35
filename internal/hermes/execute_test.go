package hermes_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/auth"
	"cohortium/internal/blob"
	"cohortium/internal/file"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/hermes"
	"cohortium/internal/hermes/hermestest"
	"cohortium/internal/job"
	"cohortium/internal/job/jobtest"
	"cohortium/internal/jobs"
	"cohortium/internal/reference"
	"cohortium/internal/store"
	"cohortium/internal/store/pgtest"
	"cohortium/internal/store/storetest"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

// bench is the service on a real database and blobs in a folder.
type bench struct {
	*hermes.Service
	jobs     *job.Service
	store    *store.Store
	blobs    *blob.Bucket
	files    *hermestest.Files
	crash    func(point string)
	change   func(text []byte) []byte // what is done to the next files; nil for nothing
	ancestry string                   // of the next data sets; "" for the usual one
	panels   panels
	scores   scores
	chains   *reference.Registry
	skew     atomic.Int64 // nanoseconds that the clock is ahead
	work     string       // folder of the jobs' working files
	ids      atomic.Int64
	uploader *auth.Identity
	reviewer *auth.Identity
}

func (b *bench) now() time.Time { return time.Now().Add(time.Duration(b.skew.Load())) }

// scores are installed LD scores by ancestry, that tests change.
type scores map[string]*qc.Scores

// LDScores implements hermes.Scores.
func (s *scores) LDScores(_ context.Context, _ genome.Build, groups []string) (*qc.Scores, error) {
	for _, group := range groups {
		if found := (*s)[group]; found != nil {
			return found, nil
		}
	}
	return nil, nil
}

// panels are installed panels that tests change.
type panels []hermes.Panel

// Panels implements hermes.Panels.
func (p *panels) Panels(context.Context) ([]hermes.Panel, error) { return *p, nil }

func (b *bench) newID() string { return fmt.Sprintf("id%06d", b.ids.Add(1)) }

// onEach runs a test on each engine.
func onEach(t *testing.T, test func(t *testing.T, b *bench)) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, newBench(t, "sqlite://"+filepath.Join(t.TempDir(), "hermes.db")))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, newBench(t, cluster.Database(t)))
	})
}

func newBench(t *testing.T, database string) *bench {
	t.Helper()
	queue, err := jobs.NewQueue()
	must(t, err)
	s, err := store.Open(t.Context(), database, store.Options{Queue: queue})
	must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	must(t, s.Migrate(t.Context()))
	queueDB := jobs.Database{Postgres: s.Pool()}
	if s.Engine() == store.SQLite {
		queueDB.SQLite, err = s.QueueDB()
		must(t, err)
		defer queueDB.SQLite.Close()
	}
	must(t, jobs.Migrate(t.Context(), queueDB))
	blobs, err := blob.Open(t.Context(), "file://"+filepath.Join(t.TempDir(), "blobs"))
	must(t, err)
	t.Cleanup(func() { _ = blobs.Close() })
	b := &bench{store: s, blobs: blobs, files: &hermestest.Files{}, crash: func(string) {}, work: t.TempDir()}
	b.chains = reference.Open(t.TempDir(), time.Now)
	b.Service = hermes.NewService(s.Hermes(), b.files, blobs, b.now, b.newID, hermes.Config{
		TempDir: b.work, Workers: 1, MaxJobs: 5, Panels: &b.panels, Scores: &b.scores, Chains: b.chains, Crash: func(point string) { b.crash(point) },
	})
	must(t, b.EnsurePhenotypes(t.Context()))
	b.jobs = job.NewService(s, map[string]job.Canceller{hermes.KindQC: b, hermes.KindMeta: b})
	for _, role := range []string{"uploader", "reviewer"} {
		storetest.AddUser(t, s, role, role)
	}
	b.uploader = auth.NewIdentity(&auth.User{ID: "uploader", UserName: "uploader", Roles: []string{"uploader"}}, nil)
	b.reviewer = auth.NewIdentity(&auth.User{ID: "reviewer", UserName: "reviewer", Roles: []string{"reviewer"}}, nil)
	return b
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (b *bench) register(t *testing.T, name string, seed uint64) *hermes.UploadView {
	t.Helper()
	u, err := b.tryRegister(t, name, seed)
	must(t, err)
	return u
}

func (b *bench) tryRegister(t *testing.T, name string, seed uint64) (*hermes.UploadView, error) {
	t.Helper()
	return b.Register(t.Context(), b.uploader, b.registration(t, name, seed))
}

// registration is one of a new file.
func (b *bench) registration(t *testing.T, name string, seed uint64) hermes.Registration {
	t.Helper()
	text := hermestest.Sumstats(4400, seed)
	if b.change != nil {
		text = b.change(text)
	}
	info := b.files.Add(b.newID(), "uploader", name+".tsv", text, time.Now())
	must(t, b.store.CreateFile(t.Context(), &file.File{
		ID: info.ID, OwnerID: info.OwnerID, Name: info.Name, Size: info.Size, Received: info.Size, SHA256: info.SHA256,
		Complete: true, CreatedAt: info.CreatedAt, UpdatedAt: info.CreatedAt, ExpiresAt: info.ExpiresAt, HashState: []byte{},
	}, 1000, 1<<40))
	described := hermestest.Metadata(name, "Cohort "+name)
	if b.ancestry != "" {
		described["ancestry"] = b.ancestry
	}
	metadata, err := json.Marshal(described)
	must(t, err)
	mapping := sumstats.Mapping{}
	for field, column := range hermestest.Mapping() {
		mapping[sumstats.Field(field)] = column
	}
	return hermes.Registration{FileID: info.ID, Metadata: metadata, Mapping: mapping}
}

// approve runs QC of a new data set and accepts it.
func (b *bench) approve(t *testing.T, name string, seed uint64) string {
	t.Helper()
	u := b.register(t, name, seed)
	must(t, b.RunJob(t.Context(), u.Run.JobID, b.claim(t, u.Run.JobID)))
	_, err := b.Review(t.Context(), b.reviewer, u.ID, hermes.Decision{Approve: true})
	must(t, err)
	return u.ID
}

func (b *bench) submit(t *testing.T) *hermes.MetaView {
	t.Helper()
	one, two := b.approve(t, "One", 1), b.approve(t, "Two", 2)
	m, err := b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{
		Name: "Both", Phenotype: "ALL_HF", Datasets: []string{one, two},
		Options: hermes.MetaOptions{Scheme: "ivw", GenomicControl: true, OutputGenomicControl: true, MinStudies: 2, Palindromic: "frequency"},
	})
	must(t, err)
	return m
}

// claim takes a job as a worker does.
func (b *bench) claim(t *testing.T, jobID string) *jobtest.Reporter {
	t.Helper()
	lease := b.newID()
	_, err := b.store.ClaimJob(t.Context(), jobID, lease, "test", time.Now())
	must(t, err)
	return &jobtest.Reporter{Token: lease}
}

// takeOver gives the job of a dead worker to another one.
func (b *bench) takeOver(t *testing.T, jobID string) *jobtest.Reporter {
	t.Helper()
	j, err := b.store.Job(t.Context(), jobID)
	must(t, err)
	must(t, b.store.RequeueJob(t.Context(), j, j.Attempt, "lost", time.Now(), time.Time{}))
	return b.claim(t, jobID)
}

// contents are the blobs under a prefix by key.
func (b *bench) contents(t *testing.T, prefix string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	must(t, b.blobs.List(t.Context(), prefix, func(o blob.Object) error {
		r, err := b.blobs.OpenRange(t.Context(), o.Key, 0, -1)
		if err != nil {
			return err
		}
		defer r.Close()
		content, err := io.ReadAll(r)
		out[o.Key] = string(content)
		return err
	}))
	return out
}

// byName are the contents of one attempt by the last part of their keys.
func byName(contents map[string]string) map[string]string {
	out := make(map[string]string)
	for key, content := range contents {
		out[path.Base(key)] = content
	}
	return out
}

var errDied = errors.New("the worker died here")

// die runs a job until a crash point and goes no further, as if the process had
// been killed there.
func (b *bench) die(t *testing.T, jobID, point string) (died bool) {
	t.Helper()
	rep := b.claim(t, jobID)
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
		if done.Status != hermes.MetaCompleted || len(done.Files) != 7 || done.NVariants == nil || *done.NVariants < 4000 {
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
			if point == "qc:stored" && quick == nil { // meanwhile the job went to another worker, who is done first
				quick = b.takeOver(t, u.Run.JobID)
				must(t, b.RunJob(t.Context(), u.Run.JobID, quick))
			}
		}
		must(t, b.RunJob(t.Context(), u.Run.JobID, slow))
		b.checkDone(t, u.ID)
	})
}

// TestALateAttemptWritesOverNothing lets an attempt lose its job when it has
// computed, and go on to store other results after those of the winner.
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

// winsLate runs a job twice at a time: the second attempt is done before the first,
// whose results are changed, stores anything.
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

// holdsWinner wants the results of the winner to be given, and those of the late
// attempt, which are there, to be swept a day later.
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

func TestGivingUpLeavesAWayOut(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		u := b.register(t, "Study", 1)
		rep := b.claim(t, u.Run.JobID)
		must(t, b.GiveUp(t.Context(), u.Run.JobID, rep.Token, errors.New("dial tcp 10.0.0.7: secret")))
		seen, err := b.Upload(t.Context(), b.uploader, u.ID)
		must(t, err)
		if seen.Status != hermes.FailedToSubmitToQC || seen.Run.Status != hermes.RunFailed || seen.Run.Error == "" || strings.Contains(seen.Run.Error, "secret") {
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
