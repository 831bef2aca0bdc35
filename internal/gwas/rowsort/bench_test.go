package rowsort

import (
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// generator makes rows on the fly, so that a benchmark's memory is the sorter's.
type generator struct {
	rng     *rand.Rand
	left    int
	total   int
	ordered bool
}

func (g *generator) ReadRows(dst []sumstats.Row) (int, error) {
	n := min(len(dst), g.left)
	for i := range n {
		line := g.total - g.left + i
		place := g.rng.Uint64()
		if g.ordered {
			place = uint64(line)
		}
		dst[i] = sumstats.Row{
			Chromosome: genome.Chromosome(1 + place%22), Position: int32(1 + place>>8%240_000_000),
			Line: uint32(line), RSID: place % 100_000_000, EA: variant.A, OA: variant.G,
			Beta: float64(place%1000) / 1e4, SE: float64(place%100) / 1e3, EAF: float64(place%997) / 997,
			NegLog10P: float64(place % 77), N: 1e5, NCases: math.NaN(), NControls: math.NaN(), Info: 0.9,
		}
		if g.ordered {
			dst[i].Chromosome, dst[i].Position = genome.Chromosome(1+22*line/g.total), int32(1+line)
		}
	}
	g.left -= n
	if g.left == 0 {
		return n, io.EOF
	}
	return n, nil
}

func benchmarkSort(b *testing.B, rows int, ordered bool, opt Options) {
	buf := make([]sumstats.Row, 4096)
	opt.TempDir = b.TempDir()
	for b.Loop() {
		src := &generator{rng: rand.New(rand.NewPCG(1, 2)), left: rows, total: rows, ordered: ordered}
		r, err := Sort(src, opt)
		if err != nil {
			b.Fatal(err)
		}
		read := 0
		for {
			n, err := r.ReadRows(buf)
			read += n
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		if read != rows {
			b.Fatalf("%d rows, want %d", read, rows)
		}
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}

func BenchmarkSort(b *testing.B) {
	b.Run("random 1M", func(b *testing.B) { benchmarkSort(b, 1_000_000, false, Options{}) })
	b.Run("ordered 1M", func(b *testing.B) { benchmarkSort(b, 1_000_000, true, Options{}) })
	b.Run("random 10M", func(b *testing.B) { benchmarkSort(b, 10_000_000, false, Options{}) })
	b.Run("ordered 10M", func(b *testing.B) { benchmarkSort(b, 10_000_000, true, Options{}) })
}
