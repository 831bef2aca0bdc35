package backup_test

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"cohortium/internal/adapter/backup"
	"cohortium/internal/platform/errs"
)

// TestAFullDiskLeavesEarlierBackups: the backup says that there is no space, and earlier ones are as
// they were.
func TestAFullDiskLeavesEarlierBackups(t *testing.T) {
	s := newFilled(t)
	dir := t.TempDir()
	// A disk of 512 KiB needs the right to mount, which an ordinary account and most containers lack.
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=512k"); err != nil {
		t.Skipf("cannot mount: %v", err)
	}
	t.Cleanup(func() { must(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	s.dir, s.place = dir, open(t, dir)
	m := s.backup(t)
	big := make([]byte, 600_000)
	_, _ = rand.Read(big)
	s.upload(t, "big", big)
	if _, _, err := backup.Create(t.Context(), s.db, s.files, s.place, s.opt); errs.CodeOf(err) != "disk_full" {
		t.Errorf("%v", err)
	}
	list, bad, err := backup.List(t.Context(), s.place)
	if err != nil || len(list) != 1 || len(bad) > 0 {
		t.Errorf("%v, %v, %v", list, bad, err)
	}
	if bad, err := m.Verify(t.Context(), s.place, map[string]error{}, quiet); err != nil || len(bad) > 0 {
		t.Errorf("%v, %v", bad, err)
	}
	if left, err := os.ReadDir(filepath.Join(dir, "running")); err == nil && len(left) > 0 {
		t.Errorf("left %v", left)
	}
}
