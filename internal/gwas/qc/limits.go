package qc

import "cohortium/internal/gwas/stat"

// Limits are the numbers by which files are judged. Thresholds has the reason and source of each. A
// consortium changes them by Set.
type Limits struct {
	Unreadable float64 // share of rows that the reader left out; more fail
	Duplicates float64 // share of rows; more fail
	Matched    float64 // share of rows found in the panel; fewer fail
	Mismatch   float64 // share of the panel's positions with other alleles; more are warned of
	EAFr       float64 // correlation with the panel's frequencies; less fails
	Outliers   float64 // share of frequencies far from the panel's; more are warned of
	PZr        float64 // correlation of P with that of beta / SE; less fails
	PZ         float64 // share of rows where the two disagree; more are warned of

	LambdaAbove    float64
	LambdaBelow    float64
	InterceptAbove float64 // of LD score regression
	InterceptBelow float64
	H2             float64 // on the observed scale; more is warned of
	SEN            float64 // distance of the SE–N point from the identity

	DeclaredN float64 // share by which the file's N may differ from the declared one

	PeerFrequency float64 // correlation with another file of the same ancestry; less is warned of
	PeerApart     float64 // share of frequencies that differ from another file's; more is warned of

	InfoAbove  float64 // highest possible imputation quality
	CallRate   float64 // of a variant that was genotyped; lower ones are counted
	HWE        float64 // −log10 P of the test of Hardy–Weinberg; higher ones are counted
	MACInCases float64
	HalfN      float64 // share of the largest N

	Info     float64 // imputation quality that is required of IMPUTE's info
	RSquared float64 // and of R² of minimac and MACH
}

// DefaultLimits returns the limits of a consortium that has chosen none.
func DefaultLimits() Limits {
	var o Options
	for i := range thresholds {
		*thresholds[i].at(&o) = thresholds[i].Default
	}
	return o.Limits
}

// Numbers that cannot be chosen: the least counts for a statistic, and what the data determine.
const (
	warnSE           = 2.0 // standard errors by which an estimate has to differ
	selectedFrom     = 1.0 // −log10 P of the weakest row above which a file is a selection
	buildAgrees      = 0.95
	buildDisagrees   = 0.60
	fewestKnown      = 5                    // well-known variants needed to determine an assembly
	enoughForVerdict = stat.EnoughForMedian // rows below which medians, shares and correlations are not reported
)
