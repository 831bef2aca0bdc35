package app

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cohortium/internal/app/console"
)

func TestQuarantineIsListedAndReadable(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.with(t, func(k *stack) { in.send(t, k, true) })
	in.command(t, console.ExitOK, "Quarantine: empty.", "check")
	sweep := func(skew time.Duration, fails bool) {
		t.Helper()
		in.skew = skew
		in.with(t, func(k *stack) {
			if err := k.sweepOnce(t.Context()); (err != nil) != fails {
				t.Errorf("sweep: %v", err)
			}
		})
	}
	put := func(name string) string {
		path := filepath.Join(in.dir, "blobs", "uploads", "gone", name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, []byte(name), 0o600))
		return path
	}
	orphan := put("x")
	sweep(26*time.Hour, false)
	in.command(t, console.ExitOK, "Quarantine: 1 files that no row names", "check")
	out := filepath.Join(t.TempDir(), "copies")
	in.command(t, console.ExitOK, "\tuploads/gone/x\n", "store", "orphans", "--to", out)
	if got, err := os.ReadFile(filepath.Join(out, "uploads", "gone", "x")); err != nil || string(got) != "x" {
		t.Errorf("copy %q, %v", got, err)
	}
	in.command(t, console.ExitOK, "1 files left the quarantine", "store", "release")
	sweep(57*24*time.Hour, false)
	if _, err := os.Stat(orphan); err != nil {
		t.Error("it is deleted though its quarantine began again")
	}
	sweep(88*24*time.Hour, false)
	if _, err := os.Stat(orphan); err == nil {
		t.Error("it is there after its quarantine")
	}
	in.command(t, console.ExitOK, "No sweep has stopped.", "store", "approve")
	for i := range 30 {
		put(fmt.Sprint(i))
	}
	sweep(90*24*time.Hour, true)
	in.command(t, console.ExitFindings, "no row names 30 of the 31 files under uploads/", "check")
	in.command(t, console.ExitOK, "uploads/: the next sweep takes up to 30 of 31 files.", "store", "approve")
	sweep(92*24*time.Hour, false)
	in.command(t, console.ExitOK, "Quarantine: 30 files that no row names", "check")
}
