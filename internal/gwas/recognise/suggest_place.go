package recognise

import (
	"fmt"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// leastPlaces is the share of values of a column that are chromosome and position,
// or two alleles, from which the column is one of them whatever it is called.
const leastPlaces = 0.9

// fromPlaces proposes a column whose values are chromosome and position where nothing else states
// the position of a variant. Of several, known variants determine the build of each, and a question
// asks which one is wanted.
func (s *suggestion) fromPlaces(rows *sample, index *markerIndex) {
	if s.covered(sumstats.FieldPosition) && s.covered(sumstats.FieldChromosome) {
		return
	}
	var found []int
	for i := range s.profiles {
		c := &s.profiles[i]
		free := !s.taken[i] || s.get(sumstats.FieldVariantID) != nil && s.get(sumstats.FieldVariantID).col == i
		if free && c.share(c.chrPos+c.chrPosAlleles) >= leastPlaces {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		return
	}
	for _, f := range []sumstats.Field{sumstats.FieldChromosome, sumstats.FieldPosition, sumstats.FieldVariantID} {
		if p := s.get(f); p != nil && (f != sumstats.FieldVariantID || slices.Contains(found, p.col)) {
			s.drop(f)
		}
	}
	p := proposal{field: sumstats.FieldChrPos, col: found[0], confidence: Likely, reason: "Its values are chromosome and position."}
	if len(found) > 1 {
		p.confidence, p.question = Ask, fmt.Sprintf("Which column holds the positions, %s?", s.namesOf(found))
		p.reason = "Several columns hold chromosome and position."
		for _, col := range found {
			p.evidence = append(p.evidence, s.buildOf(col, rows, index))
		}
		for _, col := range found[1:] {
			p.alternatives = append(p.alternatives, s.profiles[col].name)
		}
	}
	s.propose(p)
}

// fromNumberedPlaces takes the positions that belong to a chromosome column from identifiers such
// as rs123:456:A:G.
func (s *suggestion) fromNumberedPlaces(rows *sample, index *markerIndex) {
	if !s.has(sumstats.FieldChromosome) || s.covered(sumstats.FieldPosition) {
		return
	}
	for i := range s.profiles {
		c := &s.profiles[i]
		if !s.freeOfNames(i) || c.share(c.rsPos+c.rsPosAlleles) < leastPlaces {
			continue
		}
		s.dropColumn(i)
		p := proposal{field: sumstats.FieldChrPos, col: i, confidence: Likely, reason: "Its values are rs number and position; the chromosome has a column."}
		if c.share(c.rsPosAlleles) >= leastPlaces && !s.covered(sumstats.FieldEffectAllele) {
			p.field, p.confidence, p.question = sumstats.FieldChrPosRefAlt, Ask, "Is the last allele in "+c.name+" the one whose effect is reported?"
			s.propose(p)
			p := s.get(p.field)
			p.likely, p.evidence = s.firstIsReference(i, rows, index)
			return
		}
		s.propose(p)
		return
	}
}

// leastMixed is the share of values from which rs numbers, or places, count as a separate kind in a
// column of identifiers.
const leastMixed = 0.05

// fromMixedNames asks about a column that mixes rs numbers and places where no other one
// has positions.
func (s *suggestion) fromMixedNames() {
	if s.covered(sumstats.FieldPosition) || s.covered(sumstats.FieldChromosome) {
		return
	}
	for i := range s.profiles {
		c := &s.profiles[i]
		places := c.chrPos + c.chrPosAlleles
		if !s.freeOfNames(i) || c.share(c.rs+places) < leastPlaces || c.share(c.rs) < leastMixed || c.share(places) < leastMixed {
			continue
		}
		s.dropColumn(i)
		s.propose(proposal{
			field:      sumstats.FieldRSID,
			col:        i,
			confidence: Ask,
			question:   mixedQuestion,
			reason: fmt.Sprintf(
				"%s mixes rs numbers (%s) and places (%s). Rows of one kind can be read; to keep all, give the file columns of chromosome and position.",
				c.name,
				thousands(c.rs),
				thousands(places),
			),
		})
		return
	}
}

// mixedQuestion is asked about a column that names variants in two ways.
const mixedQuestion = "Which rows do you want?"

// freeOfNames reports whether a column holds only names of variants.
func (s *suggestion) freeOfNames(col int) bool {
	held := func(f sumstats.Field) bool { p := s.get(f); return p != nil && p.col == col }
	return !s.taken[col] || held(sumstats.FieldRSID) || held(sumstats.FieldVariantID)
}

func (s *suggestion) dropColumn(col int) {
	for _, f := range []sumstats.Field{sumstats.FieldRSID, sumstats.FieldVariantID} {
		if p := s.get(f); p != nil && p.col == col {
			s.drop(f)
		}
	}
}

func (s *suggestion) namesOf(cols []int) (text string) {
	for i, col := range cols {
		switch {
		case i == 0:
		case i == len(cols)-1:
			text += " or "
		default:
			text += ", "
		}
		text += s.profiles[col].name
	}
	return text
}

// buildOf describes the evidence of known variants about the positions in a column.
func (s *suggestion) buildOf(col int, rows *sample, index *markerIndex) string {
	t := BuildTally{index: index}
	m := map[sumstats.Field]int{sumstats.FieldChrPos: col}
	if p := s.get(sumstats.FieldRSID); p != nil {
		m[sumstats.FieldRSID] = p.col
	}
	for _, row := range rows.rows {
		p, rsid := placeOf(row, m)
		t.see(p, rsid)
	}
	return s.profiles[col].name + ": " + t.sentence()
}

// confirmPlace takes a position with an ambiguous name where known variants are at it.
func (s *suggestion) confirmPlace(rows *sample, index *markerIndex) {
	p := s.get(sumstats.FieldPosition)
	if p == nil || p.confidence != Ask {
		return
	}
	t, m := BuildTally{index: index}, s.columns()
	for _, row := range rows.rows {
		at, rsid := placeOf(row, m)
		t.see(at, rsid)
	}
	if build, _ := t.Conclude(); build != genome.UnknownBuild {
		p.confidence, p.question, p.reason = Likely, "", t.sentence()
	}
}

// fromAllelePairs asks about a column that holds both alleles, A/G or ["A","G"].
func (s *suggestion) fromAllelePairs(rows *sample, index *markerIndex) {
	if s.covered(sumstats.FieldOtherAllele) {
		return
	}
	for i := range s.profiles {
		c := &s.profiles[i]
		if p := s.get(sumstats.FieldEffectAllele); s.taken[i] && (p == nil || p.col != i) || c.share(c.pairs) < leastPlaces {
			continue
		}
		s.drop(sumstats.FieldEffectAllele)
		p := proposal{field: sumstats.FieldAlleles, col: i, confidence: Ask, reason: "Its values are two alleles.",
			question: "Is the last allele in " + c.name + " the one whose effect is reported?"}
		p.likely, p.evidence = s.firstIsReference(i, rows, index)
		s.propose(p)
		return
	}
}

// firstIsReference reports whether the first of the two alleles in a column is the reference allele
// of nearly all known variants, as written by programs that report the effect of the other one.
func (s *suggestion) firstIsReference(col int, rows *sample, index *markerIndex) (bool, []string) {
	n, reference, m := 0, 0, s.columns()
	for _, row := range rows.rows {
		first, _, ok := sumstats.SplitAlleles(row.cell(col))
		if !ok {
			_, _, first, _ = sumstats.SplitVariant(row.cell(col))
		}
		if isRef, known := index.of(placeOf(row, m)).isReference(base(first)); known {
			n++
			reference += count(isRef)
		}
	}
	if n == 0 {
		return false, nil
	}
	return n >= tellingRows && float64(reference) >= tellingShare*float64(n),
		[]string{fmt.Sprintf("The first allele in %s is the reference allele of %s.", s.profiles[col].name, of(reference, n, "known variant"))}
}
