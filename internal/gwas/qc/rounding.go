package qc

import (
	"math"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// exact is the number of decimals from which a value counts as written in full.
const exact = 6

// slack is how far −log10 P may be outside of what rounding allows: P itself is often written with
// two digits only.
const slack = 0.05

// decimals is the largest number of decimals that a value of a column needed so
// far; exact when one needed that many. After a few hundred rows it is that of
// the column.
type decimals int

func (d *decimals) add(v float64) {
	for *d < exact && !isWhole(v*math.Pow10(int(*d))) {
		*d++
	}
}

// half returns the largest distance between the true and the written value.
func (d decimals) half() float64 {
	if d >= exact {
		return 0
	}
	return 0.5 * math.Pow10(-int(d))
}

// isWhole allows for the dust of a product of binary numbers.
func isWhole(x float64) bool { return math.Abs(x-math.Round(x)) <= 1e-9*max(1, math.Abs(x)) }

// rounding tracks how many decimals a file writes for effects and standard errors. Effects may have
// been written as ratios: then the ratios are rounded.
type rounding struct {
	effect, ratio, se decimals
}

func (w *rounding) add(r *sumstats.Row) {
	w.effect.add(r.Beta)
	w.ratio.add(asRatio(r))
	w.se.add(r.SE)
}

// asRatio returns the ratio that the file stated, if it states ratios: that of the allele which the
// file counts.
func asRatio(r *sumstats.Row) float64 {
	if r.Flags&sumstats.Swapped != 0 {
		return math.Exp(-r.Beta)
	}
	return math.Exp(r.Beta)
}

// explains reports whether the P of a row follows from an effect and a standard error that would be
// written as the row's are.
func (w *rounding) explains(r *sumstats.Row) bool {
	effect, half, se := math.Abs(r.Beta), w.effect.half(), w.se.half()
	if w.effect >= exact {
		half = w.ratio.half() / asRatio(r) // of a logarithm, to first order
	}
	if half == 0 && se == 0 {
		return false
	}
	weakest := stat.NegLog10PFromZ(max(0, effect-half) / (r.SE + se))
	strongest := math.Inf(1)
	if r.SE > se {
		strongest = stat.NegLog10PFromZ((effect + half) / (r.SE - se))
	}
	return r.NegLog10P >= weakest-slack && r.NegLog10P <= strongest+slack
}

// words describes how the file writes its numbers, for a sentence.
func (w *rounding) words() string {
	effect := w.effect
	if effect >= exact {
		effect = w.ratio
	}
	switch {
	case effect >= exact:
		return "the standard error is written with " + inDecimals(w.se)
	case w.se >= exact:
		return "the effect is written with " + inDecimals(effect)
	case effect == w.se:
		return "effect and standard error are written with " + inDecimals(effect)
	}
	return "the effect is written with " + inDecimals(effect) + ", the standard error with " + inDecimals(w.se)
}

func inDecimals(d decimals) string { return counted(int64(d), "decimal", "decimals") }
