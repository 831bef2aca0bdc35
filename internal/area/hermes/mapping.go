package hermes

import (
	"slices"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
)

// mappingFaults checks a mapping against the header of its file, with or without a required
// frequency. A file with rs numbers and no positions gets them from the reference panel of its run.
func mappingFaults(mapping sumstats.Mapping, header []string, needFrequency bool) []errs.Field {
	var faults []errs.Field
	for _, f := range mapping.Faults(header, sumstats.Use{Frequency: needFrequency, ByRSID: mapping.OnlyRSID()}) {
		faults = append(faults, errs.Field{Field: "mapping." + string(f.Field), Message: f.Sentence})
	}
	return faults
}

// Need reports whether a mapping requires a field, and which sets of other fields can replace it if
// all fields of one set are mapped.
func (s *Service) Need(field sumstats.Field) (needed bool, instead [][]sumstats.Field) {
	for _, n := range sumstats.Needs(sumstats.Use{Frequency: !s.cfg.FrequencyOptional}) {
		if n.Field != field {
			continue
		}
		needed = true
		for _, set := range n.AnyOf {
			if !slices.Contains(set, field) {
				instead = append(instead, set)
			}
		}
		if field == sumstats.FieldChromosome || field == sumstats.FieldPosition {
			instead = append(instead, []sumstats.Field{sumstats.FieldRSID})
		}
	}
	return needed, instead
}
