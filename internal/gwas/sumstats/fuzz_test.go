package sumstats

import (
	"bytes"
	"math"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
)

// FuzzRow parses one row of a table with every kind of column.
func FuzzRow(f *testing.F) {
	f.Add([]byte("1\t5\tA\tG\t0.1\t0.1\t0.3\t0.5\t100\t1\trs1\tADD\t+"))
	f.Add([]byte("X_par1\t1e5\t<DEL>\tI\t1,5\tinf\t0\t-1\t0.5\t3\trs1,rs2\tAGE\t-"))
	f.Add([]byte("25\t99999\ta\tacgtacgtacgtacgtacgtacgtacgtacgtacgt\tNA\t\"0.1\"\t1e-999\t.\t-9\t\t\t\t"))
	header := "chr\tpos\tea\toa\tbeta\tse\tp\tf\tn\tinfo\trs\ttest\tstrand\n"
	m := Mapping{FieldChromosome: "chr", FieldPosition: "pos", FieldEffectAllele: "ea", FieldOtherAllele: "oa", FieldBeta: "beta", FieldSE: "se", FieldP: "p",
		FieldEAF: "f", FieldN: "n", FieldInfo: "info", FieldRSID: "rs", FieldTest: "test", FieldStrand: "strand"}
	c, err := textfile.Open(bytes.NewReader([]byte(header+header)), textfile.Limits{})
	if err != nil {
		f.Fatal(err)
	}
	head, err := c.ReadHead()
	if err != nil {
		f.Fatal(err)
	}
	l, err := DetectLayout(head, head.Complete, textfile.Limits{}, func(string) bool { return true })
	if err != nil {
		f.Fatal(err)
	}
	opt := ReadOptions{Mapping: m, Build: genome.GRCh38, Dict: variant.NewDict()}
	f.Fuzz(func(t *testing.T, line []byte) {
		plan, err := newPlan(l, opt)
		if err != nil {
			t.Fatal(err)
		}
		p := &rowParser{plan: plan}
		j := &job{Chunk: textfile.Chunk{Text: line, Line: 2}}
		p.parseChunk(j)
		a := j.tally.account(plan)
		if a.RowsIn != a.RowsOut+a.ExcludedN() || a.RowsOut != int64(len(j.rows)) {
			t.Fatalf("%+v", a)
		}
		for _, row := range j.rows {
			if !row.Chromosome.Valid() || row.Position < 1 || row.Position > row.Chromosome.Length(genome.GRCh38)+2 || !(row.SE > 0) || math.IsInf(row.SE, 0) ||
				!(row.NegLog10P >= 0) || math.IsInf(row.NegLog10P, 0) || !(math.Abs(row.Beta) <= largestEffect) || row.EA == row.OA {
				t.Fatalf("%q gives %+v", line, row)
			}
		}
	})
}
