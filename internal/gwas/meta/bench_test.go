package meta_test

import (
	"context"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// genomeWide makes k studies of about n rows over the same sites spread over
// chromosomes 1–22, with full-precision numbers as association software writes.
func genomeWide(k, n int) [][]sumstats.Row {
	rng := rand.New(rand.NewPCG(81, 82))
	studies := make([][]sumstats.Row, k)
	for site := range n {
		chromosome := 1 + site*22/n
		position := int32(10_000 + (site-((chromosome-1)*n+21)/22)*(2_900_000_000/22/n))
		f := 0.01 + rng.Float64()*0.48
		ea, oa := variant.A+variant.Allele(rng.IntN(4)), variant.A+variant.Allele(rng.IntN(4))
		if oa == ea {
			oa = ea ^ 0b01
		}
		for i := range studies {
			size := 10_000 * float64(i+1)
			se := 1 / math.Sqrt(2*f*(1-f)*size)
			studies[i] = append(studies[i], sumstats.Row{
				Chromosome: genome.Chromosome(chromosome), Position: position, EA: ea, OA: oa, RSID: uint64(site + 1),
				Beta: rng.NormFloat64() * se, SE: se, EAF: f + rng.NormFloat64()*0.003, NegLog10P: rng.ExpFloat64() * 0.43, N: size,
				NCases: nan, NControls: nan, Info: 0.9, Line: uint32(site + 2),
			})
		}
	}
	return studies
}

// BenchmarkRun is the engine without reading files: five studies of 200 000
// rows, written and plotted.
func BenchmarkRun(b *testing.B) {
	data := genomeWide(5, 200_000)
	studies := named(data)
	for i := range studies {
		studies[i].Open = func(context.Context) (sumstats.RowReader, io.Closer, error) {
			return &rowSlice{data[i], 8192}, io.NopCloser(nil), nil
		}
	}
	b.ReportAllocs()
	rows := 0
	for b.Loop() {
		out := meta.Output{Results: io.Discard, Index: io.Discard,
			Manhattan: plot.NewManhattan(plot.ManhattanOptions{Build: genome.GRCh37}), QQ: plot.NewQQ(meta.Strata())}
		if _, err := meta.Run(context.Background(), testDict, studies, meta.DefaultOptions(), out, nil); err != nil {
			b.Fatal(err)
		}
		rows += 5 * 200_000
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}

// BenchmarkRandom is one variant of five studies under each random model.
func BenchmarkRandom(b *testing.B) {
	beta, se := []float64{0.031, -0.012, 0.044, 0.02, 0.005}, []float64{0.02, 0.015, 0.03, 0.011, 0.02}
	for name, m := range map[string]meta.RandomModel{"dl": {}, "reml": {Tau2: meta.REML}, "hk": {Interval: meta.HartungKnapp}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				m.Combine(beta, se)
			}
		})
	}
}
