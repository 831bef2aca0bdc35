package ld

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/textfile"
)

// Facts describe a file that was read.
type Facts struct {
	Kind   Kind
	Rows   int64 // pairs, or variants
	People int   // of genotypes
	// Left is how many rows were left out: pairs over two chromosomes; variants without
	// written alleles or off the chromosomes.
	Left int64
	// Multi is how many variants have several alternative alleles: each is compared with all others together.
	Multi int64
	// Missing is how many genotypes are not known, and Unphased how many of two different alleles
	// have no phase: both count as not known.
	Missing, Unphased int64
	Ends              map[genome.Chromosome]int32 // the last position of each chromosome
}

// See receives the chromosome, position and id of every variant that is read.
type See func(c genome.Chromosome, position int32, id []byte)

func (f *Facts) saw(c genome.Chromosome, position int32) { f.Ends[c] = max(f.Ends[c], position) }

var pairLimits = textfile.Limits{Line: 64 << 10, Columns: 64}

func isPairName(name string) bool {
	name = strings.ToUpper(name)
	return strings.HasSuffix(name, "_A") || strings.HasSuffix(name, "_B") || strings.HasSuffix(name, "R2") || name == "R" || name == "DP"
}

// pairColumns are the columns of PLINK 1.9 (CHR_A BP_A SNP_A … R2) and PLINK 2
// (CHROM_A POS_A ID_A … PHASED_R2).
type pairColumns struct{ chrA, posA, idA, chrB, posB, idB, r2 int }

func (c *pairColumns) missing() bool {
	return min(c.chrA, c.posA, c.idA, c.chrB, c.posB, c.idB, c.r2) < 0
}

// pair is one line: two variants of one chromosome, the first not behind the second.
type pair struct {
	chromosome genome.Chromosome
	posA, posB int32
	idA, idB   string
	r2         string
}

// PreparePairs writes PLINK's table of pairs with r² to out, each pair under both of its variants.
// Its lines are in order of the first variant, as PLINK writes them, and the second follows it.
// Errors about the text are *textfile.FileError.
func PreparePairs(ctx context.Context, in io.Reader, out *regionindex.Writer, see See) (*Facts, error) {
	t, err := textfile.OpenTable(in, pairLimits, isPairName)
	if err != nil {
		return nil, err
	}
	cols := pairColumns{
		t.Column("CHR_A", "CHROM_A"), t.Column("BP_A", "POS_A"), t.Column("SNP_A", "ID_A"),
		t.Column("CHR_B", "CHROM_B"), t.Column("BP_B", "POS_B"), t.Column("SNP_B", "ID_B"),
		t.Column("R2", "PHASED_R2", "UNPHASED_R2"),
	}
	if cols.missing() {
		return nil, textfile.Fault(int64(t.Layout.HeaderLine), "Make the table with plink --r2, or plink2 --r2-unphased; a table of r is not used.",
			"The header names no pairs: CHR_A, BP_A, SNP_A, CHR_B, BP_B, SNP_B and R2.")
	}
	w, err := newOrdered(out, Pairs, "#chromosome\tposition\tid\tother_position\tother_id\tr2")
	if err != nil {
		return nil, err
	}
	facts := &Facts{Kind: Pairs, Ends: map[genome.Chromosome]int32{}}
	err = t.Rows(func(line int64, cells [][]byte) error {
		p, ok, err := parsePair(line, cells, &cols)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if !ok {
			facts.Left++
			return nil
		}
		facts.Rows++
		facts.saw(p.chromosome, p.posB)
		see(p.chromosome, p.posA, cells[cols.idA])
		return w.pair(line, &p)
	})
	if err != nil {
		return nil, err
	}
	if facts.Rows == 0 {
		return nil, textfile.Fault(0, "Make it without --inter-chr.", "It contains no pair of variants on one chromosome.")
	}
	return facts, w.flush()
}

// parsePair reads a line; ok is false for pairs that say nothing of a region.
func parsePair(line int64, cells [][]byte, cols *pairColumns) (p pair, ok bool, err error) {
	a, okA := genome.ParseChromosome(cells[cols.chrA])
	b, okB := genome.ParseChromosome(cells[cols.chrB])
	if !okA || !okB || a != b {
		return p, false, nil
	}
	posA, err1 := strconv.ParseInt(string(cells[cols.posA]), 10, 32)
	posB, err2 := strconv.ParseInt(string(cells[cols.posB]), 10, 32)
	if err1 != nil || err2 != nil || posA < 1 || posB < 1 {
		return p, false, textfile.Fault(line, "Make the table again.", "%q and %q are not two positions.", cells[cols.posA], cells[cols.posB])
	}
	p = pair{chromosome: a, posA: int32(posA), posB: int32(posB), idA: string(cells[cols.idA]), idB: string(cells[cols.idB]), r2: string(cells[cols.r2])}
	if posA == posB && p.idA == p.idB {
		return p, false, nil
	}
	r2, err := strconv.ParseFloat(p.r2, 64)
	if p.r2 == "nan" || p.r2 == "NA" {
		return p, false, nil
	}
	const rounding = 1e-6
	if err != nil || !(r2 >= 0 && r2 <= 1+rounding) {
		return p, false, textfile.Fault(line, "Make the table with --r2.", "%q is not an r²: it must be between 0 and 1.", p.r2)
	}
	if posB < posA {
		return p, false, textfile.Fault(line, "Make the table with --r2 and without --ld-snp or --ld-snp-list, which list pairs from both ends.",
			"The second variant of the pair is before the first: %d before %d.", posB, posA)
	}
	return p, true, nil
}

// pair takes a pair under both of its variants.
func (w *ordered) pair(line int64, p *pair) error {
	if err := w.advance(line, p.chromosome, p.posA); err != nil {
		return err
	}
	code := string(p.chromosome.AppendCode(nil))
	row := func(pos int32, id string, other int32, otherID string) []byte {
		return fmt.Appendf(nil, "%s\t%d\t%s\t%d\t%s\t%s", code, pos, id, other, otherID, p.r2)
	}
	if err := w.hold(line, p.posA, row(p.posA, p.idA, p.posB, p.idB)); err != nil {
		return err
	}
	return w.hold(line, p.posB, row(p.posB, p.idB, p.posA, p.idA))
}

// pairs answers from pairs.
func (s *Source) pairs(ctx context.Context, lead Variant, region genome.Region) (*Answer, error) {
	byID := map[string][]Linked{}
	err := s.index.Query(ctx, at(lead), func(line []byte) error {
		f := strings.Split(string(line), "\t")
		if len(f) != 6 {
			return regionindex.ErrDamaged
		}
		other, err1 := strconv.ParseInt(f[3], 10, 32)
		r2, err2 := strconv.ParseFloat(f[5], 64)
		if err1 != nil || err2 != nil {
			return regionindex.ErrDamaged
		}
		linked := byID[f[2]]
		if region.Contains(lead.Chromosome, int32(other)) {
			linked = append(linked, Linked{Position: int32(other), ID: f[4], R2: min(r2, 1)})
		}
		byID[f[2]] = linked
		return nil
	})
	if err != nil {
		return nil, err
	}
	id, err := which(byID, lead)
	if err != nil {
		return nil, err
	}
	linked := byID[id]
	slices.SortStableFunc(linked, func(a, b Linked) int { return int(a.Position) - int(b.Position) })
	return &Answer{Lead: Linked{Position: lead.Position, ID: id, R2: 1}, Variants: linked}, nil
}

// which returns the id of a lead among those at its position. A file of pairs has no alleles: where
// several variants share a position, the id identifies one, by its rs number or as
// chromosome:position:allele:allele.
func which(byID map[string][]Linked, lead Variant) (string, error) {
	if len(byID) == 0 {
		return "", &UnknownError{Why: fmt.Sprintf("It has no pair with %s.", lead.String())}
	}
	var ids []string
	for id := range byID {
		named, is := idNames(id, lead)
		if named && is {
			return id, nil
		}
		if !named {
			ids = append(ids, id)
		}
	}
	if len(ids) != 1 {
		return "", &UnknownError{
			Why: fmt.Sprintf(
				"Its %d variants at %s:%d are not told apart by their ids, or are others than the lead.",
				len(byID),
				lead.Chromosome,
				lead.Position,
			),
		}
	}
	return ids[0], nil
}

// Is reports whether a row of a source and a variant of a result are the same: by the alleles of
// the row, else by its id. If the id identifies no variant, any variant at its position matches.
func (l *Linked) Is(v Variant) bool {
	if l.Position != v.Position {
		return false
	}
	if l.Ref != "" && v.A != "" {
		return same(l.Ref, l.Alt, v.A, v.B)
	}
	named, is := idNames(l.ID, v)
	return is || !named
}

// idNames reports whether an id identifies a variant, and whether that is v.
func idNames(id string, v Variant) (named, is bool) {
	if strings.HasPrefix(id, "rs") && v.RSID != "" {
		return true, id == v.RSID
	}
	parts := strings.FieldsFunc(id, func(r rune) bool { return r == ':' || r == '_' || r == '/' })
	if len(parts) < 4 || v.A == "" {
		return false, false
	}
	return true, same(parts[len(parts)-2], parts[len(parts)-1], v.A, v.B)
}
