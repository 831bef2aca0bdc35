package ldsc

import "math"

// Pair is one variant of two studies, with both effects on the same allele.
type Pair struct {
	First, Second Variant // their LD scores and weights are one
}

// Correlation is the genetic correlation of two studies.
type Correlation struct {
	First, Second *Heritability // of the variants that both have
	Covariance    Estimate      // of the polygenic effects, on the observed scales
	// Intercept is what the same people in both studies, or the same confounding, add to the
	// product of two z-scores: r·Nₛ/√(N₁N₂) with Nₛ people shared and r the correlation of the
	// traits. 0 without shared people.
	Intercept Estimate
	// Genetic is the genetic correlation; it may be outside −1…1. NaN where a heritability is not
	// above 0.
	Genetic Estimate
}

// Correlate estimates what two studies share, from variants in genome order.
func Correlate(pairs []Pair, m float64, opt Options) (*Correlation, error) {
	c := &Correlation{}
	one, two := make([]Variant, len(pairs)), make([]Variant, len(pairs))
	for i, p := range pairs {
		one[i], two[i] = p.First, p.Second
	}
	var err error
	if c.First, err = Fit(one, m, opt); err != nil {
		return nil, err
	}
	if c.Second, err = Fit(two, m, opt); err != nil {
		return nil, err
	}
	whole, without, err := products(pairs, m, opt, c).fit()
	if err != nil {
		return nil, err
	}
	c.Covariance = Estimate{whole.slope, standardError(whole.slope, slopes(without))}
	c.Intercept = Estimate{whole.constant, standardError(whole.constant, constants(without))}
	c.Genetic = genetic(whole.slope, without, c.First, c.Second)
	return c, nil
}

// products returns the regression of z₁·z₂ on √(N₁N₂)·ℓ/M.
func products(pairs []Pair, m float64, opt Options, of *Correlation) *regression {
	r := &regression{
		y: make([]float64, len(pairs)), ld: make([]float64, len(pairs)), n: make([]float64, len(pairs)),
		m: m, null: 0, opt: opt,
		decides: func(i int) bool {
			a, b := pairs[i].First.Z, pairs[i].Second.Z
			return a*a < opt.twoStep() && b*b < opt.twoStep()
		},
	}
	for i, p := range pairs {
		r.y[i], r.ld[i], r.n[i] = p.First.Z*p.Second.Z, p.First.LD, math.Sqrt(p.First.N*p.Second.N)
	}
	r.weight = func(i int, l line) float64 {
		ld := max(pairs[i].First.LD, 1) / m
		a := clamp(of.First.H2.Value, 0, 1)*pairs[i].First.N*ld + of.First.Intercept.Value
		b := clamp(of.Second.H2.Value, 0, 1)*pairs[i].Second.N*ld + of.Second.Intercept.Value
		c := clamp(l.slope, -1, 1)*r.n[i]*ld + l.constant
		return 1 / ((a*b + c*c) * max(pairs[i].First.Weight, 1))
	}
	return r
}

// genetic returns the covariance over the geometric mean of the heritabilities.
func genetic(covariance float64, without []line, one, two *Heritability) Estimate {
	whole := covariance / math.Sqrt(one.H2.Value*two.H2.Value)
	ratios := make([]float64, len(without))
	for i, l := range without {
		ratios[i] = l.slope / math.Sqrt(one.without[i].slope*two.without[i].slope)
	}
	if !(one.H2.Value > 0 && two.H2.Value > 0) {
		return Estimate{math.NaN(), math.NaN()}
	}
	return Estimate{whole, standardError(whole, ratios)}
}
