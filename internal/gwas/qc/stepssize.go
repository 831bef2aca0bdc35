package qc

import (
	"math"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

func (f *findings) sampleSize() *stepBuilder {
	s := newStep(stepSampleSize)
	n, o := float64(f.report.NMax), f.opt
	s.metric("n_max", n)
	s.metric("declared", numberOrNaN(o.N))
	s.metric("cases", f.cases())
	s.metric("controls", f.controls())
	compared := false
	states := f.report.Mapping // what no column states is declared for the study
	declared := o.N
	if o.N == 0 && o.Cases > 0 && o.Controls > 0 {
		declared = o.Cases + o.Controls
	}
	if declared > 0 && !math.IsNaN(n) && states.HasAny(sumstats.FieldN, sumstats.FieldNCases, sumstats.FieldNControls) {
		compared = true
		if math.Abs(n-declared) > o.Limits.DeclaredN*declared {
			s.say(Warned, "The largest N of the file is %s, the study declares %s; correct the one that is wrong.", people(n), people(declared))
		}
	}
	if cases := f.metrics.nCasesMax; o.Cases > 0 && !math.IsNaN(cases) && states.HasAny(sumstats.FieldNCases) {
		compared = true
		if math.Abs(cases-o.Cases) > o.Limits.DeclaredN*o.Cases {
			s.say(
				Warned,
				"The largest number of cases in the file is %s, the study declares %s; correct the one that is wrong.",
				people(cases),
				people(o.Cases),
			)
		}
	}
	if o.Cases > 0 && o.Controls > 0 && o.N > 0 {
		compared = true
		if math.Abs(o.Cases+o.Controls-o.N) > o.Limits.DeclaredN*o.N {
			s.say(Warned, "The declared cases and controls add up to %s, the declared total is %s.", people(o.Cases+o.Controls), people(o.N))
		}
	}
	if !compared {
		s.unmeasured("Sample sizes were not compared: that takes one stated by the rows of the file and one declared for the study.")
	}
	return s
}

// people writes a sample size, which a file may give with a fraction.
func people(n float64) string { return phrase.Thousands(int64(math.Round(n))) }

// cases and controls are those declared, else the largest of the rows.
func (f *findings) cases() float64 {
	if f.opt.Cases > 0 {
		return f.opt.Cases
	}
	return f.metrics.nCasesMax
}

func (f *findings) controls() float64 {
	if f.opt.Controls > 0 {
		return f.opt.Controls
	}
	return f.metrics.nContMax
}

// seN judges the ratio of the SE–N plot: the standard errors that the sample size
// allows, over those of the file.
func (f *findings) seN() *stepBuilder {
	s := newStep(stepSEN)
	p := f.report.SEN
	if p.Ratio == nil {
		if f.few() {
			s.unmeasured("%s too few to compare standard errors with the sample size; it takes %d.", f.kept(), enoughForVerdict)
		} else {
			s.unmeasured("Standard errors were not compared with the sample size: that takes a sample size and allele frequencies in the file.")
		}
		return s
	}
	s.metric("x", *p.X)
	s.metric("y", *p.Y)
	s.metric("ratio", *p.Ratio)
	onYesNo := f.ratioOnYesNo(*p.Ratio)
	switch {
	case math.Abs(onYesNo-1) <= f.opt.Limits.SEN && *p.Ratio > 1+f.opt.Limits.SEN:
		s.metric("ratio_linear_binary", onYesNo)
		s.say(
			Warned,
			"Standard errors are those of a linear model of a yes/no trait, not of log odds (ratio %.2f, 1 is expected; %.2f on the scale of such a model); state that scale of the effects, and they are converted to log odds.",
			*p.Ratio,
			onYesNo,
		)
	case *p.Ratio > 1+f.opt.Limits.SEN:
		s.say(
			Warned,
			"Standard errors are smaller than the sample size allows (ratio %.2f, 1 is expected); the trait is on another scale than the plan's, or N is too small.",
			*p.Ratio,
		)
	case *p.Ratio < 1-f.opt.Limits.SEN:
		s.say(
			Warned,
			"Standard errors are larger than the sample size lets expect (ratio %.2f, 1 is expected); the trait is on another scale than the plan's, or N is too large.",
			*p.Ratio,
		)
	}
	return s
}

// ratioOnYesNo returns the ratio of the SE–N plot if effects are differences of probability, as a
// linear model of cases and controls has them: their errors are those of log odds times the
// variance of the trait. It is NaN of a trait that is measured, and of effects that are known to be
// something else.
func (f *findings) ratioOnYesNo(ratio float64) float64 {
	if scale := f.report.EffectScale; scale != sumstats.LogOdds && scale != sumstats.ScaleUnknown {
		return math.NaN()
	}
	cases, controls := f.cases(), f.controls()
	part := cases / (cases + controls)
	return ratio * part * (1 - part)
}
