package app

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// newPackage makes the Debian package with this test as its program.
func newPackage(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"dpkg", "dpkg-deb", "systemd-sysusers", "systemd-tmpfiles", "systemd-analyze"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed: Debian packages are tested on Debian only", tool)
		}
	}
	if os.Geteuid() != 0 {
		t.Skip("dpkg installs as root only")
	}
	deb := filepath.Join(t.TempDir(), "cohortium.deb")
	cmd := exec.Command("../../scripts/package.sh", "v9.8.7-rc.1", runtime.GOARCH, os.Args[0], deb)
	cmd.Env = append(os.Environ(), "COMPRESSION=none")
	printed(t, cmd)
	return deb
}

// printed runs a command and returns what it prints.
func printed(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	return string(out)
}

// newRoot returns an empty Debian system.
func newRoot(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, dir := range []string{"etc", "var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers", "var/log"} {
		must(t, os.MkdirAll(filepath.Join(root, dir), 0o755))
	}
	must(t, os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o600))
	return root
}

// inRoot runs dpkg on a system that does not run.
func inRoot(t *testing.T, root string, args ...string) {
	t.Helper()
	force := []string{"--root=" + root, "--force-depends,script-chrootless"}
	printed(t, exec.Command("dpkg", append(force, args...)...))
}

// TestPackage installs the Debian package, compares files, modes and owners, verifies the units, and
// removes it: settings that were changed, and data, stay.
func TestPackage(t *testing.T) {
	t.Parallel()
	deb, root := newPackage(t), newRoot(t)
	for field, want := range map[string]string{"Package": "cohortium", "Version": "9.8.7~rc.1", "Architecture": runtime.GOARCH} {
		if got := strings.TrimSpace(printed(t, exec.Command("dpkg-deb", "--field", deb, field))); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	inRoot(t, root, "--install", deb)
	at := func(path string) string { return filepath.Join(root, path) }
	passwd, err := os.ReadFile(at("etc/passwd"))
	must(t, err)
	account := regexp.MustCompile(`(?m)^cohortium:[^:]*:(\d+):(\d+):Cohortium:/var/lib/cohortium:/usr/sbin/nologin$`).FindSubmatch(passwd)
	if account == nil {
		t.Fatalf("no account cohortium in %s", passwd)
	}
	for path, want := range map[string]string{
		"usr/bin/cohortium":                               "-rwxr-xr-x root",
		"usr/lib/systemd/system/cohortium.service":        "-rw-r--r-- root",
		"usr/lib/systemd/system/cohortium-worker.service": "-rw-r--r-- root",
		"usr/lib/systemd/system/cohortium-backup.timer":   "-rw-r--r-- root",
		"etc/cohortium/env":                               "-rw------- root",
		"usr/share/doc/cohortium/LICENSE":                 "-rw-r--r-- root",
		"var/lib/cohortium":                               "drwx------ cohortium",
		"var/backups/cohortium":                           "drwx------ cohortium",
	} {
		if got := described(t, at(path), string(account[1])); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	units, err := filepath.Glob(at("usr/lib/systemd/system/*"))
	must(t, err)
	verifyUnits(t, root, units)

	must(t, os.WriteFile(at("etc/cohortium/env"), []byte("COHORTIUM_BASE_URL=https://ours.example.org\n"), 0o600))
	must(t, os.WriteFile(at("var/lib/cohortium/cohortium.db"), []byte("data"), 0o600))
	inRoot(t, root, "--force-confdef", "--install", deb) // as an upgrade
	inRoot(t, root, "--remove", "cohortium")
	if _, err := os.Stat(at("usr/bin/cohortium")); err == nil {
		t.Error("the program stayed")
	}
	for _, path := range []string{"etc/cohortium/env", "var/lib/cohortium/cohortium.db"} {
		if text, err := os.ReadFile(at(path)); err != nil || !bytes.Contains([]byte("COHORTIUM_BASE_URL=https://ours.example.org\ndata"), text) {
			t.Errorf("%s did not stay: %q, %v", path, text, err)
		}
	}
}

// verifyUnits lets systemd read the units, and the program their command lines are for be there.
func verifyUnits(t *testing.T, root string, units []string) {
	t.Helper()
	if len(units) != 4 {
		t.Errorf("%d units, want 4: %v", len(units), units)
	}
	for _, unit := range units {
		text, err := os.ReadFile(unit)
		must(t, err)
		for _, line := range regexp.MustCompile(`(?m)^ExecStart=(\S+)`).FindAllSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(root, string(line[1]))); err != nil {
				t.Errorf("%s starts %s, which the package does not have", unit, line[1])
			}
		}
	}
	if faults := faultsOf(root, units...); faults != "" {
		t.Errorf("systemd: %s", faults)
	}
	broken := filepath.Join(filepath.Dir(units[0]), "cohortium-broken.service")
	must(t, os.WriteFile(broken, []byte("[Service]\nExecStart=cohortium\nRestart=sometimes\n"), 0o600))
	if faults := faultsOf(root, broken); !strings.Contains(faults, "sometimes") {
		t.Errorf("a broken unit is found sound: %s", faults)
	}
	must(t, os.Remove(broken))
}

// faultsOf returns what systemd says of our units. Units of the system that they name are not there.
func faultsOf(root string, units ...string) (faults string) {
	out, _ := exec.Command("systemd-analyze", append([]string{"verify", "--recursive-errors=no", "--root=" + root}, units...)...).CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "cohortium") && !strings.Contains(line, "not found") {
			faults += line
		}
	}
	return faults
}

// described returns mode and owner of a file: root, cohortium or a number.
func described(t *testing.T, path, account string) string {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		return err.Error()
	}
	owner := "another account"
	switch stat := info.Sys().(*syscall.Stat_t); {
	case stat.Uid == 0 && stat.Gid == 0:
		owner = "root"
	case strings.TrimSpace(account) == fmt.Sprint(stat.Uid):
		owner = "cohortium"
	}
	return fs.FileMode.String(info.Mode()) + " " + owner
}
