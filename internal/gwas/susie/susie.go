// Package susie fine-maps a locus: from the z-scores of its variants and their signed LD it finds
// how many signals there are, and a credible set of each. It owns SuSiE (Wang et al. 2020, J R Stat
// Soc B 82:1273) for summary statistics (Zou et al. 2022, PLoS Genet 18:e1010299), and the estimate
// of how far z-scores and LD disagree. It imports nothing of ours and knows no files.
//
// The model is y = X·Σbₗ + e, each bₗ with exactly one variant that is not 0. Numbers follow susieR
// 0.12, so results can be compared.
package susie

import (
	"errors"
	"math"
)

// Defaults of susieR.
const (
	MostSignals = 10
	Coverage    = 0.95
	LeastPurity = 0.5 // |r| of the least correlated pair of a credible set

	priorShare    = 0.2 // first prior variance, as a share of the trait's
	priorUnscaled = 50  // the same of z-scores without N
	tolerance     = 1e-3
	mostRounds    = 100
	leastPrior    = 1e-9 // a smaller prior variance is no signal
)

// Options are the settings of a fit; 0 is the default.
type Options struct {
	Signals          int
	Coverage         float64
	EstimateResidual bool // also estimate the residual variance: only for LD of the study's own participants
}

func (o Options) withDefaults(variants int) Options {
	if o.Signals == 0 {
		o.Signals = MostSignals
	}
	o.Signals = min(o.Signals, variants)
	if o.Coverage == 0 {
		o.Coverage = Coverage
	}
	return o
}

// Signal is one effect of the model with a credible set.
type Signal struct {
	Set      []int     // variants of the credible set, most probable first
	Coverage float64   // probability that the set has the causal variant of this signal
	Purity   float64   // |r| of the least correlated pair of the set
	LogBF    []float64 // natural logarithm of the Bayes factor of each variant
	LogBFAll float64   // that of the signal against none
}

// Fit is a fine-mapped locus.
type Fit struct {
	PIP       []float64 // probability of each variant to be causal for any signal
	Signals   []Signal  // those with a set of sufficient purity, purest first
	Impure    int       // signals whose set was too spread out to name a variant
	Residual  float64   // variance, of a trait of variance 1
	Objective float64   // evidence lower bound
	Rounds    int
	Converged bool
}

// Reasons why a model does not fit.
var (
	ErrPrior    = errors.New("the estimated effect is unreasonably large, so z-scores and LD do not match")
	ErrResidual = errors.New("the estimated residual variance is negative, so z-scores and LD do not match")
)

// Run fits the model to z-scores, whose missing values count as 0, and the correlations r of the
// same variants and alleles. n is the sample size, NaN if it is unknown.
func Run(z []float64, r [][]float64, n float64, opt Options) (*Fit, error) {
	opt = opt.withDefaults(len(z))
	if len(z) == 0 {
		return &Fit{Converged: true}, nil
	}
	m := newModel(z, r, n, opt)
	fit := &Fit{}
	last := math.Inf(-1)
	for fit.Rounds < mostRounds && !fit.Converged {
		fit.Rounds++
		for l := range m.effects {
			m.update(&m.effects[l])
		}
		if m.unreasonable() {
			return nil, ErrPrior
		}
		fit.Objective = m.objective()
		if fit.Objective-last < tolerance {
			fit.Converged = true
			break
		}
		last = fit.Objective
		if opt.EstimateResidual {
			if m.residual = m.squares() / m.n; m.residual < 0 {
				return nil, ErrResidual
			}
		}
	}
	fit.Residual = m.residual
	fit.PIP = m.pip()
	fit.Signals, fit.Impure = m.signals(opt.Coverage)
	return fit, nil
}

// Adjusted returns z-scores with the variance that each variant explains taken off: the score of a
// regression whose residual variance is that without the variant. n is NaN if it is unknown.
func Adjusted(z []float64, n float64) []float64 {
	out := make([]float64, len(z))
	for i, x := range z {
		switch {
		case math.IsNaN(x):
		case math.IsNaN(n):
			out[i] = x
		default:
			out[i] = x * math.Sqrt((n-1)/(x*x+n-2))
		}
	}
	return out
}
