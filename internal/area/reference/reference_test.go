package reference_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var today = time.Date(2026, 5, 4, 3, 2, 1, 999, time.UTC)

func open(dir string) *reference.Folder {
	return reference.Open(dir, func() time.Time { return today })
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A note that was written by hand, before there were types, is that of a panel.
func TestNotesOfEarlierVersions(t *testing.T) {
	dir := t.TempDir()
	r := open(dir)
	if got, err := r.Panels(t.Context()); err != nil || len(got) != 0 {
		t.Fatalf("an empty folder gives %v, %v", got, err)
	}
	write(t, filepath.Join(dir, "panels", "eur.vcf.gz"), "x")
	write(
		t,
		filepath.Join(dir, "panels", "eur.json"),
		`{"name": "eur", "build": "hg19", "ancestry": "EUR", "file": "eur.vcf.gz", "column": "AF", "version": "1", "rows": 3, "sha256": "ab"}`,
	)
	got, err := r.Panels(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []hermes.Panel{{Name: "eur", Build: "hg19", Ancestry: "EUR", Rows: 3, Version: "1", SHA256: "ab", Column: "AF"}}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(hermes.Panel{}, "Open", "Size")); diff != "" {
		t.Errorf("panels (-want +got):\n%s", diff)
	}
	file, err := got[0].Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if text, err := io.ReadAll(file); err != nil || string(text) != "x" {
		t.Errorf("%q, %v", text, err)
	}
	if size, err := got[0].Size(t.Context()); err != nil || size != 1 {
		t.Errorf("%d bytes, %v", size, err)
	}
	if all, err := r.List(t.Context()); err != nil || len(all) != 1 || all[0].Type != reference.Panel {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestUnusableNotesAreNamed(t *testing.T) {
	for name, text := range map[string]string{
		"not JSON":          `{`,
		"no name":           `{"file": "a.vcf", "build": "hg19"}`,
		"the name none":     `{"name": "none", "file": "a.vcf", "build": "hg19"}`,
		"file elsewhere":    `{"name": "a", "file": "../a.vcf", "build": "hg19"}`,
		"file that is gone": `{"name": "a", "file": "b.vcf", "build": "hg19"}`,
		"no such build":     `{"name": "a", "file": "a.vcf", "build": "mm10"}`,
		"another type":      `{"type": "chain", "name": "a", "file": "a.vcf", "build": "hg19"}`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "a.vcf"), "x")
			write(t, filepath.Join(dir, "panels", "a.vcf"), "x")
			write(t, filepath.Join(dir, "panels", "broken.json"), text)
			_, err := open(dir).Panels(t.Context())
			if err == nil || !strings.Contains(err.Error(), "broken.json") {
				t.Errorf("error %v does not name the note", err)
			}
		})
	}
}

func TestRemoveFromAFolder(t *testing.T) {
	dir := t.TempDir()
	r := open(dir)
	if _, err := r.Add(t.Context(), write(t, filepath.Join(dir, "hg18.chain"), hg18To38), reference.Note{Type: reference.Chain}); err != nil {
		t.Fatal(err)
	}
	n, err := r.Remove(t.Context(), "hg18")
	if err != nil || n.Name != "hg18" {
		t.Fatalf("%+v, %v", n, err)
	}
	if left := files(t, dir, "chains"); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
	if _, err := r.Remove(t.Context(), "hg18"); !errors.Is(err, reference.ErrUnknown) {
		t.Errorf("removed twice: %v", err)
	}
}

// files returns the names of the files in a folder of the registry.
func files(t *testing.T, dir, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, folder))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
