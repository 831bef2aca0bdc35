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
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/jobs"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/job/jobtest"
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
	change   func(text []byte) []byte // applied to the next files; nil for no change
	ancestry string                   // of the next submissions; "" for the usual one
	sex      string                   // of the next submissions; "" for the usual one
	panels   panels
	linkages linkages
	scores   scores
	chains   *reference.Folder
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

func newBench(t testing.TB, database string) *bench {
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
	blobs.KeepOrphans(0) // so that a sweep deletes what it finds
	t.Cleanup(func() { _ = blobs.Close() })
	b := &bench{store: s, blobs: blobs, files: &hermestest.Files{}, crash: func(string) {}, work: t.TempDir()}
	b.chains = reference.Open(t.TempDir(), time.Now)
	b.restart()
	must(t, b.EnsurePhenotypes(t.Context()))
	b.jobs = job.NewService(s, map[string]job.Canceller{hermes.KindQC: b, hermes.KindMeta: b})
	for _, role := range []string{"uploader", "reviewer"} {
		storetest.AddUser(t, s, role, role)
	}
	b.uploader = auth.NewIdentity(&auth.User{ID: "uploader", UserName: "uploader", Roles: []string{"uploader"}}, nil)
	b.reviewer = auth.NewIdentity(&auth.User{ID: "reviewer", UserName: "reviewer", Roles: []string{"reviewer"}}, nil)
	return b
}

// restart begins with a service that remembers nothing.
func (b *bench) restart() {
	b.Service = hermes.NewService(b.store.Hermes(), b.files, b.blobs, b.now, b.newID, hermes.Config{
		TempDir: b.work, Workers: 1, MaxJobs: 5, Panels: &b.panels, Scores: &b.scores, Linkages: &b.linkages,
		Chains: b.chains, Crash: func(point string) { b.crash(point) },
	})
}

func must(t testing.TB, err error) {
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

// registration returns one of a new file.
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
	if b.sex != "" {
		described["sex"] = b.sex
	}
	metadata, err := json.Marshal(described)
	must(t, err)
	mapping := sumstats.Mapping{}
	for field, column := range hermestest.Mapping() {
		mapping[sumstats.Field(field)] = column
	}
	return hermes.Registration{FileID: info.ID, Metadata: metadata, Mapping: mapping}
}

// Review decides as a reviewer does who acknowledges every doubt of an accepted report.
func (b *bench) Review(ctx context.Context, by *auth.Identity, id string, d hermes.Decision) (*hermes.UploadView, error) {
	if found, err := b.ReviewFindings(ctx, by, []string{id}); err == nil && d.Kind == hermes.Accept {
		d.Acknowledged = found[0].Doubts
	}
	return b.Service.Review(ctx, by, id, d)
}

// approve runs QC of a new submission and accepts it.
func (b *bench) approve(t *testing.T, name string, seed uint64) string {
	t.Helper()
	u := b.register(t, name, seed)
	must(t, b.RunJob(t.Context(), u.Run.JobID, b.claim(t, u.Run.JobID)))
	_, err := b.Review(t.Context(), b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept})
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

// takeOver assigns the job of a dead worker to another one.
func (b *bench) takeOver(t *testing.T, jobID string) *jobtest.Reporter {
	t.Helper()
	j, err := b.store.Job(t.Context(), jobID)
	must(t, err)
	must(t, b.store.RequeueJob(t.Context(), j, j.Attempt, "lost", time.Now(), time.Time{}))
	return b.claim(t, jobID)
}

// contents returns the blobs under a prefix by key.
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

// byName returns the contents of one attempt by the last part of their keys.
func byName(contents map[string]string) map[string]string {
	out := make(map[string]string)
	for key, content := range contents {
		out[path.Base(key)] = content
	}
	return out
}

var errDied = errors.New("the worker died here")

// die runs a job up to a crash point, as if the process had been killed there.
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
