package meta

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"cohortium/internal/gwas/stat"
)

// Overlap declares that two studies are not independent: they share people.
type Overlap struct {
	A string `json:"a"` // names of studies
	B string `json:"b"`
	// Correlation is the correlation of the two z-scores of a variant without effect. Of one trait
	// it is people shared / √(N_A·N_B), and in general the intercept of LD score regression of the
	// products of their z-scores.
	Correlation float64 `json:"correlation"`
}

// ValidateOverlaps reports the first overlap that makes no sense among studies of these names.
func (o Options) ValidateOverlaps(names []string) error {
	if len(o.Overlaps) > 0 && o.Scheme != SampleSize {
		return errors.New("only the sample-size scheme takes account of people that studies share: choose samplesize")
	}
	seen := map[[2]string]bool{}
	for _, x := range o.Overlaps {
		pair := [2]string{min(x.A, x.B), max(x.A, x.B)}
		switch {
		case !slices.Contains(names, x.A) || !slices.Contains(names, x.B):
			return fmt.Errorf("the overlap of %s and %s names a study that is not combined", x.A, x.B)
		case x.A == x.B:
			return fmt.Errorf("%s cannot overlap with itself", x.A)
		case seen[pair]:
			return fmt.Errorf("the overlap of %s and %s is stated twice", pair[0], pair[1])
		case !(x.Correlation > -1 && x.Correlation < 1):
			return fmt.Errorf("the correlation of %s and %s is %v and has to lie between -1 and 1", x.A, x.B, x.Correlation)
		}
		seen[pair] = true
	}
	return nil
}

// correlations returns the correlations of studies in the order of their names, nil when all are
// independent.
func correlations(names []string, overlaps []Overlap) [][]float64 {
	if len(overlaps) == 0 {
		return nil
	}
	r := make([][]float64, len(names))
	for i := range r {
		r[i] = make([]float64, len(names))
	}
	for _, o := range overlaps {
		i, j := slices.Index(names, o.A), slices.Index(names, o.B)
		r[i][j], r[j][i] = o.Correlation, o.Correlation
	}
	return r
}

// CombineZCorrelated is CombineZ of studies that share people: r(i, j) is the
// correlation of two z-scores without effect, and
//
//	Z = Σ√N z / √(ΣN + 2·Σ_{i<j} r√(N_i·N_j))
//
// (Lin and Sullivan 2009, Am J Hum Genet 85:862). Heterogeneity is NaN where any two
// are correlated, since Q has another distribution then; so is Z where the
// correlations contradict each other.
func CombineZCorrelated(z, n []float64, r func(i, j int) float64) Estimate {
	e := CombineZ(z, n)
	twice := shared(n, r)
	if twice == 0 {
		return e
	}
	sum := total(n)
	e.Z *= math.Sqrt(sum / (sum + 2*twice))
	e.NegLog10P = stat.NegLog10PFromZ(e.Z)
	e.Q, e.NegLog10HetP, e.I2 = math.NaN(), math.NaN(), math.NaN()
	return e
}

// independentSize returns how many independent people have as large a z-score as studies that share
// some: an effect adds to Σ√N z in proportion to ΣN, so that the squared mean of Z is in proportion
// to (ΣN)²/(ΣN + 2·Σ_{i<j} r√(N_i·N_j)). It is less than the people counted once unless studies
// have all or none of them in common.
func independentSize(n []float64, r func(i, j int) float64) float64 {
	sum := total(n)
	return sum * sum / (sum + 2*shared(n, r))
}

func total(n []float64) (sum float64) {
	for _, x := range n {
		sum += x
	}
	return sum
}

// shared is Σ_{i<j} r√(n_i·n_j): of one trait, how many people are counted twice.
func shared(n []float64, r func(i, j int) float64) float64 {
	sum := 0.0
	for i := range n {
		for j := range i {
			sum += r(i, j) * math.Sqrt(n[i]*n[j])
		}
	}
	return sum
}
