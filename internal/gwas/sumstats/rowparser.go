package sumstats

import (
	"bytes"
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
)

// parse reads one line into row. It returns false when the row is left out, for the reason in
// fault.
func (p *rowParser) parse(line []byte, no uint32, row *Row) bool {
	p.line, p.no, p.row, p.fault = line, no, row, rNone
	if !p.cut() || !p.meets() || !p.additive() {
		return false
	}
	*row = Row{Line: no}
	before := p.tally.joined()
	p.place()
	p.alleles()
	p.tally.countOnce(before)
	p.sizes()
	p.frequency()
	p.association()
	p.info()
	p.genotyping()
	return p.fault == rNone
}

// faultOfKind is the reason for a line that does not have a cell for each column.
var faultOfKind = map[textfile.Kind]reasonID{
	textfile.Repeated: rRepeatedHeader, textfile.Ragged: rColumnCount, textfile.Quoted: rQuotes,
}

// cut rejects a line that does not have a cell for each column, and unfolds a VCF.
func (p *rowParser) cut() bool {
	lenient := p.plan.opt.Lenient && p.kind == textfile.Ragged && len(p.spans) > p.plan.lastColumn
	if p.kind != textfile.Row && !lenient {
		p.reject(faultOfKind[p.kind], numFields, nil)
		return false
	}
	if p.plan.vcf != nil {
		p.spans = p.plan.vcf.Unfold(p.line, p.spans)
	}
	return true
}

// additiveTests are the names of the additive model in TEST columns: PLINK's and
// REGENIE's ADD, and REGENIE's for the test that it made of it. Interactions
// (ADDxSEX, ADD-INT_SNPxBMI), conditional and joint tests are none of them.
var additiveTests = map[string]bool{
	"ADD": true, "ADD-WGR-LR": true, "ADD-WGR-FIRTH": true, "ADD-WGR-SPA": true, "ADD-FIRTH": true, "ADD-SPA": true,
	"add": true, "additive": true, "ADDITIVE": true,
}

// IsAdditive reports whether the value of a TEST column is a name of the additive model.
func IsAdditive(test []byte) bool { return additiveTests[string(test)] }

// geneReference is REGENIE's text for the reference allele of a gene.
const geneReference = "ref"

// additive keeps rows of the additive model when there is a TEST column.
func (p *rowParser) additive() bool {
	if p.plan.col[fTest] < 0 {
		return true
	}
	if p.plan.col[fOtherAllele] >= 0 && string(p.cell(fOtherAllele)) == geneReference {
		p.reject(rGeneTest, fOtherAllele, p.cell(fOtherAllele))
		return false
	}
	b := p.cell(fTest)
	p.tally.noteTest(b)
	if IsAdditive(b) || p.isMissing(b) {
		return true
	}
	p.reject(rOtherTest, fTest, b)
	return false
}

// place reads chromosome, position and rs number.
func (p *rowParser) place() {
	pl := p.plan
	if pl.col[fRSID] >= 0 {
		p.row.RSID = ParseRSID(p.cell(fRSID))
		if p.row.RSID == 0 {
			p.tally.missing[fRSID]++
		}
	}
	if pl.opt.ByRSID {
		if p.row.RSID == 0 {
			p.reject(rRSIDMissing, fRSID, p.cell(fRSID))
		}
		if !pl.hasAny(fChromosome, fChrPos, fChrPosRefAlt) {
			return
		}
	}
	var chromosome, position []byte
	cf, pf := fChromosome, fPosition
	switch {
	case pl.col[fChromosome] >= 0 && pl.col[fPosition] >= 0:
		chromosome, position = p.cell(fChromosome), p.cell(fPosition)
	case pl.col[fChrPos] >= 0:
		cf, pf = fChrPos, fChrPos
		chromosome, position = p.placeIn(fChrPos)
	case pl.col[fChrPosRefAlt] >= 0:
		cf, pf = fChrPosRefAlt, fChrPosRefAlt
		chromosome, position = p.placeIn(fChrPosRefAlt)
	default:
		return
	}
	p.chromosome(cf, chromosome)
	p.position(pf, position)
}

// placeIn cuts a column of places. An rs number in front is that of the row.
func (p *rowParser) placeIn(f fieldID) (chromosome, position []byte) {
	if p.plan.col[fChromosome] >= 0 {
		chromosome = p.cell(fChromosome)
	}
	joined := p.cell(f)
	if p.row.RSID == 0 {
		p.row.RSID = ParseRSID(joined)
	}
	return SplitPlace(joined, chromosome)
}

func (p *rowParser) chromosome(f fieldID, b []byte) {
	c, ok := genome.ParseChromosome(b)
	if !ok {
		if p.isMissing(b) {
			p.tally.missing[f]++
			p.reject(rChromosomeMissing, f, b)
			return
		}
		p.invalid(f)
		p.reject(rChromosomeUnknown, f, b)
		return
	}
	if c == genome.MT {
		c = p.mitochondrial(b)
	}
	if b[0] > '9' || b[0] == '0' {
		p.tally.invalidBefore[f]++
		p.repaired(rChromosomeCoded, b)
		if c == genome.X && hasPAR(b) {
			p.repaired(rChromosomePAR, b)
		}
	}
	p.row.Chromosome = c
}

// hasPAR finds the spellings of X that name its pseudo-autosomal part.
func hasPAR(b []byte) bool {
	lower := bytes.ToLower(b)
	return bytes.Contains(lower, []byte("par")) && !bytes.Contains(lower, []byte("nonpar")) || bytes.HasSuffix(lower, []byte("xy"))
}

// longestMT is the length of the older mitochondrial sequence of UCSC hg19.
const longestMT = 16571

func (p *rowParser) position(f fieldID, b []byte) {
	v, scientific, ok := ParsePosition(b)
	if !ok {
		if p.isMissing(b) {
			p.tally.missing[f]++
			p.reject(rPositionMissing, f, b)
			return
		}
		p.invalid(f)
		if bytes.IndexByte(b, ',') >= 0 {
			p.reject(rDecimalComma, f, b)
		} else {
			p.reject(rPositionInvalid, f, b)
		}
		return
	}
	if scientific {
		p.tally.invalidBefore[f]++
		p.repaired(rPositionScientific, b)
	}
	if p.plan.opt.ZeroBased {
		v++
	}
	p.row.Position = v
	p.withinChromosome(f, b)
}

// withinChromosome leaves out a position that no chromosome has. Of a chromosome
// written as 25 it is not known yet which it is, see chromosome25.
func (p *rowParser) withinChromosome(f fieldID, b []byte) {
	v, c := p.row.Position, p.row.Chromosome
	proof := p.row.Flags&written25 != 0 && v > longestMT
	if proof {
		c = genome.X
	}
	if length := c.Length(p.plan.build); length > 0 && v > length && (c != genome.MT || v > longestMT) {
		p.tally.invalidAfter[f]++
		p.reject(rPositionBeyondEnd, f, b)
		return
	}
	p.tally.pseudoAutosomal = p.tally.pseudoAutosomal || proof
}

// ParsePosition reads a whole number from 1 upwards; scientific reports that it was written with an
// exponent or a point.
func ParsePosition(b []byte) (v int32, scientific, ok bool) {
	n := int64(0)
	for i, c := range b {
		d := c - '0'
		if d > 9 || i > 9 {
			return parseWrittenPosition(b)
		}
		n = n*10 + int64(d)
	}
	return int32(n), false, n >= 1 && n <= math.MaxInt32
}

func parseWrittenPosition(b []byte) (int32, bool, bool) {
	v, ok := ParseFloat(b)
	if !ok || v != math.Trunc(v) || v < 1 || v > math.MaxInt32 {
		return 0, false, false
	}
	return int32(v), true, true
}

// ParseRSID reads the number of the first rs identifier of a cell; 0 without one.
func ParseRSID(b []byte) uint64 {
	if len(b) < 3 || b[0]|0x20 != 'r' || b[1]|0x20 != 's' {
		return 0
	}
	var n uint64
	for i, c := range b[2:] {
		d := c - '0'
		if d > 9 {
			if i == 0 || bytes.IndexByte([]byte(",;:_|/ "), c) < 0 {
				return 0
			}
			break
		}
		if i > 17 {
			return 0
		}
		n = n*10 + uint64(d)
	}
	return n
}

// SplitVariant cuts chr:pos[:a[:b]] at its separators, which may be : _ / or -.
func SplitVariant(b []byte) (chromosome, position, first, second []byte) {
	var parts [4][]byte
	n, start := 0, 0
	for i := 0; i <= len(b) && n < len(parts); i++ {
		if i < len(b) && bytes.IndexByte([]byte(":_/-"), b[i]) < 0 {
			continue
		}
		if i == start+1 && n == 0 && (b[start] == 'X' || b[start] == 'x') && i < len(b) && b[i] == '_' &&
			bytes.HasPrefix(bytes.ToLower(b[i:]), []byte("_par")) {
			continue
		}
		parts[n] = b[start:i]
		n++
		start = i + 1
	}
	return parts[0], parts[1], parts[2], parts[3]
}

// SplitPlace returns the chromosome and the position in a cell such as 1:123:A:G; of one that has
// an rs number in front, rs1:123:A:G, the chromosome is the one given.
func SplitPlace(b, given []byte) (chromosome, position []byte) {
	chromosome, position, _, _ = SplitVariant(b)
	if given != nil && ParseRSID(chromosome) > 0 {
		chromosome = given
	}
	return chromosome, position
}

// SplitAlleles cuts a cell that holds two alleles, A/G, A>G, A,G or ["A","G"];
// false when it holds another number of them.
func SplitAlleles(b []byte) (first, last []byte, ok bool) {
	b = bytes.TrimSuffix(bytes.TrimPrefix(b, []byte("[")), []byte("]"))
	i := bytes.IndexAny(b, "/>,|:;")
	if i < 0 || bytes.ContainsAny(b[i+1:], "/>,|:;") {
		return b, nil, false
	}
	first, last = bytes.Trim(b[:i], `"' `), bytes.Trim(b[i+1:], `"' `)
	return first, last, len(first) > 0 && len(last) > 0
}

// alleles reads effect and other allele.
func (p *rowParser) alleles() {
	pl := p.plan
	var ea, oa variant.Allele
	switch {
	case pl.col[fEffectAllele] >= 0:
		ea = p.allele(fEffectAllele, p.cell(fEffectAllele))
	case pl.col[fChrPosRefAlt] >= 0:
		_, _, _, alt := SplitVariant(p.cell(fChrPosRefAlt))
		ea = p.allele(fChrPosRefAlt, alt)
	case pl.col[fAlleles] >= 0:
		_, last, _ := SplitAlleles(p.cell(fAlleles))
		ea = p.allele(fAlleles, last)
	}
	switch {
	case pl.col[fOtherAllele] >= 0:
		oa = p.allele(fOtherAllele, p.cell(fOtherAllele))
	case pl.col[fReferenceAllele] >= 0 && pl.col[fAlternateAllele] >= 0:
		oa = p.notEffect(ea)
	case pl.col[fChrPosRefAlt] >= 0:
		_, _, ref, _ := SplitVariant(p.cell(fChrPosRefAlt))
		oa = p.allele(fChrPosRefAlt, ref)
	case pl.col[fAlleles] >= 0:
		first, _, _ := SplitAlleles(p.cell(fAlleles))
		oa = p.allele(fAlleles, first)
	}
	if ea == oa && ea != variant.Missing {
		p.reject(rAllelesEqual, fOtherAllele, nil)
	}
	p.stateEA, p.stateOA = ea, oa
	if pl.col[fStrand] >= 0 {
		if b := p.cell(fStrand); len(b) == 1 && b[0] == '-' {
			ea, oa = pl.dict.Complement(ea), pl.dict.Complement(oa)
			p.row.Flags |= StrandFlipped
			p.repaired(rStrandMinus, b)
		}
	}
	p.row.EA, p.row.OA = ea, oa
	if !ea.Single() && !oa.Single() {
		p.trim()
	}
}

// trim reduces the two alleles to their one spelling and moves the position along.
func (p *rowParser) trim() {
	row := p.row
	ea, oa, shift := p.plan.dict.Trim(row.EA, row.OA)
	if ea == row.EA {
		return
	}
	row.EA, row.OA = ea, oa
	if row.Position > 0 {
		row.Position += shift
	}
	p.repaired(rAllelesTrimmed, nil)
}

// notEffect returns whichever of reference and alternate is not the effect allele. An effect allele
// that is neither belongs to another variant than the row's.
func (p *rowParser) notEffect(ea variant.Allele) variant.Allele {
	ref, alt := p.cell(fReferenceAllele), p.cell(fAlternateAllele)
	switch {
	case ea == variant.Missing:
		return p.allele(fReferenceAllele, ref)
	case p.isAllele(ref, ea):
		return p.allele(fAlternateAllele, alt)
	}
	for more := true; more; {
		var one []byte
		if one, alt, more = bytes.Cut(alt, []byte{','}); p.isAllele(one, ea) {
			return p.allele(fReferenceAllele, ref)
		}
	}
	p.reject(rEffectAlleleOfNeither, fEffectAllele, p.cell(fEffectAllele))
	return p.allele(fReferenceAllele, ref)
}

// isAllele reports whether a cell spells the allele.
func (p *rowParser) isAllele(b []byte, a variant.Allele) bool {
	if numbered, ok := variant.Numbered(b); ok {
		return numbered == a
	}
	parsed, ok := p.plan.dict.Parse(b)
	return ok && parsed == a
}
