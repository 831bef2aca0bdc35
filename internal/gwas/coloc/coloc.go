// Package coloc weighs whether two traits share a causal variant in a locus, from the Bayes factors
// of the same variants for each trait (Giambartolomei et al. 2014, PLoS Genet 10:e1004383). Bayes
// factors of single signals of a fine-mapped locus compare them signal by signal (Wallace 2021, PLoS
// Genet 17:e1009440). It imports nothing of ours and knows no files.
package coloc

import (
	"errors"
	"math"
)

// Prior holds the probabilities of a variant to be causal for the first trait only, for the second
// only, and for both.
type Prior struct{ P1, P2, P12 float64 }

// Default is the prior of coloc.
var Default = Prior{1e-4, 1e-4, 1e-5}

// ErrPrior reports priors that are no probabilities.
var ErrPrior = errors.New("priors are above 0, p12 is at most p1 and p2, and their sum is below 1")

// Check returns ErrPrior if the priors are no probabilities.
func (p Prior) Check() error {
	if !(p.P1 > 0 && p.P2 > 0 && p.P12 > 0 && p.P12 <= min(p.P1, p.P2) && p.P1+p.P2+p.P12 < 1) {
		return ErrPrior
	}
	return nil
}

// Hypotheses about a locus, as index of the posterior probabilities.
const (
	Neither  = iota // no causal variant
	First           // one of the first trait only
	Second          // one of the second trait only
	Distinct        // one of each
	Shared          // one of both
)

// Posterior holds the probability of each hypothesis.
type Posterior [5]float64

// Evidence is what the Bayes factors of two traits say about a locus.
type Evidence struct {
	Variants            int // with a Bayes factor for both traits
	first, second, both float64
	shared              []float64
}

// Weigh combines the natural logarithms of Bayes factors of the same variants for two traits. A
// variant with NaN in one takes no part.
func Weigh(first, second []float64) *Evidence {
	e := &Evidence{shared: make([]float64, len(first))}
	var a, b []float64
	for i := range first {
		e.shared[i] = first[i] + second[i]
		if !math.IsNaN(e.shared[i]) {
			e.Variants++
			a, b = append(a, first[i]), append(b, second[i])
		}
	}
	e.first, e.second, e.both = logSum(a), logSum(b), logSum(e.shared)
	return e
}

// weights returns the logarithm of the weight of each hypothesis.
func (e *Evidence) weights(p Prior) [5]float64 {
	return [5]float64{
		First:  math.Log(p.P1) + e.first,
		Second: math.Log(p.P2) + e.second,
		// All pairs of variants but those of one with itself.
		Distinct: math.Log(p.P1) + math.Log(p.P2) + logDifference(e.first+e.second, e.both),
		Shared:   math.Log(p.P12) + e.both,
	}
}

// Posterior returns the probabilities of the hypotheses.
func (e *Evidence) Posterior(p Prior) Posterior {
	logs := e.weights(p)
	total := logSum(logs[:])
	var out Posterior
	for i, x := range logs {
		out[i] = math.Exp(x - total)
	}
	return out
}

// Decisive is the probability of H3 or H4 from which a locus is decided. It is usual in publications.
const Decisive = 0.8

// Conclusion is the interpretation of the posteriors of a locus.
type Conclusion string

// The conclusions.
const (
	SharedVariant    Conclusion = "shared"    // H4 is at least Decisive
	DistinctVariants Conclusion = "distinct"  // H3 is at least Decisive
	Undecided        Conclusion = "undecided" // neither
)

// Conclude returns the conclusion, and the value of p12 to which it holds with the same p1 and p2: a
// shared variant for all p12 of at least limit, distinct variants for all of at most limit. The limit
// is NaN if the locus is undecided.
func (e *Evidence) Conclude(p Prior) (_ Conclusion, limit float64) {
	logs := e.weights(p)
	rest := logSum(logs[:Shared]) // does not depend on p12
	switch at := e.Posterior(p); {
	case at[Shared] >= Decisive: // p12·S / (rest + p12·S) ≥ d
		return SharedVariant, math.Exp(math.Log(Decisive/(1-Decisive)) + rest - e.both)
	case at[Distinct] >= Decisive: // H3 / (rest + p12·S) ≥ d
		return DistinctVariants, math.Exp(min(logDifference(logs[Distinct]-math.Log(Decisive), rest)-e.both, 0))
	}
	return Undecided, math.NaN()
}

// Causal returns the probability of each variant to be the shared one, if there is one; NaN for
// those that took no part.
func (e *Evidence) Causal() []float64 {
	out := make([]float64, len(e.shared))
	for i, x := range e.shared {
		out[i] = math.Exp(x - e.both)
	}
	return out
}

// steps is how many values of p12 a sensitivity table has.
const steps = 9

// Sensitive is a row of a sensitivity table.
type Sensitive struct {
	P12 float64
	Posterior
}

// Sensitivity returns the posteriors for p12 from p1·p2, independent traits, to the smaller of both,
// in equal steps of the logarithm.
func (e *Evidence) Sensitivity(p Prior) []Sensitive {
	low, high := math.Log(p.P1*p.P2), math.Log(min(p.P1, p.P2))
	out := make([]Sensitive, steps)
	for i := range out {
		at := p
		at.P12 = math.Exp(low + (high-low)*float64(i)/(steps-1))
		out[i] = Sensitive{at.P12, e.Posterior(at)}
	}
	return out
}

// logSum returns ln Σexp(x), NaN left out.
func logSum(logs []float64) float64 {
	most := math.Inf(-1)
	for _, x := range logs {
		if !math.IsNaN(x) {
			most = max(most, x)
		}
	}
	if math.IsInf(most, -1) {
		return most
	}
	sum := 0.0
	for _, x := range logs {
		if !math.IsNaN(x) {
			sum += math.Exp(x - most)
		}
	}
	return most + math.Log(sum)
}

// logDifference returns ln(eᵃ − eᵇ) for a ≥ b.
func logDifference(a, b float64) float64 {
	if b >= a {
		return math.Inf(-1)
	}
	return a + math.Log(-math.Expm1(b-a))
}
