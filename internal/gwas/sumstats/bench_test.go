package sumstats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/gzip"

	"cohortium/internal/gwas/textfile"
)

var benchMapping = Mapping{FieldChromosome: "CHR", FieldPosition: "BP", FieldRSID: "SNP", FieldEffectAllele: "A1", FieldOtherAllele: "A2",
	FieldEAF: "FRQ", FieldBeta: "BETA", FieldSE: "SE", FieldP: "P", FieldN: "N", FieldInfo: "INFO"}

// benchTable returns a table of 11 columns and about 77 bytes a row.
func benchTable(rows int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	b.WriteString("SNP\tCHR\tBP\tA1\tA2\tFRQ\tINFO\tBETA\tSE\tP\tN\n")
	bases := "ACGT"
	for i := range rows {
		a := rng.IntN(4)
		fmt.Fprintf(&b, "rs%d\t%d\t%d\t%c\t%c\t%.6f\t%.5f\t%.7f\t%.7f\t%.5g\t%d\n", rng.IntN(1e9), 1+i*22/rows, 10000+rng.IntN(2e8), bases[a], bases[(a+1)%4],
			rng.Float64(), rng.Float64(), rng.NormFloat64()/20, 0.01+rng.Float64()/20, rng.Float64(), 100000+rng.IntN(1000))
	}
	return b.Bytes()
}

func benchmarkRead(b *testing.B, file []byte, rows, workers int) {
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	dst := make([]Row, 4096)
	for b.Loop() {
		r, err := Open(bytes.NewReader(file), ReadOptions{Mapping: benchMapping, Workers: workers})
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for {
			m, err := r.ReadRows(dst)
			n += m
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		if n != rows {
			b.Fatalf("%d rows of %d: %+v", n, rows, r.Account())
		}
		_ = r.Close()
	}
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}

func BenchmarkReadPlain(b *testing.B) {
	const rows = 1_000_000
	file := benchTable(rows)
	b.Run("workers=1", func(b *testing.B) { benchmarkRead(b, file, rows, 1) })
	b.Run("workers=2", func(b *testing.B) { benchmarkRead(b, file, rows, 2) })
}

func BenchmarkReadGzip(b *testing.B) {
	const rows = 1_000_000
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	if _, err := w.Write(benchTable(rows)); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	benchmarkRead(b, file.Bytes(), rows, 0)
}

// BenchmarkParseOnly is the row parser on one core without chunking or inflating.
func BenchmarkParseOnly(b *testing.B) {
	const rows = 200_000
	file := benchTable(rows)
	c, err := textfile.Open(bytes.NewReader(file), textfile.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	head, err := c.ReadHead()
	if err != nil {
		b.Fatal(err)
	}
	l, err := DetectLayout(head, head.Complete, textfile.Limits{}, func(string) bool { return true })
	if err != nil {
		b.Fatal(err)
	}
	plan, err := newPlan(l, ReadOptions{Mapping: benchMapping})
	if err != nil {
		b.Fatal(err)
	}
	p := &rowParser{plan: plan}
	j := &job{Chunk: textfile.Chunk{Text: file[l.BodyStart:], Line: 2}}
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		p.parseChunk(j)
	}
	if len(j.rows) != rows {
		b.Fatalf("%d rows", len(j.rows))
	}
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}
