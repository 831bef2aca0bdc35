package ld

import (
	"errors"
	"math"
	"os"
	"testing"

	"github.com/klauspost/compress/gzip"
	"io"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstatstest"
)

// The signed r of real haplotypes are those of Pearson's definition.
func TestSitesOfRealPeople(t *testing.T) {
	f, err := os.Open(sumstatstest.HaplotypesFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := open(t, genotypesOf(t), string(text))
	h := sumstatstest.ReadHaplotypes(t)
	region := genome.Region{Chromosome: 7, Start: h.Position[100], End: h.Position[199]}
	sites, err := s.Sites(t.Context(), region)
	if err != nil || len(sites) != 100 {
		t.Fatal(len(sites), err)
	}
	want := h.Locus(sumstatstest.Every(100, 100, 1), nil).R
	negative := 0
	for i, row := range Correlations(sites) {
		if sites[i].Position != h.Position[100+i] || sites[i].Haplotypes() != 1008 || math.Abs(sites[i].Frequency-mean(h.Carries[100+i])) > 1e-12 {
			t.Fatalf("%+v", sites[i])
		}
		for j, r := range row {
			if math.Abs(r-want[i][j]) > 1e-12 {
				t.Fatalf("r of %d and %d is %g, want %g", i, j, r, want[i][j])
			}
			if r < -0.5 {
				negative++
			}
		}
	}
	if negative == 0 {
		t.Error("no strong negative correlation: the sign is not tested")
	}
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

func TestSitesWithoutVariationOrSign(t *testing.T) {
	s, _ := open(t, genotypesOf(t), vcf)
	sites, err := s.Sites(t.Context(), region(500, 700)) // rs6 and <DEL> do not vary or are not read
	if err != nil || len(sites) != 1 || sites[0].ID != "rs5" || sites[0].Haplotypes() != 6 {
		t.Errorf("%+v %v", sites, err)
	}
	if sites, err := s.Sites(t.Context(), genome.Region{Chromosome: 9, Start: 1, End: 10}); len(sites) != 0 || err != nil {
		t.Errorf("of another chromosome: %v %v", sites, err)
	}
	pairs, _ := open(t, pairsOf(t), plink)
	if _, err := pairs.Sites(t.Context(), region(1, 1000)); !errors.As(err, new(*UnknownError)) {
		t.Error(err)
	}
}

// With and without unknown haplotypes, r squared is the r² of a lead.
func TestCorrelationsOfUnknownHaplotypes(t *testing.T) {
	s, _ := open(t, genotypesOf(t), vcf)
	sites, err := s.Sites(t.Context(), region(1, 1000))
	if err != nil || len(sites) < 8 {
		t.Fatal(len(sites), err)
	}
	r := Correlations(sites)
	for i, lead := range sites {
		answer, err := s.R2(t.Context(), Variant{4, lead.Position, lead.Ref, lead.Alt, ""}, region(1, 1000))
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]float64{}
		for _, v := range answer.Variants {
			want[v.ID+v.Alt] = v.R2
		}
		for j, other := range sites {
			if i != j && math.Abs(r[i][j]*r[i][j]-want[other.ID+other.Alt]) > 1e-12 {
				t.Errorf("r² of %s and %s is %g, want %g", lead.ID, other.ID, r[i][j]*r[i][j], want[other.ID+other.Alt])
			}
		}
	}
}
