package app_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What `make dev` runs, as programs that print their id and wait. The compiler fails on a source with
// "broken" and never ends one with "endless"; the server that it makes prints the source.
const (
	fakeCompiler = `#!/usr/bin/env bash
grep broken cmd/main.go && exit 1
if grep endless cmd/main.go; then echo "pid=$$ compiles"; exec sleep 100; fi
printf '#!/usr/bin/env bash\necho "pid=$$ serves %s"\nexec sleep 100\n' "$(cat cmd/main.go)" >"$3"
chmod +x "$3"
`
	fakePages = "#!/usr/bin/env bash\necho \"pid=$$ pages\"\nexec sleep 100\n"
)

// TestMakeDev changes the source under scripts/dev.sh: the server starts again, stays when the source
// does not compile, follows the next change, and ends with the pages' server and a build.
func TestMakeDev(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o700)); err != nil { //nolint:gosec // programs
			t.Fatal(err)
		}
	}
	script, err := os.ReadFile("../../scripts/dev.sh")
	if err != nil {
		t.Fatal(err)
	}
	write("scripts/dev.sh", string(script))
	write("tools/go", fakeCompiler)
	write("web/node_modules/.bin/vite", fakePages)
	write("internal/x.go", "package x")
	write("bin/.keep", "")
	write("cmd/main.go", "one")

	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	dev := exec.CommandContext(t.Context(), filepath.Join(dir, "scripts/dev.sh"))
	dev.Stdout, dev.Stderr = log, log // a file: waiting does not wait for what the script leaves behind
	dev.Env = append(os.Environ(), "PATH="+filepath.Join(dir, "tools")+":"+os.Getenv("PATH"))
	if err := dev.Start(); err != nil {
		t.Fatal(err)
	}
	printed := func() string {
		text, err := os.ReadFile(log.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	await := func(text string) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !strings.Contains(printed(), text); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				_ = dev.Process.Kill()
				t.Fatalf("no %q in:\n%s", text, printed())
			}
		}
	}

	await("serves one")
	await("pages\n")
	write("cmd/main.go", "second one")
	await("serves second one")
	if running(t, printed(), "serves one") {
		t.Error("the server before still runs")
	}
	write("cmd/main.go", "broken")
	await("the one built before keeps running")
	if !running(t, printed(), "serves second one") {
		t.Error("the server ended although no newer one was built")
	}
	write("cmd/main.go", "mended")
	await("serves mended")
	write("cmd/main.go", "endless")
	await("compiles")

	if err := dev.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var ended *exec.ExitError
	if err := dev.Wait(); !errors.As(err, &ended) || ended.ExitCode() != 130 {
		t.Errorf("Ctrl-C: %v", err)
	}
	for _, name := range []string{"serves one", "serves second one", "serves mended", "compiles", "pages"} {
		if running(t, printed(), name) {
			t.Errorf("%q still runs after Ctrl-C", name)
		}
	}
}

// running reports whether the process that printed its id with a text is alive.
func running(t *testing.T, log, text string) bool {
	t.Helper()
	m := regexp.MustCompile(`pid=(\d+) ` + text + "\n").FindStringSubmatch(log)
	if m == nil {
		t.Fatalf("no %q in:\n%s", text, log)
	}
	pid, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return syscall.Kill(pid, 0) == nil
}
