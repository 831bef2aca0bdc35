package qc

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"cohortium/internal/gwas/fasta"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// bases is a sequence of chromosome 1.
type bases string

func (b bases) Length(genome.Chromosome) int32 { return int32(len(b)) }

func (b bases) Append(dst []byte, c genome.Chromosome, start, end int32) ([]byte, error) {
	switch {
	case c != 1:
		return nil, fasta.ErrNoSequence
	case start < 1 || int(end) > len(b):
		return nil, fasta.ErrRange
	}
	return append(dst, b[start-1:end]...), nil
}

// TestGaps has what a row with - becomes next to GACATTTG, position by position.
func TestGaps(t *testing.T) {
	d := variant.NewDict()
	for name, tt := range map[string]struct {
		chromosome genome.Chromosome
		position   int32
		ea, oa     string
		want       string
	}{
		"an insertion":                  {1, 3, "-", "GG", "C CGG"},
		"the insertion is the effect":   {1, 3, "GG", "-", "CGG C"},
		"the bases are there":           {1, 3, "-", "CA", "indel_ambiguous"},
		"the bases follow":              {1, 3, "-", "AT", "indel_ambiguous"},
		"a base that is there":          {1, 5, "-", "T", "indel_ambiguous"},
		"a base that is not":            {1, 5, "-", "A", "T TA"},
		"another chromosome":            {2, 3, "-", "GG", "- GG"},
		"at the end":                    {1, 8, "-", "GG", "- GG"},
		"no gap":                        {1, 3, "A", "AT", "A AT"},
		"I beside a gap means nothing":  {1, 3, "-", "I", "- I"},
		"a gap where there is no place": {1, 0, "-", "GG", "- GG"},
	} {
		for _, letters := range []bool{false, true} {
			row := numbered1(d, 1, 5, tt.ea, tt.oa)
			row.Chromosome, row.Position = tt.chromosome, tt.position
			for _, a := range []*variant.Allele{&row.EA, &row.OA} {
				if *a == variant.Missing {
					*a = variant.Gap
				}
			}
			got := ""
			g := NewGapReader(&listed{[]sumstats.Row{row}}, bases("GACATTTG"), d, func(_ *sumstats.Row, why sumstats.Reason) error {
				got = string(why)
				return nil
			})
			g.Letters = letters
			buf := make([]sumstats.Row, 4)
			if n, err := g.ReadRows(buf); n == 1 {
				got = fmt.Sprintf("%s %s", d.Text(buf[0].EA), d.Text(buf[0].OA))
			} else if !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			want := tt.want
			if letters && (name == "another chromosome" || name == "at the end") {
				want = string(ReasonSymbolicIndel)
			}
			if got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
}

// TestGapsBySite spells a row with - by one site, in each way in which a repeat may be written.
func TestGapsBySite(t *testing.T) {
	d := variant.NewDict()
	allele := func(text string) variant.Allele { a, _ := d.Parse([]byte(text)); return a }
	for _, tt := range []struct {
		ref, alt, bases string
		ok              bool
	}{
		{"A", "AT", "T", true}, {"A", "ATG", "TG", true}, {"A", "ATG", "GT", true}, {"ATG", "A", "TG", true}, {"TA", "A", "T", true},
		{"A", "ATG", "AG", false}, {"A", "ATG", "T", false}, {"A", "ATG", "TGA", false}, {"A", "T", "T", false}, {"AC", "GTT", "T", false},
	} {
		s := site{ref: allele(tt.ref), alt: allele(tt.alt)}
		long, short := tt.alt, tt.ref
		if len(long) < len(short) {
			long, short = short, long
		}
		ea, oa, _, ok := spell(variant.Gap, allele(tt.bases), s, d)
		if ok != tt.ok || ok && (d.Text(ea) != short || d.Text(oa) != long) {
			t.Errorf("%+v: %s %s %v", tt, d.Text(ea), d.Text(oa), ok)
		}
		if ea, oa, _, ok = spell(allele(tt.bases), variant.Gap, s, d); ok != tt.ok || ok && (d.Text(ea) != long || d.Text(oa) != short) {
			t.Errorf("%+v turned: %s %s %v", tt, d.Text(ea), d.Text(oa), ok)
		}
	}
}
