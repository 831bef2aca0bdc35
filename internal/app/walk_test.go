package app

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// envProgram makes this test the program.
const envProgram = "COHORTIUM_TEST_PROGRAM"

// TestTheWalkOfOperations carries out the commands of docs/operations.md in an empty folder, with other
// ports. A command that fails fails the test.
func TestTheWalkOfOperations(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/operations.md")
	must(t, err)
	blocks := regexp.MustCompile("(?s)```sh walk\n(.*?)```").FindAllSubmatch(text, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks", len(blocks))
	}
	script := "set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n"
	for _, block := range blocks {
		script += string(block[1])
	}
	for _, port := range []string{"8081", "8082", "9464"} {
		if !strings.Contains(script, port) {
			t.Errorf("no port %s", port)
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		must(t, err)
		script = strings.ReplaceAll(script, port, fmt.Sprint(l.Addr().(*net.TCPAddr).Port))
		must(t, l.Close())
	}
	out, err := walk(t, script)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"as this program needs it", "every byte is as it was written", "0 differences", "unbroken", "ada"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestAWalkThatFailsIsFound: a wrong command in the middle fails.
func TestAWalkThatFailsIsFound(t *testing.T) {
	t.Parallel()
	if out, err := walk(t, "set -euo pipefail\ncohortium backup list absent\ntrue\n"); err == nil || !strings.Contains(out, "there is no folder") {
		t.Errorf("%v\n%s", err, out)
	}
}

// walk runs a script in an empty folder, with this test as the program.
func walk(t *testing.T, script string) (string, error) {
	t.Helper()
	dir, programs := t.TempDir(), t.TempDir()
	program, err := filepath.Abs(os.Args[0])
	must(t, err)
	must(t, os.WriteFile(filepath.Join(programs, "cohortium"), fmt.Appendf(nil, "#!/bin/sh\nexec %s \"$@\"\n", program), 0o700)) //nolint:gosec // is run
	database, bucket := cluster.Database(
		t,
	), objects.Bucket(
		t,
	) // sets the credentials of the environment
	ctx, cancel := context.WithTimeout(t.Context(), 2*silence)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), envProgram+"=1", "PATH="+programs+":"+os.Getenv("PATH"), "PASSWORD="+testPassword,
		"COHORTIUM_DATABASE_URL="+database, "COHORTIUM_BLOB_URL="+bucket)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
