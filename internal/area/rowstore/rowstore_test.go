package rowstore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/rowstore"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/segment"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/job/jobtest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

// world is a service on a real database and blobs in memory, whose finished results the test sets.
type world struct {
	*rowstore.Service
	*store.RowSegments
	blobs    *blob.Bucket
	finished []string
	n        int // ids and seconds
	slow     int // seconds that pass besides at each look at the clock
	crash    func(point string)
}

func (w *world) Finished(context.Context) ([]string, error) { return w.finished, nil }

func (w *world) now() time.Time {
	w.n += 1 + w.slow
	return storetest.Epoch.Add(time.Duration(w.n) * time.Second)
}

func (w *world) newID() string { w.n++; return fmt.Sprintf("id%07d", w.n) }

func onEach(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.OnEach(t, cluster.Database, func(t *testing.T, s *store.Store) {
		w := &world{RowSegments: s.RowSegments(), crash: func(string) {}}
		var err error
		w.blobs, err = blob.Open(t.Context(), "mem://")
		must(t, err)
		t.Cleanup(func() { _ = w.blobs.Close() })
		w.restart(t)
		test(t, w)
	})
}

// restart begins again with empty caches.
func (w *world) restart(t *testing.T) {
	w.Service = rowstore.NewService(w, w.blobs, w.now, w.newID, rowstore.Config{TempDir: t.TempDir(), Crash: func(point string) { w.crash(point) }})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// finish stores the rows of a result by its number, and counts it as finished.
func (w *world) finish(t *testing.T, number int) {
	t.Helper()
	key := fmt.Sprintf("hermes/ma/m%d/rows.tsv.gz", number)
	var data, index bytes.Buffer
	out := regionindex.NewWriter(&data, regionindex.WriterOptions{})
	must(
		t,
		out.WriteHeader(
			[]byte("chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\tn\n"),
		),
	)
	random := rand.New(rand.NewPCG(uint64(number), 1))
	for c := genome.Chromosome(1); c <= 3; c++ {
		for at := int32(1); at < 90; at += 1 + random.Int32N(6) {
			line := fmt.Sprintf(
				"%d\t%d\tA\t%s\t%.4f\t0.01\t#NA\t%.4g\trs%d\t%d\n",
				c,
				at,
				[]string{"C", "GT"}[random.IntN(2)],
				random.NormFloat64(),
				random.Float64(),
				int32(c)*100+at,
				100+number,
			)
			must(t, out.WriteRow([]byte(line), c, at))
		}
	}
	must(t, errors.Join(out.Close(), out.WriteIndex(&index)))
	_, _, err := w.blobs.Put(t.Context(), key, &data)
	must(t, err)
	_, _, err = w.blobs.Put(t.Context(), key+".tbi", &index)
	must(t, err)
	w.finished = append(w.finished, key)
}

// work sweeps, and runs the job that waits, if there is one, until it stops. It returns its state.
func (w *world) work(t *testing.T) job.State {
	t.Helper()
	must(t, w.Sweep(t.Context()))
	must(t, w.Sweep(t.Context())) // makes no second job
	jobs, err := w.JobsChangedSince(t.Context(), time.Time{}, 10_000)
	must(t, err)
	jobs = slices.DeleteFunc(jobs, func(j *job.Job) bool { return j.State != job.Queued && j.State != job.Running })
	if len(jobs) > 1 {
		t.Fatalf("%d jobs wait or run", len(jobs))
	}
	if len(jobs) == 0 {
		return ""
	}
	j := jobs[0]
	lease := w.newID()
	if j.State == job.Running { // its worker died
		must(t, w.RequeueJob(t.Context(), j, j.Attempt, "", w.now(), w.now()))
	}
	_, err = w.ClaimJob(t.Context(), j.ID, lease, "test", w.now())
	must(t, err)
	func() {
		defer func() { _ = recover() }() // a crash
		_ = w.RunJob(t.Context(), j.ID, &jobtest.Reporter{Token: lease})
	}()
	j, err = w.Job(t.Context(), j.ID)
	must(t, err)
	return j.State
}

// check compares the answers for all finished results with their files. whole: none is missing.
func (w *world) check(t *testing.T, whole bool) {
	t.Helper()
	keys := append(slices.Clone(w.finished), "hermes/ma/absent/rows.tsv.gz")
	regions := []genome.Region{{Chromosome: 2, Start: 30, End: 30}, {Chromosome: 1, Start: 7, End: 60}}
	rows, err := w.Rows(t.Context(), keys, regions)
	must(t, err)
	best, err := w.Best(t.Context(), keys, regions[1])
	must(t, err)
	numbered, err := w.Numbered(t.Context(), keys, 230)
	must(t, err)
	has, err := w.Has(t.Context(), keys)
	must(t, err)
	if whole && len(has) != len(w.finished) {
		t.Fatalf("%d of %d results are here", len(has), len(w.finished))
	}
	for _, key := range w.finished {
		if _, is := rows[key]; !is {
			continue
		}
		file, err := resultfile.OpenStored(t.Context(), w.blobs, key)
		must(t, err)
		var want, wantNumbered []resultfile.Row
		var wantBest segment.Best
		for i, region := range regions {
			for row, err := range file.Rows(t.Context(), region) {
				must(t, err)
				if want = append(want, row); i == 0 {
					continue
				}
				if wantBest.Variants++; wantBest.Variants == 1 || row.NegLog10P > wantBest.Row.NegLog10P {
					wantBest.Row = row
				}
			}
		}
		for row, err := range file.Rows(t.Context(), genome.Region{Chromosome: 2, Start: 1, End: math.MaxInt32}) {
			must(t, err)
			if row.RSID == 230 {
				wantNumbered = append(wantNumbered, row)
			}
		}
		for what, diff := range map[string]string{
			"rows": cmp.Diff(want, rows[key], cmpopts.EquateNaNs()), "best": cmp.Diff(wantBest, best[key], cmpopts.EquateNaNs()),
			"rs number": cmp.Diff(wantNumbered, numbered[key], cmpopts.EquateNaNs()),
		} {
			if diff != "" {
				t.Fatalf("%s of %s (-want +got):\n%s", what, key, diff)
			}
		}
	}
	for answer, n := range map[string]int{"rows": len(rows), "best": len(best), "numbered": len(numbered)} {
		if n != len(has) {
			t.Fatalf("%s of %d results, %d are here", answer, n, len(has))
		}
	}
}

// stored returns the keys of the files of segments, as the database and as the bucket have them.
func (w *world) stored(t *testing.T) (rows, blobs []string) {
	t.Helper()
	segments, err := w.Segments(t.Context())
	must(t, err)
	for _, s := range segments {
		rows = append(rows, rowstore.RowsKey(s.ID), rowstore.NumbersKey(s.ID))
	}
	must(t, w.blobs.List(t.Context(), "rows/", func(o blob.Object) error { blobs = append(blobs, o.Key); return nil }))
	slices.Sort(rows)
	return rows, blobs
}

// TestAnswersAreThoseOfTheFiles finishes results one by one and many at a time, and removes some: the
// answers stay those of the files, with few segments and no files beside theirs.
func TestAnswersAreThoseOfTheFiles(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		for n := range 60 {
			w.finish(t, n)
			if n < 18 || n == 59 {
				if state := w.work(t); state != job.Succeeded {
					t.Fatalf("after %d results the job is %q", n, state)
				}
				w.check(t, true)
			}
		}
		segments, err := w.Segments(t.Context())
		must(t, err)
		if len(segments) < 2 || len(segments) > 15+3 {
			t.Errorf("60 results are in %d segments", len(segments))
		}
		if state := w.work(t); state != "" {
			t.Errorf("a job that has nothing to do is %q", state)
		}
		gone := w.finished[40]
		w.finished = slices.Delete(w.finished, 20, 50)
		w.check(t, true) // before anything was written again
		w.work(t)
		w.check(t, true)
		if has, err := w.Has(t.Context(), []string{gone}); err != nil || len(has) > 0 {
			t.Errorf("rows of a removed result stay: %v, %v", has, err)
		}
		if rows, blobs := w.stored(t); !slices.Equal(rows, blobs) {
			t.Errorf("files %q, rows name %q", blobs, rows)
		}
	})
}

// TestCrashesLoseNothing crashes at each point of each step: answers stay those of the files, and the
// next worker finishes.
func TestCrashesLoseNothing(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		n := 0
		for _, point := range []string{"rows:begun", "rows:written", "rows:stored", "rows:switched", "rows:done"} {
			for range 17 {
				w.finish(t, n)
				n++
			}
			if n == 51 {
				w.finished = slices.Delete(w.finished, 0, 17)
			}
			seen := false
			w.crash = func(at string) {
				if at == point {
					seen = true
					panic(point)
				}
			}
			w.work(t)
			w.crash = func(string) {}
			if !seen {
				t.Fatalf("%s was not reached", point)
			}
			w.check(t, false)
			w.restart(t)
			w.check(t, false)
			w.work(t)
			w.check(t, true)
		}
		w.blobs.KeepOrphans(0)
		rows, blobs := w.stored(t)
		for _, key := range rows {
			if !slices.Contains(blobs, key) {
				t.Errorf("%s is absent", key)
			}
		}
	})
}

// TestLostSegmentsAreWrittenAgain removes and damages files: results without rows are not in the
// answers until a job has written them again.
func TestLostSegmentsAreWrittenAgain(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		for _, harm := range []func(key string){
			func(key string) { must(t, w.blobs.DeletePrefix(t.Context(), key[:strings.LastIndexByte(key, '/')+1])) },
			func(key string) {
				_, _, err := w.blobs.Put(t.Context(), key, strings.NewReader("no segment"))
				must(t, err)
			},
		} {
			for range 3 {
				w.finish(t, len(w.finished))
			}
			w.work(t)
			w.check(t, true)
			segments, err := w.Segments(t.Context())
			must(t, err)
			harm(rowstore.RowsKey(segments[0].ID))
			w.restart(t)
			has, err := w.Has(t.Context(), w.finished)
			if err != nil || len(has) >= len(w.finished) {
				t.Errorf("%d of %d results are here: %v", len(has), len(w.finished), err)
			}
			w.check(t, false)
			if state := w.work(t); state != job.Succeeded {
				t.Errorf("the job is %q", state)
			}
			w.check(t, true)
		}
	})
}

// TestUnreadableResultsStopNoOther leaves out a result without a file.
func TestUnreadableResultsStopNoOther(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.finish(t, 1)
		w.finished = append([]string{"hermes/ma/none/rows.tsv.gz"}, w.finished...)
		if state := w.work(t); state != job.Succeeded {
			t.Fatalf("the job is %q", state)
		}
		if has, err := w.Has(t.Context(), w.finished); err != nil || len(has) != 1 || !has[w.finished[1]] {
			t.Errorf("here are %v, %v", has, err)
		}
	})
}

// TestALongJobLetsOthersRun ends a job that has run for long, with another one in the queue.
func TestALongJobLetsOthersRun(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		for n := range 40 {
			w.finish(t, n)
		}
		w.slow = 301
		jobs := 0
		for w.work(t) == job.Succeeded {
			if jobs++; jobs > 10 {
				t.Fatal("jobs do not end")
			}
			waiting, err := w.JobsChangedSince(t.Context(), time.Time{}, 100)
			must(t, err)
			waiting = slices.DeleteFunc(waiting, func(j *job.Job) bool { return j.State != job.Queued })
			if has, err := w.Has(t.Context(), w.finished); err != nil || len(waiting) != min(len(w.finished)-len(has), 1) {
				t.Fatalf("%d jobs wait when %d of %d results are here: %v", len(waiting), len(has), len(w.finished), err)
			}
		}
		if jobs != 3 {
			t.Errorf("40 results took %d jobs, want one for each 16", jobs)
		}
		w.check(t, true)
	})
}
