package sumstats

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
)

// FuzzFile feeds anything to Inspect and, with its proposal, to Open: neither may
// fail in another way than with a FileError, and rows must add up.
func FuzzFile(f *testing.F) {
	f.Add(goodTable(5))
	f.Add([]byte("##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ts\n1\t5\trs1\tA\tG\t.\t.\t.\tES:SE:LP\t1:1:1\n"))
	f.Add([]byte("\xef\xbb\xbfSNP,A1,\"A2\",b,se,p\r\nrs1,A,G,\"0.1\",0.2,0.3\r"))
	f.Add([]byte("#h\n#chrom pos\n 1  5\n"))
	f.Add([]byte("\xff\xfea\x00b\x00"))
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		limits := textfile.Limits{Line: 1 << 16, Bytes: 1 << 22, Columns: 200}
		in, err := Inspect(Source{Reader: bytes.NewReader(file)}, InspectOptions{Rows: 50, Limits: limits})
		var fault *textfile.FileError
		if err != nil {
			if !errors.As(err, &fault) {
				t.Fatalf("Inspect: %v", err)
			}
			return
		}
		if _, err := Inspect(Source{Reader: bytes.NewReader(file), Partial: true}, InspectOptions{Rows: 50, Limits: limits}); err != nil && !errors.As(err, &fault) {
			t.Fatalf("Inspect of a part: %v", err)
		}
		d := in.Decide(Answers{})
		if faults := d.Mapping.Faults(in.header(), d.Use); len(faults) != len(d.Lacks) {
			t.Fatalf("%v has faults besides %v: %v", d.Mapping, d.Lacks, faults)
		}
		_, _, err = readRows(t, file, ReadOptions{Mapping: d.Mapping, PLINKCodes: PLINKCodes(in.Format), ByRSID: d.Use.ByRSID, Limits: limits, Workers: 1})
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("Open: %v", err)
		}
	})
}

// FuzzRow parses one row of a table with every kind of column.
func FuzzRow(f *testing.F) {
	f.Add([]byte("1\t5\tA\tG\t0.1\t0.1\t0.3\t0.5\t100\t1\trs1\tADD\t+"))
	f.Add([]byte("X_par1\t1e5\t<DEL>\tI\t1,5\tinf\t0\t-1\t0.5\t3\trs1,rs2\tAGE\t-"))
	f.Add([]byte("25\t99999\ta\tacgtacgtacgtacgtacgtacgtacgtacgtacgt\tNA\t\"0.1\"\t1e-999\t.\t-9\t\t\t\t"))
	header := "chr\tpos\tea\toa\tbeta\tse\tp\tf\tn\tinfo\trs\ttest\tstrand\n"
	m := simple.With(Mapping{FieldEAF: "f", FieldN: "n", FieldInfo: "info", FieldRSID: "rs", FieldTest: "test", FieldStrand: "strand"})
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
