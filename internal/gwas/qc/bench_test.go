package qc

import (
	"bytes"
	"context"
	"io"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"

	"github.com/klauspost/compress/gzip"
)

// BenchmarkRun checks a packed study of about 100,000 rows against a packed
// panel, with every file written to memory.
func BenchmarkRun(b *testing.B) {
	p := newPlanted(1)
	p.plant(100)
	study, panel := packed(b, p.study()), packed(b, p.vcf())
	opt := NewOptions(genome.GRCh37)
	opt.Mapping = sumstats.Mapping{}
	var report *Report
	b.ReportAllocs()
	for b.Loop() {
		in := Input{Name: "study", Open: opener(study), Panel: &Panel{Name: "panel", Open: opener(panel)}}
		var err error
		if report, err = Run(context.Background(), in, opt, newMemory(), nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(report.RowsIn)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

func packed(b *testing.B, text string) string {
	b.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := io.WriteString(z, text); err != nil {
		b.Fatal(err)
	}
	if err := z.Close(); err != nil {
		b.Fatal(err)
	}
	return out.String()
}
