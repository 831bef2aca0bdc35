package hermes

import (
	"slices"

	"cohortium/internal/errs"
	"cohortium/internal/gwas/sumstats"
)

// mappingFaults checks a mapping against the header of its file, for a use that
// needs the frequency or does without.
func mappingFaults(mapping sumstats.Mapping, header []string, needFrequency bool) []errs.Field {
	var faults []errs.Field
	for _, f := range mapping.Faults(header, sumstats.Use{Frequency: needFrequency}) {
		faults = append(faults, errs.Field{Field: "mapping." + string(f.Field), Message: f.Sentence})
	}
	return faults
}

// Need says whether a mapping is refused without a field, and which sets of
// other fields will do instead, when all of one set are mapped.
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
	}
	return needed, instead
}
