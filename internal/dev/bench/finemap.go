package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"cohortium/internal/gwas/finemap"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

const (
	benchLoci       = 6
	benchVariants   = 2000
	benchHaplotypes = 1008
	benchN          = 100_000
	// finemapGoal is at most this share of the time of susieR.
	finemapGoal = 0.2
	pipGoal     = 1e-6
)

//go:embed finemap.R
var finemapR []byte

// madeLocus is a locus of made-up haplotypes: blocks of 25 variants with six types each, of which a
// haplotype keeps its type with probability 0.7.
type madeLocus struct {
	alleles [][]byte  // 0 or 1 by variant and haplotype
	z       []float64 // of a study with the LD of the haplotypes
}

func makeLocus(random *rand.Rand) madeLocus {
	l := madeLocus{z: make([]float64, benchVariants)}
	kind := make([]int, benchHaplotypes)
	for v := range benchVariants {
		if v%25 == 0 {
			for h := range kind {
				if v == 0 || random.Float64() > 0.7 {
					kind[h] = random.IntN(6)
				}
			}
		}
		carries := random.IntN(62) + 1 // of the six types at least one carries the allele, and one does not
		row := make([]byte, benchHaplotypes)
		for h := range row {
			row[h] = byte(carries >> kind[h] & 1)
			if random.Float64() < 0.02 {
				row[h] ^= 1
			}
		}
		l.alleles = append(l.alleles, row)
	}
	for _, causal := range []int{random.IntN(900), 1000 + random.IntN(900)} {
		for i := range l.z {
			l.z[i] += 10 * l.scores(i, func(h int) float64 { return l.scaled(causal, h) })
		}
	}
	noise := make([]float64, benchHaplotypes)
	for h := range noise {
		noise[h] = random.NormFloat64()
	}
	for i := range l.z {
		l.z[i] += l.scores(i, func(h int) float64 { return noise[h] })
	}
	return l
}

// scaled returns an allele of mean 0 and length 1 over haplotypes.
func (l *madeLocus) scaled(v, h int) float64 {
	n := 0.0
	for _, a := range l.alleles[v] {
		n += float64(a)
	}
	f := n / benchHaplotypes
	return (float64(l.alleles[v][h]) - f) / math.Sqrt(benchHaplotypes*f*(1-f))
}

func (l *madeLocus) scores(v int, of func(h int) float64) float64 {
	n, sum, carriers := 0.0, 0.0, 0.0
	for h, a := range l.alleles[v] {
		x := of(h)
		sum += x
		if a == 1 {
			n++
			carriers += x
		}
	}
	f := n / benchHaplotypes
	return (carriers - f*sum) / math.Sqrt(benchHaplotypes*f*(1-f))
}

// source prepares the haplotypes as a panel.
func (l *madeLocus) source() (*ld.Source, error) {
	var vcf, data, index bytes.Buffer
	vcf.WriteString("##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT")
	for i := range benchHaplotypes / 2 {
		fmt.Fprintf(&vcf, "\tp%d", i)
	}
	for v, row := range l.alleles {
		fmt.Fprintf(&vcf, "\n1\t%d\t.\tA\tC\t.\t.\t.\tGT", 1000+100*v)
		for h := 0; h < len(row); h += 2 {
			vcf.Write([]byte{'\t', '0' + row[h], '|', '0' + row[h+1]})
		}
	}
	vcf.WriteString("\n")
	w := regionindex.NewWriter(&data, regionindex.WriterOptions{})
	_, err := ld.PrepareGenotypes(context.Background(), &vcf, w, func(genome.Chromosome, int32, []byte) {})
	if err = errors.Join(err, w.Close(), w.WriteIndex(&index)); err != nil {
		return nil, err
	}
	return ld.Open(bytes.NewReader(data.Bytes()), int64(data.Len()), &index)
}

func (l *madeLocus) rows() []sumstats.Row {
	nan := math.NaN()
	out := make([]sumstats.Row, benchVariants)
	for v, z := range l.z {
		out[v] = sumstats.Row{Chromosome: 1, Position: int32(1000 + 100*v), EA: variant.C, OA: variant.A, Beta: z * 0.01, SE: 0.01,
			EAF: 0.5, N: benchN, NegLog10P: stat.NegLog10PFromZ(z),
			NCases: nan, NControls: nan, Info: nan,
		}
	}
	return out
}

// finemap compares suspicion, λ, LD and SuSiE with LD and SuSiE of susieR on the same loci.
func (b *bench) finemap() error {
	script := filepath.Join(b.dir, "finemap.R")
	if err := os.WriteFile(script, finemapR, 0o644); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(46, 46))
	var ours, peer time.Duration
	worst := 0.0
	for i := range benchLoci {
		l := makeLocus(random)
		mine, pip, err := fineMapped(&l)
		if err != nil {
			return err
		}
		theirs, want, err := b.susieR(script, i, &l)
		if err != nil {
			return fmt.Errorf("susieR (Debian: r-cran-susier): %w", err)
		}
		ours, peer = ours+mine, peer+theirs
		for k := range pip {
			worst = max(worst, math.Abs(pip[k]-want[k]))
		}
	}
	ratio := ours.Seconds() / peer.Seconds()
	b.add(row{
		what: fmt.Sprintf("Verdict, λ and SuSiE of %d loci of %d variants with LD from a panel, one core", benchLoci, benchVariants),
		ours: seconds(ours),
		peer: "susieR, LD and SuSiE only " + seconds(
			peer,
		),
		ratio: fmt.Sprintf("%.3f", ratio),
		goal:  fmt.Sprintf("≤ %g", finemapGoal),
		met:   ratio <= finemapGoal,
	})
	b.add(row{
		what: "Largest difference of a PIP from susieR", ours: fmt.Sprintf("%.1e", worst),
		peer: "–", ratio: "–", goal: fmt.Sprintf("≤ %.0e", pipGoal), met: worst <= pipGoal,
	})
	return nil
}

func fineMapped(l *madeLocus) (time.Duration, []float64, error) {
	source, err := l.source()
	if err != nil {
		return 0, nil, err
	}
	start := time.Now()
	sites, err := source.Sites(context.Background(), genome.Region{Chromosome: 1, Start: 1, End: math.MaxInt32})
	if err != nil {
		return 0, nil, err
	}
	out := finemap.Run(&finemap.Input{Rows: l.rows(), Dict: variant.NewDict(), Scale: sumstats.Standardised, Sites: sites, OwnLD: true})
	if out.Method != finemap.Several {
		return 0, nil, fmt.Errorf("a made-up locus was not fine-mapped: %s", out.Why)
	}
	return time.Since(start), out.PIP, nil
}

// susieR runs the peer, which measures its own time without reading files.
func (b *bench) susieR(script string, i int, l *madeLocus) (time.Duration, []float64, error) {
	path := filepath.Join(b.dir, fmt.Sprintf("locus%d", i))
	if err := os.WriteFile(path+".haplotypes", bytes.Join(l.alleles, nil), 0o644); err != nil {
		return 0, nil, err
	}
	var scores bytes.Buffer
	if err := binary.Write(&scores, binary.LittleEndian, l.z); err != nil {
		return 0, nil, err
	}
	if err := os.WriteFile(path+".z", scores.Bytes(), 0o644); err != nil {
		return 0, nil, err
	}
	if _, err := timed("Rscript", script, path, fmt.Sprint(benchVariants), fmt.Sprint(benchN)); err != nil {
		return 0, nil, err
	}
	text, err := os.ReadFile(path + ".out")
	if err != nil {
		return 0, nil, err
	}
	out := make([]float64, 1+benchVariants) // seconds, then PIP
	err = binary.Read(bytes.NewReader(text), binary.LittleEndian, out)
	return time.Duration(out[0] * float64(time.Second)), out[1:], err
}
