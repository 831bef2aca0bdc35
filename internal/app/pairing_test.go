package app

import (
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/app/console"
	"cohortium/internal/platform/errs"
)

func TestRefusalsOfAStart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		p    pairing
		says string // "" if the start succeeds
	}{
		{"a fresh pair", pairing{}, ""},
		{"an installation from before", pairing{rows: true, found: true, blobs: true}, ""},
		{"one that stopped between database and store", pairing{database: "a"}, ""},
		{"a pair", pairing{database: "a", files: "a"}, ""},
		{"a pair without its files", pairing{database: "a", files: "a", rows: true}, ""},
		{"another database", pairing{database: "b", files: "a", rows: true, found: true}, "identity a and the database has b"},
		{"an empty database", pairing{files: "a", blobs: true}, "the database has none"},
		{"a database from before", pairing{files: "a", rows: true, found: true, blobs: true}, "the database has none"},
		{"an empty store", pairing{database: "a", rows: true}, "none of the files"},
		{"a store of another installation from before", pairing{rows: true, blobs: true}, "none of the files"},
		{"an empty database at files from before", pairing{blobs: true}, "names none"},
		{"a database without files at files from before", pairing{database: "a", blobs: true}, "names none"},
	} {
		err := c.p.refuse()
		if (err == nil) != (c.says == "") || err != nil && (!strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "cohortium store adopt")) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

var walks = flag.Uint64("walks", 6, "random walks of TestNoSweepRemovesReferencedFiles")

// TestNoSweepRemovesReferencedFiles performs random sequences of these steps: uploads that
// are registered or expire, results of every kind, tool runs that end, tables that get their page
// later, bins, backups, restores, wrong databases, days and sweeps. In "long" walks any time may
// pass, and nothing is added to a database while a newer one exists. In "short" ones servers are
// killed and copies diverge, within the 30 days of the quarantine. Files with an end date that all
// databases contain may be deleted then.
func TestNoSweepRemovesReferencedFiles(t *testing.T) {
	t.Parallel()
	for _, on := range []struct {
		name  string
		make  func(*testing.T) *installation
		walks uint64
	}{
		{"SQLite and a folder", newInstallation, *walks},
		{"PostgreSQL and S3", newServices, (*walks + 2) / 3},
	} {
		t.Run(on.name, func(t *testing.T) {
			t.Parallel()
			other := on.make(t)
			other.with(t, func(k *stack) { other.send(t, k, true) })
			other.save(t)
			var swept int
			for seed := range on.walks {
				t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
					swept += on.make(t).walk(t, rand.New(rand.NewPCG(seed, 41)), seed%2 == 0, other.saved[0])
				})
			}
			if swept == 0 {
				t.Error("nothing was swept")
			}
		})
	}
}

// walk returns the number of sweeps.
func (in *installation) walk(t *testing.T, r *rand.Rand, long bool, foreign string) (swept int) {
	in.with(t, func(k *stack) { in.send(t, k, true) })
	for step := range 30 {
		what := []string{"upload", "register", "make", "make", "show", "discard", "backup", "restore", "wrong", "sweep", "sweep"}[r.IntN(11)]
		days := time.Duration(r.IntN(40)+1) * 24 * time.Hour
		if !long {
			days = 22 * time.Hour
		}
		switch {
		case what == "backup":
			in.save(t)
		case what == "restore" && len(in.saved) > 0:
			in.restore(t, r.IntN(len(in.saved)))
		case what == "wrong":
			in.wrong(t, []string{"", foreign}[r.IntN(2)])
		default:
			k, err := in.open(t, "")
			must(t, err)
			follows := k.follow(t.Context()) == nil
			switch {
			case what == "sweep":
				in.skew += days
				if err := k.sweepOnce(t.Context()); (err == nil) != follows {
					t.Errorf("step %d: sweep of a database that follows, %v: %v", step, follows, err)
				} else if err == nil {
					swept++
				}
			case long && !follows:
			case what == "upload":
				in.send(t, k, r.IntN(2) == 0)
			case what == "make":
				in.make(t, k, madeKinds[r.IntN(len(madeKinds))])
			case what == "show":
				in.show(t, k)
			case what == "discard":
				in.discard(t, k)
			case long: // a copy from before a kill has an end date for files registered since
				in.register(t, k)
			}
			if long || r.IntN(2) == 0 { // or it is killed
				k.sweepEnds(t.Context())
			}
			must(t, k.Close())
		}
		in.check(t, fmt.Sprintf("step %d, %s", step, what))
	}
	k, err := in.open(t, "")
	must(t, err)
	found, err := findBad(t.Context(), k.store, k.blobs, true)
	must(t, err)
	bad := slices.DeleteFunc(found.bad, func(what string) bool { // referred to by an older database, and deleted by its date
		end, ends := in.until[strings.Fields(what)[0]]
		return ends && in.skew >= end
	})
	if len(bad) > 0 || found.unrecorded > 0 {
		t.Errorf("of %d files that are named, %d have no checksum; missing or damaged: %q", found.named, found.unrecorded, bad)
	}
	must(t, k.Close())
	return swept
}

// TestAnOlderDatabaseDeletesNothing restores a backup in which a file waits for registration that
// was registered since.
func TestAnOlderDatabaseDeletesNothing(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.with(t, func(k *stack) { in.send(t, k, false) })
	in.save(t)
	in.with(t, func(k *stack) { in.register(t, k); in.send(t, k, true) })
	in.restore(t, 0)
	in.skew = 100 * 24 * time.Hour
	k, err := in.open(t, "")
	must(t, err)
	if err := k.sweepOnce(t.Context()); !errs.Is(err, errs.Rule) || !strings.Contains(err.Error(), "cohortium store adopt") {
		t.Errorf("sweep: %v", err)
	}
	must(t, k.Close())
	in.check(t, "a sweep of an older database")
	status, out := checked(t, in.dir)
	if status != console.ExitFindings || !strings.Contains(out, "which these files were used with") {
		t.Errorf("check: %d\n%s", status, out)
	}
	// An administrator accepts it: the sweep continues.
	in.command(t, console.ExitOK, "Database and files have one identity now. 1 of the 1 files", "store", "adopt")
	k, err = in.open(t, "")
	must(t, err)
	must(t, k.sweepOnce(t.Context()))
	must(t, k.Close())
}

// TestAnOlderDatabaseKeepsFilesForThirtyDays restores a backup after a kill: the newest audit entry
// was not stored, so that only the quarantine keeps its files.
func TestAnOlderDatabaseKeepsFilesForThirtyDays(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.with(t, func(k *stack) { in.send(t, k, true) })
	in.save(t)
	k, err := in.open(t, "")
	must(t, err)
	in.send(t, k, true)
	must(t, k.Close())
	in.restore(t, 0)
	for _, hours := range []time.Duration{26, 10 * 24, 26 + 30*24 - 1} {
		in.skew = hours * time.Hour
		in.with(t, func(k *stack) { must(t, k.sweepOnce(t.Context())) })
		in.check(t, fmt.Sprintf("%d hours", hours))
	}
	in.restore(t, 1) // the newer one returns: its file leaves the quarantine
	in.skew += 24 * time.Hour
	in.with(t, func(k *stack) { must(t, k.sweepOnce(t.Context())) })
	in.check(t, "the newer database came back")
	in.command(t, console.ExitOK, "Quarantine: empty.", "check")
}

// TestATableShownSinceABackupStays restores a backup without the page of a table, after a kill; the
// newer database has the page.
func TestATableShownSinceABackupStays(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.with(t, func(k *stack) { in.send(t, k, true); in.make(t, k, "table") })
	in.save(t)
	k, err := in.open(t, "")
	must(t, err)
	in.show(t, k)
	must(t, k.Close())
	in.restore(t, 0)
	for _, hours := range []time.Duration{26, 52, 10 * 24, 26 + 29*24} {
		in.skew = hours * time.Hour
		in.with(t, func(k *stack) { must(t, k.sweepOnce(t.Context())) })
		in.check(t, fmt.Sprintf("%d hours", hours))
	}
	in.skew = 60 * 24 * time.Hour
	in.with(t, func(k *stack) { must(t, k.sweepOnce(t.Context())) })
	left, err := filepath.Glob(filepath.Join(in.dir, "blobs", "tables", "*", "*", "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("after its quarantine: %q, %v", left, err)
	}
}

// TestABinThatIsEmptiedKeepsFilesForThirtyDays restores a backup with a data set, an index and a
// page in use that were put into the bin and purged since.
func TestABinThatIsEmptiedKeepsFilesForThirtyDays(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.with(t, func(k *stack) { in.send(t, k, true) })
	var bins []string
	in.with(t, func(k *stack) {
		for _, kind := range []string{"index", "picture", "check"} {
			id, _ := in.make(t, k, kind)
			bins = append(bins, id)
		}
		in.row(t, "datasets", map[string]any{"id": bins[2], "name": "North", "metadata": "{}"})
		// The uploaded file belongs to the data set.
		must(t, k.store.Exec(t.Context(), "UPDATE dataset_files SET dataset_id = $1, upload_id = (SELECT id FROM upload_files)", bins[2]))
	})
	in.save(t)
	k, err := in.open(t, "")
	must(t, err)
	for i, table := range []string{"indexes", "pages", "datasets"} {
		must(t, k.store.Exec(t.Context(), "UPDATE "+table+" SET deleted_at = $1 WHERE id = $2", console.Now(), bins[i]))
	}
	in.now = map[string]string{}
	in.skew = 31 * 24 * time.Hour
	must(t, k.sweepOnce(t.Context()))
	for i, table := range []string{"indexes", "pages", "datasets"} {
		if n := in.count(t, "SELECT count(*) FROM "+table+" WHERE id = '"+bins[i]+"'"); n != 0 {
			t.Errorf("%s are still in the bin", table)
		}
	}
	if n := in.count(t, "SELECT count(*) FROM upload_files"); n != 0 {
		t.Error("the file of the data set still has its row")
	}
	must(t, k.Close())
	for _, days := range []time.Duration{32, 40, 60} {
		in.skew = days * 24 * time.Hour
		in.with(t, func(k *stack) { must(t, k.sweepOnce(t.Context())) })
		in.check(t, fmt.Sprintf("day %d", days))
	}
	in.named = nil
	in.skew = 70 * 24 * time.Hour
	in.with(t, func(k *stack) { must(t, k.sweepOnce(t.Context())) })
	for _, folder := range []string{"indexes", "pages", "datasets", "uploads"} {
		err := filepath.WalkDir(filepath.Join(in.dir, "blobs", folder), func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				t.Errorf("after the quarantine: %s", path)
			}
			return err
		})
		must(t, err)
	}
}

func TestCheckLooksForStoredFiles(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.with(t, func(k *stack) {
		for range 7 {
			in.send(t, k, true)
		}
	})
	in.command(t, console.ExitOK, "Stored files: 7 files that the database names exist.", "check")
	in.command(t, console.ExitOK, "Identity: database and files belong together", "check")
	in.command(t, console.ExitOK, "Stored files: 7 files that the database names were read", "check", "--read-data")
	var keys []string
	for key := range in.now {
		keys = append(keys, key)
	}
	path := func(key string) string { return filepath.Join(in.dir, "blobs", filepath.FromSlash(key)) }
	must(t, os.WriteFile(path(keys[0]), []byte("FILE 1"), 0o600)) // the same length as before
	in.command(t, console.ExitOK, "exist.", "check")
	in.command(t, console.ExitFindings, "1 of 7 files that the database names are missing or damaged: "+keys[0]+" (other content)", "check", "--read-data")
	must(t, os.WriteFile(path(keys[0]), []byte("FILE 10"), 0o600))
	in.command(t, console.ExitFindings, keys[0]+" (7 bytes, not 6)", "check")
	for _, key := range keys[:6] {
		must(t, os.Remove(path(key)))
	}
	in.command(t, console.ExitFindings, "6 of 7 files that the database names are missing or damaged: ", "check")
	in.command(t, console.ExitFindings, "(missing) and 1 more", "check")
}

// TestEveryStoredFileHasAChecksum changes one letter of each file of each kind: those whose only
// checksum is in the blob row, and those stored before checksums existed.
func TestEveryStoredFileHasAChecksum(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.with(t, func(k *stack) {
		in.send(t, k, true)
		in.send(t, k, false)
		for _, kind := range madeKinds {
			in.make(t, k, kind)
		}
		in.show(t, k)
	})
	rots := func() {
		t.Helper()
		for key, content := range in.now {
			path := filepath.Join(in.dir, "blobs", filepath.FromSlash(key))
			must(t, os.WriteFile(path, []byte("X"+content[1:]), 0o600))
			in.command(t, console.ExitFindings, "1 of 17 files that the database names are missing or damaged: "+key+" (other content)", "check", "--read-data")
			must(t, os.WriteFile(path, []byte(content), 0o600))
		}
	}
	if len(in.now) != 17 {
		t.Fatalf("%d files", len(in.now))
	}
	rots()
	in.command(t, console.ExitOK, "17 files that the database names were read; all with a checksum are as they were stored.\n", "check", "--read-data")
	in.with(t, func(k *stack) { must(t, k.store.Exec(t.Context(), "DELETE FROM blob_sums")) })
	in.command(t, console.ExitOK, "No checksum on record: 9. Run cohortium check --read-data to record them.\n", "check")
	in.command(t, console.ExitOK, "No checksum on record: 9, recorded now. The next check compares them.\n", "check", "--read-data")
	in.command(t, console.ExitOK, "were read; all with a checksum are as they were stored.\n", "check", "--read-data")
	rots()
	// One of several files of a check is missing.
	in.with(t, func(k *stack) {
		_, keys := in.make(t, k, "check")
		second := strings.TrimSuffix(keys[0], "clean.tsv.gz") + "second"
		_, _, err := k.blobs.Put(t.Context(), second, strings.NewReader("second"))
		must(t, err)
		must(t, os.Remove(filepath.Join(in.dir, "blobs", filepath.FromSlash(second))))
	})
	in.command(t, console.ExitFindings, "second (missing)", "check")
	// A deletion also deletes the checksum.
	in.with(t, func(k *stack) {
		for key := range in.now {
			must(t, k.blobs.Delete(t.Context(), key))
		}
		must(t, k.blobs.DeletePrefix(t.Context(), "datasets/"))
	})
	if n := in.count(t, "SELECT count(*) FROM blob_sums"); n != 0 {
		t.Errorf("%d checksums of deleted files", n)
	}
}
