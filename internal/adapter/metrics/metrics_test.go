package metrics

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

const deployed = "../../../deploy/"

// used returns metrics that everything was reported to.
func used() *Metrics {
	backup := time.Unix(1_700_000_000, 0)
	m := New(Build{"v1", "abc", "go"}, func(context.Context) (*State, error) {
		return &State{Jobs: []Queue{{"qc", "queued", 1, time.Second}}, Pools: map[string]Pool{"all": {Open: 1, Most: 2}}, Backup: &backup}, nil
	})
	m.Request("GET /api/jobs/{id}", http.MethodGet, 200, time.Second)
	m.PartDone("qc", "Checking", time.Second, 7)
	m.AttemptDone("qc", "done", time.Second)
	m.Database("select", time.Second, true)
	m.Files("put", time.Second, true)
	m.Received(5)
	return m
}

// labelsByName returns the labels of all series by name; histograms have their endings.
func labelsByName(t *testing.T, m *Metrics) map[string][]string {
	t.Helper()
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string][]string{}
	for _, f := range families {
		var labels []string
		for _, l := range f.GetMetric()[0].GetLabel() {
			labels = append(labels, l.GetName())
		}
		if f.GetMetric()[0].GetHistogram() == nil {
			known[f.GetName()] = labels
			continue
		}
		for _, ending := range []string{"_bucket", "_sum", "_count"} {
			known[f.GetName()+ending] = append(slices.Clone(labels), "le")
		}
	}
	return known
}

var (
	selector = regexp.MustCompile(`((?:cohortium|process)_[a-z_]+)(?:\{([^}]*)\})?`)
	matcher  = regexp.MustCompile(`([a-z_]+)\s*(?:=~|!~|!=|=)\s*"`)
	grouping = regexp.MustCompile(`by \(([^)]*)\)`)
	ending   = regexp.MustCompile(`_(bucket|sum|count)$`)
)

// TestQueriesNameMetricsThatExist compares the dashboard and the alerts with what a process reports.
func TestQueriesNameMetricsThatExist(t *testing.T) {
	t.Parallel()
	known, shown := labelsByName(t, used()), map[string]bool{}
	queries := queriesOf(t)
	if len(queries) < 35 {
		t.Errorf("%d queries were read", len(queries))
	}
	for _, q := range queries {
		labels := []string{"instance", "job"} // Prometheus adds them
		for _, m := range selector.FindAllStringSubmatch(q, -1) {
			of, exists := known[m[1]]
			if !exists {
				t.Errorf("no metric %s: %s", m[1], q)
			}
			shown[ending.ReplaceAllString(m[1], "")] = true
			labels = append(labels, of...)
			for _, l := range matcher.FindAllStringSubmatch(m[2], -1) {
				if !slices.Contains(append(of, labels[:2]...), l[1]) {
					t.Errorf("%s has no label %s: %s", m[1], l[1], q)
				}
			}
		}
		for _, g := range grouping.FindAllStringSubmatch(q, -1) {
			for l := range strings.SplitSeq(g[1], ", ") {
				if !slices.Contains(labels, l) {
					t.Errorf("no label %s: %s", l, q)
				}
			}
		}
	}
	for name := range known {
		if name = ending.ReplaceAllString(name, ""); strings.HasPrefix(name, "cohortium_") && !shown[name] && name != "cohortium_database_connection" {
			t.Errorf("neither dashboard nor alerts show %s", name)
		}
	}
}

// queriesOf returns the queries of the dashboard and of the alerts.
func queriesOf(t *testing.T) (queries []string) {
	t.Helper()
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, deployed+"grafana/cohortium.json")), &dashboard); err != nil {
		t.Fatal(err)
	}
	for _, p := range dashboard.Panels {
		if len(p.Targets) == 0 {
			t.Errorf("the panel %s has no query", p.Title)
		}
		for _, target := range p.Targets {
			queries = append(queries, target.Expr)
		}
	}
	for _, rule := range regexp.MustCompile(`(?m)^ +expr: (.+)$`).FindAllStringSubmatch(read(t, deployed+"prometheus/cohortium.rules.yml"), -1) {
		queries = append(queries, rule[1])
	}
	return queries
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAlertsFireWhenTheyShould runs the tests of the alerts, which have both sides of each threshold.
func TestAlertsFireWhenTheyShould(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("promtool")
	if err != nil {
		folder, _ := exec.CommandContext(t.Context(), "go", "env", "GOPATH").Output()
		program = filepath.Join(strings.TrimSpace(string(folder)), "bin", "promtool")
		if _, err := os.Stat(program); err != nil {
			t.Fatal("promtool is needed; run scripts/setup.sh, or install Prometheus")
		}
	}
	for _, args := range [][]string{
		{"check", "rules", "cohortium.rules.yml"}, {"check", "config", "--syntax-only", "prometheus.yml"}, {"test", "rules", "cohortium.rules.test.yml"},
	} {
		cmd := exec.CommandContext(t.Context(), program, args...)
		cmd.Dir = deployed + "prometheus"
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// TestEachAlertSaysWhatToDo looks for each alert in the table of docs/operations.md and in the tests of
// the alerts.
func TestEachAlertSaysWhatToDo(t *testing.T) {
	t.Parallel()
	page, tests := read(t, "../../../docs/operations.md"), read(t, deployed+"prometheus/cohortium.rules.test.yml")
	alerts := regexp.MustCompile(`- alert: (\w+)`).FindAllStringSubmatch(read(t, deployed+"prometheus/cohortium.rules.yml"), -1)
	for _, a := range alerts {
		if !regexp.MustCompile(`(?m)^\| ` + a[1] + ` \| .+ \| .+ \|$`).MatchString(page) {
			t.Errorf("docs/operations.md does not say what to do about %s", a[1])
		}
		if n := strings.Count(tests, a[1]); n < 2 {
			t.Errorf("%s is tested on %d sides", a[1], n)
		}
	}
	if len(alerts) < 10 {
		t.Errorf("%d alerts were read", len(alerts))
	}
}

// TestWhatUsersSendIsNoLabel sends requests whose addresses and methods all differ.
func TestWhatUsersSendIsNoLabel(t *testing.T) {
	t.Parallel()
	count := func(n int) int {
		m := New(Build{}, nil)
		for i := range n {
			m.Request("", fmt.Sprintf("M%d", i), 404, time.Second)
			m.Request("GET /api/jobs/{id}", http.MethodGet, 200, time.Second)
		}
		w := httptest.NewRecorder()
		m.Handler("").ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
		return strings.Count(w.Body.String(), "cohortium_http_requests_total{")
	}
	if one, many := count(1), count(100); one != 2 || many != one {
		t.Errorf("%d series after one request, %d after a hundred", one, many)
	}
}

func TestTheTokenIsAskedFor(t *testing.T) {
	t.Parallel()
	const token = "0123456789abcdef"
	for header, want := range map[string]int{"": 401, "Bearer ": 401, "Bearer 0123456789abcdeF": 401, "Bearer " + token: 200} {
		w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil)
		if header != "" {
			r.Header.Set("Authorization", header)
		}
		used().Handler(token).ServeHTTP(w, r)
		if w.Code != want || w.Code != 200 && strings.Contains(w.Body.String(), "cohortium_") {
			t.Errorf("%q: %d, want %d", header, w.Code, want)
		}
	}
}

// TestAFaultIsNoEmptyQueue: what cannot be measured is absent, and the rest is there.
func TestAFaultIsNoEmptyQueue(t *testing.T) {
	t.Parallel()
	known := labelsByName(t, New(Build{}, func(context.Context) (*State, error) {
		return &State{Ready: true, DiskFree: 5, DiskSize: 9}, errors.New("the database does not answer")
	}))
	for name, want := range map[string]bool{"cohortium_ready": true, "cohortium_disk_free_bytes": true, "cohortium_uploads_unfinished": false} {
		if _, is := known[name]; is != want {
			t.Errorf("%s is there: %v", name, is)
		}
	}
}
