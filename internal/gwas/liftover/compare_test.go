package liftover

import (
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// rs854692 is at 35,996,908 of chromosome 17 on GRCh38 (dbSNP). UCSC's blocks lead there, Ensembl's
// do not reach it.
func TestUCSCLeadsWhereEnsemblDoesNot(t *testing.T) {
	place, why := ucsc(t).Lift(17, 34323944, 1)
	if why != Lifted || place.Position != 35996908 {
		t.Errorf("UCSC: %+v %q", place, why)
	}
	if place, why := insideWay(t, genome.GRCh37, genome.GRCh38).Lift(17, 34323944, 1); why != Unmapped {
		t.Errorf("Ensembl: %+v %q", place, why)
	}
}

// Two hand-made files: of four rows one has another position, one is lifted by the first only, one
// by the second only, and one is the same. A row that both leave out is the same, too.
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

// A file is UCSC's by its name, or by where it leads, in either direction. Its spelling of the
// chromosomes proves nothing, but another spelling shows that it is not UCSC's.
func TestMaker(t *testing.T) {
	const (
		before = "chain 1 chr17 81195210 + 34323900 34323943 chr17 83257441 + 35996864 35996907 1\n43\n"
		there  = "chain 1 chr17 81195210 + 34323900 34323944 chr17 83257441 + 35996864 35996908 1\n44\n"
		other  = "chain 1 chr17 81195210 + 34323900 34323944 chr17 83257441 + 35996865 35996909 1\n44\n"
		back   = "chain 1 chr17 83257441 + 35996864 35996908 chr17 81195210 + 34323900 34323944 1\n44\n"
		older  = "chain 1 chr17 78774742 + 34323900 34323944 chr17 81195210 + 35996864 35996908 1\n44\n"
	)
	const bare = "chain 1 20 63025520 + 0 300 chr20 64444167 + 1000 1300 1\n300\n"
	for _, tt := range []struct{ name, text, maker string }{
		{"mine.chain", small, ""},
		{"hg19ToHg38.over.chain.gz", small, UCSC},
		{"hg18ToHg19.over.chain", older, UCSC},
		{"hg19ToHg38.chain", small, ""},
		{"my-hg19ToHg38.over.chain", small, ""},
		{"hg19ToHg38.over.chain.gz", bare, ""},
		{"hg19ToHg38.over.chain.gz", "chain 1 chr20 63025520 + 0 300 20 64444167 + 1000 1300 1\n300\n", ""},
		{"mine.chain", there, UCSC},
		{"mine.chain", back, UCSC},
		{"mine.chain", before, ""},
		{"mine.chain", other, ""},
		{"mine.chain", older, ""},
		{"mine.chain", there + "\nchain 1 GL1 99 + 0 9 chr20 64444167 + 0 9 1\n9\n", UCSC},
		{"mine.chain", strings.ReplaceAll(there, "chr", ""), ""},
	} {
		f, err := ReadFile(tt.name, strings.NewReader(tt.text))
		if err != nil || f.Source.Maker != tt.maker || f.Source.Name != tt.name {
			t.Errorf("%s %.60q: %+v, %v", tt.name, tt.text, f, err)
		}
	}
	if Inside().Source.Maker != Ensembl {
		t.Error("the file inside is Ensembl's")
	}
}
