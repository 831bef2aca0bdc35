package app

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/app/console"
	"cohortium/internal/area/operation"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/config"
)

const metricsToken = "f3b1c9d07a52e864"

// metricsOf returns the metrics of a process.
func metricsOf(t *testing.T, base string) string {
	t.Helper()
	answer := (&person{base: base}).call(t, http.MethodGet, "/metrics", nil, map[string]string{"Authorization": "Bearer " + metricsToken})
	if answer.status != http.StatusOK {
		t.Fatalf("/metrics: %d %s", answer.status, answer.body)
	}
	return string(answer.body)
}

// awaitMetric waits for a line of the metrics.
func awaitMetric(t *testing.T, base, line string) string {
	t.Helper()
	for range 100 {
		if text := metricsOf(t, base); regexp.MustCompile("(?m)^" + line).MatchString(text) {
			return text
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("the metrics have no %s", line)
	return metricsOf(t, base)
}

// TestMetricsFollowTheWork sends a file through upload and QC, and looks for its traces; then other
// names, addresses and methods, which must add no label.
func TestMetricsFollowTheWork(t *testing.T) {
	t.Parallel()
	onBothStacks(t, func(t *testing.T, settings config.Settings) {
		settings.MetricsToken = metricsToken
		addPeople(t, settings)
		base, stop := serve(t, settings)
		defer stop()
		p := signIn(t, base, "uploader")
		p.await(t, "/api/hermes/uploads/"+p.register(t, "first.txt", 1), silence, "READY FOR REVIEW")
		before := awaitMetric(t, base, `cohortium_job_attempts_total\{kind="qc",outcome="done"\} 1`)
		for _, want := range []string{
			`cohortium_http_requests_total\{code="201",method="POST",route="/api/uploads/\{\$\}"\} 1`,
			`cohortium_http_request_duration_seconds_count\{method="POST",route="/api/login"\} 1`,
			`cohortium_jobs\{kind="qc",state="queued"\} 0`,
			`cohortium_job_attempts_total\{kind="meta",outcome="given up"\} 0`,
			`cohortium_job_stage_duration_seconds_count\{kind="qc",stage="Checking"\} 1`,
			`cohortium_job_stage_rows_total\{kind="qc",stage="Checking"\} [1-9]`,
			`cohortium_database_duration_seconds_count\{operation="transaction"\} [1-9]`,
			`cohortium_database_errors_total\{operation="select"\} 0`,
			`cohortium_database_errors_total\{operation="transaction"\} 0`,
			`cohortium_files_duration_seconds_count\{operation="put"\} [1-9]`,
			`cohortium_files_errors_total\{operation="open"\} 0`,
			`cohortium_upload_received_bytes_total [1-9]`,
			`cohortium_uploads_unfinished 0`,
			`cohortium_database_connections_max\{pool="(all|read)"\} [1-9]`,
			`cohortium_disk_free_bytes [1-9]`,
			`cohortium_ready 1`,
			`cohortium_build_info\{.*version="` + regexp.QuoteMeta(console.Version) + `"\} 1`,
		} {
			if !regexp.MustCompile("(?m)^" + want).MatchString(before) {
				t.Errorf("the metrics have no %s", want)
			}
		}
		p.await(t, "/api/hermes/uploads/"+p.register(t, "second.txt", 2), silence, "READY FOR REVIEW")
		for i := range 30 {
			p.call(t, http.MethodGet, fmt.Sprintf("/api/jobs/j%d", i), nil, nil)
			p.call(t, http.MethodGet, fmt.Sprintf("/none/%d?q=%d", i, i), nil, nil)
			p.call(t, fmt.Sprintf("VERB%d", i), "/api/version", nil, nil)
		}
		routes := []string{"other", "/metrics"}
		for _, r := range auth.Policy() {
			_, path, _ := strings.Cut(r.Pattern, " ")
			routes = append(routes, path)
		}
		after := awaitMetric(t, base, `cohortium_job_attempts_total\{kind="qc",outcome="done"\} 2`)
		for _, m := range regexp.MustCompile(`route="([^"]*)"`).FindAllStringSubmatch(after, -1) {
			if !slices.Contains(routes, m[1]) {
				t.Errorf("the route %s is no route", m[1])
			}
		}
		work := regexp.MustCompile(`(?m)^cohortium_(?:jobs?|uploads?|database_errors|files_errors)_.* `)
		known := work.FindAllString(before, -1)
		for _, series := range work.FindAllString(after, -1) {
			if !slices.Contains(known, series) {
				t.Errorf("a second file adds the series %s", series)
			}
		}
	})
}

func TestMetricsAreOffByDefault(t *testing.T) {
	t.Parallel()
	settings := localSettings(t)
	base, stop := serve(t, settings)
	defer stop()
	(&person{base: base}).want(t, http.StatusNotFound, http.MethodGet, "/metrics", nil, nil)
	settings.Data = t.TempDir()
	settings.MetricsToken = metricsToken
	base, stop = serve(t, settings)
	defer stop()
	answer := (&person{base: base}).call(t, http.MethodGet, "/metrics", nil, nil)
	if answer.status != http.StatusUnauthorized || strings.Contains(string(answer.body), "cohortium_") {
		t.Errorf("without the token: %d %s", answer.status, answer.body)
	}
}

// TestAWorkerCanBeProbed starts a worker with an address for metrics, and makes a backup meanwhile.
func TestAWorkerCanBeProbed(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address := l.Addr().String()
	must(t, l.Close())
	settings := localSettings(t)
	c := WorkerCmd{Storage: settings.Storage, Work: settings.Work, Watch: config.Watch{MetricsAddr: address}}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.Run(&console.Env{Ctx: ctx, Stdout: t.Output(), Stderr: t.Output()}) }()
	base, ready := "http://"+address, 0
	for range 400 {
		if resp, err := http.Get(base + "/readyz"); err == nil {
			ready = resp.StatusCode
			must(t, resp.Body.Close())
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if ready != http.StatusOK {
		t.Errorf("the worker is not ready: %d", ready)
	}
	(&person{base: base}).want(t, http.StatusOK, http.MethodGet, "/healthz", nil, nil)
	const newest = "cohortium_backup_last_success_timestamp_seconds"
	if text := metricsOf(t, base); !strings.Contains(text, `cohortium_jobs{kind="qc",state="running"} 0`) || strings.Contains(text, newest) {
		t.Errorf("before a backup: %s", text)
	}
	commanded(t, console.ExitOK, "Backup", "backup", "--data", settings.Data, t.TempDir())
	awaitMetric(t, base, fmt.Sprintf(`%s 1\.[0-9]+e\+09`, newest))
	cancel()
	must(t, <-ended)
}

// TestTheNewestBackupIsKept records backups in two places.
func TestTheNewestBackupIsKept(t *testing.T) {
	t.Parallel()
	onBothStacks(t, func(t *testing.T, settings config.Settings) {
		k, err := openStack(t.Context(), settings, newLog(t.Output()), tuning{})
		must(t, err)
		defer func() { must(t, k.Close()) }()
		o, at := k.store.Operation(), console.Now().UTC().Truncate(time.Second)
		if b, err := o.NewestBackup(t.Context()); b != nil || err != nil {
			t.Errorf("before the first: %+v, %v", b, err)
		}
		for i, place := range []string{"/a", "s3://b", "/a"} {
			must(t, o.PutBackup(t.Context(), operation.Backup{Place: place, ID: fmt.Sprint(i), At: at.Add(time.Duration(i%2) * time.Hour)}))
		}
		if b, err := o.NewestBackup(t.Context()); err != nil || *b != (operation.Backup{Place: "s3://b", ID: "1", At: at.Add(time.Hour)}) {
			t.Errorf("%+v, %v", b, err)
		}
	})
}
