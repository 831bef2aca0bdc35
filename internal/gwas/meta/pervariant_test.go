package meta_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// A study with one row does not count for the variants that it lacks.
func TestSizesAreThoseOfTheVariants(t *testing.T) {
	at := func(position int32, n float64) sumstats.Row {
		r := row(1, position, "A", "G", 0.1, 0.02, 0.3)
		r.N = n
		return r
	}
	sized := func(n, cases float64, rows ...sumstats.Row) []sumstats.Row {
		for i := range rows {
			if cases > 0 {
				rows[i].NCases, rows[i].NControls = cases, n-cases
			}
		}
		return rows
	}
	null := meta.Spread{Min: meta.Number(math.NaN()), Median: meta.Number(math.NaN()), Max: meta.Number(math.NaN())}
	for name, c := range map[string]struct {
		studies [][]sumstats.Row
		want    meta.PerVariant
	}{
		"one with one row": {
			[][]sumstats.Row{
				sized(300, 100, at(10, 300), at(20, 300), at(30, 300)),
				sized(1000, 400, at(10, 1000), at(20, 1000), at(30, 1000), at(40, 1000)), // alone at 40
				sized(95000, 90000, at(30, 95000)),
			},
			meta.PerVariant{
				N: meta.Spread{Min: 1300, Median: 1300, Max: 96300}, NCases: meta.Spread{Min: 500, Median: 500, Max: 90500},
				NControls: meta.Spread{Min: 800, Median: 800, Max: 5800}, NStudies: meta.Spread{Min: 2, Median: 2, Max: 3},
			},
		},
		"one without cases": {
			[][]sumstats.Row{sized(300, 100, at(10, 300), at(20, 300)), sized(1000, 0, at(10, 1000), at(20, 1200))},
			meta.PerVariant{N: meta.Spread{Min: 1300, Median: 1400, Max: 1500}, NCases: null, NControls: null, NStudies: meta.Spread{Min: 2, Median: 2, Max: 2}},
		},
		"nothing": {
			[][]sumstats.Row{sized(300, 100, at(10, 300)), sized(300, 100, at(20, 300))},
			meta.PerVariant{N: null, NCases: null, NControls: null, NStudies: null},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var studies []meta.Study
			for i, rows := range c.studies {
				studies = append(studies, memoryStudy(string(rune('a'+i)), rows))
			}
			opt := meta.DefaultOptions()
			opt.MinStudies, opt.GenomicControl = 2, false
			_, summary := runTable(t, studies, opt)
			got := summary.PerVariant
			if diff := cmp.Diff(
				c.want,
				got,
				cmp.Comparer(func(a, b meta.Number) bool { return a == b || math.IsNaN(float64(a)) && math.IsNaN(float64(b)) }),
			); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
