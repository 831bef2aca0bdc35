package sumstats

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"cohortium/internal/gwas/stat"
)

// EffectScale is the unit of an effect. It is a property of a study, not of its rows: effects on
// two scales cannot be averaged.
type EffectScale string

// The scales of effects.
const (
	ScaleUnknown EffectScale = ""              // neither stated nor determined from the file
	LogOdds      EffectScale = "log_odds"      // ln odds ratio
	LinearBinary EffectScale = "linear_binary" // probability of a 0/1 trait, by a linear model
	LinearUnits  EffectScale = "units"         // the unit in which the trait was measured
	Standardised EffectScale = "standardised"  // standard deviations of the trait
	LogHazard    EffectScale = "log_hazard"    // ln hazard ratio
)

var scaleWords = map[EffectScale]string{
	ScaleUnknown: "an unknown scale", LogOdds: "log odds", LinearBinary: "the probability scale of a linear model of a yes/no trait",
	LinearUnits: "the units of the trait", Standardised: "standard deviations of the trait", LogHazard: "log hazard",
}

var effectScales = []EffectScale{LogOdds, LinearBinary, LinearUnits, Standardised, LogHazard}

// Scales lists the scales that can be stated.
func Scales() []EffectScale { return effectScales }

// Words describes the scale in plain English.
func (s EffectScale) Words() string { return scaleWords[s] }

// Known reports whether s is a scale.
func (s EffectScale) Known() bool { return slices.Contains(Scales(), s) }

// ParseScale reads a scale as a person states it; empty is unknown.
func ParseScale(text string) (EffectScale, error) {
	s := EffectScale(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), "-", "_"))
	if s == "standardized" {
		s = Standardised
	}
	if s != ScaleUnknown && !s.Known() {
		var names []string
		for _, k := range Scales() {
			names = append(names, string(k))
		}
		return ScaleUnknown, fmt.Errorf("%q is no scale of effects: use one of %s", text, strings.Join(names, ", "))
	}
	return s, nil
}

// deliveredScale returns the scale of the rows that a plan delivers: that of a ratio, of a linear
// model after its conversion, or as stated.
func (p *plan) deliveredScale() EffectScale {
	switch {
	case p.zOnly():
		return p.zScale
	case p.has(fHazardRatio) && !p.has(fBeta):
		return LogHazard
	case p.has(fOddsRatio):
		return LogOdds
	case p.toLogOdds:
		return LogOdds
	}
	return p.opt.Scale
}

// zOnly reports whether the effects of all rows come from Z.
func (p *plan) zOnly() bool {
	return !p.hasAny(fBeta, fOddsRatio, fHazardRatio) && !p.opt.ZAsEffect && !p.hasAny(fSE, fSEOfRatio)
}

// caseControl reports whether rows can know their cases and controls.
func (p *plan) caseControl() bool {
	return p.totals.CaseControl() || p.has(fNCases) && p.hasAny(fNControls, fN) || p.has(fNControls) && p.has(fN)
}

// scaleOfZ returns the scale on which a Z without an effect becomes one. Where other rows have an
// effect, that is the scale of those or none.
func (p *plan) scaleOfZ() EffectScale {
	stated := p.opt.Scale
	switch {
	case stated == LinearBinary, stated == ScaleUnknown && p.zOnly() && (p.caseControl() || p.hasAny(fNEff, fNEffHalf)):
		return LogOdds
	case stated == ScaleUnknown && p.zOnly():
		return Standardised
	case stated == LogOdds, stated == Standardised:
		return stated
	}
	return ScaleUnknown
}

// fromZ sets the effect of a row that has Z but no effect: Z times the error, or Z itself when the
// caller requests that, or one of the two below.
func (p *rowParser) fromZ() {
	row := p.row
	switch {
	case row.SE > 0:
		row.Beta = p.z * row.SE
		p.repaired(rBetaFromZ, nil)
	case p.plan.opt.ZAsEffect:
		row.Beta, row.SE = p.z, 1
		row.Flags |= SEDerived
		p.repaired(rZAsEffect, nil)
	default:
		information := 2 * row.EAF * (1 - row.EAF) * p.informationOfZ()
		if se := 1 / math.Sqrt(information); se > 0 && !math.IsInf(se, 0) {
			row.Beta, row.SE, p.logScale = p.z*se, se, true
			row.Flags |= SEDerived
			p.repaired(rBetaFromZ, nil)
		}
	}
}

// informationOfZ returns 1/SE² of a derived effect, per unit of genotype variance.
//
// On the scale of standard deviations it is N+z² (Zhu 2016, Nat Genet 48:481): z² represents the
// variance of the trait that the variant itself explains.
//
// For log odds it is N_eff/4, that is μ(1−μ)N with μ the fraction of cases, as
// SE = 2/√(2f(1−f)·N_eff) (Grotzinger 2023, Biol Psychiatry 93:29). There is no z²
// in it: the variance of a yes/no outcome follows from its mean, and a variant
// that explains some of it leaves no smaller residual behind.
func (p *rowParser) informationOfZ() float64 {
	row := p.row
	switch p.plan.zScale {
	case Standardised:
		return row.N + p.z*p.z
	case LogOdds:
		if row.NEff > 0 {
			return float64(row.NEff) / 4
		}
		if row.NCases > 0 && row.NControls > 0 {
			return stat.EffectiveN(row.NCases, row.NControls) / 4
		}
	}
	return math.NaN()
}

// logOdds converts the effect of a linear model of a 0/1 trait: β/(μ(1−μ)) with μ
// the fraction of cases, and the error alike (Pirinen 2013, Ann Appl Stat 7:369;
// Lloyd-Jones 2018, Genetics 208:1397, for its accuracy).
func (p *rowParser) logOdds() {
	row := p.row
	mu := row.NCases / (row.NCases + row.NControls)
	if !(mu > 0 && mu < 1) {
		p.reject(rCasesMissing, fNCases, nil)
		return
	}
	row.Beta /= mu * (1 - mu)
	row.SE /= mu * (1 - mu)
	p.repaired(rLogOddsFromLinear, nil)
}
