package app

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/adapter/store"
	"cohortium/internal/app/console"
)

// TestAnOldInstallationGetsAnIdentity removes both identities, as in early versions.
func TestAnOldInstallationGetsAnIdentity(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.with(t, func(k *stack) { in.send(t, k, true) })
	forget := func() {
		db, err := store.Open(t.Context(), "sqlite://"+filepath.ToSlash(in.database()), store.Options{})
		must(t, err)
		must(t, db.Exec(t.Context(), "DELETE FROM installation"))
		must(t, db.Close())
		must(t, os.Remove(filepath.Join(in.dir, "blobs", "identity")))
	}
	forget()
	in.with(t, func(k *stack) {
		p, err := k.identities(t.Context())
		if err != nil || p.files == "" || p.files != p.database {
			t.Errorf("%+v, %v", p, err)
		}
	})
	forget()
	in.wrong(t, "")
	in.check(t, "a start on an empty database")
	must(t, os.Rename(filepath.Join(in.dir, "blobs"), filepath.Join(in.dir, "aside")))
	in.command(t, console.ExitUsage, "none of the files that the database names", "migrate")
}

// wrong starts on a database that does not belong to the files; "" for an empty one.
func (in *installation) wrong(t *testing.T, foreign string) {
	t.Helper()
	var address string
	switch {
	case foreign != "":
		address = in.copied(t, foreign)
	case in.address != "":
		address = cluster.Database(t)
	default:
		address = filepath.Join(t.TempDir(), "empty.db")
	}
	if in.address == "" {
		address = "sqlite://" + filepath.ToSlash(address)
	}
	k, err := in.open(t, address)
	if err == nil {
		must(t, k.Close())
		t.Fatal("a database of another installation was taken")
	}
	if !strings.Contains(err.Error(), "cohortium store adopt") {
		t.Errorf("refused with %v", err)
	}
}

// check requires every byte that any of the databases refers to.
func (in *installation) check(t *testing.T, after string) {
	t.Helper()
	for _, named := range append(slices.Clone(in.named), in.now) {
		for key, want := range named {
			if end, ends := in.until[key]; ends && in.skew >= end {
				continue
			}
			if got, err := in.read(t, key); err != nil || got != want {
				t.Fatalf("after %s, %s has %q, %v; want %q", after, key, got, err, want)
			}
		}
	}
}

// command runs a command on the data folder.
func (in *installation) command(t *testing.T, status int, says string, args ...string) {
	t.Helper()
	commanded(t, status, says, append(args, "--data", in.dir)...)
}

// commanded runs a command, which must end with a status and print a text.
func commanded(t *testing.T, status int, says string, args ...string) {
	t.Helper()
	var buf bytes.Buffer
	got := Run(&console.Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: &buf, Stderr: &buf}, args)
	if got != status || !strings.Contains(buf.String(), says) {
		t.Errorf("%v: status %d, want %d\n%s", args, got, status, buf.String())
	}
}
