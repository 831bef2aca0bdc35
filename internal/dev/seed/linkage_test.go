package seed_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"cohortium/internal/dev/seed"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/recomb"
	"cohortium/internal/gwas/regionindex"
)

// linkage returns the LD of the invented haplotypes of a World.
func linkage(t *testing.T, w seed.World) *ld.Source {
	t.Helper()
	var vcf, data, index bytes.Buffer
	variants, err := seed.WriteHaplotypes(&vcf, w)
	if err != nil {
		t.Fatal(err)
	}
	out := regionindex.NewWriter(&data, regionindex.WriterOptions{})
	facts, err := ld.Prepare(context.Background(), bytes.NewReader(vcf.Bytes()), out, func(genome.Chromosome, int32, []byte) {})
	if err != nil {
		t.Fatal(err)
	}
	if facts.Rows != int64(variants) || facts.People != 250 || facts.Missing+facts.Unphased != 0 {
		t.Errorf("%d variants were written, and this was read: %+v", variants, facts)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := out.WriteIndex(&index); err != nil {
		t.Fatal(err)
	}
	source, err := ld.Open(bytes.NewReader(data.Bytes()), int64(data.Len()), &index)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// The closer a variant is linked in the World, the larger its r² with the lead; unlinked variants
// have only chance r², which is 1/500 for this number of haplotypes.
func TestHaplotypesFollowTheWorld(t *testing.T) {
	w := world()
	w.PerLocus = 300
	source := linkage(t, w)
	lead := w.Loci[2]
	asked := ld.Variant{Chromosome: lead.Chromosome, Position: lead.Position}
	want := map[int32]float64{}
	if err := w.Each(func(v seed.Variant) error {
		if v.Chromosome == lead.Chromosome {
			want[v.Position] = v.Linkage
		}
		if v.Chromosome == lead.Chromosome && v.Position == lead.Position {
			asked.A, asked.B = v.Ref, v.Alt
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	answer, err := source.R2(context.Background(), asked,
		genome.Region{Chromosome: lead.Chromosome, Start: lead.Position - 500_000, End: lead.Position + 500_000})
	if err != nil {
		t.Fatal(err)
	}
	var close, far, closeSum, farSum float64
	for _, v := range answer.Variants {
		switch linkage := want[v.Position]; {
		case linkage > 0.6:
			close, closeSum = close+1, closeSum+v.R2
		case linkage < 0.1:
			far, farSum = far+1, farSum+v.R2
		}
	}
	if close < 3 || closeSum/close < 0.35 {
		t.Errorf("%v variants with a correlation above 0.6 have a mean r² of %v", close, closeSum/close)
	}
	if far < 100 || farSum/far > 0.02 {
		t.Errorf("%v variants with a correlation below 0.1 have a mean r² of %v", far, farSum/far)
	}
}

func TestRecombinationHasHotSpotsAtTheLoci(t *testing.T) {
	var text bytes.Buffer
	points, err := seed.WriteRecombination(&text, world())
	if err != nil {
		t.Fatal(err)
	}
	m, err := recomb.Read("map.txt", strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	if m.Len() != points {
		t.Errorf("%d points were written, %d read", points, m.Len())
	}
	lead, highest := world().Loci[2], 0.0
	for _, s := range m.Rates(lead.Chromosome, lead.Position-500_000, lead.Position+500_000) {
		highest = math.Max(highest, s.Rate)
	}
	if highest < 5 || highest > 60 {
		t.Errorf("the hottest spot around the locus has %v cM/Mb", highest)
	}
	for _, s := range m.Rates(2, 100_000_000, 110_000_000) {
		if s.Rate != 1 {
			t.Errorf("far from the loci: %+v", s)
		}
	}
}
