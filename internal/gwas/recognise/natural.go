package recognise

import (
	"fmt"
	"math"
	"slices"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// An error that is derived from P depends on frequency and sample size, not on P. Where it
// depends on P as read, and by −ln P does not, P is the natural logarithm.
const (
	// naturalRows is how many rows are compared. dependsOnP and freeOfP are the
	// correlations, whatever their sign, of the logarithms of error and |Z|.
	naturalRows = 300
	dependsOnP  = 0.4
	freeOfP     = 0.15
	// naturalMedian is the −log10 P that the median of naturalRows rows does not reach where
	// frequency or sample size are unknown, and nearOne the share of P above 0.9 that a study
	// without selection has.
	naturalMedian = 0.6
	nearOne       = 0.05
	// naturalLeast is the −log10 P from which rounding of P does not matter.
	naturalLeast = 0.05
)

// judgeNatural doubts a −log10 P from which errors are derived that fit −ln P.
func (r *reading) judgeNatural() {
	p := sumstats.FieldNegLog10P
	if r.mapping[p] == "" || r.column(sumstats.FieldSE, sumstats.FieldSEOfRatio, sumstats.FieldCILower, sumstats.FieldZ) != "" {
		return
	}
	var read, natural errorsOfP
	for i := range r.rows {
		row := &r.rows[i]
		n := row.WeightN()
		if !(row.NegLog10P >= naturalLeast) || math.IsInf(row.NegLog10P, 0) || !(math.Abs(row.Beta) > 0) || !(row.EAF > 0 && row.EAF < 1) || !(n > 0) {
			continue
		}
		explained := math.Abs(row.Beta) * math.Sqrt(2*row.EAF*(1-row.EAF)*n)
		read.add(explained, row.NegLog10P)
		natural.add(explained, row.NegLog10P/math.Ln10)
	}
	if len(read.errors) < naturalRows {
		r.naturalByMedian()
		return
	}
	if !(read.dependence() >= dependsOnP && natural.dependence() <= freeOfP) {
		return
	}
	r.doubt(r.ask(p, fmt.Sprintf("Is %s −ln P and not −log10 P?", r.mapping[p]),
		[]string{fmt.Sprintf("The errors that follow from %s in %s depend on P (correlation %.2f), and not with %s as −ln P (%.2f).",
			r.mapping[p], counted(len(read.errors), "row"), read.dependence(), r.mapping[p], natural.dependence())},
		r.as("−ln P", p, sumstats.FieldLnP, "").likely(), r.as("−log10 P", p, p, " to keep it as it is")))
}

// naturalByMedian detects −ln P where nothing else does: the median by chance alone is 0.69 of it,
// and 0.30 of −log10 P.
func (r *reading) naturalByMedian() {
	var values []float64
	nearlyOne := 0
	for i := range r.rows {
		if x := r.rows[i].NegLog10P; finite(x) {
			values = append(values, x)
			nearlyOne += count(x < -math.Log(0.9))
		}
	}
	if len(values) < naturalRows || part(nearlyOne, len(values)) < nearOne {
		return
	}
	slices.Sort(values)
	median := values[len(values)/2]
	if median < naturalMedian {
		return
	}
	p := sumstats.FieldNegLog10P
	r.doubt(r.ask(
		p,
		fmt.Sprintf("Is %s −ln P and not −log10 P?", r.mapping[p]),
		[]string{
			fmt.Sprintf(
				"The median of %s is %.2f. By chance alone it is 0.30 of −log10 P and 0.69 of −ln P, and there is no standard error to decide.",
				r.mapping[p],
				median,
			),
		},
		r.as("−ln P", p, sumstats.FieldLnP, ""),
		r.as("−log10 P", p, p, " to keep it as it is"),
	))
}

// errorsOfP are logarithms of |Z|, and of the errors that follow from it beyond what
// frequency and sample size explain.
type errorsOfP struct{ z, errors []float64 }

func (e *errorsOfP) add(explained, negLog10P float64) {
	z := stat.ZFromNegLog10P(negLog10P)
	e.z, e.errors = append(e.z, math.Log(z)), append(e.errors, math.Log(explained/z))
}

// dependence returns the correlation of the two without its sign.
func (e *errorsOfP) dependence() float64 { return math.Abs(stat.Correlation(e.z, e.errors)) }
