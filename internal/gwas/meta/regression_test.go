package meta_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/stat"
)

// regressions is testdata/metaregression.json, computed in 60 digits by
// testdata/metaregression.py.
type regressions struct {
	Cases []struct {
		Frequencies [][]float64 // by study, then by variant
		Axes        int
		Places      [][]float64
		Explained   []float64
		Beta, SE    []float64
		Want        struct {
			Effects, Errors                 []float64
			Association, Ancestry, Residual float64
			P                               float64
			AncestryP                       float64 `json:"ancestry_p"`
			ResidualP                       float64 `json:"residual_p"`
		}
	}
	Medians []float64
}

func readRegressions(t *testing.T) *regressions {
	t.Helper()
	text, err := os.ReadFile("testdata/metaregression.json")
	if err != nil {
		t.Fatal(err)
	}
	var r regressions
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Cases) != 12 || len(r.Medians) != 5 {
		t.Fatalf("%d cases, %d medians", len(r.Cases), len(r.Medians))
	}
	return &r
}

func squaredDifferences(freq [][]float64) [][]float64 {
	d := make([][]float64, len(freq))
	for i := range freq {
		d[i] = make([]float64, len(freq))
		for j := range freq {
			for v := range freq[i] {
				x := freq[i][v] - freq[j][v]
				d[i][j] += x * x / float64(len(freq[i]))
			}
		}
	}
	return d
}

func TestAxesAreThoseComputedInSixtyDigits(t *testing.T) {
	for n, c := range readRegressions(t).Cases {
		places, explained := meta.Scale(squaredDifferences(c.Frequencies), c.Axes)
		for i := range places {
			for a, got := range places[i] {
				if want := c.Places[i][a]; math.Abs(got-want) > 1e-12 {
					t.Errorf("case %d, study %d, axis %d: %v, want %v", n, i, a+1, got, want)
				}
			}
		}
		for a, got := range explained {
			if off(got, c.Explained[a]) > 1e-12 {
				t.Errorf("case %d: axis %d explains %v, want %v", n, a+1, got, c.Explained[a])
			}
		}
	}
}

func TestRegressionsAreThoseComputedInSixtyDigits(t *testing.T) {
	fixtures := readRegressions(t)
	for n, c := range fixtures.Cases {
		e, r, ok := meta.Regress(c.Beta, c.SE, c.Axes, func(i, a int) float64 { return c.Places[i][a] })
		if !ok {
			t.Fatalf("case %d was refused", n)
		}
		got := []float64{e.Beta, e.SE, r.Association, e.NegLog10P, r.Ancestry, r.NegLog10AncestryP, r.Residual, r.NegLog10ResidualP}
		want := []float64{
			c.Want.Effects[0],
			c.Want.Errors[0],
			c.Want.Association,
			c.Want.P,
			c.Want.Ancestry,
			c.Want.AncestryP,
			c.Want.Residual,
			c.Want.ResidualP,
		}
		got = append(append(got, r.Effects[:c.Axes]...), r.Errors[:c.Axes]...)
		want = append(append(want, c.Want.Effects[1:]...), c.Want.Errors[1:]...)
		for i := range got {
			if off(got[i], want[i]) > 1e-10 {
				t.Errorf("case %d, value %d: %v, want %v", n, i, got[i], want[i])
			}
		}
		// P of Z is that of the association, and its sign that of the effect.
		if off(stat.NegLog10PFromZ(e.Z), c.Want.P) > 1e-9 || e.Z*e.Beta < 0 {
			t.Errorf("case %d: Z %v of P 1e-%v and effect %v", n, e.Z, c.Want.P, e.Beta)
		}
	}
	for df, want := range fixtures.Medians {
		if got := stat.MedianChiSquare(df + 1); off(got, want) > 1e-12 {
			t.Errorf("median of χ² with %d degrees of freedom is %v, want %v", df+1, got, want)
		}
	}
}

// The order of studies, the coded allele and the unit and origin of an axis do not
// change what a regression finds.
func TestRegressionProperties(t *testing.T) {
	for n, c := range readRegressions(t).Cases {
		k := len(c.Beta)
		e, r, _ := meta.Regress(c.Beta, c.SE, c.Axes, func(i, a int) float64 { return c.Places[i][a] })
		same := func(what string, sign float64, e2 meta.Estimate, r2 meta.Regression, ok bool) {
			t.Helper()
			if !ok || off(r2.Association, r.Association) > 1e-10 || off(r2.Ancestry, r.Ancestry) > 1e-9 ||
				off(r2.Residual, r.Residual) > 1e-9 || off(e2.Q, e.Q) > 1e-10 || sign != 0 && off(e2.Beta, sign*e.Beta) > 1e-10 {
				t.Errorf("case %d: %s changes %v %v to %v %v", n, what, e, r, e2, r2)
			}
		}
		beta, se := slices.Clone(c.Beta), slices.Clone(c.SE)
		slices.Reverse(beta)
		slices.Reverse(se)
		e2, r2, ok := meta.Regress(beta, se, c.Axes, func(i, a int) float64 { return c.Places[k-1-i][a] })
		same("another order", 1, e2, r2, ok)
		for i := range beta {
			beta[i] = -c.Beta[i]
		}
		e2, r2, ok = meta.Regress(beta, c.SE, c.Axes, func(i, a int) float64 { return c.Places[i][a] })
		same("the other allele", -1, e2, r2, ok)
		e2, r2, ok = meta.Regress(c.Beta, c.SE, c.Axes, func(i, a int) float64 { return 3 - 40*c.Places[i][a] })
		same("another unit of the axes", 0, e2, r2, ok)
		if off(r.Ancestry+r.Residual, e.Q) > 1e-9 {
			t.Errorf("case %d: ancestry %v and residual %v are not all heterogeneity, %v", n, r.Ancestry, r.Residual, e.Q)
		}
		// A study split in two halves of its people is that study.
		beta, se = append(slices.Clone(c.Beta), c.Beta[0]), append(slices.Clone(c.SE), c.SE[0]*math.Sqrt2)
		se[0] *= math.Sqrt2
		e2, r2, ok = meta.Regress(beta, se, c.Axes, func(i, a int) float64 { return c.Places[i%k][a] })
		same("a study split in two", 1, e2, r2, ok)
	}
}

func TestRegressionNeedsMoreStudiesThanAxesAndTwo(t *testing.T) {
	beta, se := []float64{1, 2, 3, 4, 5}, []float64{1, 1, 1, 1, 1}
	places := [][]float64{{1, 0}, {2, 1}, {4, 0}, {8, 3}, {9, 1}}
	at := func(i, a int) float64 { return places[i][a] }
	for _, c := range []struct {
		studies, axes int
		want          bool
	}{{3, 1, false}, {4, 1, true}, {4, 2, false}, {5, 2, true}, {5, 0, false}, {5, meta.MaxAxes + 1, false}} {
		if _, _, ok := meta.Regress(beta[:c.studies], se[:c.studies], c.axes, at); ok != c.want {
			t.Errorf("%d studies on %d axes: %v", c.studies, c.axes, ok)
		}
	}
	// Studies at one place do not define an axis.
	if _, _, ok := meta.Regress(beta, se, 1, func(int, int) float64 { return 0.3 }); ok {
		t.Error("an axis without differences was regressed on")
	}
	if _, _, ok := meta.Regress(beta, se, 2, func(i, _ int) float64 { return places[i][0] }); ok {
		t.Error("the same axis twice was regressed on")
	}
	for studies, want := range []int{0, 0, 0, 0, 1, 2, 2} {
		if got := meta.NormalAxes(studies); got != want {
			t.Errorf("%d axes of %d studies, want %d", got, studies, want)
		}
	}
}
