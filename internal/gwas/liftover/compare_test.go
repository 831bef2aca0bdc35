package liftover

import (
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// rs854692 lies at 35,996,908 of chromosome 17 on GRCh38 (dbSNP). UCSC's blocks lead there,
// Ensembl's do not reach it.
func TestUCSCLeadsWhereEnsemblDoesNot(t *testing.T) {
	place, why := ucsc(t).Lift(17, 34323944, 1)
	if why != Lifted || place.Position != 35996908 {
		t.Errorf("UCSC: %+v %q", place, why)
	}
	if place, why := insideWay(t, genome.GRCh37, genome.GRCh38).Lift(17, 34323944, 1); why != Unmapped {
		t.Errorf("Ensembl: %+v %q", place, why)
	}
}

// Two hand-made files: of four rows one lies elsewhere, one is lifted by the first only, one by
// the second only, and one is the same. A row that both leave out is the same, too.
func TestComparison(t *testing.T) {
	file := func(text string) *Way { return &Way{Map: NewMap(read(t, text)), Source: Source{Name: "second"}} }
	way := file("chain 1 chr20 63025520 + 0 300 chr20 64444167 + 1000 1300 1\n300\n")
	way.Other = file("chain 1 chr20 63025520 + 0 100 chr20 64444167 + 1000 1100 1\n100\n\n" +
		"chain 1 chr20 63025520 + 200 400 chr20 64444167 + 1201 1401 2\n200\n")
	in := listed{}
	for _, p := range []int32{50, 150, 250, 350, 900} {
		in = append(in, sumstats.Row{Chromosome: 20, Position: p, EA: variant.A, OA: variant.C})
	}
	rows, err := NewRows(&in, way, variant.NewDict(), RowOptions{})
	if err != nil {
		t.Fatal(err)
	}
	drain(t, rows)
	want := Comparison{Chain: Source{Name: "second"}, Elsewhere: 1, OnlyHere: 1, OnlyThere: 1}
	if got := rows.Summary().Compared; *got != want || got.Rows() != 3 {
		t.Errorf("%+v, want %+v", got, want)
	}
	if label := (Source{Name: "hg19ToHg38", Maker: UCSC}).Label(); label != "hg19ToHg38 (UCSC)" {
		t.Error(label)
	}
}

// Only a file all of whose chromosomes are named as UCSC does is UCSC's.
func TestMaker(t *testing.T) {
	for text, want := range map[string]bool{
		small: true,
		"chain 1 20 63025520 + 0 300 chr20 64444167 + 1000 1300 1\n300\n":                                                  false,
		"chain 1 chr20 63025520 + 0 300 20 64444167 + 1000 1300 1\n300\n":                                                  false,
		"chain 1 chr20 63025520 + 0 9 chr20 64444167 + 1000 1009 1\n9\n\nchain 1 GL1 99 + 0 9 chr20 64444167 + 0 9 1\n9\n": true,
	} {
		if c := read(t, text); c.UCSC != want || c.Invert().UCSC != want {
			t.Errorf("%.40q: %v", text, c.UCSC)
		}
	}
}
