package app

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	"google.golang.org/protobuf/proto"

	"cohortium/internal/platform/config"
)

// traced is a span as a collector received it.
type traced struct {
	process, trace, id, parent, name string
	attributes                       map[string]string
}

// spans is a collector of OpenTelemetry, which keeps everything.
type spans struct {
	*httptest.Server
	mu       sync.Mutex
	requests int
	all      []traced
	text     strings.Builder // everything, as text
}

func collect(t *testing.T) *spans {
	t.Helper()
	s := &spans{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var export collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(body, &export)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.requests++
		if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/traces" {
			t.Errorf("%s %s: %v", r.Method, r.URL, err)
			return
		}
		s.text.WriteString(export.String())
		s.keep(&export)
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *spans) keep(export *collector.ExportTraceServiceRequest) {
	for _, r := range export.GetResourceSpans() {
		process := attributesOf(r.GetResource().GetAttributes())["service.instance.id"]
		for _, scope := range r.GetScopeSpans() {
			for _, span := range scope.GetSpans() {
				s.all = append(s.all, traced{
					process, hex.EncodeToString(span.GetTraceId()), hex.EncodeToString(span.GetSpanId()), hex.EncodeToString(span.GetParentSpanId()),
					span.GetName(), attributesOf(span.GetAttributes()),
				})
			}
		}
	}
}

func attributesOf(list []*common.KeyValue) map[string]string {
	m := map[string]string{}
	for _, a := range list {
		m[a.GetKey()] = a.GetValue().String()
	}
	return m
}

// of returns the spans of a trace by id.
func (s *spans) of(trace string) map[string]traced {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := map[string]traced{}
	for _, span := range s.all {
		if span.trace == trace {
			m[span.id] = span
		}
	}
	return m
}

// find returns the spans with a name.
func find(all map[string]traced, name string) (found []traced) {
	for _, span := range all {
		if span.name == name {
			found = append(found, span)
		}
	}
	return found
}

// process is this program as a process of its own.
type process struct {
	cmd  *exec.Cmd
	log  strings.Builder
	done chan struct{}
	addr chan string // that it listens on
}

// startProgram starts the program with the storage of settings.
func startProgram(t *testing.T, settings config.Settings, environment []string, args ...string) *process {
	t.Helper()
	p := &process{done: make(chan struct{}), addr: make(chan string, 1)}
	args = append(args, "--data", settings.Data)
	if settings.DatabaseURL != "" {
		args = append(args, "--database-url", settings.DatabaseURL, "--blob-url", settings.BlobURL)
	}
	p.cmd = exec.CommandContext(t.Context(), os.Args[0], args...)
	p.cmd.Env = append(append(os.Environ(), envProgram+"=1"), environment...)
	out, err := p.cmd.StderrPipe()
	must(t, err)
	must(t, p.cmd.Start())
	go func() {
		defer close(p.done)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var line struct{ Msg, Address string }
			if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "listening" {
				p.addr <- line.Address
			}
			p.log.WriteString(lines.Text() + "\n")
		}
	}()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("log of %s:\n%s", args[0], p.log.String())
		}
	})
	return p
}

// stop asks the process to end, and returns its log.
func (p *process) stop(t *testing.T) string {
	t.Helper()
	must(t, p.cmd.Process.Signal(syscall.SIGTERM))
	<-p.done
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("a process ended with %v", err)
	}
	return p.log.String()
}

// TestAnUploadIsOneTrace follows a file from a caller that sends a traceparent over a server to a
// worker, which is another process. The trace is connected, and tells nothing about people or data.
func TestAnUploadIsOneTrace(t *testing.T) {
	t.Parallel()
	onBothStacks(t, func(t *testing.T, settings config.Settings) {
		addPeople(t, settings)
		seen := collect(t)
		on := []string{"COHORTIUM_TRACE_ENDPOINT=" + seen.URL}
		server := startProgram(t, settings, on, "serve", "--listen", "127.0.0.1:0", "--workers", "0")
		other := settings
		if settings.DatabaseURL != "" {
			other.Data = t.TempDir()
		}
		worker := startProgram(t, other, on, "worker", "--workers", "1")
		const trace, caller = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
		p := signIn(t, "http://"+<-server.addr, "uploader")
		p.trace = fmt.Sprintf("00-%s-%s-01", trace, caller)
		id := p.register(t, "quokka", 1)
		p.trace = ""
		p.await(t, "/api/hermes/uploads/"+id, silence, "READY FOR REVIEW")
		p.call(t, http.MethodGet, "/api/search?q=wombat", nil, nil)
		workLog, serveLog := worker.stop(t), server.stop(t)

		all := seen.of(trace)
		checkConnected(t, all, caller)
		checkTraceNames(t, all)
		checkNothingPrivate(t, seen, p)
		for name, log := range map[string]string{"server": serveLog, "worker": workLog} {
			if !strings.Contains(log, `"trace_id":"`+trace+`"`) {
				t.Errorf("the log of the %s does not have the trace", name)
			}
		}
	})
}

// checkConnected checks that each span's parent is a span of the trace, or that of the caller, and
// that two processes took part.
func checkConnected(t *testing.T, all map[string]traced, caller string) {
	t.Helper()
	processes := map[string]int{}
	for _, span := range all {
		processes[span.process]++
		if _, known := all[span.parent]; !known && span.parent != caller {
			t.Errorf("%s hangs in the air: its parent is %q", span.name, span.parent)
		}
	}
	if len(processes) != 2 {
		t.Errorf("%d processes took part: %v", len(processes), processes)
	}
}

// checkTraceNames checks the way of a file: request → job → stage → file store.
func checkTraceNames(t *testing.T, all map[string]traced) {
	t.Helper()
	for _, name := range []string{
		"POST /api/uploads/{$}", "PATCH /api/uploads/{id}", "POST /api/hermes/uploads", "database InsertJob", "database transaction", "job qc",
		"stage Checking", "stage storing", "files put", "files open",
	} {
		if len(find(all, name)) == 0 {
			t.Errorf("no span %q", name)
		}
	}
	jobs := find(all, "job qc")
	if len(jobs) != 1 || all[jobs[0].parent].name != "POST /api/hermes/uploads" || all[jobs[0].parent].process == jobs[0].process {
		t.Errorf("the job does not follow its request in another process: %v", jobs)
	}
	stored := slices.ContainsFunc(find(all, "files put"), func(put traced) bool {
		stage := all[put.parent]
		return stage.name == "stage storing" && all[stage.parent].name == "job qc"
	})
	if !stored {
		t.Error("no file was put by a stage of the job")
	}
	if beats := find(all, "database BeatJob"); len(beats) > 0 {
		t.Errorf("%d heartbeats are in the trace", len(beats))
	}
}

// checkNothingPrivate compares the keys of attributes with a list, and looks for what people typed.
func checkNothingPrivate(t *testing.T, seen *spans, p *person) {
	t.Helper()
	known := []string{
		"http.request.method", "http.route", "http.response.status_code", "cohortium.request.id", "cohortium.job.id", "cohortium.job.kind",
		"cohortium.job.attempt", "cohortium.job.outcome", "cohortium.job.stage", "cohortium.job.rows", "db.system.name", "db.operation.name",
		"cohortium.files.operation",
	}
	seen.mu.Lock()
	defer seen.mu.Unlock()
	for _, span := range seen.all {
		for key := range span.attributes {
			if !slices.Contains(known, key) {
				t.Errorf("%s has the attribute %s", span.name, key)
			}
		}
	}
	_, session, _ := strings.Cut(p.cookie, "=")
	for _, private := range []string{"quokka", "wombat", "uploader", testPassword, session, "127.0.0.1", "Go-http-client", "SELECT", "sha256"} {
		if strings.Contains(seen.text.String(), private) {
			t.Errorf("a span has %q", private)
		}
	}
}

// TestTracesAreOffByDefault starts a server among the usual variables of OpenTelemetry, but without
// an address of ours.
func TestTracesAreOffByDefault(t *testing.T) {
	t.Parallel()
	settings := localSettings(t)
	addPeople(t, settings)
	seen := collect(t)
	server := startProgram(t, settings, []string{
		"OTEL_EXPORTER_OTLP_ENDPOINT=" + seen.URL, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=" + seen.URL + "/v1/traces", "OTEL_TRACES_EXPORTER=otlp",
	}, "serve", "--listen", "127.0.0.1:0", "--workers", "1")
	p := signIn(t, "http://"+<-server.addr, "uploader")
	p.trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	p.await(t, "/api/hermes/uploads/"+p.register(t, "first", 1), silence, "READY FOR REVIEW")
	if log := server.stop(t); strings.Contains(log, "trace_id") {
		t.Error("the log has traces")
	}
	if seen.requests > 0 {
		t.Errorf("%d requests to the collector", seen.requests)
	}
}

// TestACollectorThatIsDownStopsNothing sends traces to an address where nothing answers.
func TestACollectorThatIsDownStopsNothing(t *testing.T) {
	t.Parallel()
	settings := localSettings(t)
	seen := collect(t)
	seen.Close()
	settings.TraceEndpoint, settings.TraceShare = seen.URL, 1
	addPeople(t, settings)
	base, stop := serve(t, settings)
	p := signIn(t, base, "uploader")
	p.await(t, "/api/hermes/uploads/"+p.register(t, "first", 1), silence, "READY FOR REVIEW")
	stop()
}
