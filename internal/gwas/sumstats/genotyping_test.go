package sumstats_test

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// Call rates and P of Hardy–Weinberg are reported for the rows that are kept, in file order,
// however the text is cut.
func TestGenotypingIsMeasuredOnKeptRows(t *testing.T) {
	text := "chr\tpos\tea\toa\tb\tse\tp\tcr\thwe\n" +
		"1\t10\tA\tG\t0.1\t0.1\t0.3173\t0.99\t0.5\n" +
		"1\t20\tA\tG\t0.1\t0.1\t-3\t0.11\t0.11\n" + // left out
		"1\t30\tA\tG\t0.1\t0.1\t0.3173\tNA\t1e-9\n" +
		"1\t40\tA\tG\t0.1\t0.1\t0.3173\t1.5\t0\n" +
		"1\t50\tA\tG\t0.1\t0.1\t0.3173\t1\t.\n"
	for _, workers := range []int{1, 3} {
		got := map[sumstats.Field][]float64{}
		r, err := sumstats.Open(strings.NewReader(text), sumstats.ReadOptions{
			Build: genome.GRCh38, Workers: workers, Limits: textfile.Limits{},
			Mapping: sumstats.Mapping{sumstats.FieldChromosome: "chr", sumstats.FieldPosition: "pos", sumstats.FieldEffectAllele: "ea",
				sumstats.FieldOtherAllele: "oa", sumstats.FieldBeta: "b", sumstats.FieldSE: "se", sumstats.FieldP: "p",
				sumstats.FieldCallRate: "cr", sumstats.FieldHWE: "hwe"},
			Genotyping: func(f sumstats.Field, values []float64) { got[f] = append(got[f], values...) },
		})
		if err != nil {
			t.Fatal(err)
		}
		rows := make([]sumstats.Row, 2)
		n := 0
		for err == nil {
			var m int
			m, err = r.ReadRows(rows)
			n += m
		}
		if !errors.Is(err, io.EOF) || n != 4 {
			t.Fatalf("%d rows, %v", n, err)
		}
		nan := math.NaN()
		for field, want := range map[sumstats.Field][]float64{
			sumstats.FieldCallRate: {0.99, nan, nan, 1}, sumstats.FieldHWE: {0.5, 1e-9, 0, nan},
		} {
			if len(got[field]) != len(want) {
				t.Fatalf("%s: %v, want %v", field, got[field], want)
			}
			for i, x := range want {
				if y := got[field][i]; y != x && !(math.IsNaN(x) && math.IsNaN(y)) {
					t.Errorf("%s: %v, want %v", field, got[field], want)
				}
			}
		}
		for _, c := range r.Account().Columns {
			if c.Field == sumstats.FieldCallRate && (c.Rows != 5 || c.Missing != 1 || c.Valid != 3 || c.ValidAfter != 3) {
				t.Errorf("the column of call rates is counted as %+v", c)
			}
		}
		_ = r.Close()
	}
}
