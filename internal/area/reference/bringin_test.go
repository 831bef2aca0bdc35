package reference_test

import (
	"path/filepath"
	"slices"
	"testing"

	"cohortium/internal/area/reference"
	"cohortium/internal/platform/audit"
)

// A folder of an earlier version is brought in once, completed, and stays as it is. What is removed
// stays removed.
func TestBringIn(t *testing.T) {
	onEach(t, func(t *testing.T, s *shelf) {
		dir := t.TempDir()
		if _, err := open(
			dir,
		).Add(
			t.Context(),
			write(t, filepath.Join(t.TempDir(), "old.chain"), hg18To38),
			reference.Note{Type: reference.Chain},
		); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "panels", "eur.txt"), "CHR POS REF ALT AF\n1 100 C T 0.125\n")
		write(t, filepath.Join(dir, "panels", "eur.json"),
			`{"name": "eur", "build": "hg19", "ancestry": "EUR", "file": "eur.txt", "column": "AF", "rows": 1, "sha256": "ab"}`)
		before := slices.Concat(files(t, dir, "chains"), files(t, dir, "panels"))
		for range 2 {
			if err := s.BringIn(t.Context(), dir); err != nil {
				t.Fatal(err)
			}
			if all := s.installed(
				t,
			); len(all) != 2 || all[0].Note.Name != "old" || all[1].Note.Name != "eur" || len(all[1].Parts) != 3 ||
				all[1].By != audit.System {
				t.Fatalf("%+v", all)
			}
		}
		if err := s.RemoveUsed(t.Context(), "old"); err != nil {
			t.Fatal(err)
		}
		if err := s.machine(t).BringIn(t.Context(), dir); err != nil || len(s.installed(t)) != 1 {
			t.Errorf("removed, and back again: %v, %+v", err, s.installed(t))
		}
		if after := slices.Concat(files(t, dir, "chains"), files(t, dir, "panels")); !slices.Equal(before, after) {
			t.Errorf("the folder has changed: %v, %v", before, after)
		}
		found, err := s.machine(t).Frequencies(t.Context(), "GRCh37", 1, 100, "T", "C")
		if err != nil || len(found) != 1 || found[0].Value != 0.125 {
			t.Errorf("%+v, %v", found, err)
		}
		want := []string{
			"system created old: chain " + sum(hg18To38) + ", from the data folder",
			"system created eur: panel ab, from the data folder",
			" deleted old: chain " + sum(hg18To38),
		}
		if entries := s.entries(t); !slices.Equal(entries, want) {
			t.Errorf("%q", entries)
		}
	})
}
