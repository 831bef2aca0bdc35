package browse_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"cohortium/internal/area/browse"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/resultfile"
)

const (
	genomeRows  = 10_000_000 // of the file
	genomeBases = 2_875_001_522
)

// wholeGenome writes a result of ten million rows, spread evenly over the autosomes.
func wholeGenome(b *testing.B) *resultfile.File {
	b.Helper()
	path := filepath.Join(b.TempDir(), "clean.tsv.gz")
	out, err := os.Create(path)
	must(b, err)
	w := regionindex.NewWriter(out, regionindex.WriterOptions{})
	must(
		b,
		w.WriteHeader([]byte("chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\tn\n")),
	)
	random := rand.New(rand.NewPCG(1, 2))
	const apart = genomeBases / genomeRows
	line, n := []byte(nil), 0
	for c := genome.Chromosome(1); c <= 22; c++ {
		for at := int32(1); at < c.Length(genome.GRCh37); at += apart {
			n++
			line = fmt.Appendf(
				line[:0],
				"%d\t%d\tA\tG\t%.4f\t%.4f\t%.4f\t%.4g\trs%d\t412510\n",
				c,
				at,
				random.NormFloat64()/50,
				0.01+random.Float64()/100,
				random.Float64(),
				random.Float64(),
				n,
			)
			must(b, w.WriteRow(line, c, at))
		}
	}
	var index bytes.Buffer
	must(b, errors.Join(w.Close(), w.WriteIndex(&index), out.Close()))
	data, err := os.Open(path)
	must(b, err)
	b.Cleanup(func() { data.Close() })
	info, err := data.Stat()
	must(b, err)
	f, err := resultfile.Open(data, info.Size(), &index, regionindex.Limits{CacheBytes: 4 << 20})
	must(b, err)
	b.Logf("%d rows in %d MiB", n, info.Size()>>20)
	return f
}

// BenchmarkRegion answers for 1 Mb somewhere in a result of ten million rows, with genes and the
// omitted points: a page may wait 50 ms for it.
func BenchmarkRegion(b *testing.B) {
	s := service(result("genome", genome.GRCh37, wholeGenome(b)))
	random := rand.New(rand.NewPCG(3, 4))
	points := 0
	for b.Loop() {
		c := genome.Chromosome(1 + random.IntN(22))
		at := 1 + random.Int32N(c.Length(genome.GRCh37)-1_000_000)
		r, err := s.Region(b.Context(), somebody(), browse.RegionQuery{Results: refs("genome"), Region: fmt.Sprintf("%s:%d-%d", c, at, at+999_999)})
		must(b, err)
		points += len(r.Tracks[0].Points)
	}
	b.ReportMetric(float64(points)/float64(b.N), "points/op")
}
