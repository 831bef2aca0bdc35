package ancestry_test

import (
	"bufio"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"cohortium/internal/gwas/ancestry"
)

// reference reads frequencies of 1000 Genomes by population.
func reference(t *testing.T) (names []string, rows [][]float64) {
	t.Helper()
	f, err := os.Open("../../../testdata/reference/PAN.hapmap3.hg19.EAF.sample.tsv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(z); lines.Scan(); {
		cells := strings.Split(lines.Text(), "\t")[5:]
		if names == nil {
			names = cells
			continue
		}
		row := make([]float64, len(cells))
		for i, c := range cells {
			if row[i], err = strconv.ParseFloat(c, 64); err != nil {
				t.Fatal(err)
			}
		}
		rows = append(rows, row)
	}
	return names, rows
}

var super = []string{"AFR", "AMR", "EAS", "EUR", "SAS"}

func at(names, wanted []string) []int {
	var out []int
	for _, w := range wanted {
		out = append(out, slices.Index(names, w))
	}
	return out
}

// estimate draws people of a population and returns their ancestry.
func estimate(t *testing.T, random *rand.Rand, rows [][]float64, columns []int, people int, frequency func(row []float64) float64) *ancestry.Estimate {
	t.Helper()
	tally := ancestry.NewTally(len(columns))
	p := make([]float64, len(columns))
	for _, row := range rows {
		for i, c := range columns {
			p[i] = row[c]
		}
		f := frequency(row)
		tally.Add(f+random.NormFloat64()*math.Sqrt(f*(1-f)/(2*float64(people))), p)
	}
	e, ok := tally.Estimate()
	if !ok {
		t.Fatal("no estimate")
	}
	return e
}

// The super-population of 500 people of each population is found. Puerto Ricans are of mixed ancestry
// by their frequencies, so no share of theirs reaches that of one ancestry.
func TestEachPopulationBelongsToItsSuperPopulation(t *testing.T) {
	names, rows := reference(t)
	columns := at(names, super)
	random := rand.New(rand.NewPCG(46, 8))
	for want, populations := range map[string][]string{
		"AFR": {"YRI", "LWK", "GWD", "MSL", "ESN", "ASW", "ACB"}, "AMR": {"MXL", "CLM", "PEL"}, "EAS": {"CHB", "JPT", "CHS", "CDX", "KHV"},
		"EUR": {"CEU", "TSI", "FIN", "GBR", "IBS"}, "SAS": {"GIH", "PJL", "BEB", "STU", "ITU"},
	} {
		for _, population := range populations {
			c := slices.Index(names, population)
			e := estimate(t, random, rows, columns, 500, func(row []float64) float64 { return row[c] })
			if super[e.Nearest()] != want {
				t.Errorf("%s is %s: %.2f of %v", population, super[e.Nearest()], e.Shares, super)
			}
			if want != "AMR" && slices.Index(e.FST, slices.Min(e.FST)) != slices.Index(super, want) {
				t.Errorf("%s: F_ST %.3f of %v", population, e.FST, super)
			}
		}
	}
}

func TestMixedAncestryIsNotOne(t *testing.T) {
	names, rows := reference(t)
	c := slices.Index(names, "PUR")
	e := estimate(t, rand.New(rand.NewPCG(46, 10)), rows, at(names, super), 500, func(row []float64) float64 { return row[c] })
	if slices.Max(e.Shares) >= ancestry.OneAncestry {
		t.Errorf("%.2f of %v", e.Shares, super)
	}
}

// Shares of mixtures of two populations come back to 3 %.
func TestSharesOfMixtures(t *testing.T) {
	names, rows := reference(t)
	columns := at(names, []string{"AFR", "EAS", "EUR", "SAS"})
	random := rand.New(rand.NewPCG(46, 9))
	for _, share := range []float64{0, 0.2, 0.5, 0.8, 1} {
		a, b := slices.Index(names, "AFR"), slices.Index(names, "EUR")
		e := estimate(t, random, rows, columns, 2000, func(row []float64) float64 { return share*row[a] + (1-share)*row[b] })
		sum := 0.0
		for _, s := range e.Shares {
			sum += s
			if s < 0 {
				t.Errorf("a share of %g", s)
			}
		}
		if math.Abs(e.Shares[0]-share) > 0.03 || math.Abs(e.Shares[2]-(1-share)) > 0.03 || math.Abs(sum-1) > 1e-9 {
			t.Errorf("%g of AFR: %.3f", share, e.Shares)
		}
		if e.Residual > 0.02 {
			t.Errorf("residual %g", e.Residual)
		}
	}
}

// By hand: frequencies of ½ against 0 and 1 have F_ST ¼/½ = ½ to both, and shares of ½.
func TestByHandAndTooFew(t *testing.T) {
	tally := ancestry.NewTally(2)
	for i := range ancestry.Fewest {
		if _, ok := tally.Estimate(); ok {
			t.Fatalf("an estimate of %d variants", i)
		}
		p := float64(i % 2)
		tally.Add(0.5, []float64{p, 1 - p})
		tally.Add(math.NaN(), []float64{p, p})
		tally.Add(0.5, []float64{p, -1})
	}
	e, ok := tally.Estimate()
	if !ok || e.Variants != ancestry.Fewest || math.Abs(e.FST[0]-0.5) > 1e-12 || math.Abs(e.Shares[0]-0.5) > 1e-9 || e.Residual > 1e-6 {
		t.Errorf("%+v %t", e, ok)
	}
}
