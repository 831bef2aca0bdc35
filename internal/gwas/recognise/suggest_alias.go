package recognise

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// neverCertain are the fields whose meaning a name alone cannot settle: an error in one of them
// inverts results unnoticed.
var neverCertain = map[sumstats.Field]bool{
	sumstats.FieldEffectAllele:    true,
	sumstats.FieldOtherAllele:     true,
	sumstats.FieldEAF:             true,
	sumstats.FieldOAF:             true,
	sumstats.FieldAlleleFrequency: true,
	sumstats.FieldFrequencyAllele: true,
	sumstats.FieldReferenceAllele: true,
	sumstats.FieldAlternateAllele: true,
	sumstats.FieldP:               true,
	sumstats.FieldNegLog10P:       true,
	sumstats.FieldLnP:             true,
	sumstats.FieldLog10P:          true,
}

// namedColumn is a column whose name is that of a field.
type namedColumn struct {
	col int
	alias
}

// named lists the columns whose names are those of a field, the best first.
func (s *suggestion) named(f sumstats.Field) (found []namedColumn) {
	for i, h := range s.normalised {
		if a, ok := aliasOf(h); ok && a.field == f {
			found = append(found, namedColumn{i, a})
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].rank < found[j].rank })
	return found
}

// fromAliases looks every header up. Names that mean their field wherever they occur come first;
// doubtful names fill the rest, as questions.
func (s *suggestion) fromAliases(rows *sample) {
	for _, f := range sumstats.Fields() {
		if f != sumstats.FieldEffectAllele && f != sumstats.FieldOtherAllele && !frequencies[f] {
			s.fromAlias(f)
		}
	}
	s.allelesFromAliases(rows)
	s.frequencyFromAliases(sumstats.FieldEAF, sumstats.FieldAlleleFrequency)
	s.frequencyFromAliases(sumstats.FieldOAF, "")
	s.frequencyFromAliases(sumstats.FieldEAFCases, sumstats.FieldAlleleFrequencyCases)
	s.frequencyFromAliases(sumstats.FieldEAFControls, sumstats.FieldAlleleFrequencyControls)
	s.minorAllele()
}

// minorAllele orients a minor allele frequency by the column that names the minor
// allele, where that column is neither of the two alleles.
func (s *suggestion) minorAllele() {
	i := slices.Index(s.normalised, "minor_allele")
	if i < 0 || s.taken[i] || !s.has(sumstats.FieldMAF) {
		return
	}
	s.propose(proposal{field: sumstats.FieldMinorAllele, col: i, confidence: Likely,
		reason: fmt.Sprintf("It names the allele of %s.", s.profiles[s.get(sumstats.FieldMAF).col].name)})
}

// fromAlias proposes the best named column of a field.
func (s *suggestion) fromAlias(f sumstats.Field) {
	list := s.named(f)
	if len(list) == 0 {
		return
	}
	first := list[0]
	p := proposal{field: f, col: first.col, confidence: s.aliasConfidence(f, first.alias)}
	p.reason = fmt.Sprintf("Recognised by the name %s.", s.profiles[first.col].name)
	if f == sumstats.FieldVariantID {
		p.reason = "Identifiers of the file; they are kept for reference and not used as a key."
	} else if !first.sure {
		p.doubt(fmt.Sprintf("The name %s is used for it, but also for other fields.", s.profiles[first.col].name),
			doubtQuestion(f, s.profiles[first.col].name))
	}
	for _, other := range list[1:] {
		p.alternatives = append(p.alternatives, s.profiles[other.col].name)
	}
	if s.worthProposing(p, first.alias) {
		s.propose(p)
	}
}

func (s *suggestion) aliasConfidence(f sumstats.Field, a alias) Confidence {
	switch {
	case f == sumstats.FieldVariantID || f == sumstats.FieldMAF:
		return Certain
	case !a.sure:
		return Ask
	case neverCertain[f]:
		return Likely
	}
	return Certain
}

// worthProposing leaves out doubtful names where the field is not needed: a t statistic next to an
// effect, R² without anything that shows it is imputation.
func (s *suggestion) worthProposing(p proposal, a alias) bool {
	if a.sure {
		return true
	}
	switch p.field {
	case sumstats.FieldZ:
		return !s.has(sumstats.FieldBeta) && !s.has(sumstats.FieldOddsRatio)
	case sumstats.FieldInfo, sumstats.FieldCallRate, sumstats.FieldNCases:
		return false
	case sumstats.FieldTest:
		return s.profiles[p.col].additive > 0
	case sumstats.FieldPosition:
		c := &s.profiles[p.col]
		return c.share(c.positions) >= 0.99
	}
	return true
}

// doubtQuestion asks about a name that may mean something else.
func doubtQuestion(f sumstats.Field, name string) string {
	switch f {
	case sumstats.FieldEAF:
		return fmt.Sprintf("Is %s the frequency of the effect allele in this study?", name)
	case sumstats.FieldSE:
		return fmt.Sprintf("Is %s the standard error of the effect?", name)
	case sumstats.FieldTest:
		return fmt.Sprintf("Does %s say which model each row is of?", name)
	case sumstats.FieldP:
		return fmt.Sprintf("Is %s the P value to use?", name)
	case sumstats.FieldPosition:
		return fmt.Sprintf("Is %s the position in base pairs, counted from 1?", name)
	case sumstats.FieldN:
		return fmt.Sprintf("Is %s the number of people?", name)
	}
	return fmt.Sprintf("Is %s the %s?", name, strings.ReplaceAll(string(f), "_", " "))
}

// leastSimilar is the similarity below which nothing is suggested, similarParsed
// the share of values that must be readable as the field.
const (
	leastSimilar  = 0.6
	similarParsed = 0.9
)

// meansAnother reports that a header is a known name, which has been weighed already, or that its
// words name another field.
func meansAnother(header string, f sumstats.Field) bool {
	if _, known := aliasOf(header); known {
		return true
	}
	other, _, ok := stem(header)
	return ok && other != f
}

// fromSimilarity suggests columns for needed fields that no header names, by
// likeness of the name. Always a question.
func (s *suggestion) fromSimilarity() {
	needed := []sumstats.Field{
		sumstats.FieldChromosome,
		sumstats.FieldPosition,
		sumstats.FieldEffectAllele,
		sumstats.FieldOtherAllele,
		sumstats.FieldBeta,
		sumstats.FieldSE,
		sumstats.FieldP,
		sumstats.FieldEAF,
		sumstats.FieldN,
	}
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
var standIns = map[sumstats.Field][]sumstats.Field{
	sumstats.FieldChromosome: {sumstats.FieldChrPos, sumstats.FieldChrPosRefAlt},
	sumstats.FieldPosition:   {sumstats.FieldChrPos, sumstats.FieldChrPosRefAlt},
	sumstats.FieldBeta: {
		sumstats.FieldOddsRatio,
		sumstats.FieldHazardRatio,
		sumstats.FieldZ,
	},
	sumstats.FieldSE: {sumstats.FieldSEOfRatio, sumstats.FieldCILower, sumstats.FieldCIUpper},
	sumstats.FieldP:  {sumstats.FieldNegLog10P, sumstats.FieldLnP, sumstats.FieldLog10P},
	sumstats.FieldEAF: {
		sumstats.FieldOAF,
		sumstats.FieldAlleleFrequency,
	},
	sumstats.FieldOtherAllele:  {sumstats.FieldReferenceAllele, sumstats.FieldAlleles},
	sumstats.FieldEffectAllele: {sumstats.FieldAlleles},
}

// covered reports whether a field, or one that replaces it, is proposed.
func (s *suggestion) covered(f sumstats.Field) bool {
	return s.has(f) || slices.ContainsFunc(standIns[f], s.has)
}

// longestName is the length beyond which a header is not compared with others.
const longestName = 40

// likeness returns the best similarity of a header to the aliases of a field.
func likeness(header string, f sumstats.Field) float64 {
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

// similarity returns twice the matching characters over all characters, matching the longest common
// part first and then the parts to the left and right of it (Ratcliff and Obershelp 1988).
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
