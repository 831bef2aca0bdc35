package liftover

import (
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// listed hands rows out in twos.
type listed []sumstats.Row

func (l *listed) ReadRows(dst []sumstats.Row) (int, error) {
	n := copy(dst[:min(2, len(dst))], *l)
	if *l = (*l)[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func TestRows(t *testing.T) {
	dict := variant.NewDict()
	allele := func(s string) variant.Allele {
		a, ok := dict.Parse([]byte(s))
		if !ok {
			t.Fatal(s)
		}
		return a
	}
	row := func(position int32, ea, oa string) sumstats.Row {
		return sumstats.Row{Chromosome: 20, Position: position, EA: allele(ea), OA: allele(oa), Beta: 0.1, EAF: 0.2}
	}
	long := "ACGTACGTACGTACGTACGTACGTACGTACGTACGT" // too long to be packed into a word
	in := listed{
		row(150, "A", "G"),
		row(301, "A", "C"),  // reversed: T, G at 2100
		row(301, "AC", "A"), // an insertion or deletion there
		row(200, "A", "AT"), // the longer allele reaches into the gap
		row(200, "T", "A"),  // the same place, a single base
		row(110, long, "A"), // 36 bases fit
		row(180, "A", long), // and here they do not
		row(205, "A", "G"),  // in the gap
		row(505, "A", "G"),  // two places
		row(601, "C", "T"),  // on chromosome 21
		row(801, "C", "T"),  // on a contig
		{Chromosome: 19, Position: 150, EA: allele("A"), OA: allele("G")},
	}
	var left []Reason
	r, err := NewRows(&in, &Way{Map: NewMap(read(t, small))}, dict, RowOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r.Left = func(row *sumstats.Row, why Reason) {
		if row.Position < 100 {
			t.Errorf("a row that was changed is told: %+v", row)
		}
		left = append(left, why)
	}
	var got []sumstats.Row
	buffer := make([]sumstats.Row, 3)
	for {
		n, err := r.ReadRows(buffer)
		got = append(got, buffer[:n]...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	want := []sumstats.Row{row(1150, "A", "G"), row(2100, "T", "G"), row(1200, "T", "A"), row(1110, long, "A")}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("rows: %s", d)
	}
	if d := cmp.Diff([]Reason{ReversedIndel, SpanSplit, SpanSplit, Unmapped, Ambiguous, OtherChromosome, OffChromosomes, Unmapped}, left); d != "" {
		t.Errorf("left out: %s", d)
	}
	summary := Summary{From: genome.GRCh37, To: genome.GRCh38, Input: 12, Lifted: 4, Unmapped: 8, StrandFlips: 1,
		Breakdown: map[Reason]int64{ReversedIndel: 1, SpanSplit: 2, Unmapped: 2, Ambiguous: 1, OtherChromosome: 1, OffChromosomes: 1},
		Chromosomes: []ChromosomeSummary{
			{Chromosome: "19", Input: 1, Unmapped: 1},
			{Chromosome: "20", Input: 11, Lifted: 4, Unmapped: 7, StrandFlips: 1},
		}}
	if d := cmp.Diff(summary, r.Summary()); d != "" {
		t.Errorf("summary: %s", d)
	}
}
