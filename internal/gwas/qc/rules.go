package qc

import (
	"math"

	"cohortium/internal/gwas/sumstats"
)

// Warning names a count that is reported while the rows are kept.
type Warning string

// The warnings that are counted by row.
const (
	WarnBeta         Warning = "beta_large"
	WarnSE           Warning = "standard_error_large"
	WarnMonomorphic  Warning = "monomorphic"
	WarnLowN         Warning = "low_n"
	WarnLowMAF       Warning = "low_maf"
	WarnLowMAC       Warning = "low_mac"
	WarnLowInfo      Warning = "low_info"
	WarnInfoAbove    Warning = "info_above_1.05"
	WarnHalfN        Warning = "n_below_half_of_maximum"
	WarnMACInCases   Warning = "low_mac_in_cases"
	WarnCallRate     Warning = "low_call_rate"
	WarnHWE          Warning = "hardy_weinberg"
	WarnCaseControl  Warning = "cases_and_controls_are_not_n"
	WarnNotInPanel   Warning = "not_in_panel"
	WarnFrequency    Warning = "frequency_difference"
	WarnNoFrequency  Warning = "frequency_unknown"
	WarnIndelSymbols Warning = "indel_spelled_by_panel"
)

// filter applies the rules that need only the row.
type filter struct {
	rules        Rules
	limits       Limits
	removeIndels bool
	nMax         float64 // largest N of the file, NaN when unknown
	counts       bool    // columns state cases or controls
	warnings     map[Warning]int64
}

// test returns the reason for which the row is left out, and the field at
// fault; "" when it stays.
func (f *filter) test(r *sumstats.Row) (sumstats.Reason, sumstats.Field) {
	if f.removeIndels && (!r.EA.Single() || !r.OA.Single()) {
		return ReasonIndel, sumstats.FieldEffectAllele
	}
	maf := sumstats.MinorFrequency(r.EAF)
	mac := math.Round(2*r.N*maf*1e9) / 1e9 // 6 is 6 whatever numbers it is computed from
	checks := [...]struct {
		rule    *Rule
		hit     bool
		reason  sumstats.Reason
		field   sumstats.Field
		warning Warning
	}{
		{&f.rules.Beta, math.Abs(r.Beta) > f.rules.Beta.Threshold, ReasonBeta, sumstats.FieldBeta, WarnBeta},
		{&f.rules.SE, r.SE >= f.rules.SE.Threshold, ReasonSE, sumstats.FieldSE, WarnSE},
		{&f.rules.Monomorphic, maf <= 0, ReasonMonomorphic, sumstats.FieldEAF, WarnMonomorphic},
		{&f.rules.N, r.N < f.rules.N.Threshold, ReasonLowN, sumstats.FieldN, WarnLowN},
		{&f.rules.MAF, maf < f.rules.MAF.Threshold, ReasonLowMAF, sumstats.FieldEAF, WarnLowMAF},
		{&f.rules.MAC, mac <= f.rules.MAC.Threshold, ReasonLowMAC, sumstats.FieldEAF, WarnLowMAC},
		{&f.rules.Info, r.Info < f.rules.Info.Threshold, ReasonLowInfo, sumstats.FieldInfo, WarnLowInfo},
	}
	for i := range checks {
		c := &checks[i]
		if !c.hit || c.rule.Mode == Off || c.rule.Mode == "" {
			continue
		}
		if c.rule.Mode == Exclude {
			return c.reason, c.field
		}
		f.warnings[c.warning]++
	}
	f.tell(r, maf)
	return "", ""
}

// tell counts the oddities of a row that stays.
func (f *filter) tell(r *sumstats.Row, maf float64) {
	if r.Info > f.limits.InfoAbove {
		f.warnings[WarnInfoAbove]++
	}
	if r.N < f.limits.HalfN*f.nMax {
		f.warnings[WarnHalfN]++
	}
	if 2*r.NCases*maf < f.limits.MACInCases {
		f.warnings[WarnMACInCases]++
	}
	if f.counts && math.Abs(r.NCases+r.NControls-r.N) > 0.01*r.N {
		f.warnings[WarnCaseControl]++
	}
	if math.IsNaN(r.EAF) {
		f.warnings[WarnNoFrequency]++
	}
}

// valueOf returns the number of a field of a row, as written in excluded.tsv.gz.
func valueOf(r *sumstats.Row, field sumstats.Field) float64 {
	switch field {
	case sumstats.FieldBeta:
		return r.Beta
	case sumstats.FieldSE:
		return r.SE
	case sumstats.FieldEAF:
		return r.EAF
	case sumstats.FieldN:
		return r.N
	case sumstats.FieldInfo:
		return r.Info
	}
	return math.NaN()
}
