package qc

import (
	"math"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// infoThreshold sets the required imputation quality: the one chosen, else the customary one for
// the score that the column's name suggests.
func (r *run) infoThreshold() {
	rule := &r.opt.Rules.Info
	switch column := strings.ToLower(r.mapping[sumstats.FieldInfo]); {
	case r.opt.InfoThreshold > 0:
		*rule = Rule{Mode: Exclude, Threshold: r.opt.InfoThreshold}
	case rule.Threshold > 0:
	case strings.Contains(column, "r2") || strings.Contains(column, "rsq"):
		rule.Threshold = r.opt.Limits.RSquared
	default:
		rule.Threshold = r.opt.Limits.Info
	}
}

// infoInUse returns the threshold for the report, NaN when there is no such column.
func (r *run) infoInUse() float64 {
	if r.mapping[sumstats.FieldInfo] == "" || r.opt.Rules.Info.Mode == Off {
		return math.NaN()
	}
	return r.opt.Rules.Info.Threshold
}
