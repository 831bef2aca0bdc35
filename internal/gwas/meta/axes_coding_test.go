package meta_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// axisPairs are alleles of variants whose strand shows, of both classes, and of an indel;
// each is first as one strand has it and then as the other.
var axisPairs = [][2]string{{"A", "G"}, {"T", "C"}, {"A", "C"}, {"T", "G"}, {"G", "A"}, {"C", "A"}, {"AT", "A"}}

// diverse are k studies whose frequencies differ along two directions, at variants about
// 600,000 bases apart. Every seventh variant is palindromic, some are rare, and the effect
// of every tenth differs with the first direction.
func diverse(rng *rand.Rand, k, sites int) [][]sumstats.Row {
	first, second := make([]float64, k), make([]float64, k)
	for i := range k {
		first[i], second[i] = rng.Float64(), 0.4*rng.Float64()
	}
	studies := make([][]sumstats.Row, k)
	for v := range sites {
		pair := axisPairs[rng.IntN(len(axisPairs))]
		if v%7 == 6 {
			pair = [2]string{"A", "T"}
		}
		f, a, b := 0.1+0.3*rng.Float64(), rng.NormFloat64(), rng.NormFloat64()
		if v%11 == 10 {
			f = 0.06 * rng.Float64()
		}
		for i := range k {
			eaf := f + 0.2*(first[i]*a+second[i]*b)
			if pair[0] == "A" && pair[1] == "T" { // its strand shows by frequency
				eaf = min(eaf, 0.39)
			}
			eaf = math.Round(min(max(eaf, 0.01), 0.99)*1e6) / 1e6
			effect := 0.02 * rng.NormFloat64()
			if v%10 == 0 {
				effect += 0.1 + 0.1*first[i]
			}
			studies[i] = append(studies[i], row(1+v/100, int32(500_000+600_000*(v%100)), pair[0], pair[1], effect, 0.01+0.01*rng.Float64(), eaf))
		}
	}
	return studies
}

// coded returns the same studies as others might send them: any row may count the other allele, any
// may be of the other strand when that shows, and the studies come in any order.
func coded(rng *rand.Rand, studies [][]sumstats.Row) []meta.Study {
	out := named(studies)
	for i, rows := range studies {
		out[i] = memoryStudy(out[i].Name, mapRows(rows, func(r sumstats.Row) sumstats.Row {
			if rng.IntN(2) == 0 {
				r = swap(r)
			}
			if rng.IntN(2) == 0 && !variant.Palindromic(r.EA, r.OA) {
				r = complementRow(r)
			}
			return r
		}))
	}
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// axisReference is classical scaling by a route that the package does not take, of the
// frequencies as they were before any coding: places[i][t] of study i on axis t.
func axisReference(studies [][]sumstats.Row, t int) (variants, palindromic int, places [][]float64, explained []float64) {
	k := len(studies)
	var kept [][]float64
	chromosome, position := 0, int32(0)
	for v, r := range studies[0] {
		freq, rare := make([]float64, k), false
		for i := range k {
			freq[i] = studies[i][v].EAF
			rare = rare || !(math.Round(min(freq[i], 1-freq[i])*1e9)/1e9 > 0.05)
		}
		switch {
		case rare:
		case variant.Palindromic(r.EA, r.OA):
			palindromic++
		case int(r.Chromosome) != chromosome || r.Position-position >= 1_000_000:
			chromosome, position = int(r.Chromosome), r.Position
			kept = append(kept, freq)
		}
	}
	// The double-centred squared distances are the products of the frequencies less their
	// mean over the studies.
	gram := square0(k)
	for _, freq := range kept {
		mean := 0.0
		for _, f := range freq {
			mean += f / float64(k)
		}
		for i := range k {
			for j := range k {
				gram[i][j] += (freq[i] - mean) * (freq[j] - mean) / float64(len(kept))
			}
		}
	}
	places = square0(k)
	total := trace(gram)
	for a := range t {
		value, projector := strongest(gram)
		explained = append(explained, value/total)
		far := 0
		for i := range k {
			if projector[i][i] > projector[far][far] {
				far = i
			}
		}
		for i := range k {
			places[i][a] = math.Sqrt(value/projector[far][far]) * projector[i][far]
			for j := range k {
				gram[i][j] -= value * projector[i][j]
			}
		}
	}
	return len(kept), palindromic, places, explained
}

func square0(k int) [][]float64 {
	a := make([][]float64, k)
	for i := range a {
		a[i] = make([]float64, k)
	}
	return a
}

func trace(a [][]float64) (sum float64) {
	for i := range a {
		sum += a[i][i]
	}
	return sum
}

func product(a, b [][]float64) [][]float64 {
	out := square0(len(a))
	for i := range a {
		for j := range a {
			for l := range a {
				out[i][j] += a[i][l] * b[l][j]
			}
		}
	}
	return out
}

// strongest returns the largest eigenvalue of a symmetric matrix without negative ones, and the
// projector on its vector, by squaring the matrix repeatedly.
func strongest(a [][]float64) (value float64, projector [][]float64) {
	projector = a
	for range 50 {
		projector = product(projector, projector)
		sum := trace(projector)
		for i := range projector {
			for j := range projector {
				projector[i][j] /= sum
			}
		}
	}
	return trace(product(a, projector)), projector
}

// Which allele a study counts and on which strand does not depend on its people: the axes are those
// of the frequencies of one allele, and every P is the same.
func TestAxesDoNotDependOnTheCounting(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(40, seed))
		studies := diverse(rng, 5+rng.IntN(4), 300)
		opt := regressionOptions(1 + rng.IntN(2))
		variants, palindromic, places, explained := axisReference(studies, opt.Axes)
		plain, _ := runTable(t, named(studies), opt)
		p := pByPlace(plain)
		for draw := range 4 {
			out, s := runTable(t, coded(rng, studies), opt)
			name := fmt.Sprintf("seed %d, coding %d", seed, draw)
			if s.Axes.Variants != variants || s.Axes.Palindromic != int64(palindromic) || variants < 100 || palindromic < 10 {
				t.Fatalf("%s: axes of %d variants, %d palindromic left out, want %d and %d", name, s.Axes.Variants, s.Axes.Palindromic, variants, palindromic)
			}
			for a, want := range explained {
				if got := float64(s.Axes.Explained[a]); math.Abs(got-want) > 1e-9 {
					t.Fatalf("%s: axis %d explains %v, want %v", name, a+1, got, want)
				}
			}
			for _, study := range s.Axes.Studies {
				var i int
				if _, err := fmt.Sscanf(study.Name, "study %d", &i); err != nil {
					t.Fatal(err)
				}
				for a, want := range places[i][:opt.Axes] {
					if got := float64(study.Places[a]); math.Abs(got-want) > 1e-9 {
						t.Fatalf("%s: %s is at %v on axis %d, want %v", name, study.Name, got, a+1, want)
					}
				}
			}
			got := pByPlace(out)
			if len(got) != len(p) {
				t.Fatalf("%s: %d variants, want %d", name, len(got), len(p))
			}
			for place, want := range p {
				for n, x := range want {
					if !(math.Abs(got[place][n]-x) <= 1.001e-9*max(1, math.Abs(x))) { // ten digits are written
						t.Fatalf("%s: %s: −log10 P %v, want %v", name, place, got[place], want)
					}
				}
			}
		}
	}
}

// pByPlace returns the −log10 P of a meta-regression: of the association, of heterogeneity with
// ancestry, and of the rest.
func pByPlace(out *table) map[string][3]float64 {
	m := map[string][3]float64{}
	for i := range out.rows {
		m[out.text(i, "chromosome")+":"+out.text(i, "base_pair_location")] = [3]float64{
			out.number(i, "neg_log_10_p_value"), -math.Log10(out.number(i, "het_ancestry_p")), -math.Log10(out.number(i, "het_residual_p"))}
	}
	return m
}
