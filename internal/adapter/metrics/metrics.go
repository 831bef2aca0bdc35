// Package metrics counts what a process does, for Prometheus. It owns the names of metrics and
// labels: a label has only values that code or the contract names, never what a user typed. Adapters
// report to its methods, and its owner measures the rest on request. It imports no other adapter.
package metrics

import (
	"crypto/subtle"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Build identifies the program.
type Build struct{ Version, Commit, Go string }

// Metrics are the metrics of a process.
type Metrics struct {
	registry *prometheus.Registry

	requests, attempts, rows, statements, operations *prometheus.CounterVec
	requestTime, attemptTime, partTime               *prometheus.HistogramVec
	statementTime, operationTime                     *prometheus.HistogramVec
	received                                         prometheus.Counter
}

// New returns the metrics of a process. measure measures the rest whenever they are read; nil for
// nothing.
func New(build Build, measure Measure) *Metrics {
	// Upper bounds of durations, in seconds.
	answers := []float64{.005, .02, .05, .15, .5, 1, 5, 20, 60}
	storage := []float64{.0005, .002, .01, .05, .2, 1, 5, 20}
	work := []float64{1, 5, 20, 60, 300, 1200, 3600, 4 * 3600}
	m := &Metrics{
		registry:      prometheus.NewRegistry(),
		requests:      counter("http_requests_total", "Answered requests.", "route", "method", "code"),
		requestTime:   times("http_request_duration_seconds", "Time from the head of a request to the end of its answer.", answers, "route", "method"),
		attempts:      counter("job_attempts_total", "Attempts at jobs that ended, by outcome.", "kind", "outcome"),
		attemptTime:   times("job_attempt_duration_seconds", "Time of attempts at jobs.", work, "kind"),
		partTime:      times("job_stage_duration_seconds", "Time of the stages of jobs.", work, "kind", "stage"),
		rows:          counter("job_stage_rows_total", "Rows that stages of jobs worked on.", "kind", "stage"),
		statements:    counter("database_errors_total", "Statements and transactions that the database failed.", "operation"),
		statementTime: times("database_duration_seconds", "Time of statements and transactions.", storage, "operation"),
		operations:    counter("files_errors_total", "Operations that the file store failed.", "operation"),
		operationTime: times("files_duration_seconds", "Time of operations of the file store; of open, until the first byte.", storage, "operation"),
		received: prometheus.NewCounter(
			prometheus.CounterOpts{Namespace: namespace, Name: "upload_received_bytes_total", Help: "Bytes of uploads that were stored."},
		),
	}
	info := prometheus.NewGaugeVec(
		prometheus.GaugeOpts{Namespace: namespace, Name: "build_info", Help: "1, with the version of the program."},
		[]string{"version", "commit", "go"},
	)
	info.WithLabelValues(build.Version, build.Commit, build.Go).Set(1)
	m.registry.MustRegister(
		m.requests, m.requestTime, m.attempts, m.attemptTime, m.partTime, m.rows, m.statements, m.statementTime, m.operations, m.operationTime,
		m.received, info, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	for _, operation := range []string{"select", "insert", "update", "delete", "transaction"} {
		m.statements.WithLabelValues(operation)
	}
	for _, operation := range []string{"put", "open", "size", "delete", "check"} {
		m.operations.WithLabelValues(operation)
	}
	if measure != nil {
		m.registry.MustRegister(measure)
	}
	return m
}

const namespace = "cohortium"

func counter(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func times(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: bounds}, labels)
}

// Handler returns the metrics as text. With a token, a request must have it as Authorization:
// Bearer.
func (m *Metrics) Handler(token string) http.Handler {
	text := promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: measureTime + 5*time.Second})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if token != "" && subtle.ConstantTimeCompare([]byte(sent), []byte(token)) != 1 {
			w.Header().Set("WWW-Authenticate", `Bearer realm="metrics"`)
			http.Error(w, "Send the token of --metrics-token as Authorization: Bearer TOKEN.", http.StatusUnauthorized)
			return
		}
		text.ServeHTTP(w, r)
	})
}

// elsewhere is the route of requests that no route of the API answered: pages, and addresses that
// do not exist.
const elsewhere = "other"

// Request counts an answered request. pattern is that of its route, such as GET /api/jobs/{id}, ""
// for none.
func (m *Metrics) Request(pattern, method string, status int, took time.Duration) {
	route := elsewhere
	if _, path, found := strings.Cut(pattern, " "); found {
		route = path
	}
	if !slices.Contains(
		[]string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions},
		method,
	) {
		method = elsewhere
	}
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Inc()
	m.requestTime.WithLabelValues(route, method).Observe(took.Seconds())
}

// Expect shows outcomes of kinds of job before the first attempt, so that the first counts as an
// increase.
func (m *Metrics) Expect(kinds, outcomes []string) {
	for _, kind := range kinds {
		for _, outcome := range outcomes {
			m.attempts.WithLabelValues(kind, outcome)
		}
	}
}

// PartDone counts a stage of an attempt at a job.
func (m *Metrics) PartDone(kind, part string, took time.Duration, rows int64) {
	m.partTime.WithLabelValues(kind, part).Observe(took.Seconds())
	m.rows.WithLabelValues(kind, part).Add(float64(rows))
}

// AttemptDone counts an attempt at a job.
func (m *Metrics) AttemptDone(kind, outcome string, took time.Duration) {
	m.attempts.WithLabelValues(kind, outcome).Inc()
	m.attemptTime.WithLabelValues(kind).Observe(took.Seconds())
}

// Database counts a statement or a transaction.
func (m *Metrics) Database(operation string, took time.Duration, failed bool) {
	observe(m.statementTime, m.statements, operation, took, failed)
}

// Files counts an operation of the file store.
func (m *Metrics) Files(operation string, took time.Duration, failed bool) {
	observe(m.operationTime, m.operations, operation, took, failed)
}

func observe(times *prometheus.HistogramVec, failures *prometheus.CounterVec, operation string, took time.Duration, failed bool) {
	times.WithLabelValues(operation).Observe(took.Seconds())
	if failed {
		failures.WithLabelValues(operation).Inc()
	}
}

// Received counts stored bytes of uploads.
func (m *Metrics) Received(bytes int64) { m.received.Add(float64(bytes)) }
