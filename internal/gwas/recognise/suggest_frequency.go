package recognise

import (
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// frequencies are the fields that need a known allele.
var frequencies = map[sumstats.Field]bool{
	sumstats.FieldEAF: true, sumstats.FieldOAF: true, sumstats.FieldAlleleFrequency: true, sumstats.FieldEAFCases: true, sumstats.FieldEAFControls: true,
	sumstats.FieldAlleleFrequencyCases: true, sumstats.FieldAlleleFrequencyControls: true,
}

// frequencyFromAliases proposes a frequency: under a name that means "of the effect allele", else
// under one that names an allele column, else as a question.
func (s *suggestion) frequencyFromAliases(effect, ofAllele sumstats.Field) {
	if s.has(effect) || s.has(sumstats.FieldEAF) && effect == sumstats.FieldOAF {
		return
	}
	for _, c := range s.named(effect) {
		if c.sure {
			s.propose(proposal{field: effect, col: c.col, confidence: Likely, reason: fmt.Sprintf("Recognised by the name %s.", s.profiles[c.col].name)})
			return
		}
	}
	for _, c := range s.named(ofAllele) {
		if allele := s.alleleNamed(c.of); allele >= 0 {
			reason := fmt.Sprintf("By its name %s is the frequency of %s.", s.profiles[c.col].name, s.profiles[allele].name)
			s.propose(proposal{field: ofAllele, col: c.col, confidence: Likely, reason: reason})
			s.propose(proposal{field: sumstats.FieldFrequencyAllele, col: allele, confidence: Likely, reason: reason})
			return
		}
	}
	doubtful := append(s.named(effect), s.named(ofAllele)...)
	if len(doubtful) == 0 || effect == sumstats.FieldOAF {
		return
	}
	first := doubtful[0]
	name := s.profiles[first.col].name
	reason := fmt.Sprintf("The name %s does not say whose frequency it is.", name)
	if first.of != "" {
		reason = fmt.Sprintf("By its name %s belongs to one of the alleles, but no column has that name.", name)
	}
	p := proposal{field: effect, col: first.col}
	p.doubt(reason, doubtQuestion(effect, name))
	s.propose(p)
}

// alleleNamed finds the allele column that the name of a frequency refers to; −1
// when there is none, or another frequency belongs to another allele.
func (s *suggestion) alleleNamed(names string) int {
	for _, name := range strings.Fields(names) {
		if i := slices.Index(s.normalised, name); i >= 0 {
			if p := s.get(sumstats.FieldFrequencyAllele); p != nil && p.col != i {
				return -1
			}
			return i
		}
	}
	return -1
}
