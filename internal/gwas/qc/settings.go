package qc

import (
	"math"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// infoThreshold settles which imputation quality is demanded: the one chosen,
// else the customary one for the score that the column's name suggests.
func (r *run) infoThreshold() {
	rule := &r.opt.Rules.Info
	switch column := strings.ToLower(r.mapping[sumstats.FieldInfo]); {
	case r.opt.InfoThreshold > 0:
		*rule = Rule{Mode: Exclude, Threshold: r.opt.InfoThreshold}
	case rule.Threshold > 0:
	case strings.Contains(column, "r2") || strings.Contains(column, "rsq"):
		rule.Threshold = defaultRSquared
	default:
		rule.Threshold = defaultInfo
	}
}

// infoInUse is the threshold for the report, NaN when there is no such column.
func (r *run) infoInUse() float64 {
	if r.mapping[sumstats.FieldInfo] == "" || r.opt.Rules.Info.Mode == Off {
		return math.NaN()
	}
	return r.opt.Rules.Info.Threshold
}

// mergeMapping takes the mapping that was detected and the user's changes to it;
// an empty column takes a field out, and a column that the user gives to a field
// is taken from the field that had it.
func mergeMapping(detected, chosen sumstats.Mapping) sumstats.Mapping {
	merged := sumstats.Mapping{}
	for field, column := range detected {
		merged[field] = column
	}
	for field, column := range chosen {
		for other, taken := range merged {
			if taken == column && other != field {
				delete(merged, other)
			}
		}
		if column == "" {
			delete(merged, field)
		} else {
			merged[field] = column
		}
	}
	return merged
}
