package recognise

import (
	"fmt"
	"math"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// Thresholds of the judgement of the parts of a file, in the order of its rows.
const (
	parts = 16
	// leastOfPart is how many rows a part needs before it is compared.
	leastOfPart = 20
	// bothSigns is the share of negative effects from which a file has both signs.
	bothSigns = 0.2
)

// judgeParts looks for a column that changes its meaning in the middle of a file:
// a part in which P does not follow from effect and error while it does in
// another, or whose effects are ratios while those of another are betas.
func (r *reading) judgeParts() {
	var agree [parts]agreement
	var sign [parts]struct{ n, negative, ratio int }
	for i := range r.rows {
		row, k := &r.rows[i], i*parts/len(r.rows)
		if r.compares(row) {
			agree[k].add(row.NegLog10P, asRead(row))
		}
		if finite(row.Beta) {
			sign[k].n++
			sign[k].negative += count(row.Beta < 0)
			sign[k].ratio += count(row.Beta > 1/float64(ratiosBelow) && row.Beta < ratiosBelow)
		}
	}
	best, signs := -1, false
	for k := range parts {
		if agree[k].n >= leastOfPart && (best < 0 || agree[k].share() > agree[best].share()) {
			best = k
		}
		signs = signs || sign[k].n >= leastOfPart && part(sign[k].negative, sign[k].n) >= bothSigns
	}
	for k := range parts {
		switch {
		case best >= 0 && agree[best].share() >= agrees && agree[k].n >= leastOfPart && agree[k].share() < disagrees:
			r.partAgainst(k, fmt.Sprintf("P follows from effect and standard error in %s there and in %s before or after.",
				shareOf(agree[k].agree, agree[k].n, "row"), shareOf(agree[best].agree, agree[best].n, "row")))
			return
		case signs && r.mapping[sumstats.FieldBeta] != "" && sign[k].n >= leastOfPart && sign[k].negative == 0 && part(sign[k].ratio, sign[k].n) >= mostRows:
			r.partAgainst(k, "All effects there are positive and around 1, as odds ratios are, and those of other parts are not.")
			return
		}
	}
}

func (r *reading) partAgainst(k int, evidence string) {
	first := r.rows[(k*len(r.rows)+parts-1)/parts]
	r.against(sumstats.Finding{Code: "column_changes", Field: r.effectField(), Line: int64(first.Line),
		Message: fmt.Sprintf("The columns change their meaning in the middle of the file, at about line %d. %s", first.Line, evidence),
		Remedy:  "Check whether two tables were joined, and send each as a separate file."})
}

// agreement counts rows whose P agrees with their effect and error.
type agreement struct{ n, agree int }

func (a agreement) share() float64 { return part(a.agree, a.n) }

func (a *agreement) add(negLog10P, z float64) {
	if math.IsNaN(negLog10P) || math.IsInf(negLog10P, 0) || math.IsNaN(z) || math.IsInf(z, 0) {
		return
	}
	a.n++
	a.agree += count(stat.PAgrees(negLog10P, z))
}
