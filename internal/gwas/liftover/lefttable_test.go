package liftover

import (
	"errors"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

func TestLeftTable(t *testing.T) {
	dict := variant.NewDict()
	a, _ := dict.Parse([]byte("A"))
	g, _ := dict.Parse([]byte("G"))
	row := sumstats.Row{Line: 7, Chromosome: 23, Position: 12, EA: a, OA: g, Beta: 0.5, SE: 0.25, EAF: math.NaN(), NegLog10P: 2, RSID: 9}
	var out strings.Builder
	table := NewLeftTable(&out, dict, ssf.RSID)
	table.Add(&row, Ambiguous)
	if err := table.Flush(); err != nil {
		t.Fatal(err)
	}
	const want = "_unmapped_reason\tline\tchromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\n" +
		"liftover_ambiguous\t7\t23\t12\tA\tG\t0.5\t0.25\t#NA\t0.01\trs9\n"
	if out.String() != want {
		t.Errorf("%q", out.String())
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

// A table that could not be written is an error, however early that was.
func TestLeftTableThatCannotBeWritten(t *testing.T) {
	table := NewLeftTable(full{}, variant.NewDict(), 0)
	for range 10_000 {
		table.Add(&sumstats.Row{}, Unmapped)
	}
	if err := table.Flush(); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Error(err)
	}
}
