package blob_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/platform/errs"
)

const asNobody = "COHORTIUM_TEST_AS_NOBODY" // folder of a test that runs as an account without rights

// TestAStoreThatCannotBeWritten fills the disk of a folder, or takes the right to write to it: a write is refused with what to
// do and leaves nothing, what is stored can be read, and writing goes on afterwards.
func TestAStoreThatCannotBeWritten(t *testing.T) {
	if folder := os.Getenv(asNobody); folder != "" {
		unwritable(t, folder, "files_denied", func(on bool) error {
			mode := os.FileMode(0o700)
			if on {
				mode = 0o500
			}
			return errors.Join(os.Chmod(filepath.Join(folder, "x"), mode), os.Chmod(folder, mode))
		})
		return
	}
	// Root mounts a small disk, and becomes an account without rights, because nothing is denied to root.
	if os.Getuid() != 0 {
		t.Skip("needs to mount a file system and to change the account")
	}
	mounted := func(t *testing.T, options string) string {
		folder := t.TempDir()
		if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, options); err != nil {
			t.Skipf("cannot mount: %v", err)
		}
		t.Cleanup(func() { must(t, syscall.Unmount(folder, syscall.MNT_DETACH)) })
		return folder
	}
	t.Run("full", func(t *testing.T) {
		folder := mounted(t, "size=256k")
		unwritable(t, folder, "disk_full", func(on bool) error {
			if on {
				return os.WriteFile(filepath.Join(folder, "others"), noise(240<<10), 0o600)
			}
			return os.Remove(filepath.Join(folder, "others"))
		})
	})
	t.Run("read-only", func(t *testing.T) {
		folder := mounted(t, "size=256k")
		unwritable(t, folder, "files_denied", func(on bool) error {
			flags := uintptr(syscall.MS_REMOUNT)
			if on {
				flags |= syscall.MS_RDONLY
			}
			return syscall.Mount("tmpfs", folder, "tmpfs", flags, "size=256k")
		})
	})
	t.Run("without the right to write", func(t *testing.T) {
		const nobody = 65534
		folder, err := os.MkdirTemp("", "cohortium-nobody-")
		must(t, err)
		t.Cleanup(func() { must(t, os.RemoveAll(folder)) })
		program, err := os.Executable()
		must(t, err)
		content, err := os.ReadFile(program)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(folder, "test"), content, 0o700))
		for _, path := range []string{folder, filepath.Join(folder, "test")} {
			must(t, os.Chown(path, nobody, nobody))
		}
		data := filepath.Join(folder, "data")
		cmd := exec.CommandContext(t.Context(), filepath.Join(folder, "test"), "-test.run", "^TestAStoreThatCannotBeWritten$")
		cmd.Env, cmd.Dir = append(os.Environ(), asNobody+"="+data, "TMPDIR="+folder), folder
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "PASS") {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// unwritable stores a file, takes the right or the space to write, and gives it back.
func unwritable(t *testing.T, folder, code string, take func(on bool) error) {
	t.Helper()
	b, err := blob.Open(t.Context(), "file://"+filepath.ToSlash(folder))
	must(t, err)
	t.Cleanup(func() { must(t, b.Close()) })
	put(t, b, "x/old", []byte("old"))
	must(t, take(true))
	for _, key := range []string{"x/old", "x/new", "y/new"} {
		if _, _, err := b.Put(
			t.Context(),
			key,
			strings.NewReader(strings.Repeat("new", 30<<10)),
		); errs.CodeOf(err) != code || !strings.Contains(err.Error(), "try again") ||
			!strings.Contains(err.Error(), key) {
			t.Errorf("put %s: %v", key, err)
		}
	}
	if got := string(get(t, b, "x/old", 0, -1)); got != "old" {
		t.Errorf("the stored file is now %q", got)
	}
	if got := keys(t, b, "x/") + keys(t, b, "y/"); got != "x/old" {
		t.Errorf("keys = %s, want x/old", got)
	}
	must(t, take(false))
	put(t, b, "y/new", []byte("new"))
	if got := string(get(t, b, "y/new", 0, -1)); got != "new" {
		t.Errorf("written again: %q", got)
	}
}
