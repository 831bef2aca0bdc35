package app

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/blob/s3test"
	"cohortium/internal/adapter/jobs"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/config"
)

var (
	cluster pgtest.Cluster
	objects s3test.Server
)

type runner func() int

func (r runner) Run() int { return r() }

// envChild is the environment variable with the settings of the server that this binary becomes.
const envChild = "COHORTIUM_APP_TEST_SERVER"

func TestMain(m *testing.M) {
	if text := os.Getenv(envChild); text != "" {
		serveUntilKilled(text)
	}
	if os.Getenv(envProgram) != "" {
		os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(objects.Run(runner(func() int { return cluster.Run(m) })))
}

// quick returns intervals in the proportions of production: a job is taken over after LostAfter and
// at most one Sweep.
func quick() jobs.Timing {
	return jobs.Timing{
		Beat: 200 * time.Millisecond, Progress: 50 * time.Millisecond, LostAfter: 1500 * time.Millisecond,
		Sweep: 300 * time.Millisecond, Retry: 200 * time.Millisecond, Poll: 100 * time.Millisecond,
	}
}

// takenOver is the maximum time that a job of a dead worker waits at quick timing, with margin for
// a busy machine.
const takenOver = 20 * time.Second

// silence is the maximum time for a server to start or to reach a point.
const silence = 2 * time.Minute

// serveUntilKilled is the server process. A line on standard input names the point of a job at
// which it stops and reports it, to be killed there.
func serveUntilKilled(settings string) {
	var armed sync.Map
	arming := func() {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			armed.Store(lines.Text(), true)
			fmt.Println("armed")
		}
	}
	s := server{
		log: newLog(os.Stderr),
		tuning: tuning{timing: quick(), crash: func(point string) {
			if _, ok := armed.Load(point); ok {
				fmt.Println(point)
				select {}
			}
		}},
		started: func(_ context.Context, _ *stack, base string) error {
			fmt.Println(base)
			go arming()
			return nil
		},
	}
	if err := json.Unmarshal([]byte(settings), &s.settings); err != nil {
		panic(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := s.run(ctx); err != nil {
		panic(err)
	}
	os.Exit(0) //nolint:gocritic // the process ends: nothing is left to stop
}

// site is a server process that is killed and restarted, with its users.
type site struct {
	settings config.Settings
	cmd      *exec.Cmd
	stdin    io.Writer
	lines    *bufio.Reader
	uploader *person
	reviewer *person

	contact, coordinator *person // of the cohorts
	contributor          *person // of the registry
}

func (s *site) start(t *testing.T) {
	t.Helper()
	text, err := json.Marshal(s.settings)
	must(t, err)
	s.cmd = exec.CommandContext(t.Context(), os.Args[0])
	s.cmd.Env = append(os.Environ(), envChild+"="+string(text))
	log, err := os.CreateTemp(t.TempDir(), "log")
	must(t, err)
	defer log.Close()
	s.cmd.Stderr = log
	t.Cleanup(func() {
		if text, err := os.ReadFile(log.Name()); t.Failed() && err == nil {
			t.Logf("log of a server:\n%s", text)
		}
	})
	out, err := s.cmd.StdoutPipe()
	must(t, err)
	s.stdin, err = s.cmd.StdinPipe()
	must(t, err)
	must(t, s.cmd.Start())
	s.lines = bufio.NewReader(out)
	base := s.line(t)
	if s.uploader == nil {
		s.uploader, s.reviewer = signIn(t, base, "uploader"), signIn(t, base, "reviewer")
		s.contact, s.coordinator = signIn(t, base, "contact"), signIn(t, base, "coordinator")
		s.contributor = signIn(t, base, "contributor")
	}
	for _, p := range []*person{s.uploader, s.reviewer, s.contact, s.coordinator, s.contributor} {
		p.base = base
	}
}

// line reads a line of the server's output.
func (s *site) line(t *testing.T) string {
	t.Helper()
	defer s.watch()()
	line, err := s.lines.ReadString('\n')
	must(t, err)
	return strings.TrimSpace(line)
}

// watch makes a silent server print its goroutines to its log.
func (s *site) watch() (stop func() bool) {
	return time.AfterFunc(silence, func() { _ = s.cmd.Process.Signal(syscall.SIGQUIT) }).Stop
}

// stop asks the server to end.
func (s *site) stop(t *testing.T) {
	t.Helper()
	must(t, s.cmd.Process.Signal(syscall.SIGTERM))
	defer s.watch()()
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("asked to stop, the server ended with %v", err)
	}
}

// dieAt kills the server at a point that do leads to.
func (s *site) dieAt(t *testing.T, point string, do func()) {
	t.Helper()
	_, err := fmt.Fprintln(s.stdin, point)
	must(t, err)
	if said := s.line(t); said != "armed" {
		t.Fatalf("the server said %q", said)
	}
	do()
	if said := s.line(t); said != point {
		t.Fatalf("the server said %q, want %s", said, point)
	}
	s.kill(t)
}

// kill ends the process like a power failure, and starts the next.
func (s *site) kill(t *testing.T) {
	t.Helper()
	must(t, s.cmd.Process.Kill())
	_ = s.cmd.Wait()
	s.start(t)
}

// TestKilledServerGoesOnByItself kills the whole server with SIGKILL inside an upload and at each
// step of each kind of job, on both stacks. The next process finishes the work by itself; it takes
// effect once and leaves nothing behind.
func TestKilledServerGoesOnByItself(t *testing.T) {
	onBothStacks(t, func(t *testing.T, settings config.Settings) {
		s := &site{settings: settings}
		addPeople(t, s.settings)
		addSGCPeople(t, s.settings)
		addContributor(t, s.settings)
		s.start(t)
		s.dieInAnUpload(t)
		sets := s.dieInQC(t)
		s.dieInMetaAnalysis(t, sets[:2])
		s.dieInArchive(t)
		s.dieInCheck(t)
		s.dieInTools(t)
		s.stop(t)
		checkNothingIsLeft(t, s.settings)
	})
}

// dieInAnUpload kills the server when half of a part has arrived, and continues at the offset that
// the next one returns.
func (s *site) dieInAnUpload(t *testing.T) {
	content := hermestest.Sumstats(40_000, 1)
	path := s.uploader.begin(t, "half.tsv", len(content))
	half := int64(len(content) / 2)
	r := s.uploader.call(t, http.MethodPatch, path, content[:half], partHeader(0))
	if r.status != http.StatusNoContent {
		t.Fatalf("%d %s", r.status, r.body)
	}
	body, feed := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		_, err := s.uploader.try(t.Context(), http.MethodPatch, path, body, partHeader(half))
		ended <- err
	}()
	_, err := feed.Write(content[half : half+half/2])
	must(t, err)
	s.kill(t)
	_ = feed.CloseWithError(io.ErrUnexpectedEOF)
	if err := <-ended; err == nil {
		t.Error("a killed server answered")
	}
	at := s.uploader.offset(t, path)
	if at < half || at > half+half/2 {
		t.Fatalf("the server has %d bytes, %d were acknowledged and %d sent", at, half, half+half/2)
	}
	if r := s.uploader.call(t, http.MethodPatch, path, content[at:], partHeader(at)); r.status != http.StatusNoContent {
		t.Fatalf("%d %s", r.status, r.body)
	}
	var d subject
	s.uploader.want(t, http.StatusCreated, http.MethodPost, "/api/hermes/uploads",
		registration(strings.TrimPrefix(path, "/api/uploads/"), "half", hermestest.Mapping()), &d)
	s.uploader.await(t, "/api/hermes/uploads/"+d.ID, takenOver, "READY FOR REVIEW")
}

// dieInQC returns data sets that were each processed by a server that died.
func (s *site) dieInQC(t *testing.T) (sets []string) {
	for i, point := range []string{"qc:begun", "qc:computed", "qc:stored", "qc:done"} {
		var id string
		s.dieAt(t, point, func() { id = s.uploader.register(t, "killed at "+point, uint64(i+2)) })
		d := s.uploader.await(t, "/api/hermes/uploads/"+id, takenOver, "READY FOR REVIEW")
		checkOnce(t, point, d, "QC passed", "QC passed with warnings", "QC passed, incomplete")
		var runs struct{ Items []struct{ Status string } }
		s.uploader.want(t, http.StatusOK, http.MethodGet, "/api/hermes/uploads/"+id+"/qc-runs", nil, &runs)
		if len(runs.Items) != 1 || runs.Items[0].Status != "COMPLETED" {
			t.Errorf("%s: runs %+v, want one that is complete", point, runs.Items)
		}
		sets = append(sets, id)
	}
	return sets
}

func checkOnce(t *testing.T, point string, d subject, actions ...string) {
	t.Helper()
	n := 0
	for _, e := range d.History {
		if slices.Contains(actions, e.Action) {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%s: took effect %d times: %+v", point, n, d.History)
	}
}

// filesOfAResult are the download files of every finished meta-analysis.
var filesOfAResult = []string{
	"fine-mapping.tsv.gz",
	"fine-mapping.tsv.gz.tbi",
	"inputs.json",
	"results-gwas-ssf.tsv.gz",
	"results-gwas-ssf.tsv.gz-meta.yaml",
	"results.tsv.gz",
	"results.tsv.gz.tbi",
	"summary.json",
	"top-loci.csv",
	"studies-at-loci.csv",
}

func (s *site) dieInMetaAnalysis(t *testing.T, sets []string) {
	for _, id := range sets {
		s.reviewer.accept(t, id)
	}
	for _, point := range []string{"meta:begun", "meta:collected", "meta:computed", "meta:stored", "meta:done"} {
		var m subject
		s.dieAt(t, point, func() {
			s.reviewer.want(t, http.StatusCreated, http.MethodPost, "/api/hermes/meta-analyses", map[string]any{
				"name": "killed at " + point, "phenotype": "ALL_HF", "datasets": sets,
				"options": map[string]any{
					"scheme": "ivw", "genomic_control": true, "min_studies": 2, "maf": 0.01, "info": 0.6,
					"palindromic": "frequency", "multi_ancestry": false,
				},
			}, &m)
		})
		done := s.reviewer.await(t, "/api/hermes/meta-analyses/"+m.ID, takenOver, "COMPLETED")
		var files []string
		for _, f := range done.Files {
			files = append(files, f.Name)
		}
		if diff := cmp.Diff(filesOfAResult, files); diff != "" {
			t.Errorf("%s: files: %s", point, diff)
		}
	}
}
