package meta_test

import (
	"context"
	"fmt"
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

// BenchmarkLeaveOneOut is a plain run and one with leave-one-out by turns, for each number of
// studies; "ratio" is the time of the second over that of the first, 1.5 at most.
func BenchmarkLeaveOneOut(b *testing.B) {
	for _, c := range []struct {
		k, rows int
		scheme  meta.Scheme
	}{{3, 100_000, meta.FixedEffect}, {10, 50_000, meta.FixedEffect}, {40, 15_000, meta.FixedEffect}, {10, 50_000, meta.RandomEffects}} {
		b.Run(fmt.Sprintf("%s/%d", c.scheme, c.k), func(b *testing.B) {
			paths := benchFiles(b, c.k, c.rows)
			var spent [2]float64
			for b.Loop() {
				for with := range spent {
					opt := meta.DefaultOptions()
					opt.Scheme, opt.LeaveOneOut = c.scheme, with == 1
					from := cpuSeconds(processUsage(b))
					a := meta.Analysis{Options: opt, Dict: variant.NewDict(), Inputs: func(*meta.Summary) (any, error) { return nil, nil }}
					for _, path := range paths {
						a.Studies = append(a.Studies, fileStudy(path, sumstats.ReadOptions{Mapping: plinkMapping, Dict: a.Dict}))
					}
					if _, err := a.WriteFiles(context.Background(), discarded{}, nil); err != nil {
						b.Fatal(err)
					}
					spent[with] += cpuSeconds(processUsage(b)) - from
				}
			}
			b.ReportMetric(spent[1]/spent[0], "ratio")
			b.ReportMetric(spent[0]/float64(b.N), "plain-cpu-s/op")
		})
	}
}

// discarded are files that are dropped.
type discarded struct{}

func (discarded) Create(string) (io.WriteCloser, error) { return discard{io.Discard}, nil }

type discard struct{ io.Writer }

func (discard) Close() error { return nil }
