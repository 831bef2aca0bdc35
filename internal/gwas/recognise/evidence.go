package recognise

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// alleleTally counts the evidence of known variants about the columns of alleles of a file, and
// about the frequency next to them.
type alleleTally struct {
	known int // rows of a known variant whose two alleles are in the columns
	cols  []columnTally
}

// columnTally counts the evidence of known variants about one column of alleles.
type columnTally struct {
	col       int
	reference int // rows in which it holds the reference allele
	near      [len(populations)]frequencyTally
}

// Of the frequencies of a known variant, those this near to one half are ambiguous; tellingRows of
// the others are needed, and this share of them, before a frequency is taken for that of one allele
// without a question.
const (
	nearHalf     = 0.1
	tellingRows  = 10
	tellingShare = 0.95
)

// add counts a row of a known variant: alleles are the bases in each column.
func (t *alleleTally) add(m *marker, alleles []byte, frequency float64) {
	seen := 0
	for i := range t.cols {
		isRef, ok := m.isReference(alleles[i])
		if !ok {
			continue
		}
		seen++
		c := &t.cols[i]
		c.reference += count(isRef)
		if !(frequency >= 0 && frequency <= 1) {
			continue
		}
		for k, percent := range m.percent {
			p := float64(percent) / 100
			if isRef {
				p = 1 - p
			}
			c.near[k].add(frequency, p)
		}
	}
	t.known += count(seen > 0)
}

// nearest returns the population whose frequencies are those of the file, as far as either allele
// may be meant.
func (t *alleleTally) nearest() int {
	best := 0
	for k := range populations {
		if t.cols[0].near[k].apart < t.cols[0].near[best].apart {
			best = k
		}
	}
	return best
}

// isReference reports whether a base is the reference allele of the variant; false for another base
// than its two on either strand, and where the strand cannot be determined.
func (m *marker) isReference(b byte) (isRef, ok bool) {
	switch {
	case m == nil || m.ref == 0 || b == 0 || complement(m.ref) == m.alt:
		return false, false
	case b == m.ref || b == complement(m.ref):
		return true, true
	}
	return false, b == m.alt || b == complement(m.alt)
}

// orientation reports whether the first of two bases is the reference allele. ok is false for other
// alleles, and where the strand cannot be determined.
func (m *marker) orientation(first, second byte) (isRef, ok bool) {
	if m == nil || m.ref == 0 || complement(m.ref) == m.alt {
		return false, false
	}
	for _, pair := range [][2]byte{{m.ref, m.alt}, {complement(m.ref), complement(m.alt)}} {
		switch [2]byte{first, second} {
		case pair:
			return true, true
		case [2]byte{pair[1], pair[0]}:
			return false, true
		}
	}
	return false, false
}

func complement(base byte) byte {
	switch base {
	case 'A':
		return 'T'
	case 'T':
		return 'A'
	case 'C':
		return 'G'
	}
	return 'C'
}

// base returns the one letter of an allele, 0 for any other text.
func base(cell []byte) byte {
	if len(cell) != 1 || !isBases(cell) {
		return 0
	}
	return cell[0] &^ 0x20
}

// of finds the known variant of a row: by its rs number, else by the place, if
// that is one on one assembly only.
func (index *markerIndex) of(p place, rsid uint64) *marker {
	if m := index.byRSID[rsid]; m != nil && (p.chromosome == 0 || p.chromosome == m.chromosome) {
		return m
	}
	on37, on38 := index.on37[p], index.on38[p]
	switch {
	case on38 == nil || on37 == on38:
		return on37
	case on37 == nil:
		return on38
	}
	return nil
}

// alleleColumns returns the columns that hold an allele in the proposal, the effect allele's first.
func (s *suggestion) alleleColumns() (cols []int) {
	for _, f := range []sumstats.Field{sumstats.FieldEffectAllele, sumstats.FieldOtherAllele, sumstats.FieldReferenceAllele, sumstats.FieldAlternateAllele} {
		if p := s.get(f); p != nil && !slices.Contains(cols, p.col) {
			cols = append(cols, p.col)
		}
	}
	return cols
}

// knownVariants looks at the alleles and the frequency of known variants.
func (s *suggestion) knownVariants(rows *sample, index *markerIndex) {
	cols := s.alleleColumns()
	if len(cols) < 2 || !s.has(sumstats.FieldEffectAllele) {
		return
	}
	frequency := cmp.Or(s.get(sumstats.FieldEAF), s.get(sumstats.FieldAlleleFrequency))
	t := alleleTally{}
	for _, col := range cols {
		t.cols = append(t.cols, columnTally{col: col})
	}
	m, alleles := s.columns(), make([]byte, len(cols))
	for _, row := range rows.rows {
		f := math.NaN()
		if frequency != nil {
			if v, ok := sumstats.ParseFloat(row.cell(frequency.col)); ok {
				f = v
			}
		}
		for i, col := range cols {
			alleles[i] = base(row.cell(col))
		}
		p, rsid := placeOf(row, m)
		t.add(index.of(p, rsid), alleles, f)
	}
	if t.known == 0 {
		return
	}
	reference := s.tellReference(&t)
	owner := -1
	if frequency != nil {
		owner = s.tellFrequency(&t, frequency)
	}
	s.likelyAllele(reference, owner)
}

// tellReference records which of the alleles is that of the reference genome. It returns its
// column, −1 when no column is so in nearly all rows.
func (s *suggestion) tellReference(t *alleleTally) int {
	best := &t.cols[0]
	for i := range t.cols {
		if t.cols[i].reference > best.reference {
			best = &t.cols[i]
		}
	}
	s.addEvidence(fmt.Sprintf("%s is the reference allele of %s.", s.profiles[best.col].name, of(best.reference, t.known, "known variant")),
		sumstats.FieldEffectAllele, sumstats.FieldOtherAllele)
	if t.known < tellingRows || float64(best.reference) < tellingShare*float64(t.known) {
		return -1
	}
	return best.col
}

func (s *suggestion) addEvidence(sentence string, fields ...sumstats.Field) {
	for _, f := range fields {
		if p := s.get(f); p != nil {
			p.evidence = append(p.evidence, sentence)
		}
	}
}

// tellFrequency records which allele the frequency belongs to, and decides so where nearly all
// known variants agree and the name leaves it open. It returns the column of the allele, −1 when
// none fits at nearly all known variants.
func (s *suggestion) tellFrequency(t *alleleTally, frequency *proposal) int {
	k := t.nearest()
	owner := &t.cols[0]
	for i := range t.cols {
		if t.cols[i].near[k].own() > owner.near[k].own() {
			owner = &t.cols[i]
		}
	}
	near := &owner.near[k]
	if near.n() == 0 {
		return -1
	}
	name := s.profiles[frequency.col].name
	sentence := fmt.Sprintf("%s is nearer to the frequency of %s than to that of the other allele at %s, by 1000 Genomes, %s.",
		name, s.profiles[owner.col].name, of(near.own(), near.n(), "known variant"), populations[k])
	s.addEvidence(sentence, sumstats.FieldEffectAllele, sumstats.FieldOtherAllele, frequency.field)
	if near.n() < tellingRows || float64(near.own()) < tellingShare*float64(near.n()) {
		return -1
	}
	own := ownFrequency[s.profiles[frequency.col].normalised] // not that of a reference, which fits as well
	if !own && frequency.confidence == Ask {
		return -1
	}
	if own && frequency.field == sumstats.FieldEAF && frequency.confidence == Ask && !s.orientsFrequency() {
		col := frequency.col
		s.drop(sumstats.FieldEAF)
		s.propose(proposal{field: sumstats.FieldAlleleFrequency, col: col, confidence: Likely, reason: sentence})
		s.propose(proposal{field: sumstats.FieldFrequencyAllele, col: owner.col, confidence: Likely, reason: sentence})
	}
	return owner.col
}

// takeAlleles takes the two alleles as proposed, with the evidence for them.
func (s *suggestion) takeAlleles(effect, other *proposal) {
	for _, p := range []*proposal{effect, other} {
		p.confidence, p.question, p.likely, p.alternatives = Likely, "", false, nil
		p.reason = fmt.Sprintf("Programs that write %s and %s mostly report the effect of %s. %s", s.profiles[effect.col].name, s.profiles[other.col].name,
			s.profiles[effect.col].name, strings.Join(p.evidence[len(p.evidence)-2:], " "))
		p.evidence = nil
	}
}

// likelyAllele marks the answer to the question of the effect allele that the evidence supports:
// not the allele that is the reference throughout, and the one that a frequency called that of the
// effect allele belongs to. A habit of programs is an answer only where the evidence leaves it open
// and they agree. Where the habit and both kinds of evidence name the same allele, it is taken.
func (s *suggestion) likelyAllele(reference, owner int) {
	effect, other := s.get(sumstats.FieldEffectAllele), s.get(sumstats.FieldOtherAllele)
	if effect.confidence != Ask || other == nil || other.confidence != Ask {
		return
	}
	if reference == other.col && owner == effect.col {
		s.takeAlleles(effect, other)
		return
	}
	named := s.get(sumstats.FieldEAF)
	if named == nil || named.confidence == Ask {
		owner = -1
	}
	speaksFor := owner
	switch {
	case reference == effect.col && owner != effect.col:
		speaksFor = other.col
	case reference == other.col && owner != other.col:
		speaksFor = effect.col
	case reference >= 0 && owner == reference:
		effect.likely, other.likely = false, false
		return
	}
	if speaksFor < 0 {
		return
	}
	if speaksFor == other.col {
		effect.col, other.col = other.col, effect.col
		effect.alternatives, other.alternatives = other.alternatives, effect.alternatives
	}
	effect.likely, other.likely = true, true
}

// placeOf reads the place and the rs number of a row, zero where they cannot be read.
func placeOf(row sampleRow, m map[sumstats.Field]int) (p place, rsid uint64) {
	cell := func(f sumstats.Field) []byte {
		if col, ok := m[f]; ok {
			return row.cell(col)
		}
		return nil
	}
	chromosome, position, names := cell(sumstats.FieldChromosome), cell(sumstats.FieldPosition), cell(sumstats.FieldRSID)
	for _, f := range []sumstats.Field{sumstats.FieldChrPos, sumstats.FieldChrPosRefAlt} {
		if joined := cell(f); joined != nil {
			chromosome, position = sumstats.SplitPlace(joined, chromosome)
			if sumstats.ParseRSID(names) == 0 {
				names = joined
			}
		}
	}
	if c, ok := genome.ParseChromosome(chromosome); ok {
		if v, _, ok := sumstats.ParsePosition(position); ok {
			p = place{c, v}
		}
	}
	return p, sumstats.ParseRSID(names)
}
