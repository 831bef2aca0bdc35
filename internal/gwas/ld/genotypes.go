package ld

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
)

// A VCF of many people has long lines, and packs well.
var vcfLimits = textfile.Limits{Line: 64 << 20, Columns: maxLine/2 + 9, Ratio: 2000}

func isVCFName(name string) bool {
	switch name {
	case "CHROM", "#CHROM", "POS", "ID", "REF", "ALT", "QUAL", "FILTER", "INFO", "FORMAT":
		return true
	}
	return false
}

const vcfFixed = 9 // columns before the people

// genotyper turns the lines of a VCF into rows.
type genotyper struct {
	out   *ordered
	dict  *variant.Dict
	facts *Facts
	// phased counts the genotypes of two different alleles whose phase is known.
	phased int64
	see    See
	calls  []byte // alleles of the haplotypes of a line, two for each person
}

// PrepareGenotypes writes the haplotypes of a VCF with phased genotypes to out, one row
// for each alternative allele. The VCF is sorted. Errors about the text are
// *textfile.FileError.
func PrepareGenotypes(ctx context.Context, in io.Reader, out *regionindex.Writer, see See) (*Facts, error) {
	t, err := textfile.OpenTable(in, vcfLimits, isVCFName)
	if err != nil {
		return nil, err
	}
	h := t.Layout.Header
	if len(h) < 8 || h[0] != "CHROM" || h[1] != "POS" || h[3] != "REF" || h[4] != "ALT" {
		return nil, textfile.Fault(
			int64(t.Layout.HeaderLine),
			"Use a VCF with its header.",
			"This is not a VCF: the header is not #CHROM, POS, ID, REF, ALT and so on.",
		)
	}
	if len(h) <= vcfFixed {
		return nil, textfile.Fault(
			int64(t.Layout.HeaderLine),
			"Use the VCF with the genotypes of the people, or install it as a panel of allele frequencies.",
			"The VCF holds no people.",
		)
	}
	w, err := newOrdered(out, Genotypes, "#chromosome\tposition\tid\tref\talt\thaplotypes")
	if err != nil {
		return nil, err
	}
	g := &genotyper{out: w, dict: variant.NewDict(), see: see, facts: &Facts{Kind: Genotypes, People: len(h) - vcfFixed, Ends: map[genome.Chromosome]int32{}}}
	err = t.Rows(func(line int64, cells [][]byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return g.line(line, cells)
	})
	if err != nil {
		return nil, err
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	return g.facts, w.flush()
}

// check refuses what r² cannot be computed of.
func (g *genotyper) check() error {
	switch f := g.facts; {
	case f.Rows == 0:
		return textfile.Fault(0, "Use a VCF with phased genotypes (GT).", "None of its variants has genotypes.")
	case f.Unphased > g.phased:
		return textfile.Fault(
			0,
			"Use phased genotypes (0|1), as 1000 Genomes publishes them, or phase them first.",
			"Most of its genotypes are not phased (0/1). LD needs phased genotypes such as 0|1.",
		)
	}
	return nil
}

func (g *genotyper) line(line int64, cells [][]byte) error {
	c, ok := genome.ParseChromosome(cells[0])
	position, err := strconv.ParseInt(string(cells[1]), 10, 32)
	if ok && (err != nil || position < 1) {
		return textfile.Fault(line, "Correct the line, or get the file again.", "%q is not a position.", cells[1])
	}
	if !ok {
		g.facts.Left++
		return nil
	}
	if err := g.out.advance(line, c, int32(position)); err != nil {
		return err
	}
	g.see(c, int32(position), cells[2])
	ref, okRef := g.dict.Parse(cells[3])
	format, _, _ := bytes.Cut(cells[8], []byte{':'})
	if !okRef || string(format) != "GT" { // the format requires GT first
		g.facts.Left++
		return nil
	}
	alts := bytes.Split(cells[4], []byte{','})
	if err := g.read(line, cells[vcfFixed:], len(alts)); err != nil {
		return err
	}
	if len(alts) > 1 {
		g.facts.Multi++
	}
	for i, text := range alts {
		alt, okAlt := g.dict.Parse(text)
		if !okAlt || alt == ref {
			g.facts.Left++
			continue
		}
		r, a, shift := g.dict.Trim(ref, alt)
		if err := g.hold(line, c, int32(position)+shift, cells[2], r, a, byte(i+1)); err != nil {
			return err
		}
	}
	return g.dict.Err()
}

// hold writes the row of one alternative allele.
func (g *genotyper) hold(line int64, c genome.Chromosome, position int32, id []byte, ref, alt variant.Allele, number byte) error {
	text := c.AppendCode(make([]byte, 0, 64+len(g.calls)))
	text = fmt.Appendf(text, "\t%d\t%s\t", position, id)
	text = g.dict.Append(append(g.dict.Append(text, ref), '\t'), alt)
	text = append(text, '\t')
	for _, allele := range g.calls {
		switch allele {
		case unknown:
			text = append(text, '.')
		case number:
			text = append(text, '1')
		default:
			text = append(text, '0')
		}
	}
	g.facts.Rows++
	g.facts.saw(c, position)
	return g.out.hold(line, position, text)
}

// unknown is the allele of a haplotype of which nothing is known.
const unknown = 0xff

// read reads the genotypes of a line. A person with one chromosome has one haplotype.
func (g *genotyper) read(line int64, people [][]byte, alts int) error {
	g.calls = g.calls[:0]
	for _, cell := range people {
		call, _, _ := bytes.Cut(cell, []byte{':'})
		if len(call) == 3 && call[1] == '|' && call[0]-'0' <= 1 && call[2]-'0' <= 1 { // nearly all
			if call[0] != call[2] {
				g.phased++
			}
			g.calls = append(g.calls, call[0]-'0', call[2]-'0')
			continue
		}
		a, b, ok := g.call(call, alts)
		if !ok {
			return textfile.Fault(line, "Correct the line, or get the file again.", "%q is not a genotype with %d alternative alleles.", call, alts)
		}
		g.calls = append(g.calls, a, b)
	}
	return nil
}

// call reads a genotype of one or two alleles.
func (g *genotyper) call(text []byte, alts int) (a, b byte, ok bool) {
	i := bytes.IndexAny(text, "|/")
	if i < 0 {
		a, ok = alleleNumber(text, alts)
		if a == unknown {
			g.facts.Missing++
		}
		return a, unknown, ok
	}
	a, okA := alleleNumber(text[:i], alts)
	b, okB := alleleNumber(text[i+1:], alts)
	switch {
	case a == unknown || b == unknown:
		g.facts.Missing++
		a, b = unknown, unknown
	case a != b && text[i] == '/':
		g.facts.Unphased++
		a, b = unknown, unknown
	case a != b:
		g.phased++
	}
	return a, b, okA && okB
}

// alleleNumber returns the number of the allele in a genotype: 0 is the reference.
func alleleNumber(text []byte, alts int) (byte, bool) {
	if string(text) == "." {
		return unknown, true
	}
	n, err := strconv.ParseUint(string(text), 10, 8)
	if err != nil || int(n) > alts || n == unknown {
		return unknown, false
	}
	return byte(n), true
}

// genotypes answers from haplotypes.
func (s *Source) genotypes(ctx context.Context, lead Variant, region genome.Region) (*Answer, error) {
	var (
		answer = &Answer{}
		first  *site
		here   []string
	)
	err := s.index.Query(ctx, at(lead), func(line []byte) error {
		v, err := parseSite(line)
		if err != nil {
			return err
		}
		if first == nil && (same(v.Ref, v.Alt, lead.A, lead.B) || lead.A == "" && lead.RSID != "" && v.ID == lead.RSID) {
			first = v
		}
		here = append(here, v.Ref+"/"+v.Alt)
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case first == nil && len(here) == 0:
		return nil, &UnknownError{Why: fmt.Sprintf("It has no variant at %s:%d.", lead.Chromosome, lead.Position)}
	case first == nil:
		return nil, &UnknownError{
			Why: fmt.Sprintf("At %s:%d it has %s, and not the alleles of the lead.", lead.Chromosome, lead.Position, strings.Join(here, " and ")),
		}
	case constant(first.haplotypes):
		return nil, &UnknownError{Why: fmt.Sprintf("%s does not vary among its people.", lead.String())}
	}
	answer.Lead = first.Linked
	answer.Lead.R2 = 1
	err = s.index.Query(ctx, region, func(line []byte) error {
		v, err := parseSite(line)
		if err != nil {
			return err
		}
		if v.Linked == first.Linked {
			return nil
		}
		r2, ok := rSquared(first.haplotypes, v.haplotypes)
		if !ok {
			answer.Constant++
			return nil
		}
		v.R2 = r2
		answer.Variants = append(answer.Variants, v.Linked)
		return nil
	})
	return answer, err
}

// site is a row of a file of genotypes.
type site struct {
	Linked
	haplotypes haplotypes
	size       int // haplotypes, known or not
}

func parseSite(line []byte) (*site, error) {
	f := bytes.Split(line, []byte{'\t'})
	if len(f) != 6 {
		return nil, regionindex.ErrDamaged
	}
	position, err := strconv.ParseInt(string(f[1]), 10, 32)
	if err != nil {
		return nil, regionindex.ErrDamaged
	}
	return &site{Linked{Position: int32(position), ID: string(f[2]), Ref: string(f[3]), Alt: string(f[4])}, pack(f[5]), len(f[5])}, nil
}

// haplotypes are those of all people: which carry the alternative allele, and of which it is known.
type haplotypes struct{ carry, known []uint64 }

func pack(text []byte) haplotypes {
	words := make([]uint64, 2*((len(text)+63)/64))
	h := haplotypes{words[:len(words)/2], words[len(words)/2:]}
	for i, c := range text {
		switch bit := uint64(1) << (i % 64); c {
		case '1':
			h.carry[i/64] |= bit
			h.known[i/64] |= bit
		case '0':
			h.known[i/64] |= bit
		}
	}
	return h
}

func constant(h haplotypes) bool {
	_, ok := rSquared(h, h)
	return !ok
}

// rSquared returns the squared correlation of two variants over the haplotypes of which both are
// known. ok is false when one does not vary.
func rSquared(x, y haplotypes) (r2 float64, ok bool) {
	d, below := linked(x, y)
	return d * d / below, below != 0
}

// linked returns D and p(1−p) q(1−q) of two variants, with the counts n of haplotypes, a and b of
// carriers and ab of carriers of both in place of the frequencies.
func linked(x, y haplotypes) (d, below float64) {
	if len(x.known) != len(y.known) {
		return 0, 0
	}
	var n, a, b, ab int
	for i, known := range x.known {
		known &= y.known[i]
		n += bits.OnesCount64(known)
		a += bits.OnesCount64(x.carry[i] & known)
		b += bits.OnesCount64(y.carry[i] & known)
		ab += bits.OnesCount64(x.carry[i] & y.carry[i])
	}
	return float64(n*ab - a*b), float64(a) * float64(n-a) * float64(b) * float64(n-b)
}
