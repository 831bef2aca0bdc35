package sumstats

import (
	"bytes"
	"math"

	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
)

// owner is the allele whose frequency a column holds. A frequency belongs to an allele of the row;
// which of the two is the effect allele is another question.
type owner uint8

const (
	ofEffect owner = iota // the effect allele, by the name of the column
	ofOther               // the other allele
	ofColumn              // the allele in a separate column
	ofMinor               // the rarer allele, which is not identified
)

// frequencySource is one way to learn the frequency of the effect allele.
type frequencySource struct {
	owner  owner
	allele int16    // column of the owner, for ofColumn
	read   fieldID  // frequency; with genotypes the first of the three counts
	cases  fieldID  // frequency in cases, for which read is that in controls
	repair reasonID // counted when the source is used; rNone when it is as stated
}

// frequencySources lists the sources that a mapping has, the best first.
func (p *plan) frequencySources() []frequencySource {
	bound, column := p.ownerOf(p.col[fFrequencyAllele])
	var out []frequencySource
	add := func(s frequencySource) {
		if p.has(s.read) {
			out = append(out, s)
		}
	}
	add(frequencySource{owner: ofEffect, read: fEAF})
	add(frequencySource{owner: ofOther, read: fOAF})
	add(frequencySource{owner: bound, allele: column, read: fAlleleFrequency})
	if p.has(fCountAB) && p.has(fCountBB) {
		add(frequencySource{owner: bound, allele: column, read: fCountAA, repair: rEAFFromGenotypes})
	}
	add(frequencySource{owner: ofEffect, read: fEAFControls, cases: fEAFCases})
	add(frequencySource{owner: bound, allele: column, read: fAlleleFrequencyControls, cases: fAlleleFrequencyCases})
	minor := p.col[fMinorAllele]
	if minor < 0 && !p.hasAny(fAlleleFrequency, fAlleleFrequencyControls, fCountAA) {
		minor = p.col[fFrequencyAllele]
	}
	if minor < 0 {
		add(frequencySource{owner: ofMinor, read: fMAF})
	} else {
		of, column := p.ownerOf(minor)
		add(frequencySource{owner: of, allele: column, read: fMAF, repair: rEAFFromMinor})
	}
	return out
}

// ownerOf returns the owner of the frequencies of the allele in a column; without a column that is
// the effect allele.
func (p *plan) ownerOf(column int16) (owner, int16) {
	switch {
	case column < 0, column == p.col[fEffectAllele]:
		return ofEffect, column
	case column == p.col[fOtherAllele]:
		return ofOther, column
	}
	return ofColumn, column
}

// frequency reads the effect allele frequency from the first source that states it.
func (p *rowParser) frequency() {
	p.row.EAF = math.NaN()
	for i := range p.plan.frequencies {
		s := &p.plan.frequencies[i]
		if s.owner == ofColumn && p.perAllele(s) {
			return
		}
		if f := p.stated(s); !math.IsNaN(f) && p.orient(s, f) {
			return
		}
	}
}

// stated returns the frequency as the source has it, of whichever allele.
func (p *rowParser) stated(s *frequencySource) float64 {
	switch {
	case s.read == fCountAA:
		aa, ab, bb := p.optional(fCountAA), p.optional(fCountAB), p.optional(fCountBB)
		if total := aa + ab + bb; total > 0 {
			return (bb + ab/2) / total
		}
		return math.NaN()
	case s.cases != 0:
		return p.pooled(s)
	}
	return p.share(s.read)
}

// orient makes the frequency that of the effect allele; false when the allele it
// belongs to is neither of the two.
func (p *rowParser) orient(s *frequencySource, f float64) bool {
	of := s.owner
	if of == ofColumn {
		switch a := p.ownerAllele(s); {
		case a == variant.Missing || a != p.stateEA && a != p.stateOA:
			return p.unowned(s, f)
		case a == p.stateEA:
			of = ofEffect
		default:
			of = ofOther
		}
	}
	p.row.EAF = f
	if of == ofOther {
		p.row.EAF = ComplementFrequency(f)
		if s.repair != rEAFFromMinor {
			p.repaired(rEAFFromOther, nil)
		}
	}
	if of == ofMinor {
		p.row.Flags |= EAFIsMAF
		p.repaired(rEAFIsMAF, nil)
	}
	if s.repair != rNone {
		p.repaired(s.repair, nil)
	}
	return true
}

// unowned handles a frequency of an allele that the row does not have: that of
// the rarer allele is still one without orientation, any other is none.
func (p *rowParser) unowned(s *frequencySource, f float64) bool {
	if s.read == fMAF {
		return p.orient(&frequencySource{owner: ofMinor}, f)
	}
	p.repaired(rEAFNotOfPair, p.ownerCell(s))
	return false
}

func (p *rowParser) ownerCell(s *frequencySource) []byte {
	b := textfile.TrimCell(p.spans[s.allele].Of(p.line))
	if s.allele == p.plan.col[fChrPosRefAlt] {
		_, _, _, b = SplitVariant(b)
	}
	return b
}

// ownerAllele reads the allele that a frequency belongs to as the row's own
// alleles are read; Missing when it is none.
func (p *rowParser) ownerAllele(s *frequencySource) variant.Allele {
	b := p.ownerCell(s)
	if a, ok := variant.Numbered(b); ok {
		return a
	}
	a, _ := p.plan.dict.Parse(b)
	return a
}

// perAllele takes a frequency from a list such as that of a VCF, which has one value for each of
// several alternate alleles. It returns false for a single allele.
func (p *rowParser) perAllele(s *frequencySource) bool {
	alleles := p.ownerCell(s)
	if bytes.IndexByte(alleles, ',') < 0 || s.cases != 0 || s.read == fCountAA {
		return false
	}
	values := p.cell(s.read)
	rest := 1.0
	for more := true; more; {
		var allele, value []byte
		allele, alleles, more = bytes.Cut(alleles, []byte{','})
		value, values, _ = bytes.Cut(values, []byte{','})
		f, ok := ParseFloat(value)
		if !ok || f < 0 || f > 1 {
			p.repaired(rEAFUnreadable, p.cell(s.read))
			return true
		}
		if a, ok := p.plan.dict.Parse(allele); ok && a == p.stateEA {
			p.row.EAF = f
			return true
		}
		rest = ComplementFrequency(f + (1 - rest))
	}
	p.row.EAF = max(rest, 0) // the effect allele is the reference: the rest
	p.repaired(rEAFFromOther, nil)
	return true
}

// share reads a frequency; outside 0–1 the row is left out, unreadable is missing.
func (p *rowParser) share(f fieldID) float64 {
	v, state := p.number(f)
	switch {
	case state == numberMissing:
		return math.NaN()
	case v == MissingCode:
		p.tally.missing[f]++
		return math.NaN()
	case state != numberOK:
		p.repaired(rEAFUnreadable, p.cell(f))
		return math.NaN()
	case v < 0 || v > 1:
		p.invalid(f)
		p.reject(rEAFOutOfRange, f, p.cell(f))
		return math.NaN()
	}
	return v
}

// pooled weights the frequencies of cases and controls by the sizes of the two groups; without them
// the controls represent all.
func (p *rowParser) pooled(s *frequencySource) float64 {
	controls := p.share(s.read)
	if p.plan.col[s.cases] < 0 || math.IsNaN(controls) {
		return controls
	}
	cases := p.share(s.cases)
	n, m := p.row.NCases, p.row.NControls
	if !(n > 0 && m > 0) || math.IsNaN(cases) {
		return controls
	}
	p.repaired(rEAFFromCaseControl, nil)
	return (cases*n + controls*m) / (n + m)
}
