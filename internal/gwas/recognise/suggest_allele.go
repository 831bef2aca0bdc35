package recognise

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// allelePair holds two names of columns that do not state the effect allele. effect is the more
// frequent one, habit describes what programs do.
type allelePair struct {
	effect, other, habit string
	agreed               bool // no program that writes the pair reports the other one
}

const (
	habitNumbers = "PLINK, GCTA and LDSC report the effect of A1; MungeSumstats takes A2 for the effect allele."
	habitMETAL   = "METAL reports the effect of Allele1, SAIGE that of Allele2."
	habitZero    = "REGENIE, BOLT-LMM, GEMMA and BGENIE report the effect of allele 1, not of allele 0."
	habitSNPTEST = "SNPTEST reports the effect of allele B."
	habitRef     = "FinnGen, Pan-UKBB and GWAS-VCF report the effect of the alternate allele; PLINK 2 that of a third column, A1."
	habitMinor   = "PLINK 1 counts the minor allele, and many programs the other one."
)

var allelePairs = []allelePair{
	{
		"a1",
		"a2",
		habitNumbers,
		false,
	},
	{"allele1", "allele2", habitMETAL, false},
	{"allele_1", "allele_2", habitMETAL, false},
	{"al1", "al2", habitMETAL, false},
	{"allele1", "allele0", habitZero, true},
	{"a1", "a0", habitZero, true},
	{"a_1", "a_0", habitZero, true},
	{"alleleb", "allelea", habitSNPTEST, true},
	{"allele_b", "allele_a", habitSNPTEST, true},
	{"alt", "ref", habitRef, true},
	{"alternate", "reference", habitRef, true},
	{
		"alternative",
		"reference",
		habitRef,
		true,
	},
	{"alternate_allele", "reference_allele", habitRef, true},
	{"alternative_allele", "reference_allele", habitRef, true},
	{"alt_allele", "ref_allele", habitRef, true},
	{"alt", "reference_allele", habitRef, true},
	{"minor_allele", "major_allele", habitMinor, false},
	{"allele1", "reference_allele", habitMETAL, false},
}

// allelesFromAliases proposes the two alleles. Names that state which one is the effect allele are
// likely; pairs that do not are a question.
func (s *suggestion) allelesFromAliases(rows *sample) {
	s.sureAllele(sumstats.FieldEffectAllele)
	s.sureAllele(sumstats.FieldOtherAllele)
	if s.has(sumstats.FieldEffectAllele) && s.has(sumstats.FieldOtherAllele) {
		return
	}
	if s.has(sumstats.FieldEffectAllele) {
		s.otherFromReference()
		return
	}
	if s.thirdAllele(rows) {
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
			likely: pair.agreed, question: alleleQuestion})
		s.propose(
			proposal{field: sumstats.FieldOtherAllele, col: other, confidence: Ask, reason: reason, evidence: slices.Clone(evidence), alternatives: []string{e},
				likely: pair.agreed, question: alleleQuestion},
		)
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

// otherFromReference finds the other allele of a file that names the effect allele and has REF and
// ALT besides.
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

// namesThird are names of a column that states which of REF and ALT is the effect allele.
const namesThird = namesA1 + " tested counted counted_allele " + namesMinor

// namesMinor names the rarer allele, and not the one that the effect is of.
const namesMinor = "minor_allele"

// thirdAllele asks about a column that holds one of REF and ALT in nearly every
// row, as PLINK 2 writes A1: the effect is of that one, row by row.
func (s *suggestion) thirdAllele(rows *sample) bool {
	third, ref, alt := s.freeNamed(namesThird), s.freeNamed(namesRef), s.freeNamed(namesAlt)
	if third < 0 || ref < 0 || alt < 0 {
		return false
	}
	n, isRef, isAlt := 0, 0, 0
	for _, row := range rows.rows {
		if cell := row.cell(third); isBases(cell) {
			n++
			isRef += count(bytes.EqualFold(cell, row.cell(ref)))
			isAlt += count(bytes.EqualFold(cell, row.cell(alt)))
		}
	}
	if n == 0 || float64(isRef+isAlt) < leastParsed*float64(n) {
		return false
	}
	t, r, a := s.profiles[third].name, s.profiles[ref].name, s.profiles[alt].name
	reason := fmt.Sprintf(
		"%s holds %s in %s and %s in %s, as PLINK 2 names the allele whose effect it reports.",
		t,
		r,
		of(isRef, n, "row"),
		a,
		thousands(isAlt),
	)
	minor := s.normalised[third] == namesMinor
	if minor {
		reason = fmt.Sprintf(
			"%s holds %s in %s and %s in %s. PLINK 1 reports the effect of the minor allele; Neale's UK Biobank files report that of %s.",
			t,
			r,
			of(isRef, n, "row"),
			a,
			thousands(isAlt),
			a,
		)
	}
	s.propose(
		proposal{
			field:        sumstats.FieldEffectAllele,
			col:          third,
			confidence:   Ask,
			reason:       reason,
			likely:       !minor,
			alternatives: []string{a, r},
			question:     alleleQuestion,
		},
	)
	return s.bothOfReference(Likely)
}

// bothOfReference proposes the reference and the alternate allele, of which the one that is not the
// effect allele is the other allele.
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

// effectHint reports another column name that supports the allele.
func (s *suggestion) effectHint(allele string) string {
	for i, h := range s.normalised {
		if strings.HasPrefix(h, "effect_") && strings.HasSuffix(h, "_"+allele) || strings.HasPrefix(h, "beta_") && strings.HasSuffix(h, "_"+allele) {
			return fmt.Sprintf("The name of the column %s speaks for %s.", s.profiles[i].name, strings.ToUpper(allele))
		}
	}
	return ""
}
