package qc

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
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

// BenchmarkJudgement checks a study of about 1,000,000 rows and, after each run, judges it
// once more alone: its beginning, and the sample from all over it. It reports the share of
// a run that the judgement costs.
func BenchmarkJudgement(b *testing.B) {
	p := newPlanted(1)
	p.plant(1000)
	study, panel := packed(b, p.study()), packed(b, p.vcf())
	opt := NewOptions(genome.GRCh37)
	in := Input{Name: "study", Open: opener(study), Panel: &Panel{Name: "panel", Open: opener(panel)}}
	inspection, err := inspect(in)
	if err != nil {
		b.Fatal(err)
	}
	answers := recognise.Answers{Map: sumstats.Mapping{}}
	decision, sample := inspection.Decide(answers), sumstats.Sample{}
	keep := decision.ReadOptions(sumstats.ReadOptions{Mapping: decision.Mapping})
	keep.Confirm = func(s sumstats.Sample) error {
		sample = sumstats.Sample{Rows: slices.Clone(s.Rows), Lines: s.Lines}
		return nil
	}
	reader, err := sumstats.Open(strings.NewReader(study), keep)
	if err != nil {
		b.Fatal(err)
	}
	for rows := make([]sumstats.Row, 4096); err == nil; {
		_, err = reader.ReadRows(rows)
	}
	if !errors.Is(err, io.EOF) {
		b.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		b.Fatal(err)
	}
	var running, judging time.Duration
	for b.Loop() {
		start := time.Now()
		if _, err := Run(context.Background(), in, opt, newMemory(), nil); err != nil {
			b.Fatal(err)
		}
		ran := time.Now()
		if err := inspection.Decide(answers).Confirm(sample); err != nil {
			b.Fatal(err)
		}
		running, judging = running+ran.Sub(start), judging+time.Since(ran)
	}
	b.ReportMetric(100*judging.Seconds()/running.Seconds(), "%judgement")
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
