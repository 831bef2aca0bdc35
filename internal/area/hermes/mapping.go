package hermes

import (
	"slices"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
)

// mappingFaults checks a mapping against the header of its file, for a use that
// needs the frequency or does without. A file that has nothing but rs numbers to
// place its variants by is placed by the reference panel of its run.
func mappingFaults(mapping sumstats.Mapping, header []string, needFrequency bool) []errs.Field {
	var faults []errs.Field
	for _, f := range mapping.Faults(header, sumstats.Use{Frequency: needFrequency, ByRSID: mapping.OnlyRSID()}) {
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
		if field == sumstats.FieldChromosome || field == sumstats.FieldPosition {
			instead = append(instead, []sumstats.Field{sumstats.FieldRSID})
		}
	}
	return needed, instead
}
