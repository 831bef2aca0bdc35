package sumstats

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// neverCertain are the fields whose meaning a name alone cannot settle: an error
// in one of them turns results round without anything looking wrong.
var neverCertain = map[fieldID]bool{
	fEffectAllele: true, fOtherAllele: true, fEAF: true, fOAF: true, fAlleleFrequency: true, fFrequencyAllele: true, fReferenceAllele: true, fAlternateAllele: true,
	fP: true, fNegLog10P: true, fLnP: true, fLog10P: true,
}

// namedColumn is a column whose name stands for a field.
type namedColumn struct {
	col int
	alias
}

// named lists the columns whose names stand for a field, the best first.
func (s *suggestion) named(f fieldID) (found []namedColumn) {
	for i, h := range s.normalised {
		if a, ok := aliasOf(h); ok && a.field == f {
			found = append(found, namedColumn{i, a})
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].rank < found[j].rank })
	return found
}

// fromAliases looks every header up. Names that mean their field wherever they
// occur come first; doubtful names fill what is left, as questions.
func (s *suggestion) fromAliases() {
	for f := range numFields {
		if f != fEffectAllele && f != fOtherAllele && !frequencies[f] {
			s.fromAlias(f)
		}
	}
	s.allelesFromAliases()
	s.frequencyFromAliases(fEAF, fAlleleFrequency)
	s.frequencyFromAliases(fOAF, numFields)
	s.frequencyFromAliases(fEAFCases, fAlleleFrequencyCases)
	s.frequencyFromAliases(fEAFControls, fAlleleFrequencyControls)
	s.minorAllele()
}

// minorAllele orients a minor allele frequency by the column that names the minor
// allele, where that column is neither of the two alleles.
func (s *suggestion) minorAllele() {
	i := slices.Index(s.normalised, "minor_allele")
	if i < 0 || s.taken[i] || !s.has(fMAF) {
		return
	}
	s.propose(proposal{field: fMinorAllele, col: i, confidence: Likely,
		reason: fmt.Sprintf("It says which allele %s belongs to.", s.profiles[s.get(fMAF).col].name)})
}

// fromAlias proposes the best named column of a field.
func (s *suggestion) fromAlias(f fieldID) {
	list := s.named(f)
	if len(list) == 0 {
		return
	}
	first := list[0]
	p := proposal{field: f, col: first.col, confidence: s.aliasConfidence(f, first.alias)}
	p.reason = fmt.Sprintf("The name %s stands for it.", s.profiles[first.col].name)
	if f == fVariantID {
		p.reason = "Identifiers of the file; they are kept for reference and not used as a key."
	} else if !first.sure {
		p.doubt(fmt.Sprintf("The name %s can stand for it, but for other things too.", s.profiles[first.col].name),
			doubtQuestion(f, s.profiles[first.col].name))
	}
	for _, other := range list[1:] {
		p.alternatives = append(p.alternatives, s.profiles[other.col].name)
	}
	if s.worthProposing(p, first.alias) {
		s.propose(p)
	}
}

// frequencies are the fields that need to know whose frequency they are.
var frequencies = map[fieldID]bool{
	fEAF: true, fOAF: true, fAlleleFrequency: true, fEAFCases: true, fEAFControls: true,
	fAlleleFrequencyCases: true, fAlleleFrequencyControls: true,
}

// frequencyFromAliases proposes a frequency: under a name that says "of the effect
// allele", else under one that says of which allele column, else as a question.
func (s *suggestion) frequencyFromAliases(effect, ofAllele fieldID) {
	if s.has(effect) || s.has(fEAF) && effect == fOAF {
		return
	}
	for _, c := range s.named(effect) {
		if c.sure {
			s.propose(proposal{field: effect, col: c.col, confidence: Likely, reason: fmt.Sprintf("The name %s stands for it.", s.profiles[c.col].name)})
			return
		}
	}
	unbound := ""
	for _, c := range s.named(ofAllele) {
		if allele := s.alleleNamed(c.of); allele >= 0 {
			reason := fmt.Sprintf("By its name %s is the frequency of %s.", s.profiles[c.col].name, s.profiles[allele].name)
			s.propose(proposal{field: ofAllele, col: c.col, confidence: Likely, reason: reason})
			s.propose(proposal{field: fFrequencyAllele, col: allele, confidence: Likely, reason: reason})
			return
		}
		unbound = fmt.Sprintf("By its name %s belongs to one of the alleles, but no column of that name says which.", s.profiles[c.col].name)
	}
	for _, c := range append(s.named(effect), s.named(ofAllele)...) {
		if effect == fOAF {
			return
		}
		name := s.profiles[c.col].name
		p := proposal{field: effect, col: c.col}
		p.doubt(fmt.Sprintf("The name %s does not say whose frequency it is.", name), doubtQuestion(effect, name))
		if c.field == ofAllele {
			p.reason = unbound
		}
		s.propose(p)
		return
	}
}

// alleleNamed finds the allele column that the name of a frequency refers to; −1
// when there is none, or another frequency belongs to another allele.
func (s *suggestion) alleleNamed(names string) int {
	for _, name := range strings.Fields(names) {
		if i := slices.Index(s.normalised, name); i >= 0 {
			if p := s.get(fFrequencyAllele); p != nil && p.col != i {
				return -1
			}
			return i
		}
	}
	return -1
}

func (s *suggestion) aliasConfidence(f fieldID, a alias) Confidence {
	switch {
	case f == fVariantID || f == fMAF:
		return Certain
	case !a.sure:
		return Ask
	case neverCertain[f]:
		return Likely
	}
	return Certain
}

// worthProposing leaves out doubtful names where the field is not needed: a t
// statistic beside an effect, R² beside nothing that says it is imputation.
func (s *suggestion) worthProposing(p proposal, a alias) bool {
	if a.sure {
		return true
	}
	switch p.field {
	case fZ:
		return !s.has(fBeta) && !s.has(fOddsRatio)
	case fInfo, fCallRate, fNCases:
		return false
	case fTest:
		return s.profiles[p.col].additive > 0
	case fPosition:
		c := &s.profiles[p.col]
		return c.share(c.positions) >= 0.99
	}
	return true
}

// doubtQuestion asks about a name that may mean something else.
func doubtQuestion(f fieldID, name string) string {
	switch f {
	case fEAF:
		return fmt.Sprintf("Is %s the frequency of the effect allele in this study?", name)
	case fSE:
		return fmt.Sprintf("Is %s the standard error of the effect?", name)
	case fTest:
		return fmt.Sprintf("Does %s say which model each row is of?", name)
	case fP:
		return fmt.Sprintf("Is %s the P value to use?", name)
	case fPosition:
		return fmt.Sprintf("Is %s the position in base pairs, counted from 1?", name)
	case fN:
		return fmt.Sprintf("Is %s the number of people?", name)
	}
	return fmt.Sprintf("Is %s the %s?", name, strings.ReplaceAll(string(fieldTable[f].field), "_", " "))
}

// allelePairs are pairs of doubtful allele names, the one that is more often the
// effect allele first.
var allelePairs = [][2]string{
	{"a1", "a2"}, {"allele1", "allele2"}, {"allele_1", "allele_2"}, {"al1", "al2"}, {"allele1", "allele0"}, {"a1", "a0"},
	{"a_1", "a_0"}, {"alleleb", "allelea"}, {"allele_b", "allele_a"}, {"alt", "ref"}, {"alternate", "reference"},
	{"alternative", "reference"}, {"alternate_allele", "reference_allele"}, {"alternative_allele", "reference_allele"},
	{"alt_allele", "ref_allele"}, {"alt", "reference_allele"}, {"minor_allele", "major_allele"},
	{"allele1", "reference_allele"},
}

// allelesFromAliases proposes the two alleles. Names that say which one is the
// effect allele are likely; pairs that do not are a question.
func (s *suggestion) allelesFromAliases() {
	s.sureAllele(fEffectAllele)
	s.sureAllele(fOtherAllele)
	if s.has(fEffectAllele) && s.has(fOtherAllele) {
		return
	}
	if s.has(fEffectAllele) {
		s.otherFromReference()
		return
	}
	for _, pair := range allelePairs {
		effect, other := s.index(pair[0]), s.index(pair[1])
		if effect < 0 || other < 0 {
			continue
		}
		s.drop(fOtherAllele)
		e, o := s.profiles[effect].name, s.profiles[other].name
		reason := fmt.Sprintf("%s and %s do not say which one is the effect allele; in most software it is %s.", e, o, e)
		if hint := s.effectHint(pair[0]); hint != "" {
			reason += " " + hint
		}
		s.propose(proposal{field: fEffectAllele, col: effect, confidence: Ask, reason: reason, alternatives: []string{o}, likely: true,
			question: fmt.Sprintf("Is %s the allele whose effect is reported, and %s the other one?", e, o)})
		s.propose(proposal{field: fOtherAllele, col: other, confidence: Ask, reason: reason, alternatives: []string{e}, likely: true,
			question: fmt.Sprintf("Is %s the allele whose effect is not reported?", o)})
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
	p := s.get(fOtherAllele)
	return p != nil && p.col == col
}

// sureAllele takes the best header that names the allele without doubt.
func (s *suggestion) sureAllele(f fieldID) {
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
		if a, ok := aliasOf(h); ok && a.field == fOtherAllele && !s.taken[i] {
			s.propose(proposal{field: fOtherAllele, col: i, confidence: Ask, reason: "It is the only other column of alleles.",
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
	s.propose(proposal{field: fReferenceAllele, col: ref, confidence: c, reason: reason})
	s.propose(proposal{field: fAlternateAllele, col: alt, confidence: c, reason: reason})
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
		if !ok || s.taken[i] || a.field != fEffectAllele && a.field != fOtherAllele {
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
			return fmt.Sprintf("The name %s speaks for it as well.", s.profiles[i].name)
		}
	}
	return ""
}

// leastSimilar is the similarity below which nothing is suggested, similarParsed
// the share of values that must be readable as the field.
const (
	leastSimilar  = 0.6
	similarParsed = 0.9
)

// meansAnother says that a header is a known name, which has been weighed
// already, or that its words name another field.
func meansAnother(header string, f fieldID) bool {
	if _, known := aliasOf(header); known {
		return true
	}
	other, _, ok := stem(header)
	return ok && other != f
}

// fromSimilarity suggests columns for needed fields that no header names, by
// likeness of the name. Always a question.
func (s *suggestion) fromSimilarity() {
	needed := []fieldID{fChromosome, fPosition, fEffectAllele, fOtherAllele, fBeta, fSE, fP, fEAF, fN}
	for _, f := range needed {
		if s.covered(f) {
			continue
		}
		best, bestScore := -1, leastSimilar
		for i, h := range s.normalised {
			if s.taken[i] || s.profiles[i].parsed(f) < similarParsed || meansAnother(h, f) {
				continue
			}
			if score := likeness(h, f); score > bestScore {
				best, bestScore = i, score
			}
		}
		if best >= 0 {
			name := s.profiles[best].name
			s.propose(proposal{field: f, col: best, confidence: Ask, reason: "The name resembles the usual ones.", question: doubtQuestion(f, name)})
		}
	}
}

// standIns are the fields that make another one unnecessary.
var standIns = map[fieldID][]fieldID{
	fChromosome: {fChrPos, fChrPosRefAlt}, fPosition: {fChrPos, fChrPosRefAlt},
	fBeta: {fOddsRatio, fHazardRatio, fZ}, fSE: {fSEOfRatio, fCILower, fCIUpper}, fP: {fNegLog10P, fLnP, fLog10P},
	fEAF: {fOAF, fAlleleFrequency}, fOtherAllele: {fReferenceAllele},
}

// covered says whether a field or one that stands in for it is proposed.
func (s *suggestion) covered(f fieldID) bool {
	return s.has(f) || slices.ContainsFunc(standIns[f], s.has)
}

// longestName is the length beyond which a header is not compared with others.
const longestName = 40

// likeness is the best similarity of a header to the aliases of a field.
func likeness(header string, f fieldID) float64 {
	best := 0.0
	if len(header) > longestName {
		return 0
	}
	for _, row := range aliasTable {
		if row.field != f {
			continue
		}
		for _, name := range strings.Fields(row.sure) {
			if len(name) > 2 {
				best = max(best, similarity(header, name))
			}
		}
	}
	return best
}

// similarity is twice the matching characters over all characters, matching the
// longest common part first and then what is left and right of it (Ratcliff and
// Obershelp 1988).
func similarity(a, b string) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	return 2 * float64(matching(a, b)) / float64(len(a)+len(b))
}

func matching(a, b string) int {
	best, ai, bi := 0, 0, 0
	for i := range len(a) {
		for j := range len(b) {
			n := 0
			for i+n < len(a) && j+n < len(b) && a[i+n] == b[j+n] {
				n++
			}
			if n > best {
				best, ai, bi = n, i, j
			}
		}
	}
	if best == 0 {
		return 0
	}
	return best + matching(a[:ai], b[:bi]) + matching(a[ai+best:], b[bi+best:])
}
