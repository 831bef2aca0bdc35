package app

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/app/console"
)

// deploycheck builds the checker of files for containers, which is a module of its own.
func deploycheck(t *testing.T) func(args ...string) (string, error) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "deploycheck")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = "../../tools/deploycheck"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return func(args ...string) (string, error) {
		out, err := exec.Command(program, args...).CombinedOutput()
		return string(out), err
	}
}

// TestFilesForContainers reads container file, compose file and chart as their tools do, and copies
// of them that are broken.
func TestFilesForContainers(t *testing.T) {
	t.Parallel()
	check := deploycheck(t)
	chart := filepath.Join(deployed, "helm/cohortium")
	for _, good := range []struct {
		args []string
		want []string
	}{
		{[]string{"containerfile", deployed + "container/Containerfile"}, []string{"last stage: HEALTHCHECK"}},
		{[]string{"compose", deployed + "compose/compose.yaml"},
			[]string{
				"service server-1: 1, read-only true", "service server-2: 1", "service worker-1: 1", "service worker-2: 1",
				"service database: 1", "service proxy: 1",
			}},
		{[]string{"chart", chart}, []string{
			"Deployment test-server", "Deployment test-worker", "Service test", "Ingress test", "Secret test", "PodDisruptionBudget test-server",
		}},
		{[]string{"chart", chart, "existingSecret=ours", "ingress.enabled=false", "settings.COHORTIUM_REGISTRATION=true"},
			[]string{"Deployment test-server"}},
	} {
		out, err := check(good.args...)
		if err != nil {
			t.Errorf("%v: %s", good.args, out)
		}
		for _, want := range good.want {
			if !strings.Contains(out, want) {
				t.Errorf("%v: no %q in %s", good.args, want, out)
			}
		}
	}
	for _, bad := range []struct{ kind, path, file, from, to, want string }{
		{"containerfile", "container/Containerfile", "", "USER 65532:65532", "USER root", "other than root"},
		{"containerfile", "container/Containerfile", "", "HEALTHCHECK --interval=15s --timeout=12s --start-period=60s CMD", "CMD", "no HEALTHCHECK"},
		{"containerfile", "container/Containerfile", "", "FROM node:24-bookworm-slim AS", "FROM node:24-bookworm-slim as", "FromAsCasing"},
		{"containerfile", "container/Containerfile", "", "ENTRYPOINT", "ENTRYPIONT", "ENTRYPIONT"},
		{"compose", "compose/compose.yaml", "", "restart:", "restrat:", "restrat"},
		{"compose", "compose/compose.yaml", "", "  certificates:\n", "", "certificates"},
		{"compose", "compose/compose.yaml", "", "depends_on: [server-1, server-2]", "depends_on: [server-1, server-3]", "server-3"},
		{"chart", "helm/cohortium", "templates/_helpers.tpl", "readinessProbe:", "readynessProbe:", "readynessProbe"},
		{"chart", "helm/cohortium", "templates/_helpers.tpl", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "its root is writable"},
		{"chart", "helm/cohortium", "templates/_helpers.tpl", "- name: data", "- name: date", "no volume data"},
		{"chart", "helm/cohortium", "templates/deployments.yaml", "component: {{ .role }}", "component: other", "no label of its pods"},
		{"chart", "helm/cohortium", "templates/access.yaml", "{{- end }}", "", "unexpected EOF"},
	} {
		dir := t.TempDir()
		must(t, os.CopyFS(filepath.Join(dir, "copy"), os.DirFS(filepath.Join(deployed, strings.SplitN(bad.path, "/", 2)[0]))))
		path := filepath.Join(dir, "copy", strings.SplitN(bad.path, "/", 2)[1])
		file := filepath.Join(path, bad.file)
		text, err := os.ReadFile(file)
		must(t, err)
		if !strings.Contains(string(text), bad.from) {
			t.Fatalf("%s has no %q", bad.path, bad.from)
		}
		must(t, os.WriteFile(file, []byte(strings.ReplaceAll(string(text), bad.from, bad.to)), 0o600))
		if out, err := check(bad.kind, path); err == nil || !strings.Contains(out, bad.want) {
			t.Errorf("%s with %q: %v, %s", bad.path, bad.to, err, out)
		}
	}
}

// TestSettingsOfContainersAreSettings looks for each COHORTIUM_… of the files among the settings.
func TestSettingsOfContainersAreSettings(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, command := range []string{"serve --listen :8080", "worker", "ready"} {
		parser, err := newParser(&console.Env{Ctx: t.Context()})
		must(t, err)
		parsed, err := parser.Parse(strings.Fields(command))
		must(t, err)
		for _, flag := range flagsOf(parsed) {
			for _, name := range flag.Envs {
				known[name] = true
			}
		}
	}
	found := map[string]bool{}
	for _, path := range []string{
		"container/Containerfile", "compose/compose.yaml", "helm/cohortium/values.yaml", "helm/cohortium/templates/_helpers.tpl",
	} {
		text, err := os.ReadFile(deployed + path)
		must(t, err)
		for _, name := range strings.FieldsFunc(string(text), func(r rune) bool { return r != '_' && (r < 'A' || r > 'Z') }) {
			if strings.HasPrefix(name, "COHORTIUM_") {
				found[name] = true
				if !known[name] && name != "COHORTIUM_" {
					t.Errorf("%s has %s, which is no setting", path, name)
				}
			}
		}
	}
	if len(found) < 8 {
		t.Errorf("found only %v", slices.Sorted(maps.Keys(found)))
	}
}

// TestReady asks processes that are ready, are not, and are none.
func TestReady(t *testing.T) {
	t.Parallel()
	ready := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" && ready != http.StatusOK {
			http.Error(w, "The disk is full.", ready)
		} else if r.URL.Path != "/readyz" && r.URL.Path != "/healthz" {
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	commanded(t, console.ExitOK, "ok", "ready", "--url", server.URL+"/")
	ready = http.StatusServiceUnavailable
	commanded(t, console.ExitFindings, "503 Service Unavailable: The disk is full.", "ready", "--url", server.URL)
	commanded(t, console.ExitOK, "ok", "ready", "--alive", "--url", server.URL)
	server.Close()
	commanded(t, console.ExitFindings, "no answer", "ready", "--url", server.URL)
}
