package liftover

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/fasta"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// sequences are in memory, by chromosome.
type sequences map[genome.Chromosome]string

func (s sequences) Length(c genome.Chromosome) int32 { return int32(len(s[c])) }

func (s sequences) Append(dst []byte, c genome.Chromosome, start, end int32) ([]byte, error) {
	if start < 1 || start > end || int(end) > len(s[c]) {
		return dst, fasta.ErrRange
	}
	return append(dst, s[c][start-1:end]...), nil
}

func otherStrand(s string) string {
	b := []byte(strings.NewReplacer("A", "t", "C", "g", "G", "c", "T", "a").Replace(s))
	slices.Reverse(b)
	return strings.ToUpper(string(b))
}

// repeating returns a sequence of short repeats.
func repeating(r *rand.Rand, n int) string {
	var s strings.Builder
	for s.Len() < n {
		unit := make([]byte, 1+r.IntN(3))
		for i := range unit {
			unit[i] = "ACGT"[r.IntN(4)]
		}
		s.WriteString(strings.Repeat(string(unit), 1+r.IntN(5)))
	}
	return s.String()[:n]
}

// TestIndelsOfReversedBlocks: with the sequence of the new assembly, a row that is lifted from a
// reversed block makes the haplotype that the old row makes, read on the other strand, and is as
// far left as it can be.
func TestIndelsOfReversedBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	lifted := 0
	for range 4000 {
		old := repeating(r, 60)
		front, back := repeating(r, 15), repeating(r, 15)
		fresh := front + otherStrand(old) + back
		chains := &Chains{From: genome.GRCh37, To: genome.GRCh38, blocks: []block{{from: 20, to: 20, start: 15, size: 60, reversed: true}}}
		dict := variant.NewDict()
		p := 5 + r.IntN(45)
		ref := old[p-1 : p+r.IntN(5)]
		alt := ref[:1+r.IntN(len(ref))]
		if r.IntN(2) == 0 {
			alt = ref + old[p-4:p-4+1+r.IntN(4)]
		}
		if ref == alt {
			continue
		}
		a, _ := dict.Parse([]byte(ref))
		b, _ := dict.Parse([]byte(alt))
		if r.IntN(2) == 0 {
			a, b = b, a
		}
		in := listed{{Chromosome: 20, Position: int32(p), EA: a, OA: b}}
		rows, err := NewRows(&in, &Way{Map: NewMap(chains)}, dict, RowOptions{Sequence: &Reference{sequences{20: fresh}, "s"}})
		if err != nil {
			t.Fatal(err)
		}
		got := make([]sumstats.Row, 1)
		n, err := rows.ReadRows(got)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			continue
		}
		lifted++
		want := front + otherStrand(old[:p-1]+alt+old[p-1+len(ref):]) + back
		if at, ok := makes(fresh, want, int(got[0].Position), dict.Text(got[0].EA), dict.Text(got[0].OA)); !ok || at != int(got[0].Position) {
			t.Fatalf(
				"%s %d %s %s: lifted to %d %s %s of %s, first at %d",
				old,
				p,
				ref,
				alt,
				got[0].Position,
				dict.Text(got[0].EA),
				dict.Text(got[0].OA),
				fresh,
				at,
			)
		}
		if s := rows.Summary(); s.Indels.Reversed != 1 || s.StrandFlips != 1 || s.Indels.Sequence != "s" {
			t.Fatalf("%+v", s)
		}
	}
	if lifted < 2500 {
		t.Errorf("%d lifted", lifted)
	}
}

// makes reports whether one allele in place of the other makes a haplotype, and where the first
// spelling of these lengths that does is.
func makes(s, want string, position int, a, b string) (first int, ok bool) {
	if position-1+len(a) > len(s) || s[position-1:position-1+len(a)] != a || s[:position-1]+b+s[position-1+len(a):] != want {
		a, b = b, a
		if position-1+len(a) > len(s) || s[position-1:position-1+len(a)] != a || s[:position-1]+b+s[position-1+len(a):] != want {
			return 0, false
		}
	}
	for p := 1; p <= position; p++ {
		if s[:p-1]+want[p-1:p-1+len(b)]+s[p-1+len(a):] == want {
			return p, true
		}
	}
	return position, true
}

// A row that is not spelled out or that the sequence does not have stays out of a reversed
// block; on a block that is not reversed it stays as it is and is counted.
func TestIndelsThatTheSequenceDoesNotHave(t *testing.T) {
	dict := variant.NewDict()
	at, _ := dict.Parse([]byte("AT"))
	chains := read(t, small)
	fresh := strings.Repeat("C", 3000)
	in := listed{
		{Chromosome: 20, Position: 301, EA: at, OA: variant.A},
		{Chromosome: 20, Position: 301, EA: variant.Insertion, OA: variant.Deletion},
		{Chromosome: 20, Position: 301, EA: at, OA: variant.Missing},
		{Chromosome: 20, Position: 150, EA: at, OA: variant.A},
		{Chromosome: 20, Position: 150, EA: variant.Insertion, OA: variant.Deletion},
	}
	rows, err := NewRows(&in, &Way{Map: NewMap(chains)}, dict, RowOptions{Sequence: &Reference{sequences{20: fresh}, "s"}})
	if err != nil {
		t.Fatal(err)
	}
	got := drain(t, rows)
	if len(got) != 2 || got[0].Position != 1150 || got[0].EA != at {
		t.Errorf("%+v", got)
	}
	s := rows.Summary()
	if s.Breakdown[ReversedIndel] != 3 || s.Indels.Mismatch != 1 || s.Indels.Unresolved != 1 || s.Indels.Indels != 2 {
		t.Errorf("%+v %+v", s.Breakdown, s.Indels)
	}
}

func drain(t *testing.T, rows sumstats.RowReader) []sumstats.Row {
	t.Helper()
	all, err := drained(rows)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
