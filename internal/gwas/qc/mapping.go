package qc

import (
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// detectedMapping takes the columns whose meaning the inspection is sure of. The
// others need a word of the user: those without which no row is right are
// refused unless chosen settles them, the rest is left out and named.
func detectedMapping(i *sumstats.Inspection, chosen sumstats.Mapping) (detected sumstats.Mapping, left []string, err error) {
	for _, f := range i.Findings {
		if f.Code == string(sumstats.CodeDamaged) { // behind damage the values are chance
			return nil, nil, &sumstats.FileError{Code: sumstats.CodeDamaged, What: f.Message, Remedy: f.Remedy}
		}
	}
	detected = sumstats.Mapping{}
	settled := map[string]bool{}
	for _, column := range chosen {
		settled[column] = true
	}
	var ask []string
	for _, c := range i.Columns {
		_, fieldSettled := chosen[c.Field]
		switch {
		case c.Confidence != sumstats.Ask || fieldSettled || settled[c.Column]:
			detected[c.Field] = c.Column
		case requiredFields[c.Field] || c.Field == sumstats.FieldEAF:
			ask = append(ask, fmt.Sprintf("%s from column %s", c.Field, c.Column))
		default:
			left = append(left, fmt.Sprintf("%s (perhaps %s)", c.Column, c.Field))
		}
	}
	slices.Sort(ask)
	if len(ask) > 0 {
		return nil, nil, &sumstats.FileError{Code: sumstats.CodeMapping,
			What:   "The meaning of some columns is not certain: " + strings.Join(ask, ", ") + ".",
			Remedy: "Confirm each of them, or choose another column, in the mapping."}
	}
	return detected, left, nil
}
