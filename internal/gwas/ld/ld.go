// Package ld measures linkage disequilibrium: r² between a lead variant and the variants of a
// region, from pairs that PLINK computed or from the phased genotypes of a reference panel. It owns
// the format of such files: BGZF with a tabix index, sorted, so that a lead is found from either
// end. It imports genome, variant, textfile and regionindex, and names no file.
package ld

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/textfile"
)

// Kind is the kind of data of a source.
type Kind string

// The kinds of sources.
const (
	Pairs     Kind = "pairs"     // r² as PLINK computed it; pairs below its threshold are not there
	Genotypes Kind = "genotypes" // haplotypes of people, of which r² is computed
)

// Variant is a variant of a result.
type Variant struct {
	Chromosome genome.Chromosome
	Position   int32  // 1-based
	A, B       string // its alleles, in either order; "" when they are not known
	RSID       string // "" when it is not known
}

func (v *Variant) String() string {
	if v.A == "" {
		return fmt.Sprintf("%s:%d", v.Chromosome, v.Position)
	}
	return fmt.Sprintf("%s:%d %s/%s", v.Chromosome, v.Position, v.A, v.B)
}

// Linked is a variant of a source, and how it is linked to the lead.
type Linked struct {
	Position int32 // 1-based
	ID       string
	Ref, Alt string // "" in a source of pairs, which has none
	R2       float64
}

// Answer holds the LD of a lead in a source.
type Answer struct {
	Lead     Linked   // as the source has it; its R2 is 1
	Variants []Linked // of the region in its order, without the lead
	// Constant is how many variants of the region do not vary among the people, or not
	// among those whose genotype is known for both: they have no r².
	Constant int
}

// UnknownError explains why a source has no LD for a lead.
type UnknownError struct{ Why string }

// Error implements error.
func (e *UnknownError) Error() string { return e.Why }

// Source reads the LD of one file. It is safe for concurrent use.
type Source struct {
	Kind  Kind
	index *regionindex.Reader
}

// The first line of the files states their content.
const mark = "##linkage="

// maxLine bounds a line: one haplotype is one byte.
const maxLine = 8 << 20

// Open opens a file that Prepare wrote, and its index.
func Open(data io.ReaderAt, size int64, index io.Reader) (*Source, error) {
	x, err := regionindex.OpenReaderLimits(data, size, index, regionindex.Limits{MaxLineBytes: maxLine})
	if err != nil {
		return nil, err
	}
	header, err := x.Header()
	if err != nil {
		return nil, err
	}
	first, _, _ := bytes.Cut(header, []byte{'\n'})
	kind, marked := strings.CutPrefix(string(first), mark)
	if !marked || Kind(kind) != Pairs && Kind(kind) != Genotypes {
		return nil, errors.New("ld.Open(): the file was not prepared")
	}
	return &Source{Kind: Kind(kind), index: x}, nil
}

// R2 returns how the variants of a region are linked to a lead, which may be outside it. The error
// is an *UnknownError when the source does not have the lead.
func (s *Source) R2(ctx context.Context, lead Variant, region genome.Region) (*Answer, error) {
	if lead.Chromosome != region.Chromosome {
		return nil, &UnknownError{Why: fmt.Sprintf("%s is not on the chromosome of %s.", lead.String(), region)}
	}
	var (
		answer *Answer
		err    error
	)
	if s.Kind == Pairs {
		answer, err = s.pairs(ctx, lead, region)
	} else {
		answer, err = s.genotypes(ctx, lead, region)
	}
	if contig := new(regionindex.UnknownContigError); errors.As(err, &contig) {
		return nil, &UnknownError{Why: fmt.Sprintf("It has no variants on chromosome %s.", lead.Chromosome)}
	}
	return answer, err
}

// at returns the place of a lead as a region.
func at(v Variant) genome.Region {
	return genome.Region{Chromosome: v.Chromosome, Start: v.Position, End: v.Position}
}

// same reports whether two pairs of alleles are one, in whatever order and case.
func same(a1, b1, a2, b2 string) bool {
	return strings.EqualFold(a1, a2) && strings.EqualFold(b1, b2) || strings.EqualFold(a1, b2) && strings.EqualFold(b1, a2)
}

// Prepare writes a VCF with phased genotypes or PLINK's table of pairs to out, depending on their
// first lines, and passes each variant to see. Errors about the text are *textfile.FileError.
func Prepare(ctx context.Context, in io.ReadSeeker, out *regionindex.Writer, see See) (*Facts, error) {
	f, err := textfile.Open(in, vcfLimits)
	if err != nil {
		return nil, err
	}
	head, err := f.ReadHead()
	if err != nil {
		return nil, err
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(head.Text, []byte("##fileformat=VCF")) || bytes.Contains(head.Text, []byte("#CHROM\tPOS\tID\tREF\tALT")) {
		return PrepareGenotypes(ctx, in, out, see)
	}
	return PreparePairs(ctx, in, out, see)
}
