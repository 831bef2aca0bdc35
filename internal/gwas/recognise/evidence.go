package recognise

import (
	"fmt"
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// alleleTally counts what known variants tell about two columns of alleles, and
// about the frequency beside them.
type alleleTally struct {
	known, reference int // rows of a known variant, and those whose first allele is the reference
	near             [len(populations)]nearness
}

// nearness is how a frequency compares with those of one population.
type nearness struct {
	rows  int
	apart float64 // sum over rows of the distance to the nearer allele's frequency
	// Of the rows whose alleles are not about equally common, those whose frequency
	// is nearer to that of the first allele.
	telling, first int
}

// Of the frequencies of a known variant, those this near to one half tell nothing;
// tellingRows of the others are needed, and this share of them, before a frequency
// is taken for that of one allele without a question.
const (
	nearHalf     = 0.1
	tellingRows  = 10
	tellingShare = 0.95
)

func (t *alleleTally) add(m *marker, first, second byte, frequency float64) {
	isRef, ok := m.orientation(first, second)
	if !ok {
		return
	}
	t.known++
	t.reference += count(isRef)
	if !(frequency >= 0 && frequency <= 1) {
		return
	}
	for i, percent := range m.percent {
		p := float64(percent) / 100
		if isRef {
			p = 1 - p
		}
		n, toFirst, toSecond := &t.near[i], math.Abs(frequency-p), math.Abs(frequency-(1-p))
		n.rows++
		n.apart += min(toFirst, toSecond)
		if math.Abs(p-0.5) > nearHalf {
			n.telling++
			n.first += count(toFirst < toSecond)
		}
	}
}

// nearest is the population whose frequencies are those of the file, as far as
// either allele may be meant.
func (t *alleleTally) nearest() (nearness, string) {
	best := 0
	for i := range t.near {
		if t.near[i].apart < t.near[best].apart {
			best = i
		}
	}
	return t.near[best], populations[best]
}

// orientation says whether the first of two bases is the reference allele. ok is
// false for other alleles, and where the strand cannot be told.
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

// base is the one letter of an allele, 0 for any other text.
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

// knownVariants looks at the two alleles and the frequency of known variants.
func (s *suggestion) knownVariants(rows *sample, index *markerIndex) {
	effect, other := s.get(sumstats.FieldEffectAllele), s.get(sumstats.FieldOtherAllele)
	if effect == nil || other == nil {
		return
	}
	frequency := s.get(sumstats.FieldEAF)
	var t alleleTally
	m := s.columns()
	for _, row := range rows.rows {
		f := math.NaN()
		if frequency != nil {
			if v, ok := sumstats.ParseFloat(row.cell(frequency.col)); ok {
				f = v
			}
		}
		p, rsid := placeOf(row, m)
		t.add(index.of(p, rsid), base(row.cell(effect.col)), base(row.cell(other.col)), f)
	}
	if t.known == 0 {
		return
	}
	s.tellReference(&t)
	if frequency != nil {
		s.tellFrequency(&t)
	}
}

// tellReference says which of the alleles is that of the reference genome.
func (s *suggestion) tellReference(t *alleleTally) {
	effect, other := s.get(sumstats.FieldEffectAllele), s.get(sumstats.FieldOtherAllele)
	name, n := s.profiles[effect.col].name, t.reference
	if 2*n < t.known {
		name, n = s.profiles[other.col].name, t.known-n
	}
	sentence := fmt.Sprintf("%s is the reference allele of %s.", name, of(n, t.known, "known variant"))
	effect.evidence, other.evidence = append(effect.evidence, sentence), append(other.evidence, sentence)
}

// tellFrequency says whose frequency it is, and takes it for that where nearly
// all known variants agree and the name leaves it open.
func (s *suggestion) tellFrequency(t *alleleTally) {
	near, population := t.nearest()
	if near.telling == 0 {
		return
	}
	effect, other, frequency := s.get(sumstats.FieldEffectAllele), s.get(sumstats.FieldOtherAllele), s.get(sumstats.FieldEAF)
	owner, n := effect, near.first
	if 2*n < near.telling {
		owner, n = other, near.telling-n
	}
	name := s.profiles[frequency.col].name
	sentence := fmt.Sprintf("%s is nearer to the frequency of %s than to that of the other allele at %s, by 1000 Genomes, %s.",
		name, s.profiles[owner.col].name, of(n, near.telling, "known variant"), population)
	effect.evidence, other.evidence = append(effect.evidence, sentence), append(other.evidence, sentence)
	frequency.evidence = append(frequency.evidence, sentence)
	certain := near.telling >= tellingRows && float64(n) >= tellingShare*float64(near.telling)
	own := ownFrequency[s.profiles[frequency.col].normalised] // not that of a reference, which fits as well
	if !certain || !own || frequency.confidence != Ask || s.orientsFrequency() {
		return
	}
	col := frequency.col
	s.drop(sumstats.FieldEAF)
	s.propose(proposal{field: sumstats.FieldAlleleFrequency, col: col, confidence: Likely, reason: sentence})
	s.propose(proposal{field: sumstats.FieldFrequencyAllele, col: owner.col, confidence: Likely, reason: sentence})
}

// placeOf reads the place and the rs number of a row, zero where they cannot be read.
func placeOf(row sampleRow, m map[sumstats.Field]int) (p place, rsid uint64) {
	cell := func(f sumstats.Field) []byte {
		if col, ok := m[f]; ok {
			return row.cell(col)
		}
		return nil
	}
	chromosome, position := cell(sumstats.FieldChromosome), cell(sumstats.FieldPosition)
	if joined := cell(sumstats.FieldChrPos); joined != nil {
		chromosome, position, _, _ = sumstats.SplitVariant(joined)
	}
	if joined := cell(sumstats.FieldChrPosRefAlt); joined != nil {
		chromosome, position, _, _ = sumstats.SplitVariant(joined)
	}
	if c, ok := genome.ParseChromosome(chromosome); ok {
		if v, _, ok := sumstats.ParsePosition(position); ok {
			p = place{c, v}
		}
	}
	return p, sumstats.ParseRSID(cell(sumstats.FieldRSID))
}
