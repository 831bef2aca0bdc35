package meta_test

import (
	"slices"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// overAutosomes are 200 rows that cycle through the first autosomes.
func overAutosomes(autosomes int) []sumstats.Row {
	rows := make([]sumstats.Row, 0, 200)
	for i := range 200 {
		r := row(1, int32(5_000_000+i*100), "A", "G", 0.1, 0.02, 0.3)
		r.Chromosome = genome.Chromosome(1 + i%autosomes)
		rows = append(rows, r)
	}
	return rows
}

// A file of a part of the genome has no genome-wide λ, so it is not corrected by it. Eleven
// autosomes are enough.
func TestStudiesOfAPartOfTheGenomeAreNotCorrected(t *testing.T) {
	for _, c := range []struct {
		autosomes int
		regional  bool
	}{{1, true}, {10, true}, {11, false}, {22, false}} {
		rows := overAutosomes(c.autosomes)
		slices.SortStableFunc(rows, func(a, b sumstats.Row) int { return int(a.Chromosome) - int(b.Chromosome) })
		opt := meta.DefaultOptions()
		opt.GenomicControl = true
		_, s := runTable(t, []meta.Study{memoryStudy("a", rows), memoryStudy("b", rows)}, opt)
		for _, study := range s.Studies {
			if study.Regional != c.regional || (study.LambdaApplied > 1) == c.regional || !(study.LambdaGC > 1) {
				t.Errorf("%d autosomes: %+v", c.autosomes, study)
			}
		}
	}
}

// A meter may see rows that are not sorted yet.
func TestAutosomesCountOnceInAnyOrder(t *testing.T) {
	for _, c := range []struct {
		autosomes int
		want      bool
	}{{10, false}, {11, true}} {
		study := memoryStudy("a", nil)
		meter := meta.NewLambdaMeter(&rowSlice{overAutosomes(c.autosomes), 7}, &study, meta.DefaultOptions())
		for buffer, err := make([]sumstats.Row, 50), error(nil); err == nil; {
			_, err = meter.ReadRows(buffer)
		}
		if got := meter.Value() > 1; got != c.want {
			t.Errorf("%d autosomes: λ %v", c.autosomes, meter.Value())
		}
	}
}
