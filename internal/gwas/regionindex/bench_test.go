package regionindex

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
)

// genomeRows makes n rows spread over the autosomes, about as dense as an
// imputed study of n variants.
func genomeRows(n int) []fileRow {
	rng := rand.New(rand.NewPCG(1, 1))
	rows := make([]fileRow, 0, n)
	step := 2_875_000_000 / n
	for c := genome.Chromosome(1); c <= 22; c++ {
		for at := rng.IntN(step); at < int(c.Length(genome.GRCh38)); at += 1 + rng.IntN(2*step) {
			line := fmt.Sprintf("%d\t%d\t%c\t%c\t%.4f\t%.4f\t%.4f\t%.3e\t%.4f\trs%d\t%d", c, at+1,
				"ACGT"[rng.IntN(4)], "ACGT"[rng.IntN(4)], rng.NormFloat64()/30, 0.003+rng.Float64()/100,
				rng.Float64(), rng.Float64(), rng.ExpFloat64(), rng.IntN(99_999_999), 100_000+rng.IntN(300))
			rows = append(rows, fileRow{c, int32(at + 1), line})
		}
	}
	return rows
}

var benchmarkSizes = []int{4 << 10, 8 << 10, 16 << 10, 32 << 10, maxWritten}

// BenchmarkWrite reports text per second and how far it shrinks.
func BenchmarkWrite(b *testing.B) {
	rows := genomeRows(1_000_000)
	text := int64(0)
	for _, r := range rows {
		text += int64(len(r.line)) + 1
	}
	for _, size := range benchmarkSizes {
		for _, level := range []int{1, 2, 3, 4, 5, 6} {
			b.Run(fmt.Sprintf("block %d/level %d", size, level), func(b *testing.B) {
				b.SetBytes(text)
				var written int64
				for b.Loop() {
					w := NewWriter(io.Discard, WriterOptions{BGZFOptions: BGZFOptions{BlockSize: size, Level: level}})
					for _, r := range rows {
						if err := w.WriteRow([]byte(r.line), r.chromosome, r.position); err != nil {
							b.Fatal(err)
						}
					}
					if err := w.Close(); err != nil {
						b.Fatal(err)
					}
					written = w.Size()
				}
				b.ReportMetric(float64(text)/float64(written), "ratio")
			})
		}
	}
}

// regionsOf are n regions of 1 to 50 kb.
func regionsOf(rows []fileRow, n int) []genome.Region {
	rng := rand.New(rand.NewPCG(9, 9))
	regions := make([]genome.Region, n)
	for i := range regions {
		at := rows[rng.IntN(len(rows))]
		regions[i] = genome.Region{Chromosome: at.chromosome, Start: at.position, End: at.position + 1000 + rng.Int32N(49_000)}
	}
	return regions
}

// BenchmarkQuery asks 2000 random regions of one file in one process, this
// package and tabix alike; the time of either includes loading the index.
func BenchmarkQuery(b *testing.B) {
	rows := genomeRows(1_000_000)
	regions := regionsOf(rows, 2000)
	dir := b.TempDir()
	for _, size := range benchmarkSizes {
		data, index := write(b, rows, WriterOptions{BGZFOptions: BGZFOptions{BlockSize: size}})
		path := filepath.Join(dir, fmt.Sprintf("%d.tsv.gz", size))
		for name, content := range map[string][]byte{path: data, path + ".tbi": index} {
			if err := os.WriteFile(name, content, 0o600); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(fmt.Sprintf("block %d/ours", size), func(b *testing.B) { queryFile(b, path, regions) })
		b.Run(fmt.Sprintf("block %d/tabix", size), func(b *testing.B) { queryTabix(b, path, regions) })
	}
}

func BenchmarkOpen(b *testing.B) {
	data, index := write(b, genomeRows(1_000_000), WriterOptions{})
	for b.Loop() {
		open(b, data, index)
	}
}

func queryFile(b *testing.B, path string, regions []genome.Region) {
	for b.Loop() {
		data, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		info, err := data.Stat()
		if err != nil {
			b.Fatal(err)
		}
		index, err := os.ReadFile(path + ".tbi")
		if err != nil {
			b.Fatal(err)
		}
		r, err := OpenReader(data, info.Size(), bytes.NewReader(index))
		if err != nil {
			b.Fatal(err)
		}
		for _, region := range regions {
			if err := r.Query(context.Background(), region, func(line []byte) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
		if err := data.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(regions)), "µs/query")
}

func queryTabix(b *testing.B, path string, regions []genome.Region) {
	tabix, err := exec.LookPath("tabix")
	if err != nil {
		b.Skip("tabix is not on PATH (Debian package tabix)")
	}
	args := []string{path}
	for _, r := range regions {
		args = append(args, fmt.Sprintf("%s:%d-%d", r.Chromosome, r.Start, r.End))
	}
	for b.Loop() {
		cmd := exec.Command(tabix, args...)
		var problems strings.Builder
		cmd.Stderr = &problems
		if err := cmd.Run(); err != nil {
			b.Fatal(err, problems.String())
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(regions)), "µs/query")
}
