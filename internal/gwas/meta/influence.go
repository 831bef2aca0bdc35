package meta

import (
	"slices"

	"cohortium/internal/gwas/plot"
)

// leaveOneOut sets for each study of a locus the fixed effect of the others, and returns the name
// of the study that drives the locus; see Locus.DrivenBy.
func (c *collector) leaveOneOut(studies []StudyEffect, beta, se []float64) (drives string) {
	if len(studies) < 2 {
		return ""
	}
	losses := 0
	for i := range studies {
		rest := CombineFixed(slices.Delete(slices.Clone(beta), i, i+1), slices.Delete(slices.Clone(se), i, i+1))
		studies[i].Without = pooled(rest)
		if !(rest.NegLog10P > plot.GenomeWide) {
			losses++
			drives = c.run.sources[studies[i].study].study.Name
		}
	}
	if losses != 1 || !(CombineFixed(beta, se).NegLog10P > plot.GenomeWide) {
		return ""
	}
	return drives
}
