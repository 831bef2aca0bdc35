package rstable

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/inflate"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
)

// limits are generous: an operator installs the files, and a VCF of variants alone packs well.
var limits = textfile.Limits{Line: 64 << 20, Columns: 1 << 24, Ratio: 2000}

// The names of columns.
var (
	numberColumns     = []string{"id", "rsid", "rs", "rs_id", "rs_number", "snp", "name", "variant_id", "markername"}
	chromosomeColumns = []string{"#chrom", "chrom", "chr", "chromosome"}
	positionColumns   = []string{"pos", "position", "bp", "base_pair_location"}
	refColumns        = []string{"ref", "reference_allele", "other_allele", "a2"}
	altColumns        = []string{"alt", "alts", "alternate_allele", "effect_allele", "a1"}
)

func isColumn(name string) bool {
	return slices.Contains(slices.Concat(numberColumns, chromosomeColumns, positionColumns, refColumns, altColumns), strings.ToLower(name))
}

// Read counts the lines of a table's text.
type Read struct {
	Places   int64
	Unusable int64 // lines without rs number, or with no chromosome, position or alleles that can be used
	Ends     map[genome.Chromosome]int32
}

// ReadPlaces adds the places of a VCF, such as dbSNP's, or of a table with rs number, chromosome,
// position and, where it has them, REF and ALT. see receives each of them. Faults of the file are a
// *textfile.FileError.
func ReadPlaces(in io.Reader, b *Builder, see func(c genome.Chromosome, position int32, number uint64)) (*Read, error) {
	table, err := textfile.OpenTable(in, limits, isColumn)
	if err != nil {
		return nil, err
	}
	id, c, p := table.Column(numberColumns...), table.Column(chromosomeColumns...), table.Column(positionColumns...)
	ref, alt := table.Column(refColumns...), table.Column(altColumns...)
	if id < 0 || c < 0 || p < 0 {
		return nil, &textfile.FileError{
			Code:   textfile.CodeRow,
			Line:   int64(table.Layout.HeaderLine),
			What:   "The header does not name rs number, chromosome and position.",
			Remedy: "Use a VCF of variants such as dbSNP's, or a table with the columns rsid, chromosome, position, and ref and alt where they are known.",
		}
	}
	r := &placeReader{read: Read{Ends: map[genome.Chromosome]int32{}}, builder: b}
	cell := func(cells [][]byte, at int) []byte {
		if at < 0 {
			return nil
		}
		return cells[at]
	}
	err = table.Rows(func(_ int64, cells [][]byte) error {
		number := sumstats.ParseRSID(cells[id])
		place, ok := r.place(cells[c], cells[p], cell(cells, ref), cell(cells, alt))
		if !ok || number == 0 || number > MaxNumber {
			r.read.Unusable++
			return nil
		}
		r.read.Places++
		r.read.Ends[place.Chromosome] = max(r.read.Ends[place.Chromosome], place.Position)
		see(place.Chromosome, place.Position, number)
		return b.Place(number, place)
	})
	return &r.read, err
}

// placeReader turns cells into places.
type placeReader struct {
	read    Read
	builder *Builder
	alts    []byte
	ref     []byte
}

// place reads one place. Alternatives that are not written in bases are passed over;
// a place of which none is left cannot be used, but one that states no alleles can.
func (r *placeReader) place(chromosome, position, ref, alts []byte) (Place, bool) {
	c, ok := genome.ParseChromosome(chromosome)
	at, err := strconv.ParseInt(string(position), 10, 32)
	p := Place{Chromosome: c, Position: int32(at)}
	if !ok || err != nil || at < 1 || at > maxPosition {
		return p, false
	}
	if unstated(ref) && unstated(alts) {
		return p, true
	}
	if !written(ref) {
		return p, false
	}
	r.ref, r.alts = append(r.ref[:0], bytes.ToUpper(ref)...), r.alts[:0]
	for more := true; more; {
		var alt []byte
		if alt, alts, more = bytes.Cut(alts, []byte{','}); written(alt) {
			if len(r.alts) > 0 {
				r.alts = append(r.alts, ',')
			}
			r.alts = append(r.alts, bytes.ToUpper(alt)...)
		}
	}
	p.Ref, p.Alts = r.ref, r.alts
	return p, len(r.alts) > 0
}

func unstated(cell []byte) bool {
	return len(cell) == 0 || string(cell) == "." || sumstats.IsMissing(cell)
}

// written reports whether an allele is a string of bases.
func written(allele []byte) bool {
	for _, c := range allele {
		switch c | 0x20 {
		case 'a', 'c', 'g', 't':
		default:
			return false
		}
	}
	return len(allele) > 0 && len(allele) <= variant.MaxLength
}

// ReadReplaced adds replaced numbers: the first two columns are the number that was
// replaced and the one that replaces it, with or without rs, as in RsMergeArch of dbSNP.
// A first line without numbers is a header.
func ReadReplaced(in io.Reader, b *Builder) (n int64, err error) {
	text := bufio.NewReader(in)
	var plain io.Reader = text
	if head, _ := text.Peek(2); string(head) == "\x1f\x8b" {
		if plain, err = inflate.NewReader(text); err != nil {
			return 0, err
		}
	}
	lines := bufio.NewScanner(plain)
	lines.Buffer(nil, 1<<20)
	for line := int64(1); lines.Scan(); line++ {
		cells := bytes.FieldsFunc(lines.Bytes(), func(r rune) bool { return r == '\t' || r == ' ' || r == ',' || r == ';' || r == '\r' })
		if len(cells) == 0 || cells[0][0] == '#' {
			continue
		}
		var old, current uint64
		if len(cells) > 1 {
			old, current = number(cells[0]), number(cells[1])
		}
		switch {
		case old > 0 && current > 0:
			n++
			if err := b.Replaced(old, current); err != nil {
				return n, err
			}
		case n > 0 || line > 1:
			return n, textfile.Fault(
				line,
				"Each line needs the replaced rs number and the one that replaces it.",
				"This line does not begin with two rs numbers.",
			)
		}
	}
	if err := lines.Err(); err != nil {
		return n, fmt.Errorf("rstable: read replaced numbers: %w", err)
	}
	return n, nil
}

// number reads 123 and rs123; 0 for anything else.
func number(cell []byte) uint64 {
	if len(cell) > 2 && cell[0]|0x20 == 'r' && cell[1]|0x20 == 's' {
		cell = cell[2:]
	}
	n, err := strconv.ParseUint(string(cell), 10, numberBits)
	if err != nil {
		return 0
	}
	return n
}
