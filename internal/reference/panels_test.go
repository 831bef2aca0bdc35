package reference_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/hermes"
	"cohortium/internal/reference"

	"github.com/google/go-cmp/cmp"
)

func TestPanels(t *testing.T) {
	dir := t.TempDir()
	p := reference.NewPanels(dir)
	if got, err := p.Panels(t.Context()); err != nil || len(got) != 0 {
		t.Fatalf("an empty folder gives %v, %v", got, err)
	}
	file := filepath.Join(dir, "eur.vcf.gz")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	note := reference.Note{Name: "eur", Build: "hg19", Ancestry: "EUR", File: "eur.vcf.gz", Column: "AF", Version: "1", Rows: 3, SHA256: "ab"}
	if err := p.Install(note); err != nil {
		t.Fatal(err)
	}
	got, err := p.Panels(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []hermes.Panel{{Name: "eur", Build: "hg19", Ancestry: "EUR", Rows: 3, Version: "1", SHA256: "ab", Path: file, Column: "AF"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("panels (-want +got):\n%s", diff)
	}
}

func TestUnusableNotesAreNamed(t *testing.T) {
	for name, text := range map[string]string{
		"not JSON":          `{`,
		"no name":           `{"file":"a.vcf"}`,
		"file elsewhere":    `{"name":"a","file":"../a.vcf"}`,
		"file that is gone": `{"name":"a","file":"a.vcf"}`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "broken.json"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := reference.NewPanels(dir).Panels(t.Context())
			if err == nil || !strings.Contains(err.Error(), "broken.json") {
				t.Errorf("error %v does not name the note", err)
			}
		})
	}
}
