package hermes

import (
	"maps"
	"slices"

	"cohortium/internal/errs"
	"cohortium/internal/gwas/sumstats"
)

// mappingFaults checks a mapping against the header of its file: every column
// exists, none serves twice, and the fields that QC needs are there.
func mappingFaults(mapping sumstats.Mapping, header []string, needFrequency bool) []errs.Field {
	var faults []errs.Field
	fault := func(field sumstats.Field, sentence string) {
		faults = append(faults, errs.Field{Field: "mapping." + string(field), Message: sentence})
	}
	usedBy := make(map[string]sumstats.Field)
	for _, field := range slices.Sorted(maps.Keys(mapping)) {
		column := mapping[field]
		switch other, twice := usedBy[column]; {
		case !field.Known():
			fault(field, sumstats.NoField(field).Error())
		case !slices.Contains(header, column):
			fault(field, sumstats.NoColumn(field, column, header).Error())
		case twice:
			fault(field, "The column "+column+" is mapped to "+string(other)+" already.")
		default:
			usedBy[column] = field
		}
	}
	for _, need := range needs() {
		if (need.frequency && !needFrequency) || need.met(mapping) {
			continue
		}
		fault(need.field, need.sentence)
	}
	return faults
}

// need is something that QC cannot do without: at least one of the sets of
// fields has to be mapped completely.
type need struct {
	field     sumstats.Field // beside which the sentence stands
	anyOf     [][]sumstats.Field
	sentence  string
	frequency bool
}

func (n need) met(mapping sumstats.Mapping) bool {
	for _, set := range n.anyOf {
		if mapped(mapping, set) {
			return true
		}
	}
	return false
}

func mapped(mapping sumstats.Mapping, set []sumstats.Field) bool {
	for _, field := range set {
		if mapping[field] == "" {
			return false
		}
	}
	return true
}

// needs are the demands of the reader and of QC on a mapping.
func needs() []need {
	type set = []sumstats.Field
	place := []set{{sumstats.FieldChrPos}, {sumstats.FieldChrPosRefAlt}}
	effects := []set{{sumstats.FieldBeta}, {sumstats.FieldOddsRatio}, {sumstats.FieldHazardRatio}, {sumstats.FieldZ}}
	strengths := []set{
		{sumstats.FieldP}, {sumstats.FieldNegLog10P}, {sumstats.FieldLnP}, {sumstats.FieldLog10P}, {sumstats.FieldZ},
		{sumstats.FieldSE}, {sumstats.FieldSEOfRatio}, {sumstats.FieldCILower, sumstats.FieldCIUpper},
	}
	return []need{
		{field: sumstats.FieldChromosome, sentence: "Which column holds the chromosome?",
			anyOf: append([]set{{sumstats.FieldChromosome}}, place...)},
		{field: sumstats.FieldPosition, sentence: "Which column holds the position?",
			anyOf: append([]set{{sumstats.FieldPosition}}, place...)},
		{field: sumstats.FieldEffectAllele, sentence: "Which column holds the effect allele?",
			anyOf: []set{{sumstats.FieldEffectAllele}, {sumstats.FieldChrPosRefAlt}}},
		{field: sumstats.FieldOtherAllele, sentence: "Which column holds the other allele?",
			anyOf: []set{{sumstats.FieldOtherAllele}, {sumstats.FieldReferenceAllele, sumstats.FieldAlternateAllele}, {sumstats.FieldChrPosRefAlt}}},
		{field: sumstats.FieldBeta, sentence: "Which column holds the effect: beta, an odds ratio, a hazard ratio or Z?", anyOf: effects},
		{field: sumstats.FieldP, sentence: "Which column holds the P value? A standard error or a confidence interval will do as well.", anyOf: strengths},
		{field: sumstats.FieldEAF, sentence: "Which column holds the frequency of the effect allele (or the minor allele frequency)?", frequency: true,
			anyOf: []set{{sumstats.FieldEAF}, {sumstats.FieldMAF}, {sumstats.FieldOAF}, {sumstats.FieldEAFControls},
				{sumstats.FieldCountAA, sumstats.FieldCountAB, sumstats.FieldCountBB}}},
	}
}

// Need says whether a mapping is refused without a field, and which sets of
// other fields will do instead, when all of one set are mapped.
func (s *Service) Need(field sumstats.Field) (needed bool, instead [][]sumstats.Field) {
	for _, n := range needs() {
		if n.field != field || (n.frequency && s.cfg.FrequencyOptional) {
			continue
		}
		needed = true
		for _, set := range n.anyOf {
			if !slices.Contains(set, field) {
				instead = append(instead, set)
			}
		}
	}
	return needed, instead
}
