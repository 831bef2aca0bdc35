package sumstatstest

import (
	"bufio"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
)

// HaplotypesFile has the phased genotypes of 504 people of 1000 Genomes at 1,200 common variants,
// relative to the folder of a package.
const HaplotypesFile = "../../../testdata/reference/1kg_eas_chr7_common.vcf.gz"

// Haplotypes are those of the people of HaplotypesFile.
type Haplotypes struct {
	Position []int32
	Ref, Alt []string
	Carries  [][]float64 // 0 or 1 for each variant and haplotype
}

// ReadHaplotypes reads HaplotypesFile without the program's own reader.
func ReadHaplotypes(t testing.TB) *Haplotypes {
	t.Helper()
	f, err := os.Open(HaplotypesFile)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	h := &Haplotypes{}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		f := strings.Split(lines.Text(), "\t")
		position, err := strconv.ParseInt(f[1], 10, 32)
		if err != nil {
			t.Fatal(err)
		}
		carries := make([]float64, 0, 2*len(f))
		for _, genotype := range f[9:] {
			carries = append(carries, float64(genotype[0]-'0'), float64(genotype[2]-'0'))
		}
		h.Position, h.Ref, h.Alt, h.Carries = append(h.Position, int32(position)), append(h.Ref, f[3]), append(h.Alt, f[4]), append(h.Carries, carries)
	}
	if lines.Err() != nil || len(h.Position) == 0 {
		t.Fatal(len(h.Position), lines.Err())
	}
	return h
}

// Locus is a stretch of variants with their LD in some of the haplotypes.
type Locus struct {
	R      [][]float64 // correlations of the alternative alleles
	scaled [][]float64 // of mean 0 and length 1 over haplotypes
}

// Every returns n indexes from one on, each step-th.
func Every(from, n, step int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = from + i*step
	}
	return at
}

// Drawn returns n haplotypes drawn with replacement: a panel of people of the same ancestry.
func (h *Haplotypes) Drawn(random *rand.Rand, n int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = random.IntN(len(h.Carries[0]))
	}
	return at
}

// Locus returns variants with their LD in some of the haplotypes, nil for all. Variants that do not
// vary there have r 0 with all others.
func (h *Haplotypes) Locus(variants, haplotypes []int) *Locus {
	if haplotypes == nil {
		haplotypes = Every(0, len(h.Carries[0]), 1)
	}
	l := &Locus{R: make([][]float64, len(variants)), scaled: make([][]float64, len(variants))}
	for i, at := range variants {
		for _, k := range haplotypes {
			l.scaled[i] = append(l.scaled[i], h.Carries[at][k])
		}
		scale(l.scaled[i])
		l.R[i] = make([]float64, len(variants))
		for j := range i {
			for k, x := range l.scaled[i] {
				l.R[i][j] += x * l.scaled[j][k]
			}
			l.R[j][i] = l.R[i][j]
		}
		l.R[i][i] = 1
	}
	return l
}

func scale(x []float64) {
	mean, square := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for i := range x {
		x[i] -= mean
		square += x[i] * x[i]
	}
	for i := range x {
		if square > 0 {
			x[i] /= math.Sqrt(square)
		}
	}
}

// Z draws z-scores of a study whose LD is that of the locus: R·effects + N(0, R). effects are the
// expected z of causal variants, by index.
func (l *Locus) Z(random *rand.Rand, effects map[int]float64) []float64 {
	z := l.Noise(random)
	for at, effect := range effects {
		for i := range z {
			z[i] += l.R[at][i] * effect
		}
	}
	return z
}

// Noise draws z-scores without effect.
func (l *Locus) Noise(random *rand.Rand) []float64 {
	z := make([]float64, len(l.scaled))
	for k := range l.scaled[0] {
		e := random.NormFloat64()
		for i := range z {
			z[i] += l.scaled[i][k] * e
		}
	}
	return z
}
