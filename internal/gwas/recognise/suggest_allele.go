package recognise

import (
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// allelePair are two names of columns that do not say which allele the effect is
// of. effect is the one that it more often is, habit what programs do.
type allelePair struct{ effect, other, habit string }

const (
	habitNumbers = "PLINK, GCTA and LDSC report the effect of A1; MungeSumstats takes A2 for the effect allele."
	habitMETAL   = "METAL reports the effect of Allele1, SAIGE that of Allele2."
	habitZero    = "REGENIE, BOLT-LMM, GEMMA and BGENIE report the effect of allele 1, not of allele 0."
	habitSNPTEST = "SNPTEST reports the effect of allele B."
	habitRef     = "FinnGen, Pan-UKBB and GWAS-VCF report the effect of the alternate allele; PLINK 2 that of a third column, A1."
	habitMinor   = "PLINK 1 counts the minor allele, and many programs the other one."
)

var allelePairs = []allelePair{
	{"a1", "a2", habitNumbers}, {"allele1", "allele2", habitMETAL}, {"allele_1", "allele_2", habitMETAL}, {"al1", "al2", habitMETAL},
	{"allele1", "allele0", habitZero}, {"a1", "a0", habitZero}, {"a_1", "a_0", habitZero}, {"alleleb", "allelea", habitSNPTEST},
	{"allele_b", "allele_a", habitSNPTEST}, {"alt", "ref", habitRef}, {"alternate", "reference", habitRef},
	{"alternative", "reference", habitRef}, {"alternate_allele", "reference_allele", habitRef}, {"alternative_allele", "reference_allele", habitRef},
	{"alt_allele", "ref_allele", habitRef}, {"alt", "reference_allele", habitRef}, {"minor_allele", "major_allele", habitMinor},
	{"allele1", "reference_allele", habitMETAL},
}

// allelesFromAliases proposes the two alleles. Names that say which one is the
// effect allele are likely; pairs that do not are a question.
func (s *suggestion) allelesFromAliases() {
	s.sureAllele(sumstats.FieldEffectAllele)
	s.sureAllele(sumstats.FieldOtherAllele)
	if s.has(sumstats.FieldEffectAllele) && s.has(sumstats.FieldOtherAllele) {
		return
	}
	if s.has(sumstats.FieldEffectAllele) {
		s.otherFromReference()
		return
	}
	for _, pair := range allelePairs {
		effect, other := s.index(pair.effect), s.index(pair.other)
		if effect < 0 || other < 0 {
			continue
		}
		s.drop(sumstats.FieldOtherAllele)
		e, o := s.profiles[effect].name, s.profiles[other].name
		reason := fmt.Sprintf("%s and %s do not say which one is the effect allele.", e, o)
		evidence := []string{pair.habit}
		if hint := s.effectHint(pair.effect); hint != "" {
			evidence = append(evidence, hint)
		}
		s.propose(proposal{field: sumstats.FieldEffectAllele, col: effect, confidence: Ask, reason: reason, evidence: evidence, alternatives: []string{o},
			likely: true, question: alleleQuestion})
		s.propose(proposal{field: sumstats.FieldOtherAllele, col: other, confidence: Ask, reason: reason, evidence: slices.Clone(evidence), alternatives: []string{e},
			likely: true, question: alleleQuestion})
		return
	}
	s.singleAllele()
}

func (s *suggestion) index(normalised string) int {
	for i, h := range s.normalised {
		if h == normalised && !s.taken[i] || h == normalised && s.holdsAllele(i) {
			return i
		}
	}
	return -1
}

func (s *suggestion) holdsAllele(col int) bool {
	p := s.get(sumstats.FieldOtherAllele)
	return p != nil && p.col == col
}

// sureAllele takes the best header that names the allele without doubt.
func (s *suggestion) sureAllele(f sumstats.Field) {
	best, rank := -1, 0
	for i, h := range s.normalised {
		if a, ok := aliasOf(h); ok && a.field == f && a.sure && (best < 0 || a.rank < rank) {
			best, rank = i, a.rank
		}
	}
	if best >= 0 {
		s.propose(proposal{field: f, col: best, confidence: Likely, reason: fmt.Sprintf("The name %s says so.", s.profiles[best].name)})
	}
}

// otherFromReference finds the other allele of a file that names the effect
// allele and gives REF and ALT besides.
func (s *suggestion) otherFromReference() {
	if s.bothOfReference(Likely) {
		return
	}
	for i, h := range s.normalised {
		if a, ok := aliasOf(h); ok && a.field == sumstats.FieldOtherAllele && !s.taken[i] {
			s.propose(proposal{field: sumstats.FieldOtherAllele, col: i, confidence: Ask, reason: "It is the only other column of alleles.",
				question: fmt.Sprintf("Is %s the other allele?", s.profiles[i].name)})
			return
		}
	}
}

// bothOfReference proposes the reference and the alternate allele, of which the
// other allele is the one that is not the effect allele.
func (s *suggestion) bothOfReference(c Confidence) bool {
	ref, alt := s.freeNamed(namesRef), s.freeNamed(namesAlt)
	if ref < 0 || alt < 0 {
		return false
	}
	reason := "The other allele is whichever of the two is not the effect allele."
	s.propose(proposal{field: sumstats.FieldReferenceAllele, col: ref, confidence: c, reason: reason})
	s.propose(proposal{field: sumstats.FieldAlternateAllele, col: alt, confidence: c, reason: reason})
	return true
}

// freeNamed finds the first column of these names that holds nothing yet.
func (s *suggestion) freeNamed(names string) int {
	for _, name := range strings.Fields(names) {
		if i := s.index(name); i >= 0 {
			return i
		}
	}
	return -1
}

// singleAllele asks about a lone column of alleles.
func (s *suggestion) singleAllele() {
	for i, h := range s.normalised {
		a, ok := aliasOf(h)
		if !ok || s.taken[i] || a.field != sumstats.FieldEffectAllele && a.field != sumstats.FieldOtherAllele {
			continue
		}
		s.propose(proposal{field: a.field, col: i, confidence: Ask, reason: "The name does not say which allele it is.",
			question: fmt.Sprintf("Is %s the allele whose effect is reported?", s.profiles[i].name)})
	}
}

// effectHint reports another column name that speaks for the allele.
func (s *suggestion) effectHint(allele string) string {
	for i, h := range s.normalised {
		if strings.HasPrefix(h, "effect_") && strings.HasSuffix(h, "_"+allele) || strings.HasPrefix(h, "beta_") && strings.HasSuffix(h, "_"+allele) {
			return fmt.Sprintf("The name of the column %s speaks for %s.", s.profiles[i].name, strings.ToUpper(allele))
		}
	}
	return ""
}
