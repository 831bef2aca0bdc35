package sumstats

import (
	"math"

	"cohortium/internal/gwas/stat"
)

// Limits on an effect, on the log scale.
const largestEffect = 100

// z95 is the 97.5 % quantile of the standard normal distribution: half the width
// of a 95 % interval in standard errors.
const z95 = 1.959963984540054

// association reads effect, error and P, and derives missing values from the others: ln of a ratio,
// error from interval, P or Z, P from effect and error.
func (p *rowParser) association() {
	p.z, p.ratioOf, p.pLimit, p.pZero, p.logScale = math.NaN(), math.NaN(), math.NaN(), false, false
	if p.plan.col[fZ] >= 0 {
		p.z = p.optional(fZ)
	}
	p.row.Beta = p.effect()
	p.row.NegLog10P = p.pValue()
	p.row.SE = p.standardError()
	p.missingCode()
	if math.IsNaN(p.row.Beta) && !math.IsNaN(p.z) {
		p.fromZ()
	}
	p.completeP()
	p.requireAssociation()
	if p.plan.toLogOdds && !p.logScale {
		p.logOdds()
	}
}

// missingCode leaves out a row whose beta is the code −9 for a missing value: the error or P of the
// row contradicts it as a number.
func (p *rowParser) missingCode() {
	row := p.row
	if row.Beta != MissingCode || p.logScale {
		return
	}
	stated := row.SE > 0 && row.Flags&SEDerived == 0
	impossible := math.IsNaN(row.NegLog10P) && math.Abs(row.Beta/row.SE) > largestZ
	if !stated || impossible || p.contradicted(row.Beta, row.SE, row.NegLog10P) {
		p.tally.missing[fBeta]++
		p.reject(rEffectCode, fBeta, p.cell(fBeta))
	}
}

// largestZ is more than any association has: P of about 1e-2000.
const largestZ = 100

// effect returns beta, or the logarithm of a ratio.
func (p *rowParser) effect() float64 {
	pl := p.plan
	beta := math.NaN()
	if pl.col[fBeta] >= 0 {
		if sign, ok := p.sign(fBeta); ok {
			return sign
		}
		v, state := p.number(fBeta)
		beta = p.checkEffect(fBeta, v, state)
	}
	for _, f := range [...]fieldID{fOddsRatio, fHazardRatio} {
		if pl.col[f] < 0 {
			continue
		}
		v, state := p.number(f)
		if state == numberOK && v > 0 {
			p.ratioOf = v
		}
		if !math.IsNaN(beta) {
			continue
		}
		p.logScale = true
		if state == numberOK && v <= 0 {
			p.tally.invalidBefore[f]++
			p.tally.invalidAfter[f]++
			p.reject(rRatioNotPositive, f, p.cell(f))
			continue
		}
		if beta = p.checkEffect(f, math.Log(v), state); !math.IsNaN(beta) {
			p.repaired(rBetaFromRatio, nil)
		}
	}
	return beta
}

// sign reads an effect that is a direction alone, as a 0 with that sign.
func (p *rowParser) sign(f fieldID) (float64, bool) {
	if p.plan.opt.DirectionOnly {
		switch string(p.cell(f)) {
		case "+":
			return 0, true
		case "-":
			return math.Copysign(0, -1), true
		}
	}
	return 0, false
}

func (p *rowParser) checkEffect(f fieldID, v float64, state numberState) float64 {
	switch state {
	case numberInfinite:
		p.reject(rEffectInfinite, f, p.cell(f))
	case numberBad:
		p.reject(rEffectInvalid, f, p.cell(f))
	case numberOK:
		if math.Abs(v) > largestEffect {
			p.tally.invalidAfter[f]++
			p.reject(rEffectTooLarge, f, p.cell(f))
		}
		return v
	}
	return math.NaN()
}

// pValue reads P on whatever scale it is mapped, −log10 first because it does not underflow. NaN
// when there is none; pZero reports that it was given as 0.
func (p *rowParser) pValue() float64 {
	pl := p.plan
	x := math.NaN()
	if pl.col[fNegLog10P] >= 0 {
		x = p.logP(fNegLog10P, 1)
	}
	if math.IsNaN(x) && pl.col[fP] >= 0 {
		x = p.plainP()
	}
	if math.IsNaN(x) && pl.col[fLnP] >= 0 {
		x = p.logP(fLnP, -math.Log10E)
	}
	if math.IsNaN(x) && pl.col[fLog10P] >= 0 {
		x = p.logP(fLog10P, -1)
	}
	if math.IsInf(x, 1) {
		p.pZero = true
		return math.NaN()
	}
	if floor := pl.opt.PFloor; floor > 0 && x >= floor {
		p.pLimit = x
		return math.NaN()
	}
	return x
}

// plainP reads a P value as text into −log10 P.
func (p *rowParser) plainP() float64 {
	b := p.cell(fP)
	x, state := parseP(b)
	if p.plan.missing != nil && p.plan.missing[string(b)] {
		x, state = math.NaN(), numberMissing
	}
	p.countState(fP, state)
	switch state {
	case numberComma:
		p.reject(rDecimalComma, fP, b)
	case numberInfinite:
		p.reject(rPOutOfRange, fP, b)
	case numberBad:
		p.reject(rPInvalid, fP, b)
	case numberLimit:
		p.pLimit = x
		return math.NaN()
	case numberOK:
		if math.IsNaN(x) {
			p.invalid(fP)
			p.reject(rPOutOfRange, fP, b)
		}
	}
	return x
}

// logP reads a logarithm of P; factor turns it into −log10 P.
func (p *rowParser) logP(f fieldID, factor float64) float64 {
	v, state := p.number(f)
	switch state {
	case numberInfinite:
		p.pZero = true
		return math.NaN()
	case numberBad:
		p.reject(rPInvalid, f, p.cell(f))
		return math.NaN()
	case numberOK:
		x := v * factor
		if f == fLnP {
			x = math.Abs(x) // −ln P: no P is above 1
		}
		if x < 0 {
			p.invalid(f)
			p.reject(rPOutOfRange, f, p.cell(f))
			return math.NaN()
		}
		return x + 0 // −0 becomes 0
	}
	return math.NaN()
}

// standardError reads the error or derives it.
func (p *rowParser) standardError() float64 {
	pl := p.plan
	if pl.col[fSE] >= 0 {
		v, state := p.number(fSE)
		if se, ok := p.checkSE(fSE, v, state); ok {
			return se
		}
	}
	if pl.col[fSEOfRatio] >= 0 {
		v, state := p.number(fSEOfRatio)
		if se, ok := p.checkSE(fSEOfRatio, v, state); ok {
			if se /= p.ratioValue(); se > 0 {
				p.repaired(rSEFromRatioScale, nil)
			}
			return se
		}
	}
	if p.fault != rNone && p.fault < rSEMissing {
		return math.NaN()
	}
	if pl.col[fCILower] >= 0 && pl.col[fCIUpper] >= 0 {
		if se := p.fromInterval(); se > 0 {
			p.derived(rSEFromInterval)
			return se
		}
	}
	beta := p.row.Beta
	if se := math.Abs(beta / p.z); beta != 0 && se > 0 && !math.IsInf(se, 0) {
		p.derived(rSEFromZ)
		return se
	}
	if x := p.row.NegLog10P; x > 0 && beta != 0 && !math.IsNaN(beta) {
		p.derived(rSEFromP)
		return math.Abs(beta) / stat.ZFromNegLog10P(x)
	}
	return math.NaN()
}

// ratioValue returns the odds ratio of the row, from beta when no column has it.
func (p *rowParser) ratioValue() float64 {
	if !math.IsNaN(p.ratioOf) {
		return p.ratioOf
	}
	return math.Exp(p.row.Beta)
}

func (p *rowParser) derived(r reasonID) {
	p.row.Flags |= SEDerived
	p.repaired(r, nil)
}

// checkSE reports whether the error can be used; ok is true also for a row that is left out because
// of it, so that nothing is derived in its place.
func (p *rowParser) checkSE(f fieldID, v float64, state numberState) (float64, bool) {
	switch state {
	case numberMissing:
		return math.NaN(), false
	case numberOK:
		if v > 0 {
			return v, true
		}
		p.invalid(f)
		p.reject(rSENotPositive, f, p.cell(f))
	case numberInfinite:
		p.reject(rSENotPositive, f, p.cell(f))
	case numberBad:
		p.reject(rSEInvalid, f, p.cell(f))
	}
	return math.NaN(), true
}

// fromInterval returns the error from a 95 % interval, whose bounds are on the scale of the ratio
// when they enclose it and on the log scale when they enclose beta.
func (p *rowParser) fromInterval() float64 {
	lower, upper := p.optional(fCILower), p.optional(fCIUpper)
	ratio := p.ratioValue()
	switch {
	case lower > 0 && lower <= ratio && ratio <= upper && (!math.IsNaN(p.ratioOf) || p.row.Beta < lower || p.row.Beta > upper):
		return (math.Log(upper) - math.Log(lower)) / (2 * z95)
	case lower <= p.row.Beta && p.row.Beta <= upper:
		return (upper - lower) / (2 * z95)
	}
	return math.NaN()
}

// underflowNegLog10P is the lower bound shown for a P of 0 that nothing replaces.
const underflowNegLog10P = 308

// completeP fills a P that is 0 or a limit from Z or from effect and error, and an absent one where
// the file has no column of P or P follows from them elsewhere. Other values that such a column
// does not state are unknown.
func (p *rowParser) completeP() {
	row := p.row
	if !math.IsNaN(row.NegLog10P) {
		return
	}
	limited := !math.IsNaN(p.pLimit)
	why := rPFromZ
	switch {
	case limited:
		why = rPFromLimit
	case p.pZero || !p.plan.hasP:
	case p.plan.opt.DeriveP:
		why = rPDerived
	default:
		return
	}
	switch {
	case !math.IsNaN(p.z):
		row.NegLog10P = stat.NegLog10PFromZ(p.z)
	case row.SE > 0 && !math.IsNaN(row.Beta):
		row.NegLog10P = stat.NegLog10PFromZ(row.Beta / row.SE)
	case p.plan.opt.DirectionOnly:
		p.reject(rPOutOfRange, fP, nil)
		return
	case limited:
		row.NegLog10P = p.pLimit
		row.Flags |= PUnderflow
		p.repaired(rPLimit, nil)
		return
	case p.pZero:
		row.NegLog10P = underflowNegLog10P
		row.Flags |= PUnderflow
		p.repaired(rPUnderflow, nil)
		return
	default:
		return
	}
	row.Flags |= PFromZ
	p.repaired(why, nil)
}

// requireAssociation leaves out rows that still lack effect, error or P.
func (p *rowParser) requireAssociation() {
	row := p.row
	if math.IsNaN(row.Beta) {
		p.reject(rEffectMissing, fBeta, nil)
	}
	if math.IsNaN(row.SE) && !p.plan.opt.DirectionOnly {
		p.reject(rSEMissing, fSE, nil)
	}
	if math.IsNaN(row.NegLog10P) {
		p.reject(rPMissing, fP, nil)
	}
}
