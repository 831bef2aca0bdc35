package reference_test

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
)

// Two panels in no order: rs1 is on both, the deletion on one with a base that both its
// alleles share, which is taken off as from the files of studies.
const (
	europe = "CHR POS REF ALT AF\n2 5000 A G 0.25\n1 100 C T 0.125\n1 200 GA G 0.5\n1 300 A C .\n"
	africa = "CHR POS REF ALT AF\n1 100 C T 0.75\n"
)

func TestFrequenciesOfPanels(t *testing.T) {
	dir := t.TempDir()
	r := open(dir)
	for name, text := range map[string]string{"eur": europe, "afr": africa} {
		n := reference.Note{Type: reference.Panel, Ancestry: strings.ToUpper(name), Build: "hg19", Version: "1"}
		if _, err := r.Add(t.Context(), write(t, filepath.Join(dir, "in", name), text), n); err != nil {
			t.Fatal(err)
		}
	}
	nan := math.NaN()
	ask := func(b genome.Build, c genome.Chromosome, position int32, effect, other string) []reference.Frequency {
		t.Helper()
		found, err := r.Frequencies(t.Context(), b, c, position, effect, other)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	for _, tt := range []struct {
		chromosome    genome.Chromosome
		position      int32
		effect, other string
		afr, eur      float64
	}{
		{1, 100, "T", "C", 0.75, 0.125}, {1, 100, "C", "T", 0.25, 0.875}, {1, 100, "A", "G", nan, nan}, {1, 100, "T", "A", nan, nan},
		{2, 5000, "G", "A", nan, 0.25}, {1, 200, "G", "GA", nan, 0.5}, {1, 300, "C", "A", nan, nan}, {1, 101, "T", "C", nan, nan}, {3, 100, "T", "C", nan, nan},
	} {
		found := ask(genome.GRCh37, tt.chromosome, tt.position, tt.effect, tt.other)
		if len(found) != 2 || found[0].Name != "afr" || found[1].Ancestry != "EUR" || found[1].Version != "1" {
			t.Fatalf("%+v", found)
		}
		for i, want := range []float64{tt.afr, tt.eur} {
			if got := found[i]; got.Value != want && !(math.IsNaN(got.Value) && math.IsNaN(want)) {
				t.Errorf("%s at %s:%d of %s: %+v, want %g", tt.effect, tt.chromosome, tt.position, got.Name, got, want)
			}
		}
	}
	if found := ask(genome.GRCh38, 1, 100, "T", "C"); len(found) != 0 {
		t.Errorf("panels of another assembly: %+v", found)
	}
}
